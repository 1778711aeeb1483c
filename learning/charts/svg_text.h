// The text of an SVG picture: its beginning, with the one style of all pictures, and words in it.
//
// Pictures are laid out without a browser, so the width of words is estimated, from above: no
// letter of the fonts in common use is wider in its class.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trivium::learning::charts {

inline constexpr double kLetterHeight = 12;  // of all but titles, in pixels
inline constexpr double kTitleHeight = 14;

/// Estimated width in pixels of letters that are `height` pixels high.
double text_width(std::string_view text, double height = kLetterHeight);

/// Returns `text` if it is at most `width` wide, else its beginning and an ellipsis.
std::string shortened(std::string_view text, double width, double height = kLetterHeight);

/// Returns the words of `text` in lines that are at most `width` wide.
std::vector<std::string> wrapped(std::string_view text, double width,
                                 double height = kLetterHeight);

enum class Anchor : unsigned char { kStart, kMiddle, kEnd };

/// A text element at a baseline. `kind` names a class of the style, or is empty.
std::string text_svg(double x, double y, std::string_view text, Anchor anchor = Anchor::kStart,
                     std::string_view kind = {});

/// A whole picture: `body` on its background, with a title and a description for screen readers.
std::string document_svg(double width, double height, std::string_view title,
                         std::string_view description, std::string_view body);

}  // namespace trivium::learning::charts
