# cmake -D SOURCE=... -D VERSION=... -D OUTPUT=... -P: writes version_stamp.cpp, but only
# if it changed.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND ${CMAKE_COMMAND} -E env TZ=UTC
                        git -C ${SOURCE} log -1 --date=format-local:%Y-%m-%d --format=%cd
                OUTPUT_VARIABLE commit_date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(commit)
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no
                  OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND commit "+")
  endif()
else()
  set(commit "unknown")
endif()
if(NOT commit_date)
  set(commit_date "-")
endif()

# Fixed length: executables of two commits with the same code then differ in
# nothing else, which is how tools/test.d/result_cache.py finds tests that need not run again.
set(stamp "trivium-version: ${VERSION} ${commit} ${commit_date}")
string(LENGTH "${stamp}" length)
math(EXPR padding "127 - ${length}")
string(REPEAT " " ${padding} blanks)
string(APPEND stamp "${blanks}")
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
extern const char kVersionStamp[128];
const char kVersionStamp[128] = "@stamp@";
]])
