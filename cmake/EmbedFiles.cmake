# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT, C++ text that defines the table `embedded_files` of NAMESPACE with the texts of FILES, each named
# relative to ROOT; HEADER declares its rows, EmbeddedFile:
#   cmake -D OUTPUT=embedded_files.cpp -D ROOT=. -D "FILES=a.h b.h" -D HEADER=a/embedded.h -D NAMESPACE=a -P EmbedFiles.cmake

separate_arguments(FILES UNIX_COMMAND "${FILES}")
set(rows "")
set(count 0)
foreach(file IN LISTS FILES)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${ROOT}" OUTPUT_VARIABLE name)
    file(READ "${file}" text)
    string(APPEND rows "    {\"${name}\", R\"embedded(${text})embedded\"},\n")
    math(EXPR count "${count} + 1")
endforeach()
file(
    WRITE "${OUTPUT}.new"
    "#include <cstddef>

#include \"${HEADER}\"

namespace ${NAMESPACE} {

extern const EmbeddedFile embedded_files[];
extern const std::size_t embedded_file_count;

const EmbeddedFile embedded_files[] = {
${rows}};
const std::size_t embedded_file_count = ${count};

}  // namespace ${NAMESPACE}
"
)
file(COPY_FILE "${OUTPUT}.new" "${OUTPUT}" ONLY_IF_DIFFERENT)
