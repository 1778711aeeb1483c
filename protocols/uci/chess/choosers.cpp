// Moves sampled from a learned model of a style, or as weak as the client requests
// (engine/chess/choice).
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"
#include "engine/core/weighted_draw.h"
#include "models/format/load_error.h"
#include "protocols/uci/chess/chess_seat.h"
#include "protocols/uci/chess/chess_text.h"

namespace trivium::uci {

namespace {

/// Results for all moves after an iteration.
class Round {
 public:
  Round(std::span<const Report<chess::Move>> reports, std::chrono::microseconds time)
      : reports_(reports.begin(), reports.end()) {
    for (const Report<chess::Move>& report : reports) {
      whole_.nodes += report.nodes;
      whole_.hash_per_mille = std::max(whole_.hash_per_mille, report.hash_per_mille);
    }
    whole_.time = time;
  }

  /// Returns the best lines, best first, with the largest depth that all of them have reached.
  std::vector<Report<chess::Move>> best(int lines) const {
    std::vector<Report<chess::Move>> best = reports_;
    std::ranges::stable_sort(best, [](const auto& a, const auto& b) {
      return chess::search_term(a.score) > chess::search_term(b.score);
    });
    best.resize(std::min(best.size(), static_cast<std::size_t>(lines)));
    int depth = best.front().depth;
    for (const Report<chess::Move>& report : best) depth = std::min(depth, report.depth);
    for (std::size_t i = 0; i < best.size(); ++i)
      best[i] = of_round(best[i], static_cast<int>(i) + 1, depth);
    return best;
  }

  /// Returns the line of one move as the first line.
  Report<chess::Move> alone(std::size_t move) const {
    return of_round(reports_[move], 1, reports_[move].depth);
  }

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
  return std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() -
                                                               then);
}

}  // namespace

void ChessSeat::add_style(OptionTable& options) {
  options.add_string("Style", [this](const std::string& name) {
    std::filesystem::path file = name;
    if (config_->style_file && !name.empty()) {
      file = config_->style_file(name);
      if (file.empty())
        return host_.complain({"uci.style", "Style: " + text::quoted(name, 64) + " is not listed"});
    }
    try {
      style_ = file.empty()
                   ? nullptr
                   : std::make_shared<const chess::ChoiceModel>(chess::ChoiceModel::load(file));
    } catch (const format::LoadError& error) {
      host_.complain({error.code(), std::string("Style: ") + error.what()});
    }
  });
}

void ChessSeat::add_strength(OptionTable& options) {
  if (strength_ == nullptr) return;
  const int min = static_cast<int>(std::ceil(strength_->minimum())),
            max = static_cast<int>(std::floor(strength_->maximum()));
  elo_ = max;
  options.add_check("UCI_LimitStrength", false, [this](bool on) { limits_strength_ = on; });
  options.add_spin("UCI_Elo", elo_, min, max, [this](int elo) { elo_ = elo; });
}

std::optional<ChessSeat::Chooser> ChessSeat::chooser() const {
  if (style_ != nullptr) return Chooser{"style", style_, style_->search};
  if (limits_strength_)
    return Chooser{fmt::format("strength {}", elo_), nullptr, strength_->at(elo_)};
  return std::nullopt;
}

bool ChessSeat::has_chooser(const Request& request) const {
  return request.for_game && (style_ != nullptr || limits_strength_) &&
         chess::count_legal(game_.position()) > 0;
}

void ChessSeat::choose(const Chooser& by, const Limits& limits, const SearchControl& control,
                       const ReportSink<std::string>& report, Answer& answer) {
  chess::Position position = game_.position();
  const chess::MoveList moves = chess::legal_moves(position);
  answer.best = chess::to_uci(position, moves[0]);  // in case memory runs out
  std::vector<double> values(moves.size());
  if (by.style != nullptr) values = chess::values_of(*by.style, position, moves);
  const int lines = player_options_.lines;
  chess::Move shown;  // first move of the last variation reported
  const auto say = [&](const Report<chess::Move>& line) {
    report(to_uci_report(line, position));
    if (line.line == 1 && !line.principal_variation.empty())
      shown = line.principal_variation.front();
  };
  std::vector<Report<chess::Move>> reports;
  const auto started = std::chrono::steady_clock::now();  // `control` stops its time in ponder
  if (by.search.nodes > 0) {
    const auto on_round = [&](std::span<const Report<chess::Move>> found) {
      for (const Report<chess::Move>& line : Round(found, since(started)).best(lines)) say(line);
    };
    // The weight of a style was learned with equal searches of all moves; a strength was measured
    // with some moves dropped.
    const bool drops = by.style == nullptr;
    const chess::MoveSearch how{by.search, values, limits, player_options_.move_overhead, drops};
    reports = chess::search_each_move(*player_, moves, how, control, on_round);
    values = chess::with_search(values, by.search, reports);
  }
  std::vector<double> chances;
  chess::softmax(values, chances);
  Rng rng(style_rng_());
  const std::size_t move = sample_index(chances, rng);
  answer.best = chess::to_uci(position, moves[move]);
  if (!reports.empty() && (lines > 1 || shown != moves[move]))
    say(Round(reports, since(started)).alone(move));
  if (!reports.empty() && reports[move].principal_variation.size() > 1) {
    answer.expected = to_uci_report(reports[move], position).principal_variation[1];
  }
  host_.say(
      fmt::format("{}: {} has probability {:.2f} %", by.name, answer.best, 100 * chances[move]));
}

}  // namespace trivium::uci
