// A session that does not play its best: moves drawn from a learned model of how somebody chooses, or as weakly as was asked for
// (engine/chess/choice).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/weighted_draw.h"
#include "protocols/uci/info_line.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

namespace {

/// The lines that a client asked for, out of a report for each move: the best first, work and time being those of all.
std::vector<Report<chess::Move>> best_lines(std::span<const Report<chess::Move>> reports, int lines, std::chrono::microseconds time) {
  std::vector<Report<chess::Move>> best(reports.begin(), reports.end());
  std::uint64_t nodes = 0;
  for (const Report<chess::Move>& report : reports) nodes += report.nodes;
  std::ranges::stable_sort(best, [](const auto& a, const auto& b) { return chess::search_worth(a.score) > chess::search_worth(b.score); });
  best.resize(std::min(best.size(), static_cast<std::size_t>(lines)));
  for (std::size_t i = 0; i < best.size(); ++i) {
    best[i].line = static_cast<int>(i) + 1;
    best[i].nodes = nodes;
    best[i].time = time;
  }
  return best;
}

}  // namespace

void Session::set_up_style() {
  options_.add_string("Style", [this](const std::string& file) -> Status {
    if (file.empty()) {
      style_.reset();
      return {};
    }
    try {
      style_ = std::make_shared<const chess::ChoiceModel>(chess::ChoiceModel::load(file));
    } catch (const std::exception& error) {
      return Error{std::string("Style: ") + error.what()};
    }
    return {};
  });
}

void Session::set_up_strength() {
  if (strength_ == nullptr) return;
  const int least = static_cast<int>(std::ceil(strength_->least())), most = static_cast<int>(std::floor(strength_->most()));
  elo_ = most;
  options_.add_check("UCI_LimitStrength", false, [this](bool on) { limits_strength_ = on; });
  options_.add_spin("UCI_Elo", elo_, least, most, [this](int elo) -> Status {
    elo_ = elo;
    return {};
  });
}

std::optional<Session::Chooser> Session::chooser() const {
  if (style_ != nullptr) return Chooser{"style", style_, style_->search};
  if (limits_strength_) return Chooser{fmt::format("strength {}", elo_), nullptr, strength_->at(elo_)};
  return std::nullopt;
}

bool Session::leave_to_chooser(const GoCommand& go) {
  const std::optional<Chooser> chosen = chooser();
  if (!chosen || !asks_for_a_move(go) || chess::count_legal(game_.position()) == 0) return false;
  const auto search = std::make_shared<Search>(go.ponder);
  search->for_move = true;
  search->hold = go.ponder;
  const auto say = [channel = channel_, root = game_.position(), with_expectation = show_expectation_, lines = player_options_.lines](
                       std::span<const Report<chess::Move>> reports, std::chrono::microseconds time) {
    for (const Report<chess::Move>& report : best_lines(reports, lines, time)) channel->send(info_line(report, root, with_expectation));
  };
  const Limits limits = limits_of(go, game_.position().side_to_move());
  // On the worker: looking ahead may take longer than a conversation should wait.
  start(search, [this, who = *chosen, say, limits, position = game_.position(), seed = style_rng_()](Search& s) mutable {
    const chess::MoveList moves = chess::legal_moves(position);
    s.answer.best = moves[0];  // where memory runs out
    std::vector<double> values(moves.size());
    if (who.style != nullptr) values = chess::values_of(*who.style, position, moves);
    std::vector<Report<chess::Move>> reports;
    if (who.search.nodes > 0) {
      // Not the control's time: that stands still while pondering.
      const auto started = std::chrono::steady_clock::now();
      const auto on_round = [&](std::span<const Report<chess::Move>> found) {
        say(found, std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - started));
      };
      // The weight of a style was learned from moves that were all searched alike; a strength was measured with some dropped.
      const bool drops = who.style == nullptr;
      const chess::MoveSearch how{who.search, values, limits, player_options_.move_overhead, drops};
      reports = chess::search_each_move(*player_, moves, how, s.control, on_round);
      values = chess::with_search(values, who.search, reports);
    }
    std::vector<double> chances;
    chess::softmax(values, chances);
    Rng rng(seed);
    const std::size_t move = drawn(chances, rng);
    s.answer.best = moves[move];
    if (!reports.empty() && reports[move].principal_variation.size() > 1) s.answer.expected = reports[move].principal_variation[1];
    channel_->send(
        fmt::format("info string {}: {} comes with {:.2f} %\n", who.name, chess::to_uci(position, moves[move]), 100 * chances[move]));
  });
  return true;
}

}  // namespace trivium::uci
