// A picture of a table in CSV: the one road from figures to curves, for learners and for users.
//
// `trivium-lab chart` takes the same words as options, so the picture of a report and the picture
// that a user draws from the table beside it are equal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::learning::charts {

/// What to draw. COLUMN is a name in the first line of the table. A SERIES is
/// [~]COLUMN[(LOW..HIGH)][=NAME]: values, the columns of their intervals, and the name in the
/// picture; with ~ it is dashed and has the color of the series without ~ at the same place.
struct TableChart {
  std::string title;
  std::string x;  ///< "[AXIS TITLE: ]COLUMN"; empty: the first column
  std::vector<std::string>
      y;  ///< a chart for each: "[AXIS TITLE: ]SERIES, ..."; none: all other columns
  std::string logarithmic{};              ///< "", "x", "y" or "xy"
  std::string by{};                       ///< COLUMN: a line for each of its values
  std::string panels{};                   ///< COLUMN: a chart for each of its values
  std::vector<std::string> where{};       ///< only rows with "COLUMN=VALUE", or !=, >=, <=
  std::vector<std::string> references{};  ///< "NAME=VALUE": a horizontal line
  std::string y_at_least{};               ///< "LOW..HIGH": values that the axis shows in any case
  std::size_t columns = 1;                ///< charts beside each other
  std::string note{};
};

/// Returns the picture as SVG. An empty cell is a gap in its line. The error names the part of
/// `wanted` as the option of `trivium-lab chart` ("--y"), or the line of the table.
Result<std::string> table_svg(std::string_view csv, const TableChart& wanted);

/// The same where both come from the program. Throws std::logic_error.
std::string own_table_svg(std::string_view csv, const TableChart& wanted);

/// Returns the cells of a table, line by line without empty lines. Cells in quotes may hold commas,
/// line ends and "" for a quote (RFC 4180).
std::vector<std::vector<std::string>> csv_rows(std::string_view csv);

/// Returns the text as a cell in quotes: names may have commas.
std::string csv_text(std::string_view text);

}  // namespace trivium::learning::charts
