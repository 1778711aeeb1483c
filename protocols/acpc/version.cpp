#include "protocols/acpc/version.h"

#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <vector>

#include "engine/core/text.h"

namespace trivium::acpc {

namespace {

constexpr std::string_view kKey = "VERSION:";
constexpr std::size_t kShownVersion = 40;

std::string numbers(Version version) {
  return fmt::format("{}.{}.{}", version.major, version.minor, version.revision);
}

std::optional<Version> read_version(std::string_view text) {
  if (!text.starts_with(kKey)) return std::nullopt;
  const std::vector<std::string_view> parts = text::split(text.substr(kKey.size()), '.');
  if (parts.size() != 3) return std::nullopt;
  const auto number = [&parts](std::size_t i) {
    return text::parse_number<std::uint32_t>(parts[i]);
  };
  const auto major = number(0), minor = number(1), revision = number(2);
  return major && minor && revision ? std::optional(Version{*major, *minor, *revision})
                                    : std::nullopt;
}

}  // namespace

std::string version_line() { return fmt::format("{}{}", kKey, numbers(kVersion)); }

Result<Version> parse_version(std::string_view line) {
  const std::optional<Version> version = read_version(text::trimmed(line));
  if (!version)
    return Error{"acpc.version.form", fmt::format("expected '{}', not {}", version_line(),
                                                  text::quoted(line, kShownVersion))};
  if (version->major != kVersion.major || version->minor > kVersion.minor) {
    return Error{"acpc.version.unsupported", fmt::format("version {} is not supported, only {}",
                                                         numbers(*version), numbers(kVersion))};
  }
  return *version;
}

}  // namespace trivium::acpc
