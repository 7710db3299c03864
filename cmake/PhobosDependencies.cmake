# SPDX-License-Identifier: Apache-2.0
# Everything we take from Debian; docs/dependencies.md gives the reasons. What the tools carry is linked statically.

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(CLI11 2.1 REQUIRED)

# Debian ships fmt's sources as headers but no archive: compile them once into one.
find_package(fmt 9 REQUIRED)
add_library(phobos_fmt STATIC "${CMAKE_CURRENT_LIST_DIR}/fmt.cpp")
target_compile_features(phobos_fmt PUBLIC cxx_std_20)
if(PHOBOS_SANITIZE)
    target_compile_options(phobos_fmt PRIVATE -fsanitize=${PHOBOS_SANITIZE})
endif()

# .npz files: minizip over zlib.
find_path(PHOBOS_MINIZIP_INCLUDE minizip/unzip.h REQUIRED)
find_library(PHOBOS_MINIZIP_ARCHIVE libminizip.a REQUIRED)
find_library(PHOBOS_ZLIB_ARCHIVE libz.a REQUIRED)
add_library(phobos_minizip INTERFACE)
target_include_directories(phobos_minizip SYSTEM INTERFACE "${PHOBOS_MINIZIP_INCLUDE}")
target_link_libraries(phobos_minizip INTERFACE "${PHOBOS_MINIZIP_ARCHIVE}" "${PHOBOS_ZLIB_ARCHIVE}")

# The keys of the cache of compiled code, and the check that an entry is whole.
find_path(PHOBOS_XXHASH_INCLUDE xxhash.h REQUIRED)
find_library(PHOBOS_XXHASH_ARCHIVE libxxhash.a REQUIRED)
add_library(phobos_xxhash INTERFACE)
target_include_directories(phobos_xxhash SYSTEM INTERFACE "${PHOBOS_XXHASH_INCLUDE}")
target_link_libraries(phobos_xxhash INTERFACE "${PHOBOS_XXHASH_ARCHIVE}")

# The width of characters, for the columns of carets.
find_path(PHOBOS_UTF8PROC_INCLUDE utf8proc.h REQUIRED)
find_library(PHOBOS_UTF8PROC_ARCHIVE libutf8proc.a REQUIRED)
add_library(phobos_utf8proc INTERFACE)
target_include_directories(phobos_utf8proc SYSTEM INTERFACE "${PHOBOS_UTF8PROC_INCLUDE}")
target_link_libraries(phobos_utf8proc INTERFACE "${PHOBOS_UTF8PROC_ARCHIVE}")

# Switching between stacks: the threads of a CTA on the CPU.
find_path(PHOBOS_BOOST_INCLUDE boost/context/detail/fcontext.hpp REQUIRED)
find_library(PHOBOS_BOOST_CONTEXT_ARCHIVE libboost_context.a REQUIRED)
add_library(phobos_boost_context INTERFACE)
target_include_directories(phobos_boost_context SYSTEM INTERFACE "${PHOBOS_BOOST_INCLUDE}")
target_link_libraries(phobos_boost_context INTERFACE "${PHOBOS_BOOST_CONTEXT_ARCHIVE}")

if(BUILD_TESTING)
    find_package(GTest 1.12 REQUIRED)
    find_package(rapidcheck REQUIRED)
    find_package(benchmark 1.7 REQUIRED)
    include(GoogleTest)

    # The oracle of the number tests.
    find_library(PHOBOS_MPFR_ARCHIVE libmpfr.a REQUIRED)
    find_library(PHOBOS_GMP_ARCHIVE libgmp.a REQUIRED)
    add_library(phobos_mpfr INTERFACE)
    target_link_libraries(phobos_mpfr INTERFACE "${PHOBOS_MPFR_ARCHIVE}" "${PHOBOS_GMP_ARCHIVE}")
endif()
