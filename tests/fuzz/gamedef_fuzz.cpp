// Any bytes are a game or an error; a parsed game survives writing and reading and can be dealt,
// and its betting always ends.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::poker {
namespace {

using fuzz::check;

/// All players raise as long as it is legal, to the minimum or to the maximum, else call.
void check_play(const GameDefinition& game, bool to_most) {
  Hand hand(game, 0, CardDealer(1).next(game));
  while (!hand.betting().finished()) {
    const auto range = hand.betting().raise_range();
    const Action action = range ? Action::raise(to_most ? range->max : range->min) : Action::call();
    check(hand.betting().is_legal(action), "a raise in the range is legal");
    hand.do_action(action);
  }
  check(hand.decided(), "a dealt hand that is over is decided");
  double sum = 0;
  for (const double chips : hand.payoffs()) sum += chips;
  check(sum > -1 && sum < 1, "no chip is made or lost");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(gamedef) {
  const auto game = parse_game_definition(fuzz::text_of(input));
  if (!game) {
    fuzz::check_message(game.error().message);
    return;
  }
  const auto again = parse_game_definition(write_game_definition(*game));
  check(again && *again == *game, "what is written reads the same");
  check_play(*game, false);
  check_play(*game, true);
}

}  // namespace trivium::poker
