// Checks of curve.jsonl, the file of a learning curve (CurveFile in learning/harness/run.h), shared
// by the tests of the learners.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <doctest/doctest.h>
#include <filesystem>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "tests/temporary_folder.h"

namespace trivium::learning {

/// Returns the steps from `first` to `last`.
inline std::vector<std::uint64_t> steps_between(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> steps(last + 1 - first);
  std::iota(steps.begin(), steps.end(), first);
  return steps;
}

/// Returns the rows of the curve in a folder of checkpoints.
inline std::vector<std::string> curve_rows(const std::filesystem::path& folder) {
  std::istringstream text(content_of(folder / "curve.jsonl"));
  std::vector<std::string> rows;
  for (std::string row; std::getline(text, row);) rows.push_back(row);
  return rows;
}

/// Returns a figure of a row; NaN if the row has no such figure.
inline double figure_of(const std::string& row, const std::string& name) {
  const std::string key = "\"" + name + "\":";
  const std::size_t at = row.find(key);
  return at == std::string::npos ? std::nan("") : std::strtod(&row[at + key.size()], nullptr);
}

/// Checks that the curve in a folder of checkpoints has exactly one row for each of `steps`, in
/// this order, and that each row has a finite number for each of `figures`.
inline void check_curve(const std::filesystem::path& folder,
                        const std::vector<std::uint64_t>& steps,
                        const std::vector<std::string>& figures) {
  std::vector<std::uint64_t> found;
  for (const std::string& row : curve_rows(folder)) {
    CAPTURE(row);
    CHECK(row.starts_with("{\"step\":"));
    CHECK(row.ends_with('}'));
    found.push_back(static_cast<std::uint64_t>(figure_of(row, "step")));
    for (const std::string& name : figures) {
      CAPTURE(name);
      CHECK(std::isfinite(figure_of(row, name)));
    }
  }
  CHECK(found == steps);
}

}  // namespace trivium::learning
