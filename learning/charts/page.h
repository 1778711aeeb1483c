// Layout and parts of all HTML reports: style sheet, tables, paragraphs, figures.
//
// A page needs no other file. Reports run no script; tools/single adds one. A page is also
// well-formed XML, has a dark mode, and can be printed and read on a phone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::learning::charts {

// The functions below return markup. They escape their texts, except `svg`, `body` and `head`,
// which are markup.

/// A cell of a table.
struct PageCell {
  std::string text;
  std::string kind{};  ///< CSS class, such as "yes", "no", "open" or "verdict"; empty for none
  std::string note{};  ///< smaller text below; empty for none
};

/// Returns a table with the column headings `head`. The first cell of a row is its heading.
std::string page_table(std::span<const std::string> head,
                       std::span<const std::vector<PageCell>> rows);

/// Returns a paragraph with the CSS class `kind`, or without a class if `kind` is empty.
std::string page_paragraph(std::string_view text, std::string_view kind = {});

/// Returns a closed section that shows preformatted `text` when the user opens it.
std::string page_details(std::string_view summary, std::string_view text);

std::string page_figure(std::string_view svg);

/// Returns a complete HTML document. `head` is markup for its head, after the style sheet.
std::string page(std::string_view title, std::string_view body, std::string_view head = {});

}  // namespace trivium::learning::charts
