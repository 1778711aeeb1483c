// `trivium bench connect6-tactics`: speed of updating the line tables of Connect-6, and of finding
// threats.
#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/odds/playout.h"
#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/threats/attacks.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/rng.h"
#include "engine/core/signature.h"
#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

using connect6::AttackGenerator;
using connect6::Cell;
using connect6::LineFeatures;
using connect6::Stone;

struct BenchTacticsOptions {
  int positions = 2000;
  int runs = 5;
  std::uint64_t seed = 1;
  Reporting reporting;
};

/// Stones in order of placement.
struct Placed {
  Cell cell;
  Stone stone;
};
using Game = std::vector<Placed>;

/// `count` games of 20 to 60 random stones on the middle 11 x 11 cells of a standard board, without
/// six in a row.
std::vector<Game> draw_games(int count, std::uint64_t seed) {
  constexpr int kSpread = 11;
  constexpr int kMargin = (connect6::kDefaultSize - kSpread) / 2;
  Rng rng(seed);
  std::vector<Game> games;
  while (static_cast<int>(games.size()) < count) {
    LineFeatures lines;
    Game& game = games.emplace_back();
    const int stones = 20 + static_cast<int>(rng.below(41));
    while (lines.stones() < stones) {
      const auto column = kMargin + static_cast<int>(rng.below(kSpread));
      const auto row = kMargin + static_cast<int>(rng.below(kSpread));
      const auto cell = static_cast<Cell>(column + lines.size() * row);
      if (lines.at(cell) != Stone::kEmpty) continue;
      const Stone stone = connect6::Board::to_move(lines.stones());
      lines.place(cell, stone);
      if (lines.has_six(stone)) {
        lines.remove(cell);
      } else {
        game.push_back({cell, stone});
      }
    }
  }
  return games;
}

/// Places and undoes every stone of every game. Returns the number of stones.
std::uint64_t place_and_undo(const std::vector<Game>& games, Signature& signature) {
  LineFeatures lines;
  std::uint64_t stones = 0;
  for (const Game& game : games) {
    for (const Placed& placed : game) lines.place(placed.cell, placed.stone);
    signature.add(static_cast<std::uint64_t>(lines.open_windows(Stone::kBlack, 3) +
                                             1000 * lines.open_windows(Stone::kWhite, 3)));
    for (auto placed = game.rbegin(); placed != game.rend(); ++placed) lines.remove(placed->cell);
    stones += game.size();
  }
  return stones;
}

/// The same with all state of a search: board, hash, pattern scores (after each turn) and stone
/// strengths.
class SearchTables {
 public:
  explicit SearchTables(const connect6::Knowledge& knowledge)
      : position_(connect6::Board(), *knowledge.weights),
        strengths_(knowledge, connect6::kDefaultSize) {}

  std::uint64_t place_and_undo(const std::vector<Game>& games, Signature& signature) {
    std::uint64_t stones = 0;
    for (const Game& game : games) {
      std::int64_t units = 0;
      for (const Placed& placed : game) {
        position_.do_stone(placed.cell);
        strengths_[0].place(placed.cell);
        if (position_.stones_left() == 2) units += position_.pattern_units();
      }
      signature.add(position_.key() ^ static_cast<std::uint64_t>(units));
      for (std::size_t i = 0; i < game.size(); ++i) {
        strengths_[0].undo();
        position_.undo_stone();
      }
      stones += game.size();
    }
    return stones;
  }

 private:
  connect6::Position position_;
  connect6::KnownStrengths strengths_;
};

/// Finds the wins and parries of both sides in every position. Returns the number of positions.
std::uint64_t find_threats(const std::vector<LineFeatures>& positions, Signature& signature) {
  for (const LineFeatures& lines : positions) {
    for (const Stone side : {Stone::kBlack, Stone::kWhite}) {
      const auto win = connect6::winning_turn(lines, side, 2);
      const connect6::Parries answer = connect6::parries(lines, side);
      signature.add((win ? win->first : 0U) +
                    1000U * static_cast<unsigned>(answer.stones_needed()) +
                    10000U * answer.sets().size());
    }
  }
  return positions.size();
}

/// Finds the pairs that threaten, for each side without a four. Returns the number of sides.
std::uint64_t find_attacks(std::vector<LineFeatures>& positions, Signature& signature) {
  AttackGenerator generator;
  std::vector<connect6::Attack> attacks;
  std::uint64_t searched = 0;
  for (LineFeatures& lines : positions) {
    for (const Stone side : {Stone::kBlack, Stone::kWhite}) {
      if (connect6::can_win(lines, side, 2)) continue;
      attacks.clear();
      generator.generate(lines, side, 2, connect6::parries(lines, opponent(side)), {}, attacks);
      signature.add(attacks.size());
      ++searched;
    }
  }
  return searched;
}

/// Plays a middle game to its end or for a number of turns. Returns the number of stones.
std::uint64_t play_on(connect6::Playouts& playouts, std::uint64_t count, Signature& signature) {
  const auto game = connect6::parse_paper_record(
      "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. "
      "W[l11k12] 9. B[k11j13] 10. W[n10o9]");
  const connect6::Board board = *connect6::replay(*game);
  Rng rng(1);
  const std::uint64_t before = playouts.stones();
  for (std::uint64_t i = 0; i < count; ++i) {
    signature.add(
        static_cast<std::uint64_t>(static_cast<int>(playouts.play(board, Stone::kBlack, rng)) + 1));
  }
  return playouts.stones() - before;
}

/// Measures kinds of work and reports progress. Prints a line for each kind, or one JSON object.
class Measurements {
 public:
  Measurements(std::uint64_t kinds, const BenchTacticsOptions& options)
      : runs_(static_cast<std::size_t>(options.runs)),
        json_(options.reporting.json),
        progress_("runs", kinds * runs_, options.reporting.delayed_progress()) {
    if (!json_) fmt::print("connect6 tactics\n");
  }

  /// Repeats the work. Reports its speed: all runs, in thousands per second, and their median.
  template <class Work>
  void measure(const char* what, Work&& work) {
    std::vector<double> speeds;
    while (speeds.size() < runs_) {
      const Stopwatch watch;
      const std::uint64_t done = work(signature_);
      speeds.push_back(static_cast<double>(done) / watch.seconds() / 1000);
      progress_.update(++done_);
    }
    std::sort(speeds.begin(), speeds.end());
    if (json_) {
      out_["kinds"].push_back(
          {{"what", what}, {"thousand_per_second", speeds}, {"median", speeds[runs_ / 2]}});
      return;
    }
    progress_.erase();
    const auto text_of = [](double speed) { return fmt::format("{:.0f}", speed); };
    fmt::print("thousand {} per second, {} runs: {}; median {:.0f}\n", what, runs_,
               text::joined(speeds, " ", text_of), speeds[runs_ / 2]);
  }

  void print_signature() {
    const std::string text = fmt::format("{:016x}", signature_.value());
    out_["signature"] = text;
    json_ ? fmt::print("{}\n", out_.dump()) : fmt::print("signature: {}\n", text);
  }

 private:
  std::size_t runs_;
  bool json_;
  nlohmann::ordered_json out_;
  learning::Progress progress_;
  std::uint64_t done_ = 0;
  Signature signature_;
};

void bench_tactics(const BenchTacticsOptions& options) {
  const std::vector<Game> games = draw_games(options.positions, options.seed);
  std::vector<LineFeatures> positions;
  for (const Game& game : games) {
    LineFeatures& lines = positions.emplace_back();
    for (const Placed& placed : game) lines.place(placed.cell, placed.stone);
  }
  constexpr std::uint64_t kKinds = 6;
  Measurements measurements(kKinds, options);
  measurements.measure("stones placed and undone in the tables of lines",
                       [&](Signature& s) { return place_and_undo(games, s); });
  SearchTables tables(connect6::load_knowledge());
  measurements.measure("stones placed and undone with all that a search keeps",
                       [&](Signature& s) { return tables.place_and_undo(games, s); });
  measurements.measure("positions with all wins and parries of both sides",
                       [&](Signature& s) { return find_threats(positions, s); });
  measurements.measure("sides with all pairs that threaten",
                       [&](Signature& s) { return find_attacks(positions, s); });
  connect6::Playouts playouts(connect6::load_knowledge(), connect6::kDefaultSize);
  const auto count = static_cast<std::uint64_t>(options.positions);
  measurements.measure("stones of playouts to the end",
                       [&](Signature& s) { return play_on(playouts, count, s); });
  playouts.set_parameters({8});
  measurements.measure("stones of playouts of eight turns",
                       [&](Signature& s) { return play_on(playouts, 4 * count, s); });
  measurements.print_signature();
}

}  // namespace

void add_bench_tactics(Command& bench) {
  Command* command = bench.add_subcommand(
      "connect6-tactics",
      "Speed of placing and undoing stones and of finding threats in Connect-6");
  auto options = std::make_shared<BenchTacticsOptions>();
  add_count(*command, options->positions, "Number of random positions", 1, 1'000'000)
      ->old_name("--positions");
  command->add_number("--runs", options->runs, 1, 1000, "Number of measurements of each position");
  add_seed(*command, options->seed, "the positions");
  add_reporting(*command, options->reporting);
  command->callback([options] { bench_tactics(*options); });
}

}  // namespace trivium::tools
