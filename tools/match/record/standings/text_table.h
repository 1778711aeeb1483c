// Text tables: columns as wide as their widest cell, and number formats for them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fmt/format.h>
#include <string>
#include <utility>
#include <vector>

namespace trivium::match {

class TextTable {
 public:
  /// `left`: index of the left-aligned column, for text. All others are right-aligned, for numbers.
  TextTable(std::vector<std::string> heading, std::size_t left)
      : rows_{std::move(heading)}, left_(left) {}

  /// Requires: as many cells as the heading has.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  /// Returns the lines of the table, without trailing blanks, each with its line end.
  std::string text() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_) {
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string lines;
    for (const auto& row : rows_) {
      std::string line;
      for (std::size_t i = 0; i < row.size(); ++i) {
        if (i > 0) line += "  ";
        line += i == left_ ? fmt::format("{:<{}}", row[i], widths[i])
                           : fmt::format("{:>{}}", row[i], widths[i]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      lines += line + '\n';
    }
    return lines;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::size_t left_;
};

/// Returns a figure with its sign: "+12.3", "-0.4", "0.0", "+inf"; "n/a" for NaN.
inline std::string signed_figure(double value, int decimals) {
  if (std::isnan(value)) return "n/a";
  std::string text = fmt::format("{:+.{}f}", value, decimals);
  if (text.find_first_of("123456789i") == std::string::npos) text.erase(0, 1);
  return text;
}

/// Returns an error without a sign: "12.3"; "n/a" if it is not finite.
inline std::string error_figure(double value, int decimals) {
  return std::isfinite(value) ? fmt::format("{:.{}f}", value, decimals) : "n/a";
}

/// Returns `part` of `all` in percent: "57.5"; "n/a" if `all` is 0.
inline std::string percentage(double part, double all) {
  return all > 0 ? fmt::format("{:.1f}", 100 * part / all) : "n/a";
}

}  // namespace trivium::match
