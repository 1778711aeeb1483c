// Tests statements of a paper against figures with intervals: yes, no, or open (too few runs).
//
// A statement holds if its whole interval supports it, and fails if the whole interval contradicts
// it; a mean alone decides nothing. Limits that words such as "about" leave open are arguments.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "learning/statistics/intervals.h"

namespace trivium::learning::bandits {

enum class Holds : std::uint8_t { kNo, kOpen, kYes };

/// "yes", "no", "open".
std::string_view to_string(Holds holds) noexcept;

/// Whether a figure is greater than `bound`, less, or between two.
Holds above(const statistics::Estimate& figure, double bound) noexcept;
Holds below(const statistics::Estimate& figure, double bound) noexcept;
Holds between(const statistics::Estimate& figure, double low, double high) noexcept;

/// Yes where all are, no where one is.
Holds all_of(std::span<const Holds> parts) noexcept;
/// Yes where one is, no where all are.
Holds any_of(std::span<const Holds> parts) noexcept;

/// Of differences along a curve: surely ahead somewhere and surely behind nowhere. No where it is
/// surely behind somewhere, or nowhere ahead by as much as `least`.
Holds ahead_and_never_behind(std::span<const statistics::Estimate> differences,
                             double least) noexcept;

/// Of differences and their mean: surely ahead in the mean, and the figure itself ahead in more
/// than half of them. No where one of the two surely is not: the mean is behind, or the figure
/// ahead in no more than half.
Holds mostly_ahead(std::span<const statistics::Estimate> differences,
                   const statistics::Estimate& mean) noexcept;

/// Shares that fall from the first to the last: the last is surely less, and none surely greater
/// than the one before it. The shares are of separate experiments.
Holds falls(std::span<const statistics::Estimate> shares) noexcept;

/// How a quotient of two independent figures compares with another one: from/to are pairs; each
/// quotient's bounds are those of its numbers, which makes it wider than it need be. Yes where the
/// first is surely greater.
struct Growth {
  statistics::Estimate from;
  statistics::Estimate to;
};
Holds grows_faster(const Growth& one, const Growth& other) noexcept;

/// A statement, and whether it holds under each rule, the paper's own first.
struct ClaimResult {
  std::string figure;    ///< such as "figure 7 (a)"
  std::string claim;     ///< what the paper says
  std::string question;  ///< how it is asked of the figures
  std::vector<Holds> holds;
  std::vector<std::string> figures;  ///< what was measured, under each rule
};

/// How many statements came to what: under the first rule, under another one though surely not
/// under that, surely under none, else open.
struct StatementCounts {
  std::size_t own = 0;
  std::size_t other = 0;
  std::size_t none = 0;
  std::size_t open = 0;
};
StatementCounts count_statements(std::span<const ClaimResult> claims) noexcept;

/// "reproduced", where it holds under the first rule, "reproduced only under grid, tolerance:0.05",
/// "not reproduced", or what is still open. A statement that is open under the first rule is never
/// "not reproduced" as a whole: "open; not reproduced under grid".
std::string verdict(std::span<const Holds> holds, std::span<const std::string> rules);

}  // namespace trivium::learning::bandits
