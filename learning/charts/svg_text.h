// Text in SVG pictures: text elements, the document with the style sheet of all pictures, and
// estimated widths of text.
//
// Pictures are laid out without a browser, so widths are estimated. The estimate is an upper bound
// for common fonts: it uses the widest letter of each class of letters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trivium::learning::charts {

// Font sizes in pixels, of text and of titles.
inline constexpr double kLetterHeight = 12;
inline constexpr double kTitleHeight = 14;

/// Returns the estimated width of `text` in pixels at a font size of `height` pixels.
double text_width(std::string_view text, double height = kLetterHeight);

/// Returns `text` if its width is at most `width` pixels, else its beginning and an ellipsis.
std::string shortened(std::string_view text, double width, double height = kLetterHeight);

/// Breaks `text` between words into lines of at most `width` pixels. Shortens longer words.
std::vector<std::string> wrapped(std::string_view text, double width,
                                 double height = kLetterHeight);

enum class Anchor : unsigned char { kStart, kMiddle, kEnd };

/// Returns a text element whose baseline is at `y` and whose start, middle or end is at `x`, in
/// pixels. Escapes `text`. `kind` is a CSS class, or empty.
std::string text_svg(double x, double y, std::string_view text, Anchor anchor = Anchor::kStart,
                     std::string_view kind = {});

/// Returns an SVG document: `body`, which is markup, on a background, with a title and a
/// description for screen readers. `width` and `height` are in pixels.
std::string document_svg(double width, double height, std::string_view title,
                         std::string_view description, std::string_view body);

}  // namespace trivium::learning::charts
