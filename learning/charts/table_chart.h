// Draws charts of a CSV table. Learners and `trivium-lab chart` use it.
//
// The options of `trivium-lab chart` are the fields of TableChart, so a user can draw the picture
// of a report again from its table.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::learning::charts {

/// Description of a picture. COLUMN is a name in the first line of the table. A SERIES is
/// [~]COLUMN[(LOW..HIGH)][=NAME]: the column of values, the columns of their intervals, and the
/// name in the picture. With ~ the series is dashed; the n-th series with ~ has the color of the
/// n-th without.
struct TableChart {
  std::string title;
  std::string x;  ///< "[AXIS TITLE: ]COLUMN"; empty: the first column
  /// One chart for each "[AXIS TITLE: ]SERIES, ..."; empty: one chart of all other columns.
  std::vector<std::string> y;
  std::string logarithmic{};              ///< logarithmic axes: "", "x", "y" or "xy"
  std::string by{};                       ///< "COLUMN, ...": one line for each of their values
  std::string panels{};                   ///< "COLUMN, ...": one chart for each of their values
  std::vector<std::string> where{};       ///< rows must meet each "COLUMN=VALUE" (=, !=, >=, <=)
  std::vector<std::string> references{};  ///< "NAME=VALUE": a horizontal line
  std::string y_at_least{};               ///< "LOW..HIGH": values that the y axis must include
  std::size_t columns = 1;                ///< number of charts in a row
  std::string note{};                     ///< text below the charts
};

/// Returns the picture as SVG. An empty cell is a gap in its line. The error names the option of
/// `trivium-lab chart` that is wrong ("--y"), or the row of the table.
Result<std::string> table_svg(std::string_view csv, const TableChart& wanted);

/// Returns table_svg() of a table and a description that the program wrote itself. Throws
/// std::logic_error if they are wrong.
std::string own_table_svg(std::string_view csv, const TableChart& wanted);

/// Returns the cells of a CSV table, row by row without empty rows. A quoted cell may contain
/// commas, line ends and "" for a quote (RFC 4180).
std::vector<std::vector<std::string>> csv_rows(std::string_view csv);

/// Returns `text` as a quoted cell, so that it may contain commas and quotes.
std::string csv_text(std::string_view text);

}  // namespace trivium::learning::charts
