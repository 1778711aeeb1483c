// Any text is refused with a message, or is a position that is the same after writing and reading, in both styles.
#include <cstdint>
#include <string_view>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trivium::chess;
  using trivium::fuzz::check;
  const auto position = parse_fen({reinterpret_cast<const char*>(data), size});
  if (!position) {
    trivium::fuzz::check_message(position.error().message);
    return 0;
  }
  for (const FenStyle style : {FenStyle::kXFen, FenStyle::kShredder}) {
    const std::string fen = to_fen(*position, style);
    const auto again = parse_fen(fen);
    check(again.has_value(), "what we write can be read");
    check(*again == *position, "a position is the same after writing and reading");
    check(to_fen(*again, style) == fen, "a FEN is the same after reading and writing");
  }
  check(static_cast<int>(legal_moves(*position).size()) == count_legal(*position), "moves are counted as they are made");
  return 0;
}
