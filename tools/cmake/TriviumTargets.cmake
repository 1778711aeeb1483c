# Functions for Trivium targets: one library per folder, one program per executable, about one test
# program per layer; each is compiled once for every processor kernel that is built.
#
# A kernel is a set of instructions that the compiler may use; tools/processor.h lists them. Each
# executable NAME is built as libexec/trivium/NAME.<kernel>; bin/NAME is a launcher that starts the
# fastest one that this processor runs. Inline code in headers may differ by kernel, so libraries of
# two kernels never meet in one executable.

set(TRIVIUM_KERNELS "best" CACHE STRING
    "Processor kernels to build: a list of names, or best for the fastest that this processor runs")
set(TRIVIUM_SANITIZE "" CACHE STRING "Value of -fsanitize for everything, e.g. address,undefined")
set(TRIVIUM_TEST_LABELS "" CACHE STRING "Build only tests with one of these labels; empty: all")
option(TRIVIUM_WERROR "Treat warnings as errors" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

# Decided at the first configure, so that installing ccache later does not recompile everything.
if(NOT DEFINED TRIVIUM_CCACHE)
  find_program(ccache_program ccache NO_CACHE)
  if(NOT ccache_program)
    set(ccache_program "")
  endif()
  set(TRIVIUM_CCACHE "${ccache_program}" CACHE STRING "Path of ccache; empty: not used")
endif()
if(TRIVIUM_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${TRIVIUM_CCACHE})
endif()

set(TRIVIUM_FLAGS_base "")
set(TRIVIUM_FLAGS_v3 -march=x86-64-v3)
set(TRIVIUM_FLAGS_pext -march=x86-64-v3 -DTRIVIUM_PEXT)

# Kernels of this build, in TRIVIUM_BUILT_KERNELS; the first one, TRIVIUM_KERNEL, is that of the
# tests.
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(TRIVIUM_BUILT_KERNELS base)
elseif(TRIVIUM_KERNELS STREQUAL "best")
  # Checked at every configure, since a build folder may come from another machine.
  unset(best_kernel_status CACHE)
  try_run(best_kernel_status best_kernel_compiled
          ${PROJECT_BINARY_DIR}/best_kernel ${PROJECT_SOURCE_DIR}/tools/cmake/best_kernel.cpp
          CMAKE_FLAGS -DINCLUDE_DIRECTORIES=${PROJECT_SOURCE_DIR}
          CXX_STANDARD 20
          COMPILE_OUTPUT_VARIABLE best_kernel_log
          RUN_OUTPUT_VARIABLE TRIVIUM_BUILT_KERNELS)
  if(NOT best_kernel_compiled OR NOT best_kernel_status EQUAL 0)
    message(FATAL_ERROR "best_kernel.cpp does not compile or does not run:\n${best_kernel_log}")
  endif()
  message(STATUS "Processor kernel: ${TRIVIUM_BUILT_KERNELS}")
else()
  set(TRIVIUM_BUILT_KERNELS ${TRIVIUM_KERNELS})
endif()
foreach(kernel IN LISTS TRIVIUM_BUILT_KERNELS)
  if(NOT DEFINED TRIVIUM_FLAGS_${kernel})
    message(FATAL_ERROR "TRIVIUM_KERNELS: unknown kernel ${kernel}")
  endif()
endforeach()
list(GET TRIVIUM_BUILT_KERNELS 0 TRIVIUM_KERNEL)

# Programs of kernels that are no longer built would still be found by the launcher.
file(GLOB stale_programs ${PROJECT_BINARY_DIR}/libexec/trivium/*.*)
foreach(program IN LISTS stale_programs)
  get_filename_component(kernel ${program} LAST_EXT)
  string(SUBSTRING ${kernel} 1 -1 kernel)
  if(NOT kernel IN_LIST TRIVIUM_BUILT_KERNELS)
    file(REMOVE ${program})
  endif()
endforeach()

# For executables, our libraries and modules.
add_library(trivium_flags INTERFACE)
target_include_directories(trivium_flags INTERFACE ${PROJECT_SOURCE_DIR})
# For every target, since a precompiled header is valid only with the same definitions.
target_compile_definitions(trivium_flags INTERFACE
  $<TARGET_PROPERTY:fmt::fmt,INTERFACE_COMPILE_DEFINITIONS>)
# -ffp-contract: results must be equal on every machine, so the compiler must not fuse
# multiply and add.
target_compile_options(trivium_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -ffp-contract=off
  $<$<BOOL:${TRIVIUM_WERROR}>:-Werror>)
# Hardening, since these programs read input from the network and foreign files: the default flags
# of Debian's packages (dpkg-buildflags with hardening=+all), landing pads for indirect branches
# (CET), and checks of the preconditions of the standard library's inline functions, such as
# indices. Targets with the property TRIVIUM_HOT omit the last two, which cost more than 1 %
# in hot code. A check changes no type and no valid call, so libraries with and without
# it fit together: of an inline function that both compiled, the linker keeps either copy.
target_link_options(trivium_flags INTERFACE -Wl,-z,relro,-z,now)
# The sanitizers bring their own versions of what FORTIFY replaces, and find most of the rest.
if(NOT TRIVIUM_SANITIZE)
  set(not_hot $<NOT:$<BOOL:$<TARGET_PROPERTY:TRIVIUM_HOT>>>)
  target_compile_definitions(trivium_flags INTERFACE $<${not_hot}:_GLIBCXX_ASSERTIONS>)
  target_compile_options(trivium_flags INTERFACE
    -Wformat -Werror=format-security -fstack-protector-strong
    # Needs an optimizing compiler.
    $<$<CONFIG:Release>:SHELL:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(trivium_flags INTERFACE $<${not_hot}:-fcf-protection>)
  endif()
endif()
# g++ treats the sources of a unity build as headers, in which a class with a member of an unnamed
# namespace would be a mistake.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(trivium_flags INTERFACE -Wno-subobject-linkage)
endif()
if(TRIVIUM_SANITIZE)
  target_compile_options(trivium_flags INTERFACE
    -fsanitize=${TRIVIUM_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(trivium_flags INTERFACE -fsanitize=${TRIVIUM_SANITIZE})
  # Sources test these, since macros differ between compilers.
  target_compile_definitions(trivium_flags INTERFACE TRIVIUM_SANITIZER)
  # These four checks at every access make the compiler a third slower; the address sanitizer ends
  # a program on most of what they would find.
  if(TRIVIUM_SANITIZE MATCHES address AND TRIVIUM_SANITIZE MATCHES undefined)
    target_compile_options(trivium_flags INTERFACE
      -fno-sanitize=null,alignment,object-size,vptr)
  endif()
endif()

# For executables and our libraries.
add_library(trivium_options INTERFACE)
target_link_libraries(trivium_options INTERFACE trivium_flags)
if(NOT TRIVIUM_SANITIZE)
  target_compile_options(trivium_options INTERFACE -fPIE)
  target_link_options(trivium_options INTERFACE -pie)
endif()

# Compiles `target` fast instead of making it fast: for code that is not critical for speed. -O1
# takes half the compile time of -O3; sanitizers slow the compiler down, so there it is -O0.
function(trivium_compile_quickly target)
  if(TRIVIUM_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# What most of our sources include is parsed once and not by each unit, where units are compiled
# together; `dev` goes without, so that a missing include shows there. g++ takes a precompiled
# header only with the same instructions, definitions and level of optimization: "fast" is that of
# the preset, "hot" is the same with the property TRIVIUM_HOT, and "quick" is that of
# trivium_compile_quickly().
set(trivium_common_headers
  <algorithm> <array> <chrono> <cmath> <cstdint> <filesystem> <fstream> <functional> <map> <memory>
  <mutex> <numeric> <optional> <set> <span> <sstream> <string> <string_view> <thread> <utility>
  <vector> <fmt/format.h>)
function(trivium_precompile_headers target)
  target_precompile_headers(${target} PRIVATE ${trivium_common_headers} ${ARGN})
  # Without it each new one differs for ccache.
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()
foreach(kernel IN LISTS TRIVIUM_BUILT_KERNELS)
  foreach(level IN ITEMS fast hot quick)
    set(target trivium_headers_${level}_${kernel})
    add_library(${target} OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tools/cmake/nothing.cpp)
    target_link_libraries(${target} PRIVATE trivium_options)
    target_compile_options(${target} PRIVATE ${TRIVIUM_FLAGS_${kernel}})
    trivium_precompile_headers(${target} <nlohmann/json.hpp>)
  endforeach()
  set_target_properties(trivium_headers_hot_${kernel} PROPERTIES TRIVIUM_HOT ON)
  trivium_compile_quickly(trivium_headers_quick_${kernel})
endforeach()

# Gives `target` the precompiled headers of the target `owner`.
function(trivium_use_precompiled_headers target owner)
  if(CMAKE_UNITY_BUILD)
    target_precompile_headers(${target} REUSE_FROM ${owner})
    # Without it ccache cannot use a precompiled header (tools/setup.sh).
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  endif()
endfunction()

# Test programs are linked by gold where it is installed (part of Debian's binutils): a third of the
# time. Installed programs use the usual linker, and so does code with clang's sanitizers, for
# which gold prints two thousand warnings.
find_program(TRIVIUM_GOLD ld.gold)
function(trivium_link_quickly target)
  if(TRIVIUM_GOLD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -fuse-ld=gold)
  endif()
endfunction()

# Adds the definitions of dependencies to a target that is compiled once, without linking them.
function(trivium_use_headers target)
  target_link_libraries(${target} PRIVATE trivium_options)
  foreach(library IN LISTS ARGN)
    target_compile_definitions(${target} PRIVATE
      $<TARGET_PROPERTY:trivium::${library},INTERFACE_COMPILE_DEFINITIONS>)
  endforeach()
endfunction()

# trivium_library(NAME [ONCE | HOT] [SOURCES ...] [DEPENDS our libraries] [LINKS foreign targets])
# Without SOURCES the library is headers only. ONCE: not critical for speed, so its sources are
# compiled quickly, only for the first kernel, and serve the executables of every kernel; its
# dependencies have the executable's kernel. HOT: so critical for speed that the checks of the
# standard library would cost more than 1 %.
function(trivium_library name)
  cmake_parse_arguments(arg "ONCE;HOT" "" "SOURCES;DEPENDS;LINKS" ${ARGN})
  list(LENGTH TRIVIUM_BUILT_KERNELS kernels)
  if(arg_ONCE AND kernels GREATER 1)
    add_library(trivium_${name}_once OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
    trivium_use_headers(trivium_${name}_once ${arg_DEPENDS})
    target_link_libraries(trivium_${name}_once PRIVATE ${arg_LINKS})
    target_compile_options(trivium_${name}_once PRIVATE ${TRIVIUM_FLAGS_${TRIVIUM_KERNEL}})
    trivium_compile_quickly(trivium_${name}_once)
    trivium_use_precompiled_headers(trivium_${name}_once trivium_headers_quick_${TRIVIUM_KERNEL})
    set(arg_SOURCES $<TARGET_OBJECTS:trivium_${name}_once>)
  endif()
  foreach(kernel IN LISTS TRIVIUM_BUILT_KERNELS)
    set(target trivium_${name}_${kernel})
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    if(arg_SOURCES)
      add_library(${target} STATIC EXCLUDE_FROM_ALL ${arg_SOURCES})
      set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
      target_compile_options(${target} PRIVATE ${TRIVIUM_FLAGS_${kernel}})
      if(arg_ONCE)
        trivium_compile_quickly(${target})
        trivium_use_precompiled_headers(${target} trivium_headers_quick_${kernel})
      elseif(arg_HOT)
        set_target_properties(${target} PROPERTIES TRIVIUM_HOT ON)
        trivium_use_precompiled_headers(${target} trivium_headers_hot_${kernel})
      else()
        trivium_use_precompiled_headers(${target} trivium_headers_fast_${kernel})
      endif()
      set(scope PUBLIC)
    else()
      add_library(${target} INTERFACE)
      set(scope INTERFACE)
    endif()
    target_link_libraries(${target} ${scope} trivium_options ${depends} ${arg_LINKS})
  endforeach()
  add_library(trivium::${name} ALIAS trivium_${name}_${TRIVIUM_KERNEL})
endfunction()

# Builds all executables.
add_custom_target(programs)

# trivium_helper_program(NAME FOLDER folder SOURCES ... DEPENDS our libraries
#                        [LINKS foreign targets])
# A program for tests and measurements, in `folder` of the build: one kernel, no launcher and no
# manual, not installed, and built only if something depends on it.
function(trivium_helper_program name)
  cmake_parse_arguments(arg "" "FOLDER" "SOURCES;DEPENDS;LINKS" ${ARGN})
  list(TRANSFORM arg_DEPENDS PREPEND "trivium::" OUTPUT_VARIABLE depends)
  add_executable(${name} EXCLUDE_FROM_ALL ${arg_SOURCES})
  trivium_compile_quickly(${name})
  trivium_link_quickly(${name})
  target_compile_options(${name} PRIVATE ${TRIVIUM_FLAGS_${TRIVIUM_KERNEL}})
  target_link_libraries(${name} PRIVATE trivium_options ${depends} ${arg_LINKS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${arg_FOLDER})
endfunction()

# Builds everything that is installed, without tests.
add_custom_target(installed_files)

# The manual page and the completion of an executable, which it writes from its table of options.
function(trivium_manual name)
  set(page ${PROJECT_BINARY_DIR}/share/man/man1/${name}.1)
  set(completion ${PROJECT_BINARY_DIR}/share/bash-completion/completions/${name})
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/man/man1
                      ${PROJECT_BINARY_DIR}/share/bash-completion/completions)
  set(program ${name}.${TRIVIUM_KERNEL})
  add_custom_command(
    OUTPUT ${page}.gz ${completion}
    COMMAND ${program} --generate man > ${page}
    COMMAND gzip -9nf ${page}
    COMMAND ${program} --generate bash-completion > ${completion}
    DEPENDS ${program}
    COMMENT "Writing the manual of ${name}")
  add_custom_target(${name}.manual ALL DEPENDS ${page}.gz ${completion})
  add_dependencies(installed_files ${name} ${name}.manual)
  install(FILES ${page}.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${completion} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
endfunction()

# trivium_executable(NAME SOURCES ... [BY_KERNEL ...] DEPENDS ... [LINKS ...])
# One program per kernel, the launcher bin/NAME and the manual. SOURCES are compiled once and serve
# all kernels, as with trivium_library(ONCE); BY_KERNEL sources take time or use TRIVIUM_KERNEL.
function(trivium_executable name)
  cmake_parse_arguments(arg "" "" "SOURCES;BY_KERNEL;DEPENDS;LINKS" ${ARGN})
  add_library(trivium_${name}_once OBJECT EXCLUDE_FROM_ALL ${arg_SOURCES})
  trivium_use_headers(trivium_${name}_once ${arg_DEPENDS})
  target_link_libraries(trivium_${name}_once PRIVATE ${arg_LINKS})
  target_compile_options(trivium_${name}_once PRIVATE ${TRIVIUM_FLAGS_${TRIVIUM_KERNEL}})
  trivium_compile_quickly(trivium_${name}_once)
  trivium_use_precompiled_headers(trivium_${name}_once trivium_headers_quick_${TRIVIUM_KERNEL})
  foreach(kernel IN LISTS TRIVIUM_BUILT_KERNELS)
    set(target ${name}.${kernel})
    list(TRANSFORM arg_DEPENDS REPLACE "(.+)" "trivium_\\1_${kernel}" OUTPUT_VARIABLE depends)
    add_executable(${target} $<TARGET_OBJECTS:trivium_${name}_once> ${arg_BY_KERNEL})
    target_compile_options(${target} PRIVATE ${TRIVIUM_FLAGS_${kernel}})
    if(TRIVIUM_SANITIZE)
      trivium_compile_quickly(${target})
    endif()
    target_compile_definitions(${target} PRIVATE TRIVIUM_KERNEL="${kernel}")
    target_link_libraries(${target} PRIVATE trivium_options ${depends} ${arg_LINKS})
    set_target_properties(${target} PROPERTIES
      LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/libexec/trivium)
    install(TARGETS ${target} RUNTIME DESTINATION libexec/trivium)
  endforeach()
  add_executable(${name} ${PROJECT_SOURCE_DIR}/tools/launcher.cpp)
  target_link_libraries(${name} PRIVATE trivium_options)
  list(TRANSFORM TRIVIUM_BUILT_KERNELS PREPEND "${name}." OUTPUT_VARIABLE programs)
  add_dependencies(${name} ${programs})
  add_dependencies(programs ${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  trivium_manual(${name})
endfunction()
