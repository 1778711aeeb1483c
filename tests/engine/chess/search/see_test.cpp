#include "engine/chess/search/see.h"

#include <algorithm>
#include <optional>

#include "doctest/doctest.h"

#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

/// Returns the best result of the exchanges on `square` for the side to move, by trying every legal
/// capture there, or none: a slow reference that respects pins, unlike exchange_is_at_least().
int best_exchange(const Position& position, Square square) {
  int best = 0;
  for (const Move move : legal_moves(position)) {
    if (move.to() != square || move.kind() == Move::Kind::kCastling || !is_capture(position, move))
      continue;
    Position after = position;
    Undo undo;
    after.do_move(move, undo);
    best = std::max(best, material_gain(position, move) - best_exchange(after, square));
  }
  return best;
}

Move move_of(const Position& position, std::string_view text) {
  return *parse_uci_move(position, text);
}

TEST_CASE("a defended pawn is not worth a rook") {
  const Position position = position_of("4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1");
  const Move move = move_of(position, "d2d6");
  CHECK(exchange_is_at_least(position, move, -400));
  CHECK_FALSE(exchange_is_at_least(position, move, -399));
}

TEST_CASE("a second attacker behind the first one joins the exchange") {
  const Position alone = position_of("3rk3/8/3p4/8/8/3R4/8/4K3 w - - 0 1");
  CHECK_FALSE(exchange_is_at_least(alone, move_of(alone, "d3d6"), 0));
  const Position doubled = position_of("3rk3/8/3p4/8/8/3R4/3R4/4K3 w - - 0 1");
  CHECK(exchange_is_at_least(doubled, move_of(doubled, "d3d6"), 100));
}

TEST_CASE("a king captures only undefended pieces") {
  const Position defended = position_of("4k3/8/8/8/8/1b6/2p5/3K4 w - - 0 1");
  CHECK(best_exchange(defended, make_square(2, 1)) == 0);
  const Position position = position_of("4k3/8/8/8/1b6/8/3r4/R2QK3 b - - 0 1");
  CHECK_FALSE(exchange_is_at_least(position, move_of(position, "d2d1"), 900));
  CHECK(exchange_is_at_least(position, move_of(position, "d2d1"), 400));
}

TEST_CASE("en passant and promotion count the captured and the promoted piece") {
  const Position en_passant = position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
  CHECK(material_gain(en_passant, move_of(en_passant, "e5d6")) == 100);
  const Position promotion = position_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  CHECK(material_gain(promotion, move_of(promotion, "a7b8q")) == 500 + 800);
  CHECK(exchange_is_at_least(promotion, move_of(promotion, "a7b8q"), 1300));
  CHECK_FALSE(exchange_is_at_least(promotion, move_of(promotion, "a7a8q"), 0));
}

TEST_CASE("without pins, exchanges agree with trying all captures") {
  Rng rng(11);
  int compared = 0, differing = 0;
  for (int game = 0; game < 400; ++game) {
    const Position position = random_game(rng, static_cast<int>(rng.below(100))).position();
    for (const Move move : legal_moves(position)) {
      if (!is_capture(position, move) || move.kind() == Move::Kind::kPromotion) continue;
      Position after = position;
      Undo undo;
      after.do_move(move, undo);
      const int exact = material_gain(position, move) - best_exchange(after, move.to());
      ++compared;
      differing += !exchange_is_at_least(position, move, exact) ||
                   exchange_is_at_least(position, move, exact + 1);
    }
  }
  CHECK(compared > 500);
  // The differences are due to pins, checks and promotions during the exchange.
  CHECK(differing * 20 < compared);
}

}  // namespace
}  // namespace trivium::chess
