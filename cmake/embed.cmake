# SPDX-License-Identifier: Apache-2.0
# cmake -D ROOT=folder -D OUTPUT=file.cpp -D HEADERS=names... -P embed.cmake
# Writes what backend/prelude/headers.h declares: the texts of the headers, whose names are those under ROOT.
set(texts "")
foreach(header IN LISTS HEADERS)
    file(READ "${ROOT}/${header}" text)
    string(APPEND texts "    Header{\"${header}\",\n           R\"phobos(${text})phobos\"},\n")
endforeach()
file(
    WRITE "${OUTPUT}"
    "#include \"backend/prelude/headers.h\"\n\n#include <array>\n\nnamespace phobos::prelude {\n\n"
    "std::span<const Header> headers() {\n    static constexpr std::array texts{\n${texts}    };\n"
    "    return texts;\n}\n\n}  // namespace phobos::prelude\n"
)
