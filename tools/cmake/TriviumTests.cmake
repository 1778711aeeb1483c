# Functions for tests: about 16 doctest programs, one per layer, and a CTest entry per topic.
#
#   trivium_test_program(chess DEPENDS chess chess_choice)
#     the program test_chess
#   trivium_test(chess_see SOURCES see_test.cpp)
#     an entry: runs the cases of its sources
#   trivium_script_test(cli SCRIPT cli_test.py PROGRAMS trivium)
#     a Python script that drives programs
#
# An entry belongs to the program declared last, in this folder or above it. CTest starts the
# program once for each entry and selects the entry's cases by their source files.
#
# LABELS of an entry:
#   sanitize, threads            runs under the address or thread sanitizer, in gate and full suite
#   sanitize_full, threads_full  the same, only in the full suite
#   long                         only in the full suite: takes more than two seconds, or checks a
#                                statistic over many games
#   kernels                      runs once for each kernel that is built
#   required                     fails in tools/test if it skips itself
# LONG_CASES: adds an entry NAME.long with the label long, which runs the cases of the doctest suite
#   "long", or the script with the word --long (tests/script_sizes.py).
# PROGRAMS: executables that it starts. DATA: further files and folders that it reads. The result
# cache of tools/test does not repeat a test whose executable, script, PROGRAMS and DATA are
# unchanged.

# Builds all test programs and the programs that they start.
add_custom_target(test_programs ALL)

# Files that any doctest program may read.
set(trivium_common_data
  ${PROJECT_SOURCE_DIR}/models ${PROJECT_SOURCE_DIR}/tests/data ${PROJECT_SOURCE_DIR}/tests/golden)

# Sets `variable` to whether a test with these labels is part of this build.
function(trivium_is_selected variable)
  set(selected OFF)
  if(NOT TRIVIUM_TEST_LABELS)
    set(selected ON)
  endif()
  foreach(label IN LISTS ARGN)
    if(label IN_LIST TRIVIUM_TEST_LABELS)
      set(selected ON)
    endif()
  endforeach()
  set(${variable} ${selected} PARENT_SCOPE)
endfunction()

# Sets `variable` to the files of executables of trivium_executable() or of test helpers.
function(trivium_program_files variable)
  set(files)
  foreach(program IN LISTS ARGN)
    if(TARGET ${program}.${TRIVIUM_KERNEL})
      list(APPEND files ${PROJECT_BINARY_DIR}/bin/${program})
      foreach(kernel IN LISTS TRIVIUM_BUILT_KERNELS)
        list(APPEND files ${PROJECT_BINARY_DIR}/libexec/trivium/${program}.${kernel})
      endforeach()
    else()
      get_target_property(folder ${program} RUNTIME_OUTPUT_DIRECTORY)
      list(APPEND files ${folder}/${program})
    endif()
  endforeach()
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# Most of a test's own code takes no time, but compiling it does: with -Og in two thirds of the time
# of -O1, and the tests are as fast. Without any optimization, tests that compute (counts of poker
# hands, references of rules) would take longer than compiling saves.
function(trivium_compile_test target kernel)
  trivium_compile_quickly(${target})
  target_compile_options(${target} PRIVATE
    $<$<CONFIG:Release>:-Og> ${TRIVIUM_FLAGS_${kernel}})
  trivium_link_quickly(${target})
  # Saves compile time: an exception in an assertion ends the test case, which fails, and not the
  # assertion alone.
  target_compile_definitions(${target} PRIVATE DOCTEST_CONFIG_NO_TRY_CATCH_IN_ASSERTS)
endfunction()

add_library(trivium_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/test_main.cpp)
target_link_libraries(trivium_test_main PRIVATE trivium_options doctest::doctest)
trivium_compile_test(trivium_test_main ${TRIVIUM_KERNEL})
set_source_files_properties(${PROJECT_SOURCE_DIR}/tests/test_main.cpp PROPERTIES
  SKIP_PRECOMPILE_HEADERS ON)
# Sources that are compiled alone get no precompiled header, so that a missing include is an error.
if(CMAKE_UNITY_BUILD)
  trivium_precompile_headers(trivium_test_main <doctest/doctest.h>)
endif()

# trivium_test_program(NAME [DEPENDS our libraries] [LINKS foreign targets])
# The libraries that every entry needs; an entry names those that it alone needs.
function(trivium_test_program name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LINKS" ${ARGN})
  foreach(kernel IN LISTS TRIVIUM_BUILT_KERNELS)
    set(target test_${name})
    if(NOT kernel STREQUAL TRIVIUM_KERNEL)
      set(target test_${name}.${kernel})
    endif()
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    add_executable(${target} EXCLUDE_FROM_ALL $<TARGET_OBJECTS:trivium_test_main>)
    trivium_compile_test(${target} ${kernel})
    if(kernel STREQUAL TRIVIUM_KERNEL)
      trivium_use_precompiled_headers(${target} trivium_test_main)
    endif()
    target_compile_definitions(${target} PRIVATE
      TRIVIUM_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRIVIUM_BIN_DIR="${PROJECT_BINARY_DIR}/bin")
    target_link_libraries(${target} PRIVATE
      trivium_options ${depends} ${arg_LINKS} doctest::doctest)
    set_target_properties(${target} PROPERTIES
      LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
  endforeach()
  set(TRIVIUM_TEST_PROGRAM ${name} PARENT_SCOPE)
endfunction()

# trivium_entry(NAME COMMAND ... LABELS ... DATA ... [TIMEOUT seconds])
# One CTest entry. DATA are paths of files and folders. An entry that is long has more time and
# starts before the short ones.
function(trivium_entry name)
  cmake_parse_arguments(arg "" "TIMEOUT" "COMMAND;LABELS;DATA" ${ARGN})
  set(cost 0)
  if("long" IN_LIST arg_LABELS)
    set(arg_TIMEOUT 1200)
    set(cost 10)
  elseif(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  set_tests_properties(${name} PROPERTIES
    LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} COST ${cost} SKIP_RETURN_CODE 77
    REQUIRED_FILES "${arg_DATA}")
endfunction()

# trivium_test(NAME SOURCES ... [DEPENDS ...] [LINKS ...] [LABELS ...] [LONG_CASES] [APART]
#              [PROGRAMS ...] [DATA ...] [TIMEOUT seconds])
# APART: its headers use the same names for different things, so each source is compiled alone.
function(trivium_test name)
  cmake_parse_arguments(arg
    "APART;LONG_CASES" "TIMEOUT" "SOURCES;DEPENDS;LINKS;LABELS;PROGRAMS;DATA" ${ARGN})
  trivium_is_selected(selected ${arg_LABELS})
  if(NOT selected)
    return()
  endif()
  set(kernels ${TRIVIUM_KERNEL})
  if("kernels" IN_LIST arg_LABELS)
    set(kernels ${TRIVIUM_BUILT_KERNELS})
  endif()
  # Helpers that several entries share are listed by each of them and compiled once.
  set(sources)
  foreach(source IN LISTS arg_SOURCES)
    get_filename_component(source ${source} ABSOLUTE)
    list(APPEND sources ${source})
  endforeach()
  list(TRANSFORM arg_DATA PREPEND ${PROJECT_SOURCE_DIR}/)
  trivium_program_files(program_files ${arg_PROGRAMS})
  set(filters)
  foreach(source IN LISTS sources)
    if(source MATCHES "_test\\.cpp$")
      file(RELATIVE_PATH path ${PROJECT_SOURCE_DIR} ${source})
      list(APPEND filters "*${path}")
    endif()
  endforeach()
  list(JOIN filters "," filter)
  foreach(kernel IN LISTS kernels)
    set(target test_${TRIVIUM_TEST_PROGRAM})
    set(entry ${name})
    if(NOT kernel STREQUAL TRIVIUM_KERNEL)
      string(APPEND target .${kernel})
      string(APPEND entry .${kernel})
    endif()
    get_target_property(present ${target} SOURCES)
    foreach(source IN LISTS sources)
      if(NOT source IN_LIST present)
        target_sources(${target} PRIVATE ${source})
      endif()
    endforeach()
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    target_link_libraries(${target} PRIVATE ${depends} ${arg_LINKS})
    if(arg_APART)
      set_source_files_properties(${sources} TARGET_DIRECTORY ${target}
        PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    add_dependencies(test_programs ${target})
    if(arg_PROGRAMS)
      add_dependencies(${target} ${arg_PROGRAMS})
    endif()
    set(data ${trivium_common_data} ${arg_DATA} ${program_files})
    set(command ${target} --source-file=${filter})
    set(entries ${entry})
    if(arg_LONG_CASES)
      trivium_entry(${entry} COMMAND ${command} --test-suite-exclude=long
        LABELS ${arg_LABELS} DATA ${data} TIMEOUT ${arg_TIMEOUT})
      trivium_entry(${entry}.long COMMAND ${command} --test-suite=long
        LABELS ${arg_LABELS} long DATA ${data})
      list(APPEND entries ${entry}.long)
    else()
      trivium_entry(${entry} COMMAND ${command}
        LABELS ${arg_LABELS} DATA ${data} TIMEOUT ${arg_TIMEOUT})
    endif()
    set_tests_properties(${entries} PROPERTIES ENVIRONMENT "TRIVIUM_TEST_KERNEL=${kernel}")
  endforeach()
endfunction()

# trivium_script_test(NAME SCRIPT file [ARGS ...] [PROGRAMS ...] [DATA ...] [LABELS ...]
#                     [LONG_CASES] [TIMEOUT seconds])
# Runs a Python or shell script with ARGS. Exit status 77: skipped. The Python modules beside it and
# in tests/ count as its own data.
function(trivium_script_test name)
  cmake_parse_arguments(arg "LONG_CASES" "SCRIPT;TIMEOUT" "ARGS;PROGRAMS;DATA;LABELS" ${ARGN})
  trivium_is_selected(selected ${arg_LABELS})
  if(NOT selected)
    return()
  endif()
  set(script ${CMAKE_CURRENT_SOURCE_DIR}/${arg_SCRIPT})
  set(command ${script})
  if(arg_SCRIPT MATCHES "\\.py$")
    set(command ${Python3_EXECUTABLE} ${script})
  endif()
  file(GLOB modules ${CMAKE_CURRENT_SOURCE_DIR}/*.py ${PROJECT_SOURCE_DIR}/tests/*.py)
  list(FILTER modules EXCLUDE REGEX "_test\\.py$")
  list(TRANSFORM arg_DATA PREPEND ${PROJECT_SOURCE_DIR}/)
  trivium_program_files(program_files ${arg_PROGRAMS})
  if(arg_PROGRAMS)
    add_dependencies(test_programs ${arg_PROGRAMS})
    list(APPEND program_files ${trivium_common_data})
  endif()
  set(data ${script} ${modules} ${arg_DATA} ${program_files})
  trivium_entry(${name} COMMAND ${command} ${arg_ARGS}
    LABELS ${arg_LABELS} DATA ${data} TIMEOUT ${arg_TIMEOUT})
  if(arg_LONG_CASES)
    trivium_entry(${name}.long COMMAND ${command} ${arg_ARGS} --long
      LABELS ${arg_LABELS} long DATA ${data})
  endif()
endfunction()
