#include "learning/charts/svg_text.h"

#include <array>
#include <cstddef>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "learning/charts/markup.h"

namespace trivium::learning::charts {

namespace {

// Colors s0 to s5 are those of Okabe and Ito (2008) without yellow and black. In dark mode most of
// them are lighter, so that they contrast with the background.
constexpr std::string_view kStyle =
    "<style>\n"
    ".chart{--paper:#fff;--ink:#222;--faint:#595959;--rule:#ddd;--s0:#0072b2;--s1:#d55e00;--s2:#"
    "009e73;--s3:#cc79a7;--s4:#e69f00;"
    "--s5:#56b4e9;--s6:#595959}\n"
    "@media "
    "(prefers-color-scheme:dark){.chart{--paper:#191817;--ink:#e6e2da;--faint:#aaa49a;--rule:#"
    "3a3835;--s0:#4fa3e0;--s1:#f2843c;"
    "--s2:#2cc295;--s3:#dc94ba;--s4:#e69f00;--s5:#8fd0f5;--s6:#aaa49a}}\n"
    ".chart text{font:12px system-ui,-apple-system,\"Segoe UI\",Roboto,\"Liberation "
    "Sans\",sans-serif;fill:#222;fill:var(--ink);"
    "font-variant-numeric:tabular-nums}\n"
    ".chart .title{font-size:14px;font-weight:600}\n"
    ".chart .strong{font-weight:600}\n"
    ".chart .faint{fill:#595959;fill:var(--faint)}\n"
    ".chart .paper{fill:#fff;fill:var(--paper)}\n"
    ".chart .rule{stroke:#ddd;stroke:var(--rule);fill:none}\n"
    ".chart .axis{stroke:#595959;stroke:var(--faint);fill:none}\n"
    ".chart .line{stroke:currentColor;stroke-width:2;stroke-linejoin:round;fill:none}\n"
    ".chart .thin{stroke:currentColor;fill:none}\n"
    ".chart .dashed{stroke-dasharray:5 3}\n"
    ".chart .area{fill:currentColor;fill-opacity:.18}\n"
    ".chart .dot{stroke:currentColor;stroke-width:2;fill:currentColor}\n"
    ".chart .hollow{fill:#fff;fill:var(--paper)}\n"
    ".s0{color:#0072b2;color:var(--s0)}.s1{color:#d55e00;color:var(--s1)}.s2{color:#009e73;color:"
    "var(--s2)}"
    ".s3{color:#cc79a7;color:var(--s3)}\n"
    ".s4{color:#e69f00;color:var(--s4)}.s5{color:#56b4e9;color:var(--s5)}.s6{color:#595959;color:"
    "var(--s6)}\n"
    "</style>\n";

constexpr std::string_view kEllipsis = "\u2026";

/// Returns the estimated width of a letter relative to the font size.
double letter_width(std::string_view letter) noexcept {
  if (letter.size() > 1)
    return letter.size() > 2 && letter != kEllipsis && letter != "\u2212" ? 1.05 : 0.84;
  const char c = letter.front();
  if (std::string_view("ijl.,:;|'! ").find(c) != std::string_view::npos) return 0.34;
  if (std::string_view("ftr()[]/-\"I").find(c) != std::string_view::npos) return 0.46;
  if (std::string_view("mwMW%@+=<>#~").find(c) != std::string_view::npos) return 1.0;
  return c >= 'A' && c <= 'Z' ? 0.79 : 0.64;
}

/// Removes the first letter of `text` and returns it. A byte that is not valid UTF-8 counts as a
/// letter.
std::string_view take_letter(std::string_view& text) noexcept {
  const std::string_view letter =
      text.substr(0, std::max<std::size_t>(1, text::character_length(text)));
  text.remove_prefix(letter.size());
  return letter;
}

}  // namespace

double text_width(std::string_view text, double height) {
  double width = 0;
  while (!text.empty()) width += letter_width(take_letter(text));
  return width * height;
}

std::string shortened(std::string_view text, double width, double height) {
  if (text_width(text, height) <= width) return std::string(text);
  std::string begin;
  for (double used = text_width(kEllipsis, height); !text.empty();) {
    const std::string_view letter = take_letter(text);
    used += letter_width(letter) * height;
    if (used > width) break;
    begin += letter;
  }
  return begin.append(kEllipsis);
}

std::vector<std::string> wrapped(std::string_view text, double width, double height) {
  std::vector<std::string> lines;
  for (std::string_view word = text::take_word(text); !word.empty(); word = text::take_word(text)) {
    if (!lines.empty() && text_width(lines.back() + ' ' + std::string(word), height) <= width) {
      lines.back().append(" ").append(word);
    } else {
      lines.push_back(shortened(word, width, height));
    }
  }
  return lines;
}

std::string text_svg(double x, double y, std::string_view text, Anchor anchor,
                     std::string_view kind) {
  constexpr std::array<std::string_view, 3> kAnchors = {"", " text-anchor=\"middle\"",
                                                        " text-anchor=\"end\""};
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}{}>{}</text>\n", x, y,
                     kAnchors[static_cast<std::size_t>(anchor)],
                     kind.empty() ? std::string() : fmt::format(" class=\"{}\"", kind),
                     escape_markup(text));
}

std::string document_svg(double width, double height, std::string_view title,
                         std::string_view description, std::string_view body) {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" role=\"img\" "
             "width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<title>{2}</title>\n<desc>{3}</desc>\n",
             width, height, escape_markup(title), escape_markup(description)) +
         std::string(kStyle) +
         fmt::format("<rect class=\"paper\" width=\"{:.0f}\" height=\"{:.0f}\"/>\n", width,
                     height) +
         std::string(body) + "</svg>\n";
}

}  // namespace trivium::learning::charts
