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

/// As help and messages show it.
template <class T>
std::string shown(T number) {
  if constexpr (std::is_integral_v<T>) return fmt::format("{}", number);
  return fmt::format("{:g}", static_cast<double>(number));
}

/// What is wrong with `text` as a number from `least` to `most`, both included; empty if nothing
/// is.
template <class T>
std::string fault_of_number(const std::string& text, T least, T most) {
  const std::optional<T> value = text::parse_number<T>(text);
  if (value && *value >= least && *value <= most) return {};
  return fmt::format("{} is not a {}number from {} to {}", text, std::is_integral_v<T> ? "whole " : "", shown(least), shown(most));
}

/// As CLI11 names it.
template <class T>
constexpr const char* kTypeName = std::is_floating_point_v<T> ? "FLOAT"
                                  : std::is_unsigned_v<T>     ? "UINT"
                                                              : "INT";

}  // namespace

template <class T>
Check number_range(T least, T most) {
  return {[least, most](const std::string& text) { return fault_of_number(text, least, most); },
          fmt::format("{} in [{} - {}]", kTypeName<T>, shown(least), shown(most))};
}

template <class T>
Check any_natural_number() {
  static_assert(std::is_unsigned_v<T>);
  return {[](const std::string& text) { return fault_of_number(text, T{0}, std::numeric_limits<T>::max()); }, "NONNEGATIVE"};
}

template Check number_range(int, int);
template Check number_range(unsigned, unsigned);
template Check number_range(std::uint64_t, std::uint64_t);
template Check number_range(double, double);
template Check any_natural_number<std::uint64_t>();

}  // namespace trivium::tools
