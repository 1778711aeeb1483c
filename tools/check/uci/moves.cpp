#include <array>
#include <fmt/format.h>

#include "engine/core/text.h"
#include "tools/check/uci/check_uci.h"

namespace trivium::check {

namespace {

struct GamePoint {
  std::string_view fen;    ///< empty: the start position
  std::string_view moves;  ///< played from there
};

/// Positions with few legal moves, so that an engine with a wrong position plays an illegal one.
constexpr auto kPoints = std::to_array<GamePoint>({
    {"", ""},
    {"", "e2e4"},
    {"", "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6 e1g1 f6e4"},
    {"", "f2f3 e7e5 g2g4"},
    {"", "e2e4 a7a6 e4e5 d7d5"},
    {"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", ""},
    {"8/8/3p4/1Pp4r/1K3p1k/8/4P1P1/1R6 w - c6 0 3", ""},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "e2e4"},
    {"k7/8/8/8/3pP3/8/8/K6B b - e3 0 1", ""},
    {"8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", ""},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1 e8g8"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8 e8d7"},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", ""},
    {"4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "a7a8n h2h1n"},
    {"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8r h8g7"},
    {"4k3/8/8/8/8/8/3r4/3QK3 w - - 0 1", ""},
    {"4k3/8/8/8/8/5n2/8/4K2R w K - 0 1", ""},
    {"4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1", ""},
    {"7k/8/8/8/8/8/1q6/K7 w - - 0 1", ""},
    {"K1k5/8/P7/8/8/8/8/8 w - - 0 1", ""},
    {"7k/8/6pP/8/8/8/8/K5R1 b - - 0 1", ""},
    {"8/8/8/8/8/5k2/6p1/6K1 b - - 99 120", ""},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", ""},
    {"8/8/8/4k3/8/8/4K3/8 w - - 0 1", ""},
});

void moves_legal(CheckedUciEngine& engine) {
  for (const GamePoint& point : kPoints) {
    engine.position(point.fen, point.moves).search("go depth 3");
  }
}

/// Positions of a game after each move, with draws by repetition and move counters.
void game_followed(CheckedUciEngine& engine) { engine.play_game({}, 60, 300); }

void long_game(CheckedUciEngine& engine) {
  constexpr int kRounds = 200;
  std::string moves;
  for (int i = 0; i < kRounds; ++i)
    moves += moves.empty() ? "g1f3 g8f6 f3g1 f6g8" : " g1f3 g8f6 f3g1 f6g8";
  engine.position({}, moves).search("go depth 4");
}

/// Requests castling and promotions by searchmoves, since nothing else forces them. An engine that
/// ignores searchmoves is judged by the move that it plays; a separate rule covers searchmoves.
struct Asked {
  std::string_view fen;
  std::string_view move;
};

void expect_move(CheckedUciEngine& engine, const Asked& asked) {
  const UciSearch search =
      engine.position(asked.fen).search(fmt::format("go depth 2 searchmoves {}", asked.move));
  if (search.best != asked.move)
    engine.found(kNote, "bestmove {}, although searchmoves has only {} in {}",
                 text::quoted(search.best, 20), asked.move, asked.fen);
}

void moves_written(CheckedUciEngine& engine) {
  for (const Asked& asked : {Asked{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"},
                             Asked{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"},
                             Asked{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"},
                             Asked{"8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n"},
                             Asked{"7K/8/8/8/8/8/p6k/1N6 b - - 0 1", "a2b1r"},
                             Asked{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"}})
    expect_move(engine, asked);
}

void chess960(CheckedUciEngine& engine) {
  if (engine.option("UCI_Chess960") == nullptr) engine.leave_out("it has no option UCI_Chess960");
  engine.set_chess960();
  for (const Asked& asked : {Asked{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1"},
                             Asked{"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "e1b1"},
                             Asked{"1r3kr1/8/8/8/8/8/8/5K2 b gb - 0 1", "f8g8"},
                             Asked{"rk2r3/8/8/8/8/8/8/RK2R3 w EAea - 0 1", "b1a1"}})
    expect_move(engine, asked);
  engine.position("2k5/8/8/8/8/8/8/1RK3R1 w GB - 0 1", "c1g1 c8d7").search("go depth 3");
  engine.position("1rk3r1/8/8/8/8/8/8/2K5 b gb - 0 1", "c8b8 c1c2").search("go depth 3");
}

void no_legal_move(CheckedUciEngine& engine) {
  for (const std::string_view fen :
       {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}) {
    engine.position(fen).begin("go depth 3");
    const std::optional<UciSearch> search = engine.answer(kPrompt);
    if (!search) engine.give_up(kWarning, "no answer in a position without legal moves");
    if (search->best != "(none)" && search->best != "0000")
      engine.found(kWarning, "bestmove {} in a position without legal moves",
                   text::quoted(search->best, 20));
  }
}

void best_is_first(CheckedUciEngine& engine) {
  int others = 0;
  for (const GamePoint& point : kPoints) {
    const UciSearch search = engine.position(point.fen, point.moves).search("go depth 3");
    std::string first;
    for (const client::UciInfo& info : search.parsed()) {
      std::string_view moves = info.principal_variation;
      if (info.score && !moves.empty() && info.line.value_or(1) == 1)
        first = text::take_word(moves);
    }
    if (first.empty() || first == search.best) continue;
    if (++others == 1)
      engine.found(kWarning, "bestmove {} after a line that begins with {}, from {}", search.best,
                   first, point.fen.empty() ? "startpos" : point.fen);
  }
}

constexpr auto kUciMovesChecks = std::to_array<UciCheck>({
    {{"moves-legal",
      "bestmove and the ponder move are legal, also with checks, en passant, castling and "
      "promotions."},
     moves_legal},
    {{"moves-written",
      "Castling is a king move of two squares; a promotion ends with a lowercase letter; "
      "searchmoves uses the same form."},
     moves_written},
    {{"chess960", "Under UCI_Chess960 castling is king takes own rook, both ways."}, chess960},
    {{"game-followed",
      "A complete game can be played, with each position sent as moves from the start."},
     game_followed},
    {{"long-game", "A game of 400 moves with repetitions can be sent in one line."}, long_game},
    {{"no-legal-move", "Without a legal move the answer is bestmove (none) or 0000."},
     no_legal_move},
    {{"best-is-first", "bestmove is the first move of the last pv."}, best_is_first},
});

}  // namespace

std::span<const UciCheck> uci_move_checks() { return kUciMovesChecks; }

}  // namespace trivium::check
