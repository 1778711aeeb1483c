# Run by cpack on every package it has made: packs it again in a fixed order, every file with the
# time of the commit. cpack 3.25 writes the time of the run into the packages, and no setting
# prevents that.
include(${CMAKE_CURRENT_LIST_DIR}/source_date.cmake)
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  return()
endif()
# `cpack -D CPACK_REPACK_LEVEL=1` takes half the time, for a .deb a third larger: enough for a test.
if(CPACK_REPACK_LEVEL)
  set(deb_level -z${CPACK_REPACK_LEVEL})
else()
  set(CPACK_REPACK_LEVEL 9)
endif()
set(folder ${CPACK_TOPLEVEL_DIRECTORY}/repack)
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  file(REMOVE_RECURSE ${folder})
  file(MAKE_DIRECTORY ${folder})
  if(package MATCHES "[.]deb$")
    set(unpack dpkg-deb --raw-extract ${package} ${folder})
    set(pack dpkg-deb --root-owner-group ${deb_level} --build ${folder} ${package})
  else()
    set(unpack tar --directory=${folder} -xzf ${package})
    string(CONCAT script
      "cd '${folder}' && tar --sort=name --owner=0 --group=0 --numeric-owner -c * "
      "| gzip -${CPACK_REPACK_LEVEL}n > '${package}'")
    set(pack sh -c "${script}")
  endif()
  execute_process(COMMAND ${unpack} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(
    COMMAND find ${folder} -exec touch --no-dereference --date=@$ENV{SOURCE_DATE_EPOCH} {} +
    COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${pack} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()
file(REMOVE_RECURSE ${folder})
