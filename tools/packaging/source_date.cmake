# The time that packages and their documents carry: that of the commit, so that one commit gives one
# package, byte for byte. SOURCE_DATE_EPOCH, if set, has precedence. Outside a git checkout it is
# the time of the build.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  execute_process(COMMAND git -C ${CMAKE_CURRENT_LIST_DIR} log -1 --format=%ct
                  OUTPUT_VARIABLE source_date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(source_date)
    set(ENV{SOURCE_DATE_EPOCH} ${source_date})
  endif()
endif()
