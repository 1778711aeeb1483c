#include "tools/match/setup/journal_place.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "engine/core/text.h"

namespace trivium::match {
namespace {

constexpr std::string_view kMark = "://";
constexpr std::string_view kPassword = "password";

constexpr bool is_letter(char c) noexcept { return text::lower(c) >= 'a' && text::lower(c) <= 'z'; }

/// Returns the scheme of a URL ("postgresql"); empty if `place` is none.
std::string_view scheme_of(std::string_view place) noexcept {
  const std::size_t end = place.find(kMark);
  if (end == std::string_view::npos || end == 0 || !is_letter(place.front())) return {};
  const std::string_view scheme = place.substr(0, end);
  const bool valid = std::ranges::all_of(scheme, [](char c) {
    return is_letter(c) || text::is_digit(c) || c == '+' || c == '-' || c == '.';
  });
  return valid ? scheme : std::string_view();
}

/// Returns `text` with its "%70" decoded, as libpq reads the names of parameters too.
std::string decoded(std::string_view text) {
  const auto digit = [](char c) {
    return text::is_digit(c) ? c - '0' : is_letter(c) ? text::lower(c) - 'a' + 10 : 0;
  };
  std::string read;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || i + 2 >= text.size()) {
      read += text[i];
      continue;
    }
    read += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
    i += 2;
  }
  return read;
}

/// True for "user:word@host", also where a password with '/' or '?' makes the URL invalid.
bool has_credentials(std::string_view address) noexcept {
  const std::size_t at = address.rfind('@');
  return at != std::string_view::npos && address.substr(0, at).find(':') != std::string_view::npos;
}

/// True for the other form of libpq's connections ("host=x password = y") and for URLs that lack a
/// slash ("postgresql:/user:word@host"). Both would be read as names of files.
bool looks_like_connection(std::string_view place) {
  std::string words = text::lower_case(place);
  std::erase(words, ' ');
  return words.find("password=") != std::string::npos ||
         ((words.starts_with("postgres:") || words.starts_with("postgresql:")) &&
          words.find('@') != std::string::npos);
}

bool has_password_parameter(std::string_view address) {
  const std::size_t query = address.find('?');
  if (query == std::string_view::npos) return false;
  return std::ranges::any_of(
      text::split(address.substr(query + 1), '&'), [](std::string_view parameter) {
        const std::string name = decoded(parameter.substr(0, parameter.find('=')));
        return text::lower_case(name).ends_with(kPassword);
      });
}

}  // namespace

bool is_url(std::string_view place) noexcept { return !scheme_of(place).empty(); }

Status check_journal_place(std::string_view place) {
  const std::string_view scheme = scheme_of(place);
  if (scheme.empty()) {
    if (!looks_like_connection(place)) return {};
    return Error{"match.journal.password",
                 "the name of the journal looks like a database with a password; give its URL "
                 "without the password (postgresql://USER@HOST/DATABASE), and the password in "
                 "~/.pgpass"};
  }
  const std::string_view address = place.substr(scheme.size() + kMark.size());
  if (has_credentials(address) || has_password_parameter(address)) {
    return Error{"match.journal.password",
                 "the URL of the journal has a password, which others could read: it belongs in "
                 "~/.pgpass or a service file (an @ in a parameter is written %40)"};
  }
  if (scheme != "postgresql" && scheme != "postgres") {
    return Error{"match.journal.url", "the URL of a journal begins with postgresql://, not {}://",
                 scheme};
  }
  return {};
}

}  // namespace trivium::match
