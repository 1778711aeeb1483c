// Any text is rejected with a message, or is a position that survives writing and reading in both
// styles.
#include <cstdint>
#include <string_view>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::chess {

TRIVIUM_FUZZ_TARGET(fen) {
  const auto position = parse_fen(fuzz::text_of(input));
  if (!position) {
    fuzz::check_message(position.error().message);
    return;
  }
  for (const FenStyle style : {FenStyle::kXFen, FenStyle::kShredder}) {
    const std::string fen = to_fen(*position, style);
    const auto again = parse_fen(fen);
    fuzz::check(again.has_value(), "what we write can be read");
    fuzz::check(*again == *position, "a position is the same after writing and reading");
    fuzz::check(to_fen(*again, style) == fen, "a FEN is the same after reading and writing");
  }
  fuzz::check(static_cast<int>(legal_moves(*position).size()) == count_legal(*position),
              "moves are counted as they are made");
}

}  // namespace trivium::chess
