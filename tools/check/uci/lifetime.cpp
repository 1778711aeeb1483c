#include <array>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

void quit_ends(CheckedUciEngine& engine) {
  engine.send("quit");
  engine.judge_end(engine.exit_status(kLeavingPatience), "quit");
  engine.restart();
  engine.begin_infinite();
  engine.send("quit");
  engine.judge_end(engine.exit_status(kLeavingPatience), "quit during a search");
}

void end_of_input(CheckedUciEngine& engine) {
  engine.judge_end(engine.end_of_input(kLeavingPatience), "the end of its input");
  engine.restart();
  engine.begin_infinite();
  engine.judge_end(engine.end_of_input(kLeavingPatience), "the end of its input during a search");
}

/// Moves and scores of a search's output, without times and speeds.
std::vector<std::string> trace(const UciSearch& search) {
  std::vector<std::string> lines;
  for (const client::UciInfo& info : search.parsed()) {
    if (!info.score || !info.depth) continue;
    lines.push_back(fmt::format("depth {} score {} nodes {} pv {}", *info.depth, info.score->value,
                                info.nodes.value_or(0), info.principal_variation));
  }
  lines.push_back("bestmove " + search.best);
  return lines;
}

std::vector<std::string> fixed_search(CheckedUciEngine& engine) {
  engine.new_game();
  return trace(engine.position(kMiddleGame).search("go depth 6"));
}

/// The first search of a new process with one thread.
std::vector<std::string> first_search(CheckedUciEngine& engine) {
  engine.restart();
  if (engine.option("Threads") != nullptr) engine.set_option("Threads", "1");
  return fixed_search(engine);
}

void same_again(CheckedUciEngine& engine) {
  const std::vector<std::string> first = first_search(engine);
  if (first_search(engine) != first)
    engine.found(kWarning, "the same search with one thread differs in a new process");
}

void new_game_forgets(CheckedUciEngine& engine) {
  const std::vector<std::string> first = first_search(engine);
  engine.position({}, "d2d4 d7d5 c2c4").search("go depth 6");
  if (fixed_search(engine) != first)
    engine.found(kWarning, "after ucinewgame the same search differs from one in a new process");
}

void memory_bounded(CheckedUciEngine& engine) {
  constexpr int kMoves = 60;
  engine.restart();
  const chess::MoveList first_moves = chess::legal_moves(chess::start_position());
  engine.expect_bounded_memory([&](int game) {
    const chess::Move first = first_moves[static_cast<std::size_t>(game) % first_moves.size()];
    engine.play_game(chess::to_uci(chess::start_position(), first), kMoves, 200);
  });
}

constexpr auto kUciLifetimeChecks = std::to_array<UciCheck>({
    {{"same-again", "With one thread and a fixed depth a search can be repeated."}, same_again},
    {{"new-game-forgets", "ucinewgame clears all state: the next search is that of a new process."},
     new_game_forgets},
    {{"quit-ends", "quit ends the program at once, also during a search."}, quit_ends},
    {{"end-of-input", "The end of its input ends the program, also during a search."},
     end_of_input},
    {{"memory-bounded", "Memory does not grow from game to game.", false}, memory_bounded},
});

}  // namespace

std::span<const UciCheck> uci_lifetime_checks() { return kUciLifetimeChecks; }

}  // namespace trivium::check
