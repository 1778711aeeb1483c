// Rows of a tournament's journal: games and blocks of poker hands. A row is rejected with a message
// or survives writing and reading.
#include <string_view>

#include "engine/poker/rules/game_definition.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tools/match/play/poker/poker_block.h"
#include "tools/match/record/played_game.h"

namespace trivium::match {
namespace {

const poker::GameDefinition& limit_game() {
  static const poker::GameDefinition kGame = *poker::game_named("limit");
  return kGame;
}

}  // namespace

TRIVIUM_FUZZ_TARGET(journal_rows) {
  const std::string_view text = fuzz::text_of(input);
  if (const auto game = parse_played_game(text)) {
    const auto again = parse_played_game(to_json(*game));
    fuzz::check(again.has_value() && *again == *game, "a game reads the same after writing");
  } else {
    fuzz::check_message(game.error().message);
  }
  if (const auto block = parse_block(text, limit_game())) {
    const auto again = parse_block(to_text(*block), limit_game());
    fuzz::check(again.has_value() && *again == *block, "a block reads the same after writing");
  } else {
    fuzz::check_message(block.error().message);
  }
}

}  // namespace trivium::match
