#include "protocols/acpc/version.h"

#include <charconv>
#include <fmt/format.h>
#include <optional>

#include "engine/core/text.h"

namespace trivium::acpc {

namespace {

constexpr std::string_view kKey = "VERSION:";
constexpr std::size_t kShownVersion = 40;

std::string numbers(Version version) { return fmt::format("{}.{}.{}", version.major, version.minor, version.revision); }

/// Takes a decimal number off the front of `text`.
std::optional<std::uint32_t> take_number(std::string_view& text) {
  std::uint32_t number = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

std::optional<Version> read_version(std::string_view text) {
  if (!take(text, kKey)) return std::nullopt;
  const auto major = take_number(text);
  if (!major || !take(text, ".")) return std::nullopt;
  const auto minor = take_number(text);
  if (!minor || !take(text, ".")) return std::nullopt;
  const auto revision = take_number(text);
  if (!revision || !text.empty()) return std::nullopt;
  return Version{*major, *minor, *revision};
}

}  // namespace

std::string version_line(Version version) { return fmt::format("{}{}", kKey, numbers(version)); }

Result<Version> parse_version(std::string_view line) {
  const std::optional<Version> version = read_version(text::trimmed(line));
  if (!version) return Error{"acpc.version.form", fmt::format("expected '{}', not {}", version_line(), text::quoted(line, kShownVersion))};
  if (version->major != kVersion.major || version->minor > kVersion.minor) {
    return Error{"acpc.version.unsupported", fmt::format("version {} is not supported, only {}", numbers(*version), numbers(kVersion))};
  }
  return *version;
}

}  // namespace trivium::acpc
