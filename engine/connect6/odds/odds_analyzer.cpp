#include "engine/connect6/odds/odds_analyzer.h"

#include <algorithm>

#include "engine/bandits/method_makers.h"
#include "engine/bandits/odds.h"

namespace trivium::connect6 {

namespace {

/// A draw counts as half a win, as in the values of the search.
constexpr bandits::DecisionRule kRule{bandits::RuleKind::kExpectation};

/// Prior before the search value: weak, with few draws, because few games are drawn.
constexpr bandits::Ternary kBasePrior{0.5, 0.05, 0.5};

/// Number of playouts that the search value counts as.
constexpr int kPriorPlayouts = 100;

/// Maximum distance of a candidate from the best turn, in hundredths.
constexpr int kMargin = 40;

std::vector<Report<Turn>> candidates_of(std::span<const Report<Turn>> found) {
  std::vector<Report<Turn>> candidates;
  for (const Report<Turn>& report : found) {
    if (report.score.kind == Score::Kind::kMate || report.principal_variation.empty() ||
        !report.expectation)
      continue;
    if (!candidates.empty() && report.score.value < candidates.front().score.value - kMargin)
      continue;
    if (static_cast<int>(candidates.size()) < OddsAnalyzer::kMaxCandidates)
      candidates.push_back(report);
  }
  return candidates;
}

Board after(Board board, Turn turn) {
  for (const Cell cell : {turn.first, turn.second}) {
    if (cell != kNoCell && !board.over()) board.do_move(cell);
  }
  return board;
}

EndChances chances_of(const bandits::Ternary& ternary) noexcept {
  return {ternary.loss, ternary.draw, ternary.win};
}

}  // namespace

OddsAnalyzer::OddsAnalyzer(const Board& board, std::span<const Report<Turn>> found,
                           Playouts& playouts)
    : candidates_(candidates_of(found)),
      side_(board.to_move()),
      playouts_(playouts),
      rng_(board.key()),
      sampling_rng_(~board.key()),
      tree_(bandits::Tree::flat(std::max<std::size_t>(candidates_.size(), 1))) {
  for (const Report<Turn>& candidate : candidates_)
    positions_.push_back(after(board, candidate.principal_variation.front()));
  method_ = bandits::make_dissent({&tree_, kRule, kBasePrior, 0});
  for (std::size_t arm = 0; arm < candidates_.size(); ++arm)
    add_prior(arm, prior_of(*candidates_[arm].expectation));
}

/// Converts the search value into prior playouts with the same expected result, choosing the number
/// of draws closest to the expected draw rate.
OddsAnalyzer::Prior OddsAnalyzer::prior_of(const WinDrawLoss& expected) noexcept {
  const int halves = (kPriorPlayouts * (2 * expected.win + expected.draw) + 500) / 1000;
  const int odd = halves % 2;
  const int pairs = (kPriorPlayouts * expected.draw - 1000 * odd + 1000) / 2000;  // of draws
  const int draws = std::clamp(2 * pairs + odd, odd, std::min(halves, 2 * kPriorPlayouts - halves));
  const int wins = (halves - draws) / 2;
  return {kPriorPlayouts - wins - draws, draws, wins};
}

void OddsAnalyzer::add_prior(std::size_t arm, const Prior& prior) {
  priors_.push_back(prior);
  for (int i = 0; i < prior.losses; ++i) method_->observe(arm, Outcome::kLoss, rng_);
  for (int i = 0; i < prior.draws; ++i) method_->observe(arm, Outcome::kDraw, rng_);
  for (int i = 0; i < prior.wins; ++i) method_->observe(arm, Outcome::kWin, rng_);
}

std::uint64_t OddsAnalyzer::run_playout() noexcept {
  const std::uint64_t before = playouts_.stones();
  const std::size_t arm = method_->next(rng_);
  method_->observe(arm, playouts_.play(positions_[arm], side_, rng_), rng_);
  ++playout_count_;
  return playouts_.stones() - before;
}

std::vector<TurnOdds> OddsAnalyzer::odds(std::size_t samples) {
  std::vector<TurnOdds> all;
  const std::vector<bandits::ActionView> views =
      bandits::view_actions(tree_, kRule, method_->beliefs(), samples, sampling_rng_);
  for (std::size_t arm = 0; arm < candidates_.size(); ++arm) {
    const bandits::ActionView& view = views[arm];
    const double playouts = view.pulls - priors_[arm].count();
    all.push_back({candidates_[arm],
                   MoveBelief{chances_of(view.mean), chances_of(view.low), chances_of(view.high),
                              view.best, static_cast<std::uint64_t>(playouts)}});
  }
  std::ranges::stable_sort(all, std::ranges::greater(),
                           [](const TurnOdds& turn) { return turn.belief->best; });
  for (std::size_t rank = 0; rank < all.size(); ++rank) all[rank].line = static_cast<int>(rank) + 1;
  return all;
}

}  // namespace trivium::connect6
