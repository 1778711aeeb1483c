// `trivium-learn reversi patterns --data FILE... --out FILE`: learns the strengths (gammas) of the
// features of moves from games.
#include <memory>
#include <utility>

#include "engine/reversi/patterns/move_strengths.h"
#include "learning/btmm/reversi/reversi_source.h"
#include "models/format/load_error.h"
#include "tools/learn/commands.h"
#include "tools/learn/pattern_command.h"
#include "tools/learn/pattern_set_file.h"

namespace trivium::tools {

namespace {

/// Games and a pattern set, as the learner sees them.
struct ReversiPatterns {
  ReversiPatterns(learning::btmm::ReversiGameSet set, reversi::PatternSet set_of_moves)
      : games(std::move(set)), patterns(std::move(set_of_moves)), source(games, patterns) {}

  learning::btmm::ReversiGameSet games;
  reversi::PatternSet patterns;
  learning::btmm::ReversiSource source;
};

/// Reads the games and prints how many were left out.
learning::btmm::ReversiGameSet reversi_games_of(const PatternArguments& arguments) {
  learning::btmm::ReversiGameSet games(arguments.games, arguments.options.split);
  arguments.reporting.note("{}", games.summary());
  return games;
}

PatternGame::Source source_of(learning::btmm::ReversiGameSet games, reversi::PatternSet patterns) {
  const auto all = std::make_shared<const ReversiPatterns>(std::move(games), std::move(patterns));
  return {all, &all->source};
}

PatternGame::Source open_reversi(const PatternArguments& arguments, learning::Manifest& manifest) {
  auto patterns = patterns_named<reversi::PatternSet>(arguments.patterns);
  if (patterns.use() != reversi::PatternUse::kMoves)
    throw format::LoadError("patterns.use", "--pattern-set: {} is not a set for moves",
                            arguments.patterns);
  learning::btmm::ReversiGameSet games = reversi_games_of(arguments);
  games.left_out().note(manifest);
  return source_of(std::move(games), std::move(patterns));
}

PatternGame::Judged open_judged_reversi(const PatternArguments& arguments) {
  const auto strengths = reversi::MoveStrengths::load(arguments.judge);
  return {source_of(reversi_games_of(arguments), strengths->set()),
          {strengths->gammas().begin(), strengths->gammas().end()}};
}

}  // namespace

void add_reversi_patterns(Command& command, learning::ProcessGroup* processes) {
  add_patterns(
      command, processes,
      {.command = "reversi patterns",
       .words = learning::btmm::ReversiSource::game_words(),
       .data_help = "Games in WTHOR, SGF, GGF or transcripts",
       .patterns_help = "Features: moves, or a file that defines a set for moves (patterns.md)",
       .patterns_type = "moves|FILE",
       .patterns = "moves",
       .is_built_in = is_built_in<reversi::PatternSet>,
       .open = open_reversi,
       .open_judged = open_judged_reversi});
}

}  // namespace trivium::tools
