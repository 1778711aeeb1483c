# Run by cpack before it packs: the archive has no systemd unit, because the unit would have to name
# the folder that the archive is unpacked in.
if(CPACK_GENERATOR STREQUAL TGZ)
  file(REMOVE_RECURSE ${CPACK_TEMPORARY_DIRECTORY}/lib/systemd)
  # Only a build with libpq has more there.
  file(GLOB others ${CPACK_TEMPORARY_DIRECTORY}/lib/*)
  if(NOT others)
    file(REMOVE_RECURSE ${CPACK_TEMPORARY_DIRECTORY}/lib)
  endif()
endif()
