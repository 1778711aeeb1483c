// `trivium-learn connect6 match --weights FILE --against FILE`: match of two pattern files, without
// search.
#include <memory>
#include <vector>

#include "engine/connect6/patterns/pattern_weights.h"
#include "learning/btmm/connect6/match.h"
#include "tools/learn/commands.h"
#include "tools/learn/connect6/game_options.h"
#include "tools/learn/match_command.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;

struct Connect6Match {
  btmm::MatchOptions options;
  int size = connect6::kDefaultSize;
};

std::vector<btmm::MatchPair> play_connect6(Connect6Match match, const MatchArguments& arguments,
                                           const learning::WorkProgress& progress) {
  const auto weights = connect6::PatternWeights::load(arguments.weights);
  const auto against = connect6::PatternWeights::load(arguments.against);
  const connect6::PatternLayout layout(weights->set(), match.size);
  const connect6::PatternLayout other(against->set(), match.size);
  match.options.seed = arguments.seed;
  const btmm::Contestant first{&layout, weights->gammas(), arguments.choice};
  const btmm::Contestant second{&other, against->gammas(), arguments.against_choice};
  return btmm::play_match(first, second, match.options, arguments.pairs, arguments.threads,
                          progress);
}

}  // namespace

void add_connect6_match(Command& command) {
  auto match = std::make_shared<Connect6Match>();
  add_match(
      command,
      {.kind = "connect6.btmm",
       .move = "stone",
       .pieces = "stones",
       .add_options = [=](Command& to) { add_game_options(to, match->size, match->options.game); },
       .check_options = [=] { check_game_options(match->options.game); },
       .play =
           [=](const MatchArguments& arguments, const learning::WorkProgress& progress) {
             return play_connect6(*match, arguments, progress);
           }});
  command.get_option("--count")->old_name("--pairs");
}

}  // namespace trivium::tools
