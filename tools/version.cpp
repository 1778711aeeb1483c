#include "tools/version.h"

/// "trivium-version: RELEASE COMMIT DATE" and blanks; in version_stamp.cpp, which every build
/// writes.
extern const char kVersionStamp[128];

namespace trivium {

namespace {

/// Returns word `index` of the stamp, from 0.
std::string_view stamp_word(int index) noexcept {
  std::string_view rest(kVersionStamp);
  for (; index > 0; --index) rest.remove_prefix(rest.find(' ') + 1);
  return rest.substr(0, rest.find(' '));
}

}  // namespace

std::string_view version() noexcept { return stamp_word(1); }

std::string_view commit() noexcept { return stamp_word(2); }

std::string_view commit_date() noexcept {
  const std::string_view date = stamp_word(3);
  return date == "-" ? std::string_view() : date;
}

}  // namespace trivium
