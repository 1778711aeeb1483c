// The root under a policy of best-action identification: what the search leaves open is decided by playouts.
//
// The search has most of the nodes and of the time, and drops what it can refute. Then all turns are looked at once more as deep as its
// last whole round went, each against a bound a little below the best one, so that those which are close get exact values. These are the
// actions of a bandit (turn_bandit.h), which has the rest. A win, a loss or a single turn that is left needs no playouts.
#include <algorithm>
#include <utility>

#include "engine/connect6/search.h"
#include "engine/connect6/threats.h"

namespace trivium::connect6 {

namespace {

/// Reports while playouts run: the first after so many, then whenever a quarter more have been played, or so many.
constexpr std::uint64_t kFirstReport = 64;
constexpr std::uint64_t kMostBetweenReports = 20'000;

/// Of beliefs, for a report that others follow: it takes some tenths of a millisecond.
constexpr std::size_t kReportSamples = 400;

}  // namespace

/// Before the search: what it may not use.
void Search::keep_for_playouts() noexcept {
  constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
  const bool endless = context_.limits.infinite;
  budget_.hold_back(parameters_.bandit_per_cent, endless ? static_cast<std::uint64_t>(parameters_.bandit_first) : kUnlimited);
}

/// After it: the turn to play.
Turn Search::identify() {
  const RootTurn& front = root_.front();
  if (is_proved(front.value) || budget_.control().stop_requested()) return front.rated.turn;
  const int per_cent = parameters_.bandit_per_cent;
  // A depth that was reached ends the search, not the playouts: they get their share of what it took.
  if (!budget_.has_limits() && !context_.limits.infinite) {
    budget_.limit_nodes(budget_.all_nodes() * 100 / static_cast<std::uint64_t>(100 - per_cent));
  }
  budget_.hold_back(per_cent / 2, 2 * budget_.all_nodes());
  rate_close();
  budget_.hold_back(0);
  const std::vector<const RootTurn*> close = close_turns();
  if (close.empty()) return front.rated.turn;
  const std::vector<BanditTurn> turns = bandit_turns(close);
  context_.playouts->set_parameters(
      {parameters_.playout_turns > 0 ? parameters_.playout_turns : PlayoutParameters::kToTheEnd, parameters_.playout_sharpness});
  TurnBandit bandit(position_.board(), turns, *context_.policy, parameters_.bandit_prior, *context_.playouts, position_.key());
  const std::optional<std::size_t> told = pull(bandit, close);
  // Who says stop waits for the answer: what was told last will do.
  if (told && budget_.control().stop_requested()) return close[*told]->rated.turn;
  return close[report_beliefs(bandit, close, TurnBandit::kSamples)]->rated.turn;
}

/// Marks the turns that are close to the best, and tells their values. The first, which the search thought best, is marked in any case.
void Search::rate_close() {
  const Cost depth = std::max(rounds_, 1) * parameters_.step;
  root_.front().close = true;
  Value best = -kInfinite;
  for (RootTurn& turn : root_) {
    if (turn.refuted) continue;
    const Value least = best == -kInfinite ? -kInfinite : best - parameters_.bandit_margin - 1;
    position_.do_turn(turn.rated.turn);
    const Value value = search_root_turn(turn, depth, least, kInfinite, best == -kInfinite);
    if (value > least && !is_proved(value)) refute(turn);
    position_.undo_turn(turn.rated.turn);
    if (budget_.exhausted()) break;
    turn.close = !turn.refuted && value > least && value > loss_in(kMaxTurns);
    if (!turn.close) continue;
    turn.value = value;
    turn.variation = {turn.rated.turn};
    turn.variation.insert(turn.variation.end(), variations_[1].begin(), variations_[1].end());
    best = std::max(best, value);
  }
  for (RootTurn& turn : root_) turn.close = turn.close && turn.value >= best - parameters_.bandit_margin;
}

/// The search's own turn, if it is close, then the others, best first.
std::vector<const Search::RootTurn*> Search::close_turns() const {
  std::vector<const RootTurn*> close;
  for (const RootTurn& turn : root_) {
    if (turn.close) close.push_back(&turn);
  }
  const bool has_front = root_.front().close;
  std::stable_sort(close.begin() + (has_front ? 1 : 0), close.end(),
                   [](const RootTurn* a, const RootTurn* b) { return a->value > b->value; });
  close.resize(std::min(close.size(), static_cast<std::size_t>(parameters_.bandit_turns)));
  return close;
}

/// With what playouts begin from. The search's own turn is believed to be the best by some margin: a round that was cut off went deeper
/// than the values here, and chose it.
std::vector<BanditTurn> Search::bandit_turns(std::span<const RootTurn* const> close) {
  std::vector<BanditTurn> turns;
  Value best = -kInfinite;
  for (const RootTurn* turn : close) best = std::max(best, turn->value);
  for (const RootTurn* turn : close) {
    const auto known = std::min(turn->variation.size(), static_cast<std::size_t>(parameters_.bandit_line));
    BanditTurn& added = turns.emplace_back(
        BanditTurn{turn->value, {Variation(turn->variation.begin(), turn->variation.begin() + static_cast<std::ptrdiff_t>(known))}});
    if (parameters_.bandit_replies == 0) continue;
    for (const Turn& reply : likely_replies(*turn)) added.lines.push_back({turn->rated.turn, reply});
  }
  if (close.front() == &root_.front()) turns.front().value = std::max(best, std::min(best + parameters_.bandit_trust, kMaxEvaluation));
  return turns;
}

/// Beside the one that the search expects.
std::vector<Turn> Search::likely_replies(const RootTurn& turn) {
  std::vector<Turn> replies;
  const auto most = static_cast<std::size_t>(parameters_.bandit_replies);
  const Turn expected = turn.variation.size() > 1 ? turn.variation[1] : Turn{};
  position_.do_turn(turn.rated.turn);
  const Parries needed = parries(position_.lines(), opponent(position_.to_move()));
  const bool is_open = !position_.board().over() && !can_win(position_.lines(), position_.to_move(), position_.stones_left());
  if (is_open && needed.needed() <= position_.stones_left()) {
    generator_.generate(position_.board(), needed, {0, parameters_.bandit_replies, parameters_.bandit_replies, parameters_.inner_firsts},
                        turns_[1]);
    for (const RatedTurn& rated : turns_[1]) {
      if (replies.size() < most && rated.turn != expected) replies.push_back(rated.turn);
    }
  }
  position_.undo_turn(turn.rated.turn);
  return replies;
}

/// Playouts until the budget is spent; who asked for several lines or for an analysis hears of them meanwhile.
/// Returns which turn was told last to be the best, if one was.
std::optional<std::size_t> Search::pull(TurnBandit& bandit, std::span<const RootTurn* const> close) {
  const bool tells = context_.limits.infinite || context_.lines > 1;
  std::uint64_t next_report = kFirstReport;
  std::optional<std::size_t> told;
  if (close.size() < 2 && !tells) return told;
  while (!budget_.exhausted()) {
    budget_.count(1 + bandit.pull() / 4);  // which take as long as so many positions of the search
    if (!tells || bandit.pulls() < next_report) continue;
    next_report += std::min(next_report / 4, kMostBetweenReports);
    told = report_beliefs(bandit, close, kReportSamples);
  }
  return told;
}

/// The likeliest to be best first. Returns which that is.
std::size_t Search::report_beliefs(TurnBandit& bandit, std::span<const RootTurn* const> close, std::size_t samples) const {
  const std::vector<MoveBelief> beliefs = bandit.beliefs(samples);
  std::vector<std::size_t> order(close.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return beliefs[a].best > beliefs[b].best; });
  for (std::size_t line = 0; line < order.size() && static_cast<int>(line) < context_.lines; ++line) {
    const RootTurn& turn = *close[order[line]];
    send_report(rounds_, static_cast<int>(line) + 1, turn.value, turn.variation, beliefs[order[line]]);
  }
  return order.front();
}

}  // namespace trivium::connect6
