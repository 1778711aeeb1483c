// `trivium-learn reversi match --weights FILE --against FILE`: match of two pattern files, without
// search.
#include <memory>
#include <vector>

#include "engine/reversi/patterns/move_strengths.h"
#include "learning/btmm/reversi/reversi_match.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/match_command.h"
#include "tools/learn/reversi/player_options.h"

namespace trivium::tools {

namespace {

namespace btmm = learning::btmm;

std::vector<btmm::MatchPair> play_reversi_match(btmm::ReversiMatchOptions options,
                                                const MatchArguments& arguments,
                                                const learning::WorkProgress& progress) {
  const auto weights = reversi::MoveStrengths::load(arguments.weights);
  const auto against = reversi::MoveStrengths::load(arguments.against);
  options.seed = arguments.seed;
  return btmm::play_match(btmm::ReversiContestant{weights.get(), arguments.choice},
                          btmm::ReversiContestant{against.get(), arguments.against_choice}, options,
                          arguments.pairs, arguments.threads, progress);
}

}  // namespace

void add_reversi_match(Command& command) {
  auto options = std::make_shared<btmm::ReversiMatchOptions>();
  auto plies = std::make_shared<RandomPlies>(1, options->min_opening_plies);
  add_match(command,
            {.kind = "reversi.btmm",
             .move = "move",
             .pieces = "discs",
             .add_options =
                 [=](Command& to) {
                   to.begin_group(kDataGroup);
                   add_random_plies(to, *plies);
                 },
             .check_options =
                 [=] {
                   check_random_plies(*plies);
                   options->min_opening_plies = plies->front();
                   options->max_opening_plies = plies->back();
                 },
             .play =
                 [=](const MatchArguments& arguments, const learning::WorkProgress& progress) {
                   return play_reversi_match(*options, arguments, progress);
                 }});
}

}  // namespace trivium::tools
