// The one look of HTML reports, and the parts that they are made of.
//
// A page needs no other file and runs no script. It is well-formed XML as well, has a dark mode,
// and can be printed and read on a telephone.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::learning::charts {

/// A cell of a table: text, and the class of style that it has, if any.
struct PageCell {
  std::string text;    ///< escaped here
  std::string kind{};  ///< "yes", "no", "open", "verdict", or none
  std::string note{};  ///< smaller, below
};

/// The first cell of a row is its heading.
std::string page_table(std::span<const std::string> head,
                       std::span<const std::vector<PageCell>> rows);

std::string page_paragraph(std::string_view text, std::string_view kind = {});

/// Text of a terminal, folded away.
std::string page_details(std::string_view summary, std::string_view text);

std::string page_figure(std::string_view svg);

/// A whole page; `body` is markup.
std::string page(std::string_view title, std::string_view body);

}  // namespace trivium::learning::charts
