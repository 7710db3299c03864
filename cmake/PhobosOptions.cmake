# SPDX-License-Identifier: Apache-2.0
# How our code is compiled: one interface target that every target of ours links privately.

set(PHOBOS_SANITIZE "" CACHE STRING "what -fsanitize= takes: empty, address,undefined or thread")
option(PHOBOS_COVERAGE "count the lines that are reached (clang only): see tools/coverage" OFF)
option(PHOBOS_FUZZERS "build the fuzz targets with libFuzzer (clang only); otherwise they replay files" OFF)
set(PHOBOS_TEST_SHARDS 0 CACHE STRING "in how many processes a test executable runs; 0: each test in its own")
option(PHOBOS_PRECOMPILED "read the headers that most sources include from a precompiled one" OFF)
option(PHOBOS_TEST_PER_FOLDER "one test executable per folder (quick to relink) instead of one per top-level folder" OFF)

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(phobos_options INTERFACE)
target_compile_features(phobos_options INTERFACE cxx_std_20)
target_include_directories(phobos_options INTERFACE "${PROJECT_SOURCE_DIR}")

# The same bits on every machine (no contraction, no errno, no traps), and signed arithmetic that wraps.
target_compile_options(phobos_options INTERFACE -ffp-contract=off -fno-math-errno -fno-trapping-math -fwrapv)

# g++ 12 raises five warnings falsely on plain string and vector code, two of them with precompiled headers alone;
# -Wconversion of clang includes two that g++'s does not: of signs, and of a text in PHOBOS_ASSERT(!"text");
# clang 19 calls what std::stable_sort of libstdc++ 12 uses deprecated.
target_compile_options(
    phobos_options
    INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
              "$<$<CXX_COMPILER_ID:GNU>:-Wno-restrict;-Wno-array-bounds;-Wno-maybe-uninitialized>"
              "$<$<CXX_COMPILER_ID:GNU>:-Wno-stringop-overflow;-Wno-stringop-overread>"
              "$<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion;-Wno-string-conversion;-Wno-deprecated-declarations>"
)

if(PHOBOS_SANITIZE)
    target_compile_options(
        phobos_options INTERFACE -fsanitize=${PHOBOS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    )
    # AddressSanitizer sees null pointers and objects that end too early itself; elements are accessed where they may be
    # misaligned in the folders that phobos_library names. These three checks take a fifth of the time to compile.
    if(PHOBOS_SANITIZE MATCHES "undefined")
        set(checks_alignment "$<BOOL:$<TARGET_PROPERTY:PHOBOS_CHECKS_ALIGNMENT>>")
        target_compile_options(
            phobos_options INTERFACE "-fno-sanitize=null,object-size$<$<NOT:${checks_alignment}>:,alignment>"
        )
    endif()
    target_compile_definitions(phobos_options INTERFACE _GLIBCXX_ASSERTIONS PHOBOS_SANITIZED)
    target_link_options(phobos_options INTERFACE -fsanitize=${PHOBOS_SANITIZE})
endif()
if(PHOBOS_FUZZERS)
    if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        message(FATAL_ERROR "PHOBOS_FUZZERS needs clang: use the preset asan")
    endif()
    target_compile_options(phobos_options INTERFACE -fsanitize=fuzzer-no-link)
    target_link_options(phobos_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(PHOBOS_COVERAGE)
    target_compile_options(phobos_options INTERFACE -fprofile-instr-generate -fcoverage-mapping)
    target_link_options(phobos_options INTERFACE -fprofile-instr-generate)
endif()

# The version for --version: link phobos_version, use PHOBOS_VERSION.
add_library(phobos_version INTERFACE)
target_compile_definitions(phobos_version INTERFACE PHOBOS_VERSION="${PROJECT_VERSION}")
