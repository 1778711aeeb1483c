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
#include "models/format/load_error.h"
#include "protocols/uci/info_line.h"
#include "protocols/uci/session.h"

namespace trivium::uci {

namespace {

/// Results for all moves after an iteration.
class Round {
 public:
  Round(std::span<const Report<chess::Move>> reports, std::chrono::microseconds time) : reports_(reports.begin(), reports.end()) {
    for (const Report<chess::Move>& report : reports) {
      whole_.nodes += report.nodes;
      whole_.hash_per_mille = std::max(whole_.hash_per_mille, report.hash_per_mille);
    }
    whole_.time = time;
  }

  /// Returns the best lines, best first, with the largest depth that all of them have reached.
  std::vector<Report<chess::Move>> best(int lines) const {
    std::vector<Report<chess::Move>> best = reports_;
    std::ranges::stable_sort(best,
                             [](const auto& a, const auto& b) { return chess::search_worth(a.score) > chess::search_worth(b.score); });
    best.resize(std::min(best.size(), static_cast<std::size_t>(lines)));
    int depth = best.front().depth;
    for (const Report<chess::Move>& report : best) depth = std::min(depth, report.depth);
    for (std::size_t i = 0; i < best.size(); ++i) best[i] = of_round(best[i], static_cast<int>(i) + 1, depth);
    return best;
  }

  /// Returns the line of one move as the first line.
  Report<chess::Move> alone(std::size_t move) const { return of_round(reports_[move], 1, reports_[move].depth); }

 private:
  /// Sets nodes and time to the totals of all moves.
  Report<chess::Move> of_round(Report<chess::Move> report, int line, int depth) const {
    report.line = line;
    report.depth = depth;
    report.selective_depth = std::max(report.selective_depth, depth);
    report.nodes = whole_.nodes;
    report.time = whole_.time;
    report.hash_per_mille = whole_.hash_per_mille;
    return report;
  }

  std::vector<Report<chess::Move>> reports_;
  Report<chess::Move> whole_;
};

std::chrono::microseconds since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - then);
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
    } catch (const format::LoadError& error) {
      return Error{error.code(), std::string("Style: ") + error.what()};
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
  search->limited = is_limited(go);
  const int lines = player_options_.lines;
  const auto say = [channel = channel_, root = game_.position(), with_expectation = show_expectation_](Search& s,
                                                                                                       const Report<chess::Move>& report) {
    channel->send(info_line(report, root, with_expectation));
    if (report.line == 1 && !report.principal_variation.empty()) s.shown = report.principal_variation.front();
  };
  const Limits limits = limits_of(go, game_.position().side_to_move());
  // On the worker: looking ahead may take longer than a conversation should wait.
  start(search, [this, who = *chosen, lines, say, limits, position = game_.position(), seed = style_rng_()](Search& s) mutable {
    make_player();
    player_->set_game(game_);
    const chess::MoveList moves = chess::legal_moves(position);
    s.answer.best = moves[0];  // where memory runs out
    std::vector<double> values(moves.size());
    if (who.style != nullptr) values = chess::values_of(*who.style, position, moves);
    std::vector<Report<chess::Move>> reports;
    const auto started = std::chrono::steady_clock::now();  // s.control stops its time in ponder
    if (who.search.nodes > 0) {
      const auto on_round = [&](std::span<const Report<chess::Move>> found) {
        for (const Report<chess::Move>& report : Round(found, since(started)).best(lines)) say(s, report);
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
    if (!reports.empty() && (lines > 1 || s.shown != moves[move])) say(s, Round(reports, since(started)).alone(move));
    if (!reports.empty() && reports[move].principal_variation.size() > 1) s.answer.expected = reports[move].principal_variation[1];
    channel_->send(
        fmt::format("info string {}: {} comes with {:.2f} %\n", who.name, chess::to_uci(position, moves[move]), 100 * chances[move]));
  });
  return true;
}

}  // namespace trivium::uci
