#include "engine/chess/search/move_picker.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "doctest/doctest.h"

#include "engine/chess/search/see.h"
#include "tests/engine/chess/support.h"

namespace trivium::chess {
namespace {

constexpr std::string_view kKiwipete =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns 16 random bits: mostly illegal moves, like those that a table entry of another position
/// may hold.
Move any_move(Rng& rng) { return Move::from_bits(static_cast<std::uint16_t>(rng())); }

/// Returns a legal move of the position, or random bits.
Move likely_move(Rng& rng, const Position& position) {
  const MoveList legal = legal_moves(position);
  if (legal.empty() || rng.below(3) == 0) return any_move(rng);
  return legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
}

std::vector<std::uint16_t> all_of(MovePicker picker) {
  std::vector<std::uint16_t> moves;
  while (const Move move = picker.next()) moves.push_back(move.bits());
  return moves;
}

std::vector<std::uint16_t> sorted(std::vector<std::uint16_t> moves) {
  std::sort(moves.begin(), moves.end());
  return moves;
}

/// Returns the bits of the legal moves for which `wanted` is true.
template <class Wanted>
std::vector<std::uint16_t> legal_where(const Position& position, const Wanted& wanted) {
  std::vector<std::uint16_t> moves;
  for (const Move move : legal_moves(position)) {
    if (wanted(move)) moves.push_back(move.bits());
  }
  return sorted(std::move(moves));
}

TEST_CASE(
    "every legal move is returned exactly once, whatever the table move and the refutations are") {
  const auto histories = std::make_unique<Histories>();
  Rng rng(51);
  int legal_table_moves = 0;
  for (int i = 0; i < 3000; ++i) {
    const Position position = random_game(rng, static_cast<int>(rng.below(140))).position();
    const Move table_move = likely_move(rng, position);
    MoveOrder order{*histories};
    order.killers = {likely_move(rng, position), likely_move(rng, position)};
    order.counter = rng.below(4) == 0 ? order.killers[rng.below(2)] : likely_move(rng, position);
    const std::vector<std::uint16_t> moves = all_of(MovePicker(position, table_move, order));
    REQUIRE(sorted(moves) == legal_where(position, [](Move) { return true; }));
    if (!is_legal(position, table_move)) continue;
    ++legal_table_moves;
    REQUIRE(moves.front() == table_move.bits());
  }
  CHECK(legal_table_moves > 1000);
}

TEST_CASE(
    "for quiescence and probcut exactly the captures and queen promotions that gain enough are "
    "returned") {
  const auto histories = std::make_unique<Histories>();
  const MoveOrder order{*histories};
  Rng rng(52);
  for (int i = 0; i < 1000; ++i) {
    const Position position = random_game(rng, static_cast<int>(rng.below(140))).position();
    const Move table_move = likely_move(rng, position);
    for (const int minimum : {MovePicker::kAnyExchange, 0, 300}) {
      const auto wanted = [&](Move move) {
        return is_noisy(position, move) && exchange_is_at_least(position, move, minimum);
      };
      REQUIRE(sorted(all_of(MovePicker(position, table_move, order, minimum))) ==
              legal_where(position, wanted));
    }
  }
}

TEST_CASE("winning captures come first, then refutations, quiet moves and losing captures") {
  const auto histories = std::make_unique<Histories>();
  const Position position = position_of(kKiwipete);
  MoveOrder order{*histories};
  order.killers[0] = *parse_uci_move(position, "a2a3");
  order.counter = *parse_uci_move(position, "e1g1");
  MovePicker picker(position, Move(), order);
  std::map<MovePicker::Stage, int> counts;
  MovePicker::Stage stage = MovePicker::Stage::kTableMove;
  while (const Move move = picker.next()) {
    CHECK(picker.stage() >= stage);
    stage = picker.stage();
    ++counts[stage];
    const bool winning = is_noisy(position, move) && exchange_is_at_least(position, move, 0);
    CHECK((stage == MovePicker::Stage::kGoodCaptures) == winning);
    CHECK((stage == MovePicker::Stage::kBadCaptures) == (is_noisy(position, move) && !winning));
  }
  CHECK(counts[MovePicker::Stage::kRefutations] == 2);
  CHECK(counts[MovePicker::Stage::kBadCaptures] > 0);
}

TEST_CASE("quiet moves are ordered by all their histories, captures by victim and history") {
  const auto histories = std::make_unique<Histories>();
  const Position position = position_of("4k3/8/3n1p2/4P3/8/8/8/R3K3 w Q - 0 1");
  const Move castling = *parse_uci_move(position, "e1c1"), rook = *parse_uci_move(position, "a1a7");
  histories->quiet(Color::kWhite, rook).add(900);
  MoveOrder order{*histories};
  const auto rank = [&](Move move) {
    const std::vector<std::uint16_t> moves = all_of(MovePicker(position, Move(), order));
    return std::find(moves.begin(), moves.end(), move.bits()) - moves.begin();
  };
  CHECK(rank(rook) == 2);  // after exd6 and exf6
  PieceToHistory& after = histories->after(move_code(Piece::kBlackKing, make_square(4, 7)));
  after.at(Piece::kWhiteKing, castling.to()).add(1500);
  CHECK(rank(rook) < rank(castling));
  order.continuations[0] = &after;
  CHECK(rank(castling) < rank(rook));

  const Move knight = *parse_uci_move(position, "e5d6"), pawn = *parse_uci_move(position, "e5f6");
  CHECK(rank(knight) < rank(pawn));
  histories->capture(Piece::kWhitePawn, pawn.to(), PieceType::kPawn).add(kMoveTally);
  CHECK(rank(pawn) < rank(knight));
}

TEST_CASE("quiet moves can be skipped at any time, and losing captures still follow") {
  const auto histories = std::make_unique<Histories>();
  const Position position = position_of(kKiwipete);
  const auto noisy = [&](Move move) { return is_noisy(position, move); };
  for (int quiets_first = 0; quiets_first < 4; ++quiets_first) {
    MovePicker picker(position, Move(), MoveOrder{*histories});
    std::vector<std::uint16_t> captures;
    int quiets = 0;
    if (quiets_first == 0) picker.skip_quiets();
    while (const Move move = picker.next()) {
      if (noisy(move))
        captures.push_back(move.bits());
      else if (++quiets == quiets_first)
        picker.skip_quiets();
    }
    CHECK(quiets == quiets_first);
    CHECK(sorted(captures) == legal_where(position, noisy));
  }
}

}  // namespace
}  // namespace trivium::chess
