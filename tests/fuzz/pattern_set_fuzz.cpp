// Definitions of pattern sets: any bytes are a set or an error; a parsed set survives writing and
// reading, and a small one can be applied to a board.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/connect6/patterns/pattern_board.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::connect6 {

TRIVIUM_FUZZ_TARGET(pattern_set) {
  const auto set = PatternSet::parse(fuzz::text_of(input));
  if (!set) {
    fuzz::check_message(set.error().message);
    return;
  }
  const auto again = PatternSet::parse(set->text());
  fuzz::check(again && *again == *set, "what is written reads the same");
  if (set->features() > 100'000) return;
  const PatternLayout layout(*set, 7);
  PatternBoard board(layout);
  for (const Cell cell : std::to_array<Cell>({24, 25, 0, 48, 31})) board.place(cell);
  for (std::size_t place = 0; place < layout.standing().size(); ++place) {
    const PatternTable& table = set->tables()[static_cast<std::size_t>(
        set->groups()[static_cast<std::size_t>(layout.standing()[place])].table)];
    for (Cell cell = 0; cell < layout.cells(); ++cell) {
      const FeatureId feature = board.feature(cell, place, board.view());
      fuzz::check(feature >= table.begin && feature < table.begin + table.features(),
                  "a cell's feature is one of its table");
    }
  }
}

}  // namespace trivium::connect6
