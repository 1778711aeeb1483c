#include "learning/bandits/claims.h"

#include <algorithm>
#include <array>

#include "learning/bandits/estimates.h"

namespace trivium::learning::bandits {

namespace {

std::string names_where(Holds wanted, std::span<const Holds> holds,
                        std::span<const std::string> rules) {
  std::string names;
  for (std::size_t i = 0; i < holds.size(); ++i) {
    if (holds[i] == wanted) names += (names.empty() ? "" : ", ") + rules[i];
  }
  return names;
}

}  // namespace

std::string_view to_string(Holds holds) noexcept {
  constexpr std::array<std::string_view, 3> kWords = {"no", "open", "yes"};
  return kWords[static_cast<std::size_t>(holds)];
}

Holds above(const statistics::Estimate& figure, double bound) noexcept {
  return figure.low > bound ? Holds::kYes : figure.high <= bound ? Holds::kNo : Holds::kOpen;
}

Holds below(const statistics::Estimate& figure, double bound) noexcept {
  return figure.high < bound ? Holds::kYes : figure.low >= bound ? Holds::kNo : Holds::kOpen;
}

Holds between(const statistics::Estimate& figure, double low, double high) noexcept {
  if (figure.low >= low && figure.high <= high) return Holds::kYes;
  return figure.high < low || figure.low > high ? Holds::kNo : Holds::kOpen;
}

Holds all_of(std::span<const Holds> parts) noexcept {
  return parts.empty() ? Holds::kYes : *std::ranges::min_element(parts);
}

Holds any_of(std::span<const Holds> parts) noexcept {
  return parts.empty() ? Holds::kNo : *std::ranges::max_element(parts);
}

Holds ahead_and_never_behind(std::span<const statistics::Estimate> differences,
                             double minimum) noexcept {
  const auto surely_ahead = [](const statistics::Estimate& one) { return one.low > 0; };
  const auto surely_behind = [](const statistics::Estimate& one) { return one.high < 0; };
  if (std::ranges::any_of(differences, surely_behind)) return Holds::kNo;
  if (std::ranges::any_of(differences, surely_ahead)) return Holds::kYes;
  return std::ranges::all_of(
             differences, [minimum](const statistics::Estimate& one) { return one.high < minimum; })
             ? Holds::kNo
             : Holds::kOpen;
}

Holds mostly_ahead(std::span<const statistics::Estimate> differences,
                   const statistics::Estimate& mean) noexcept {
  const auto ahead = static_cast<std::size_t>(std::ranges::count_if(
      differences, [](const statistics::Estimate& one) { return one.value > 0; }));
  const auto not_behind = static_cast<std::size_t>(std::ranges::count_if(
      differences, [](const statistics::Estimate& one) { return one.high > 0; }));
  if (mean.high < 0 || 2 * not_behind <= differences.size()) return Holds::kNo;
  return mean.low > 0 && 2 * ahead > differences.size() ? Holds::kYes : Holds::kOpen;
}

Holds falls(std::span<const statistics::Estimate> shares) noexcept {
  for (std::size_t i = 1; i < shares.size(); ++i) {
    if (separate_difference(shares[i], shares[i - 1]).low > 0) return Holds::kNo;
  }
  return above(separate_difference(shares.front(), shares.back()), 0);
}

Holds grows_faster(const Growth& one, const Growth& other) noexcept {
  // Compares products instead of quotients, to avoid a division by zero.
  if (one.to.low * other.from.low > other.to.high * one.from.high) return Holds::kYes;
  return one.to.high * other.from.high < other.to.low * one.from.low ? Holds::kNo : Holds::kOpen;
}

StatementCounts count_statements(std::span<const ClaimResult> claims) noexcept {
  StatementCounts counts;
  for (const ClaimResult& claim : claims) {
    const Holds own = claim.holds.front(), best = any_of(claim.holds);
    if (own == Holds::kYes) {
      ++counts.own;
    } else if (own == Holds::kOpen || best == Holds::kOpen) {
      ++counts.open;
    } else {
      ++(best == Holds::kYes ? counts.other : counts.none);
    }
  }
  return counts;
}

std::string verdict(std::span<const Holds> holds, std::span<const std::string> rules) {
  if (holds.front() == Holds::kYes) return "reproduced";
  const std::string yes = names_where(Holds::kYes, holds, rules),
                    open = names_where(Holds::kOpen, holds, rules);
  if (!yes.empty() && holds.front() == Holds::kNo) return "reproduced only under " + yes;
  if (!yes.empty()) return "reproduced under " + yes + "; open under " + rules.front();
  if (open.empty()) return "not reproduced";
  if (holds.front() == Holds::kNo) return "not reproduced; open under " + open;
  const std::string no = names_where(Holds::kNo, holds, rules);
  return no.empty() ? "open under every rule" : "open; not reproduced under " + no;
}

}  // namespace trivium::learning::bandits
