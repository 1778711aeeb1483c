# cmake -D SOURCE=... -D VERSION=... -D OUTPUT=... -P: writes version.cpp, touching it only when something changed.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
execute_process(COMMAND ${CMAKE_COMMAND} -E env TZ=UTC git -C ${SOURCE} log -1 --date=format-local:%Y-%m-%d --format=%cd
                OUTPUT_VARIABLE commit_date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(commit)
  execute_process(COMMAND git -C ${SOURCE} status --porcelain --untracked-files=no OUTPUT_VARIABLE changes ERROR_QUIET)
  if(changes)
    string(APPEND commit "+")
  endif()
else()
  set(commit "unknown")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "tools/version.h"

namespace trivium {

std::string_view version() noexcept { return "@VERSION@"; }
std::string_view commit() noexcept { return "@commit@"; }
std::string_view commit_date() noexcept { return "@commit_date@"; }

}  // namespace trivium
]])
