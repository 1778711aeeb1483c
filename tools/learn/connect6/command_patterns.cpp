// `trivium-learn connect6 patterns --data FILE... --out FILE`: learns pattern strengths (gammas)
// from games.
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/connect6/patterns/pattern_weights.h"
#include "learning/btmm/connect6/connect6_source.h"
#include "tools/learn/commands.h"
#include "tools/learn/pattern_command.h"
#include "tools/learn/pattern_set_file.h"

namespace trivium::tools {

namespace {

/// Games and a pattern set on their board, as the learner sees them.
struct Connect6Patterns {
  Connect6Patterns(learning::records::GameSet set, const connect6::PatternSet& patterns)
      : games(std::move(set)), layout(patterns, games.board_size()), source(games, layout) {}

  learning::records::GameSet games;
  connect6::PatternLayout layout;
  learning::btmm::Connect6Source source;
};

learning::records::GameSet games_of(const PatternArguments& arguments) {
  return learning::records::GameSet({arguments.games.begin(), arguments.games.end()},
                                    arguments.options.split);
}

PatternGame::Source source_of(learning::records::GameSet games,
                              const connect6::PatternSet& patterns) {
  const auto all = std::make_shared<const Connect6Patterns>(std::move(games), patterns);
  return {all, &all->source};
}

PatternGame::Source open_connect6(const PatternArguments& arguments, learning::Manifest&) {
  learning::records::GameSet games = games_of(arguments);
  return source_of(std::move(games), patterns_named<connect6::PatternSet>(arguments.patterns));
}

PatternGame::Judged open_judged_connect6(const PatternArguments& arguments) {
  const auto weights = connect6::PatternWeights::load(arguments.judge);
  return {source_of(games_of(arguments), weights->set()),
          {weights->gammas().begin(), weights->gammas().end()}};
}

}  // namespace

void add_connect6_patterns(Command& command, learning::ProcessGroup* processes) {
  add_patterns(
      command, processes,
      {.command = "connect6 patterns",
       .words = learning::btmm::Connect6Source::game_words(),
       .data_help = "Files of games, as `trivium-learn connect6 records` and `selfplay` write them",
       .patterns_help = "Features: paper-1 to paper-4 (as in paper 000), extended, compact (of the "
                        "shipped weights), or a file that defines them (patterns.md)",
       .patterns_type = fmt::format("{}|FILE", fmt::join(connect6::PatternSet::names(), "|")),
       .patterns = "paper-4",
       .is_built_in = is_built_in<connect6::PatternSet>,
       .open = open_connect6,
       .open_judged = open_judged_connect6});
  command.get_option("--data")->old_name("--games");
  command.get_option("--steps")->old_name("--iterations");
}

}  // namespace trivium::tools
