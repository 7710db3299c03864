# SPDX-License-Identifier: Apache-2.0
# What a folder's CMakeLists.txt calls. Sources are found, never listed:
#   main.cpp            the thin main of a tool           -> phobos_executable
#   NAME_test.cpp       unit tests, beside the code       -> the executable named by TEST
#   NAME_fuzzer.cpp     one fuzz target each              -> phobos_fuzzers
#   any other .cpp      the folder's library              -> phobos_library

# phobos_precompiled(NAME HEADERS header... [LINKS target...] [OPTIONS option...])
# With PHOBOS_PRECOMPILED, a library that holds these headers compiled, for phobos_reads_precompiled. Builds without the
# option keep every source's own includes whole.
function(phobos_precompiled name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LINKS;OPTIONS")
    if(PHOBOS_PRECOMPILED)
        add_library(${name} STATIC "${PROJECT_SOURCE_DIR}/cmake/precompiled.cpp")
        target_link_libraries(${name} PRIVATE ${arg_LINKS} phobos_options)
        list(TRANSFORM arg_HEADERS REPLACE "(.+)" "<\\1>")
        target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
        target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    endif()
endfunction()

function(phobos_reads_precompiled target name)
    if(PHOBOS_PRECOMPILED)
        target_precompile_headers(${target} REUSE_FROM ${name})
    endif()
endfunction()

set(headers algorithm array cstddef cstdint functional map memory optional span string string_view tuple utility variant
            vector fmt/format.h
)
# Tests are quicker to compile so, and little slower: what they spend time in are the libraries.
set(test_options "$<$<CXX_COMPILER_ID:GNU>:-O1>")
phobos_precompiled(phobos_precompiled_headers HEADERS ${headers} LINKS phobos_fmt)
if(BUILD_TESTING)
    phobos_precompiled(
        phobos_precompiled_test_headers
        HEADERS ${headers} filesystem fstream sstream gtest/gtest.h
        LINKS phobos_fmt GTest::gtest_main
        OPTIONS ${test_options}
    )
endif()

# phobos_library(NAME [TEST EXECUTABLE] [LINKS target...] [TEST_LINKS target...])
# The library of the calling folder (an interface library while it has only headers). Its *_test.cpp
# become part of the test executable named by TEST, which phobos_test defines.
function(phobos_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "TEST" "LINKS;TEST_LINKS")
    file(GLOB sources CONFIGURE_DEPENDS *.cpp)
    set(tests ${sources})
    list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "(_test|_fuzzer|/main)\\.cpp$")
    if(sources)
        add_library(${name} STATIC ${sources})
        target_link_libraries(${name} PUBLIC ${arg_LINKS} PRIVATE phobos_options)
        target_include_directories(${name} PUBLIC "${PROJECT_SOURCE_DIR}")
        phobos_reads_precompiled(${name} phobos_precompiled_headers)
        cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
        if(folder MATCHES "^(engine|interp|backend)")
            set_target_properties(${name} PROPERTIES PHOBOS_CHECKS_ALIGNMENT ON)
        endif()
    else()
        add_library(${name} INTERFACE)
        target_link_libraries(${name} INTERFACE ${arg_LINKS})
        target_include_directories(${name} INTERFACE "${PROJECT_SOURCE_DIR}")
    endif()
    if(tests AND arg_TEST AND BUILD_TESTING)
        if(PHOBOS_TEST_PER_FOLDER)
            string(REGEX REPLACE "^phobos_" "" folder ${name})
            phobos_add_test_executable(${folder}_test SOURCES ${tests} LINKS ${name} ${arg_TEST_LINKS})
        else()
            set_property(GLOBAL APPEND PROPERTY phobos_sources_of_${arg_TEST} ${tests})
            set_property(GLOBAL APPEND PROPERTY phobos_links_of_${arg_TEST} ${name} ${arg_TEST_LINKS})
        endif()
    endif()
endfunction()

# phobos_test(NAME [DEPENDS target...])
# The GoogleTest executable NAME out of every *_test.cpp registered for it above this call, labelled by its
# top-level folder, or FOLDER-slow where the name contains Exhaustive; each in a process of its own, or with
# PHOBOS_TEST_SHARDS in so many processes. DEPENDS are programs the tests start.
function(phobos_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS")
    get_property(sources GLOBAL PROPERTY phobos_sources_of_${name})
    get_property(links GLOBAL PROPERTY phobos_links_of_${name})
    if(sources)
        phobos_add_test_executable(${name} SOURCES ${sources} LINKS ${links})
        foreach(program IN LISTS arg_DEPENDS)
            if(TARGET ${program})
                add_dependencies(${name} ${program})
            endif()
        endforeach()
    endif()
endfunction()

function(phobos_add_test_executable name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
    add_executable(${name} ${arg_SOURCES})
    target_compile_options(${name} PRIVATE ${test_options})
    list(REMOVE_DUPLICATES arg_LINKS)
    target_link_libraries(${name} PRIVATE ${arg_LINKS} phobos_options GTest::gtest_main rapidcheck)
    phobos_reads_precompiled(${name} phobos_precompiled_test_headers)
    # Where tests find files of the repository, and the programs they start.
    target_compile_definitions(
        ${name} PRIVATE PHOBOS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PHOBOS_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
    )
    cmake_path(RELATIVE_PATH CMAKE_CURRENT_SOURCE_DIR BASE_DIRECTORY "${PROJECT_SOURCE_DIR}" OUTPUT_VARIABLE folder)
    string(REGEX REPLACE "/.*" "" label "${folder}")
    if(PHOBOS_TEST_SHARDS GREATER 0)
        phobos_add_shards(${name} "${folder}" "${label}")
        return()
    endif()
    set(discovery TEST_PREFIX "${folder}/" DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60)
    gtest_discover_tests(${name} ${discovery} TEST_FILTER "-*Exhaustive*" PROPERTIES LABELS "${label}" TIMEOUT 120)
    gtest_discover_tests(
        ${name} ${discovery} TEST_FILTER "*Exhaustive*" TEST_LIST ${name}_slow
        PROPERTIES LABELS "${label}-slow" TIMEOUT 600
    )
endfunction()

# The tests of the executable in few processes, several tests each: where starting one is slow.
function(phobos_add_shards name folder label)
    math(EXPR last "${PHOBOS_TEST_SHARDS} - 1")
    foreach(shard RANGE ${last})
        add_test(NAME ${folder}/${name}/${shard} COMMAND ${name} --gtest_filter=-*Exhaustive*)
        set_tests_properties(
            ${folder}/${name}/${shard}
            PROPERTIES LABELS "${label}" TIMEOUT 600
                       ENVIRONMENT "GTEST_TOTAL_SHARDS=${PHOBOS_TEST_SHARDS};GTEST_SHARD_INDEX=${shard}"
        )
    endforeach()
    add_test(NAME ${folder}/${name}/exhaustive COMMAND ${name} --gtest_filter=*Exhaustive*)
    set_tests_properties(${folder}/${name}/exhaustive PROPERTIES LABELS "${label}-slow" TIMEOUT 600)
endfunction()

# phobos_executable(NAME [LINKS target...])
# The program build/bin/NAME out of the calling folder's main.cpp.
function(phobos_executable name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
    file(GLOB main CONFIGURE_DEPENDS main.cpp)
    if(main)
        add_executable(${name} ${main})
        target_link_libraries(${name} PRIVATE ${arg_LINKS} phobos_options)
    endif()
endfunction()

# phobos_fuzzers([LINKS target...])
# One fuzz target per NAME_fuzzer.cpp of the calling folder, which defines LLVMFuzzerTestOneInput and nothing else of
# libFuzzer. With PHOBOS_FUZZERS the program is NAME_fuzzer under libFuzzer; otherwise it is the same function under a
# main that replays files. Either way the committed seeds are a test: those in fuzz/corpus/NAME, or in the folders that
# fuzz/corpus/folders.txt lists for NAME.
function(phobos_fuzzers)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "LINKS")
    file(GLOB sources CONFIGURE_DEPENDS *_fuzzer.cpp)
    file(STRINGS "${PROJECT_SOURCE_DIR}/fuzz/corpus/folders.txt" listed)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/fuzz/corpus/folders.txt")
    foreach(source IN LISTS sources)
        cmake_path(GET source STEM name)
        string(REGEX REPLACE "_fuzzer$" "" corpus ${name})
        set(seeds ${listed})
        list(FILTER seeds INCLUDE REGEX "^${corpus} ")
        string(REGEX REPLACE "^${corpus} " "" seeds "${seeds}")
        separate_arguments(seeds)
        if(NOT seeds)
            set(seeds fuzz/corpus/${corpus})
        endif()
        list(TRANSFORM seeds PREPEND "${PROJECT_SOURCE_DIR}/")
        add_executable(${name} ${source})
        target_link_libraries(${name} PRIVATE ${arg_LINKS} phobos_options)
        if(PHOBOS_FUZZERS)
            target_link_options(${name} PRIVATE -fsanitize=fuzzer)
            set(replay -runs=0)
        else()
            target_sources(${name} PRIVATE "${PROJECT_SOURCE_DIR}/fuzz/target/replay_main.cpp")
            set(replay "")
        endif()
        if(BUILD_TESTING)
            add_test(NAME fuzz/corpus/${corpus} COMMAND ${name} ${replay} ${seeds})
            set_tests_properties(fuzz/corpus/${corpus} PROPERTIES LABELS fuzz TIMEOUT 120)
        endif()
    endforeach()
endfunction()

# phobos_benchmarks(NAME [LINKS target...])
# One Google Benchmark executable out of the calling folder's *.cpp.
function(phobos_benchmarks name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
    file(GLOB sources CONFIGURE_DEPENDS *.cpp)
    if(sources AND BUILD_TESTING)
        add_executable(${name} ${sources})
        target_link_libraries(${name} PRIVATE ${arg_LINKS} phobos_options benchmark::benchmark)
        target_compile_definitions(
            ${name} PRIVATE PHOBOS_SOURCE_DIR="${PROJECT_SOURCE_DIR}" PHOBOS_BIN_DIR="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
        )
    endif()
endfunction()
