// Tests statements of a paper against measured figures with intervals. The answer is yes, no, or
// open (too few runs).
//
// A statement holds if the whole interval of a figure supports it, and fails if the whole interval
// contradicts it; the mean alone decides nothing. Limits that words such as "about" leave open are
// arguments. In this file "surely" means for the whole interval.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/statistics/intervals.h"

namespace trivium::learning::bandits {

enum class Holds : std::uint8_t { kNo, kOpen, kYes };

/// Returns "yes", "no" or "open".
std::string_view to_string(Holds holds) noexcept;

/// Tests if a figure is above `bound`, below it, or in [low, high].
Holds above(const statistics::Estimate& figure, double bound) noexcept;
Holds below(const statistics::Estimate& figure, double bound) noexcept;
Holds between(const statistics::Estimate& figure, double low, double high) noexcept;

/// Returns yes if all parts are yes, no if at least one is no, else open.
Holds all_of(std::span<const Holds> parts) noexcept;
/// Returns yes if at least one part is yes, no if all are no, else open.
Holds any_of(std::span<const Holds> parts) noexcept;

/// Tests differences along a curve. Returns yes if one is surely above 0 and none is surely below
/// 0. Returns no if one is surely below 0, or if all are surely below `minimum`.
Holds ahead_and_never_behind(std::span<const statistics::Estimate> differences,
                             double minimum) noexcept;

/// Tests differences and their mean. Returns yes if the mean is surely above 0 and more than half
/// of the values are above 0. Returns no if the mean is surely below 0, or if at most half of the
/// intervals reach above 0.
Holds mostly_ahead(std::span<const statistics::Estimate> differences,
                   const statistics::Estimate& mean) noexcept;

/// Tests if shares decrease. Returns yes if the last is surely below the first and none is surely
/// above the one before it. Requires: the shares are of separate experiments.
Holds falls(std::span<const statistics::Estimate> shares) noexcept;

/// Two independent figures, whose quotient to / from is a growth factor.
struct Growth {
  statistics::Estimate from;
  statistics::Estimate to;
};
/// Tests if the growth factor of `one` is above that of `other`. Uses the quotients of the interval
/// ends, which is conservative.
Holds grows_faster(const Growth& one, const Growth& other) noexcept;

/// A statement of the paper, and whether it holds under each decision rule, the paper's own first.
struct ClaimResult {
  std::string figure;    ///< such as "figure 7 (a)"
  std::string claim;     ///< the statement of the paper
  std::string question;  ///< how it is tested
  std::vector<Holds> holds;
  std::vector<std::string> figures;  ///< measured figures under each rule
};

/// Numbers of statements by verdict.
struct StatementCounts {
  std::size_t own = 0;    ///< hold under the first rule
  std::size_t other = 0;  ///< fail under the first rule, but hold under another one
  std::size_t none = 0;   ///< fail under every rule
  std::size_t open = 0;   ///< all others
};
/// Counts the statements by verdict.
StatementCounts count_statements(std::span<const ClaimResult> claims) noexcept;

/// Returns the verdict in words: "reproduced" if it holds under the first rule, else "reproduced
/// only under grid, tolerance:0.05", "not reproduced", or what is open. A statement that is open
/// under the first rule is never "not reproduced" as a whole, but "open; not reproduced under
/// grid".
std::string verdict(std::span<const Holds> holds, std::span<const std::string> rules);

}  // namespace trivium::learning::bandits
