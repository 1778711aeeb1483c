#include "engine/connect6/turn_bandit.h"

#include <algorithm>
#include <utility>

#include "engine/bandits/odds.h"

namespace trivium::connect6 {

namespace {

/// A draw counts as half a win: the values of the search know no other measure.
constexpr bandits::DecisionRule kRule{bandits::RuleKind::kExpectation};

/// Before the search's value: little, and hardly a draw, since so few games end in one.
constexpr bandits::Ternary kBeforeAll{0.5, 0.05, 0.5};

bandits::Tree tree_of(std::span<const BanditTurn> turns) {
  std::vector<std::size_t> replies;
  for (const BanditTurn& turn : turns) replies.push_back(turn.lines.size());
  const bool is_flat = std::all_of(replies.begin(), replies.end(), [](std::size_t count) { return count == 1; });
  return is_flat ? bandits::Tree::flat(turns.size()) : bandits::Tree::replies(replies);
}

Board after(Board board, std::span<const Turn> line) {
  for (const Turn& turn : line) {
    for (const Cell cell : {turn.first, turn.second}) {
      if (cell != kNoCell && !board.over()) board.do_move(cell);
    }
  }
  return board;
}

EndChances chances_of(const bandits::Ternary& ternary) noexcept { return {ternary.loss, ternary.draw, ternary.win}; }

}  // namespace

TurnBandit::TurnBandit(const Board& board, std::span<const BanditTurn> turns, const RootPolicy& policy, int prior, Playouts& playouts,
                       std::uint64_t seed)
    : side_(board.to_move()), playouts_(playouts), rng_(seed), look_rng_(~seed), tree_(tree_of(turns)) {
  for (const BanditTurn& turn : turns) {
    for (const std::vector<Turn>& line : turn.lines) leaves_.push_back(after(board, line));
  }
  method_ = *bandits::make_method(policy.method, {&tree_, kRule, kBeforeAll, 0});  // methods for any tree: none is refused
  const double margin = draw_margin(LineFeatures(board), playouts.weights());
  for (std::size_t action = 0; action < turns.size(); ++action) believe(action, prior_of(expectation(turns[action].value, margin), prior));
}

/// What was found before, as pulls: they are worth as many halves as the expected result, and of the draws there may be then as many as
/// come nearest to what is expected.
TurnBandit::Prior TurnBandit::prior_of(const WinDrawLoss& expected, int pulls) noexcept {
  const int halves = (pulls * (2 * expected.win + expected.draw) + 500) / 1000;
  const int odd = halves % 2;
  const int pairs = (pulls * expected.draw - 1000 * odd + 1000) / 2000;  // of draws, beside the odd one
  const int draws = std::clamp(2 * pairs + odd, odd, std::min(halves, 2 * pulls - halves));
  const int wins = (halves - draws) / 2;
  return {pulls - wins - draws, draws, wins};
}

void TurnBandit::believe(std::size_t action, const Prior& prior) {
  priors_.push_back(prior);
  for (std::size_t leaf = tree_.first_leaf(action); leaf < tree_.first_leaf(action + 1); ++leaf) {
    for (int i = 0; i < prior.losses; ++i) method_->observe(leaf, Outcome::kLoss, rng_);
    for (int i = 0; i < prior.draws; ++i) method_->observe(leaf, Outcome::kDraw, rng_);
    for (int i = 0; i < prior.wins; ++i) method_->observe(leaf, Outcome::kWin, rng_);
  }
}

std::uint64_t TurnBandit::pull() noexcept {
  const std::uint64_t before = playouts_.stones();
  const std::size_t leaf = method_->next(rng_);
  method_->observe(leaf, playouts_.play(leaves_[leaf], side_, rng_), rng_);
  ++pulls_;
  return playouts_.stones() - before;
}

std::vector<MoveBelief> TurnBandit::beliefs(std::size_t samples) {
  std::vector<MoveBelief> all;
  for (const bandits::ActionView& view : bandits::view_actions(tree_, kRule, method_->beliefs(), samples, look_rng_)) {
    const std::size_t action = all.size();
    const auto leaves = static_cast<double>(tree_.first_leaf(action + 1) - tree_.first_leaf(action));
    const double pulls = view.pulls - leaves * priors_[action].pulls();
    all.push_back({chances_of(view.mean), chances_of(view.low), chances_of(view.high), view.best, static_cast<std::uint64_t>(pulls)});
  }
  return all;
}

}  // namespace trivium::connect6
