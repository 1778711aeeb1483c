// Definitions of pattern sets of Reversi: any bytes are a set or an error; a parsed set survives
// writing and reading, and its features of a position and of moves are its own.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/reversi/patterns/pattern_codes.h"
#include "engine/reversi/patterns/pattern_set.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::reversi {

TRIVIUM_FUZZ_TARGET(reversi_pattern_set) {
  constexpr std::size_t kMaxBytes = 400;  // tables of long sets take seconds
  if (input.size() > kMaxBytes) return;
  const auto set = PatternSet::parse(fuzz::text_of(input));
  if (!set) {
    fuzz::check_message(set.error().message);
    return;
  }
  const auto again = PatternSet::parse(set->text());
  fuzz::check(again && *again == *set, "what is written reads the same");
  const Position position = Position::start();
  if (set->use() == PatternUse::kValue) {
    if (!PatternLayout::fits(*set)) return;
    const PatternLayout layout(*set);
    const PatternCodes codes(layout, position);
    codes.visit_features(layout, set->stage(position.discs()), [&](FeatureId feature) {
      fuzz::check(feature < set->features(), "a feature of a position is one of the set");
    });
    return;
  }
  for (const Move move : legal_moves(position)) {
    set->visit_move(position, move, position.flips(move), [&](FeatureId feature) {
      fuzz::check(feature < set->features(), "a feature is one of the set");
    });
  }
}

}  // namespace trivium::reversi
