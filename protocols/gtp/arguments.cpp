#include "protocols/gtp/arguments.h"

#include <cmath>

#include "engine/core/text.h"

namespace trivium::gtp {

std::optional<Color> parse_color(std::string_view text) {
  const std::string color = text::lower_case(text);
  if (color == "b" || color == "black") return Color::kBlack;
  if (color == "w" || color == "white") return Color::kWhite;
  return std::nullopt;
}

std::string_view color_name(Color color) noexcept {
  return color == Color::kBlack ? "black" : "white";
}

std::optional<int> parse_int(std::string_view text) { return text::parse_number<int>(text); }

std::optional<double> parse_number(std::string_view text) {
  const std::optional<double> value = text::parse_number<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

std::string file_name(std::span<const std::string> words) {
  std::string name = text::joined(words, " ");
  if (name.size() >= 2 && name.front() == '"' && name.back() == '"')
    name = name.substr(1, name.size() - 2);
  return name;
}

}  // namespace trivium::gtp
