# How a Trivium target is made: one library per folder, compiled once for every processor kernel.
#
# A kernel is a set of instructions the compiler may use. `base` runs on any x86-64 (and is the only one elsewhere); `v3` adds what
# x86-64-v3 adds (AVX2, BMI2, ...). Each executable NAME is built as libexec/trivium/NAME.<kernel>; bin/NAME is a launcher that
# starts the best one this processor can run. Inline code in headers may differ by kernel, so libraries of two kernels never meet
# in one executable.

set(TRIVIUM_KERNELS "base" CACHE STRING "Processor kernels to build: base, v3")
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TRIVIUM_KERNELS "base")
endif()
set(TRIVIUM_SANITIZE "" CACHE STRING "Value of -fsanitize for everything, e.g. address,undefined")
option(TRIVIUM_WERROR "Treat warnings as errors" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(TRIVIUM_CCACHE ccache)
if(TRIVIUM_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TRIVIUM_CCACHE})
endif()

set(TRIVIUM_FLAGS_base "")
set(TRIVIUM_FLAGS_v3 -march=x86-64-v3)

add_library(trivium_options INTERFACE)
target_include_directories(trivium_options INTERFACE ${PROJECT_SOURCE_DIR})
# Results are promised to be equal on every machine, so no fused multiply-add behind our back.
target_compile_options(trivium_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off
                       $<$<BOOL:${TRIVIUM_WERROR}>:-Werror>)
# A program that strangers may talk to: what the linker fills in at the start cannot be written afterwards.
target_link_options(trivium_options INTERFACE -Wl,-z,relro,-z,now)
# g++ takes the sources of a unity build for headers, in which a class with a member of an unnamed namespace would be a fault.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(trivium_options INTERFACE -Wno-subobject-linkage)
endif()
if(TRIVIUM_SANITIZE)
  target_compile_options(trivium_options INTERFACE -fsanitize=${TRIVIUM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(trivium_options INTERFACE -fsanitize=${TRIVIUM_SANITIZE})
  # Asked at every access, these make compilers a third slower; on most of what they would find the address sanitizer ends too.
  if(TRIVIUM_SANITIZE MATCHES address AND TRIVIUM_SANITIZE MATCHES undefined)
    target_compile_options(trivium_options INTERFACE -fno-sanitize=null,alignment,object-size,vptr)
  endif()
endif()

# Code in which no time is spent is compiled in half the time without most optimisations; and without any for the address sanitizer, which
# makes compilers slow.
function(trivium_compile_quickly target)
  if(TRIVIUM_SANITIZE MATCHES address)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# What a test itself does takes no time; compiling it does. The libraries it tests are optimised as ever.
function(trivium_compile_test target)
  trivium_compile_quickly(${target})
  # Without it ccache could not tell whether a source would compile to the same with what was read before (tools/setup.sh).
  if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  endif()
endfunction()

# Programs of the tests, more than a hundred for each preset, are linked in a third of the time where the linker gold is: part of g++'s
# binutils in Debian 12. What is installed is linked by the usual one.
find_program(TRIVIUM_GOLD ld.gold)
function(trivium_link_quickly target)
  if(TRIVIUM_GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -fuse-ld=gold)
  endif()
endfunction()

# What a target that is compiled once needs of the libraries it depends on: what their headers need, not the libraries.
function(trivium_use_headers target)
  target_link_libraries(${target} PRIVATE trivium_options)
  foreach(library IN LISTS ARGN)
    target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:trivium_${library}_base,INTERFACE_COMPILE_DEFINITIONS>)
  endforeach()
endfunction()

# trivium_library(NAME [ONCE] [SOURCES ...] [DEPENDS our libraries] [LINKS foreign targets])
# Without SOURCES the library is headers only. ONCE: nothing that takes time happens in it, so its sources are compiled for `base` alone and
# serve the executables of every kernel; what it depends on is of the executable's kernel.
function(trivium_library name)
  cmake_parse_arguments(arg "ONCE" "" "SOURCES;DEPENDS;LINKS" ${ARGN})
  list(LENGTH TRIVIUM_KERNELS kernels)
  if(arg_ONCE AND kernels GREATER 1)
    add_library(trivium_${name}_once OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
    trivium_use_headers(trivium_${name}_once ${arg_DEPENDS})
    target_link_libraries(trivium_${name}_once PRIVATE ${arg_LINKS})
    trivium_compile_quickly(trivium_${name}_once)
    set(arg_SOURCES $<TARGET_OBJECTS:trivium_${name}_once>)
  endif()
  foreach(kernel IN LISTS TRIVIUM_KERNELS)
    set(target trivium_${name}_${kernel})
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    if(arg_SOURCES)
      add_library(${target} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
      set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
      target_compile_options(${target} PRIVATE ${TRIVIUM_FLAGS_${kernel}})
      if(arg_ONCE)
        trivium_compile_quickly(${target})
      endif()
      set(scope PUBLIC)
    else()
      add_library(${target} INTERFACE)
      set(scope INTERFACE)
    endif()
    target_link_libraries(${target} ${scope} trivium_options ${depends} ${arg_LINKS})
  endforeach()
  add_library(trivium::${name} ALIAS trivium_${name}_base)
endfunction()

# Builds all that an installation holds, and no test.
add_custom_target(installed_files)

# The manual page and the completion of an executable, which it writes from its own table of options.
function(trivium_manual name)
  set(page ${PROJECT_BINARY_DIR}/share/man/man1/${name}.1)
  set(completion ${PROJECT_BINARY_DIR}/share/bash-completion/completions/${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/man/man1 ${PROJECT_BINARY_DIR}/share/bash-completion/completions)
  add_custom_command(
    OUTPUT ${page}.gz ${completion}
    COMMAND ${name}.base --generate man > ${page}
    COMMAND gzip -9nf ${page}
    COMMAND ${name}.base --generate bash-completion > ${completion}
    DEPENDS ${name}.base
    COMMENT "Writing the manual of ${name}")
  add_custom_target(${name}.manual ALL DEPENDS ${page}.gz ${completion})
  add_dependencies(installed_files ${name} ${name}.manual)
  install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endfunction()

# trivium_executable(NAME SOURCES ... [BY_KERNEL ...] DEPENDS ... [LINKS ...]): one program per kernel, the launcher bin/NAME and its manual.
# SOURCES are compiled once and serve all kernels, as with trivium_library(ONCE); those BY_KERNEL take time themselves or ask TRIVIUM_KERNEL.
function(trivium_executable name)
  cmake_parse_arguments(arg "" "" "SOURCES;BY_KERNEL;DEPENDS;LINKS" ${ARGN})
  # The header of the command lines costs more than all the rest of these sources: a few of them share one reading of it.
  set(together UNITY_BUILD ON)
  if(NOT CMAKE_UNITY_BUILD)
    list(APPEND together UNITY_BUILD_BATCH_SIZE 6)
  endif()
  add_library(trivium_${name}_once OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
  trivium_use_headers(trivium_${name}_once ${arg_DEPENDS})
  target_link_libraries(trivium_${name}_once PRIVATE ${arg_LINKS})
  set_target_properties(trivium_${name}_once PROPERTIES ${together})
  trivium_compile_quickly(trivium_${name}_once)
  foreach(kernel IN LISTS TRIVIUM_KERNELS)
    set(target ${name}.${kernel})
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    add_executable(${target} $<TARGET_OBJECTS:trivium_${name}_once> ${arg_BY_KERNEL})
    target_compile_options(${target} PRIVATE ${TRIVIUM_FLAGS_${kernel}})
    target_compile_definitions(${target} PRIVATE TRIVIUM_KERNEL="${kernel}")
    target_link_libraries(${target} PRIVATE trivium_options ${depends} ${arg_LINKS})
    set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/trivium ${together})
    install(TARGETS ${target} RUNTIME DESTINATION libexec/trivium)
  endforeach()
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tools/launcher.cpp)
  target_link_libraries(${name} PRIVATE trivium_options)
  list(TRANSFORM TRIVIUM_KERNELS PREPEND "${name}." OUTPUT_VARIABLE programs)
  add_dependencies(${name} ${programs})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  trivium_manual(${name})
endfunction()

# trivium_test(NAME SOURCES ... DEPENDS ... [LINKS ...] [LABELS ...] [ALL_KERNELS] [APART])
# One doctest program, one CTest entry per kernel built: `base`, and the others too where ALL_KERNELS says that they matter.
# A kernel that this processor lacks is skipped (exit status 77). LABELS sanitize: runs under the address sanitizer too, where only the
# target sanitize_tests is built. LABELS threads: has more than one thread, and runs under the thread sanitizer (thread_tests).
# APART: its sources include headers that use the same names for different things, so none are compiled together.
add_custom_target(sanitize_tests)
add_custom_target(thread_tests)
function(trivium_test name)
  cmake_parse_arguments(arg "ALL_KERNELS;APART" "TIMEOUT" "SOURCES;DEPENDS;LINKS;LABELS" ${ARGN})
  set(kernels base)
  if(arg_ALL_KERNELS)
    set(kernels ${TRIVIUM_KERNELS})
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  foreach(kernel IN LISTS kernels)
    set(target test_${name}_${kernel})
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    add_executable(${target} ${arg_SOURCES} $<TARGET_OBJECTS:trivium_test_main>)
    target_compile_options(${target} PRIVATE ${TRIVIUM_FLAGS_${kernel}})
    trivium_compile_test(${target})
    # What most tests include is read once for all that are compiled alike; but not where sources are compiled apart, so that a missing
    # include shows there.
    if(CMAKE_UNITY_BUILD AND kernel STREQUAL base)
      target_precompile_headers(${target} REUSE_FROM trivium_test_main)
    endif()
    target_compile_definitions(${target} PRIVATE TRIVIUM_SOURCE_DIR="${PROJECT_SOURCE_DIR}" TRIVIUM_BIN_DIR="${PROJECT_BINARY_DIR}/bin")
    target_link_libraries(${target} PRIVATE trivium_options ${depends} ${arg_LINKS} doctest::doctest)
    trivium_link_quickly(${target})
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
    if(arg_APART)
      set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    endif()
    if("sanitize" IN_LIST arg_LABELS)
      add_dependencies(sanitize_tests ${target})
    endif()
    if("threads" IN_LIST arg_LABELS)
      add_dependencies(thread_tests ${target})
    endif()
    set(test_name ${name})
    if(NOT kernel STREQUAL base)
      set(test_name ${name}.${kernel})
    endif()
    add_test(NAME ${test_name} COMMAND ${target})
    set_tests_properties(${test_name} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77
                         ENVIRONMENT "TRIVIUM_TEST_KERNEL=${kernel}")
  endforeach()
endfunction()
