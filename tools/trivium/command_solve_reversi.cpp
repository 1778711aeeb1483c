// `trivium solve reversi`: the score of an endgame with best play, or only its winner.
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/core/deadline.h"
#include "engine/core/node_budget.h"
#include "engine/core/search_control.h"
#include "engine/core/shared_table.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/vertex.h"
#include "engine/reversi/search/endgame_solver.h"
#include "learning/harness/progress.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/reversi_position.h"

namespace trivium::tools {
namespace {

using reversi::EndgameGoal;
using reversi::EndgameResult;

struct SolveReversiOptions {
  ReversiPosition place;
  bool winner = false;
  double seconds = 0;       ///< 0: no limit
  std::uint64_t nodes = 0;  ///< 0: no limit
  int hash_megabytes = 64;
  int threads = 1;
  Reporting reporting;

  EndgameGoal goal() const noexcept { return winner ? EndgameGoal::kWinner : EndgameGoal::kScore; }
};

/// Returns "Black wins by 18", "White wins" or "a draw". Requires: `result` has the score or the
/// winner.
std::string winner_text(const EndgameResult& result, reversi::Color to_move) {
  if (result.lower == 0 && result.upper == 0) return "a draw";
  const reversi::Color winner = result.lower > 0 ? to_move : reversi::opponent(to_move);
  std::string text = fmt::format("{} wins", reversi::color_name(winner));
  if (result.lower == result.upper) text += fmt::format(" by {}", std::abs(result.lower));
  return text;
}

double in_discs(reversi::Value value) { return static_cast<double>(value) / reversi::kDisc; }

void print_text(const reversi::Game& game, const EndgameResult& result, EndgameGoal goal,
                double milliseconds) {
  const std::string_view side = reversi::color_name(game.to_move());
  if (game.over()) {
    fmt::print("the game is over: {}\n", winner_text(result, game.to_move()));
    return;
  }
  fmt::print("{} to move, {}\n", side,
             text::counted(reversi::count(game.position().empty), "empty square"));
  if (result.is_solved(goal)) {
    fmt::print("{}: {}\n", winner_text(result, game.to_move()),
               text::joined(result.line, " ", reversi::move_name));
  } else {
    fmt::print("not solved within the limits: {}'s score is from {:+} to {:+}\n", side,
               result.lower, result.upper);
    if (const auto& estimate = result.estimate) {
      fmt::print("estimate: {}, score {:+.2f}, at depth {}\n", reversi::move_name(estimate->move),
                 in_discs(estimate->value), estimate->depth);
    }
  }
  fmt::print("{} in {:.2f} s\n", text::counted(result.nodes, "position"), milliseconds / 1000);
}

void print_json(const reversi::Game& game, const EndgameResult& result, EndgameGoal goal,
                double milliseconds) {
  nlohmann::ordered_json report;
  report["status"] = game.over() ? "over" : result.is_solved(goal) ? "solved" : "limit";
  report["side"] = game.to_move() == reversi::Color::kBlack ? "black" : "white";
  report["lower"] = result.lower;
  report["upper"] = result.upper;
  auto& line = report["main_line"] = nlohmann::ordered_json::array();
  for (const reversi::Move move : result.line) line.push_back(reversi::move_name(move));
  if (const auto& estimate = result.estimate; estimate && !result.is_solved(goal)) {
    report["estimate"] = {{"move", reversi::move_name(estimate->move)},
                          {"score", in_discs(estimate->value)},
                          {"depth", estimate->depth}};
  }
  report["nodes"] = result.nodes;
  report["milliseconds"] = std::round(milliseconds * 10) / 10;
  fmt::print("{}\n", format::json_text(report));
}

Deadline deadline_of(const SolveReversiOptions& options) {
  if (options.seconds == 0) return {};
  return {.maximum = Deadline::Duration(std::llround(std::ceil(options.seconds * 1e6)))};
}

void run_solve(const SolveReversiOptions& options) {
  const reversi::Game game = reversi_game(options.place);
  const bool uses_knowledge = game.size() == reversi::kDefaultSize;
  reversi::EndgameSolver solver(options.hash_megabytes,
                                uses_knowledge ? reversi::load_knowledge() : reversi::Knowledge{});
  const SearchControl clock;  // a budget without a control has no clock
  NodeBudget budget(options.nodes > 0 ? options.nodes : NodeBudget::kUnlimited, &clock,
                    deadline_of(options));
  learning::Progress progress("positions", options.nodes, options.reporting.delayed_progress());
  if (options.nodes > 0) progress.expect_fewer();
  const EndgameResult result = solver.solve(
      game.position(), options.goal(), budget,
      [&](std::uint64_t done, std::uint64_t /*total*/) { progress.update(done); }, options.threads);
  const std::chrono::duration<double, std::milli> time = clock.elapsed();
  options.reporting.json ? print_json(game, result, options.goal(), time.count())
                         : print_text(game, result, options.goal(), time.count());
}

}  // namespace

void add_solve_reversi(Command& solve) {
  constexpr int kMaxThreads = 256;
  auto options = std::make_shared<SolveReversiOptions>();
  Command* command = solve.add_subcommand("reversi", "Find the score of an endgame with best play");
  command->begin_group(kDataGroup);
  add_reversi_position(*command, options->place);
  command->begin_group(kGeneralGroup);
  command->add_flag("--winner", options->winner,
                    "Find only which side wins, which takes less time");
  command->add_number("--nodes", options->nodes, 1, std::uint64_t{1} << 63,
                      "Maximum number of positions (default: no limit)");
  command->add_number("--seconds", options->seconds, 0.001, 1e6,
                      "Maximum time (default: no limit)");
  command->add_number("--hash", options->hash_megabytes, 1, kMaxHashMegabytes,
                      "Size of the hash table in MB");
  command->add_number(
      "--threads", options->threads, 1, kMaxThreads,
      "Number of threads; a solved score does not depend on it, but the line and the "
      "number of positions may");
  add_reporting(*command, options->reporting);
  command->callback([options] {
    if (!options->place.is_given()) throw UsageError::required("--record or --position");
    run_solve(*options);
  });
}

}  // namespace trivium::tools
