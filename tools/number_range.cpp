#include "tools/number_range.h"

#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>

#include "engine/core/text.h"

namespace trivium::tools {

namespace {

/// Text for help and messages.
template <class T>
std::string shown(T number) {
  if constexpr (std::is_integral_v<T>) return fmt::format("{}", number);
  return fmt::format("{:g}", static_cast<double>(number));
}

/// Bounds for help. A maximum of 2^53 or more is none to a reader.
template <class T>
std::string bounds(T minimum, T maximum) {
  if (static_cast<double>(maximum) >= 0x1p53) return fmt::format("{} or more", shown(minimum));
  return fmt::format("{} to {}", shown(minimum), shown(maximum));
}

/// Returns why `text` is no number from `minimum` to `maximum`, both included; empty if it is one.
template <class T>
std::string fault_of_number(const std::string& text, T minimum, T maximum) {
  const std::optional<T> value = text::parse_number<T>(text);
  if (value && *value >= minimum && *value <= maximum) return {};
  constexpr std::size_t kShown = 40;
  return fmt::format("{} is not a {}number from {} to {}", text::quoted(text, kShown),
                     std::is_integral_v<T> ? "whole " : "", shown(minimum), shown(maximum));
}

}  // namespace

template <class T>
Check number_range(T minimum, T maximum) {
  Check check;
  check.fault = [minimum, maximum](const std::string& text) {
    return fault_of_number(text, minimum, maximum);
  };
  check.value.bounds = bounds(minimum, maximum);
  return check;
}

template <class T>
Check any_natural_number() {
  static_assert(std::is_unsigned_v<T>);
  return number_range(T{0}, std::numeric_limits<T>::max());
}

template Check number_range(int, int);
template Check number_range(unsigned, unsigned);
template Check number_range(std::int64_t, std::int64_t);
template Check number_range(std::uint64_t, std::uint64_t);
template Check number_range(double, double);
template Check any_natural_number<std::uint64_t>();

}  // namespace trivium::tools
