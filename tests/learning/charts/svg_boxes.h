// The texts of a picture as boxes, computed from its SVG.
#pragma once

#include <algorithm>
#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <vector>

#include "learning/charts/svg_text.h"

namespace trivium::learning::charts::test {

struct TextBox {
  std::string text;
  double left = 0, right = 0, top = 0, bottom = 0;

  bool overlaps(const TextBox& other) const {
    return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
  }
};

inline std::size_t count(std::string_view svg, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = svg.find(part); at != std::string_view::npos; at = svg.find(part, at + 1))
    ++found;
  return found;
}

/// The value of an attribute of the element that begins at `element`; empty if it has none.
inline std::string attribute(std::string_view element, std::string_view name) {
  element = element.substr(0, element.find('>'));
  const std::string mark = std::string(" ") + std::string(name) + "=\"";
  const std::size_t begin = element.find(mark);
  if (begin == std::string_view::npos) return "";
  const std::string_view value = element.substr(begin + mark.size());
  return std::string(value.substr(0, value.find('"')));
}

inline std::vector<TextBox> text_boxes(std::string_view svg) {
  std::vector<TextBox> boxes;
  for (std::size_t at = svg.find("<text"); at != std::string_view::npos;
       at = svg.find("<text", at + 1)) {
    const std::string_view element = svg.substr(at);
    const std::size_t begin = element.find('>') + 1;
    TextBox box{std::string(element.substr(begin, element.find('<', begin) - begin))};
    const bool title = attribute(element, "class") == "title";
    const double height = title ? kTitleHeight : kLetterHeight,
                 x = std::stod(attribute(element, "x"));
    const double width = text_width(box.text, height), y = std::stod(attribute(element, "y"));
    const std::string anchor = attribute(element, "text-anchor");
    box.left = anchor == "end" ? x - width : anchor == "middle" ? x - width / 2 : x;
    box.right = box.left + width;
    box.top = y - 0.75 * height;
    box.bottom = y + 0.2 * height;
    boxes.push_back(std::move(box));
  }
  return boxes;
}

/// Checks that the picture has texts, that none leaves it, and that no two overlap.
inline void check_texts(const std::string& svg) {
  const double width = std::stod(attribute(svg, "width")),
               height = std::stod(attribute(svg, "height"));
  const std::vector<TextBox> boxes = text_boxes(svg);
  CHECK(!boxes.empty());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    CAPTURE(boxes[i].text);
    CHECK(boxes[i].left >= 0);
    CHECK(boxes[i].right <= width);
    CHECK(boxes[i].top >= 0);
    CHECK(boxes[i].bottom <= height);
    for (std::size_t j = 0; j < i; ++j) {
      CAPTURE(boxes[j].text);
      CHECK_FALSE(boxes[i].overlaps(boxes[j]));
    }
  }
}

}  // namespace trivium::learning::charts::test
