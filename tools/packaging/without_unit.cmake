# Run by cpack before it packs: the archive goes without the systemd unit, which would have to name the folder it is unpacked in.
if(CPACK_GENERATOR STREQUAL TGZ)
  file(REMOVE_RECURSE ${CPACK_TEMPORARY_DIRECTORY}/lib)
endif()
