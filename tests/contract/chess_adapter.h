// Adapter of chess for the contract: orthodox and Chess960 starts, openings to endgames. Players
// are 0 (White) and 1 (Black).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "tests/contract/chess_reference.h"
#include "tests/contract/contract.h"

namespace trivium::contract {

struct ChessAdapter {
  using State = chess::Game;
  using Move = chess::Move;

  class Reference {
   public:
    explicit Reference(const std::string& fen) : rules_(fen) {}
    int to_move() const { return rules_.white_to_move() ? 0 : 1; }
    std::set<std::string> legal_moves() const { return rules_.legal_moves(); }
    std::string identity() const { return rules_.identity(); }
    void play(const std::string& move) { rules_.play(move); }
    std::optional<Payoffs> payoffs() const {
      const auto result = rules_.result_for_white();
      if (!result) return std::nullopt;
      return Payoffs{*result, -*result};
    }

   private:
    reference::Chess rules_;
  };

  static constexpr bool kTransposes = true;

  static std::vector<std::string> starts() {
    return {
        std::string(chess::kStartFen),
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  // castling, pins,
                                                                                 // captures
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",             // en passant along a pinned rank
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",               // promotions
        "1rkr3b/pppppppp/8/8/8/8/PPPPPPPP/1RKR3B w DBdb - 0 1",  // Chess960: rooks beside the king
        "qrkr4/8/8/8/8/8/8/QRKR4 w DBdb - 0 1",  // rooks that shield their king on the back rank
        "4k3/8/8/8/8/8/3pP3/4K2R w K - 0 1",     // few pieces: mates, stalemates, dead positions
        "8/8/4k3/8/2b5/8/1PK5/8 w - - 90 120",   // near the fifty-move limit
    };
  }
  static State from_text(const std::string& fen) {
    const auto position = chess::parse_fen(fen);
    REQUIRE(position.has_value());
    return State(*position);
  }
  static std::string to_text(const State& state) {
    return chess::to_fen(state.position(), chess::FenStyle::kShredder);
  }
  static Reference reference(const std::string& fen) { return Reference(fen); }

  static int to_move(const State& state) { return index(state.position().side_to_move()); }
  static std::vector<Move> legal_moves(const State& state) {
    if (state.end()) return {};
    const chess::MoveList moves = chess::legal_moves(state.position());
    return {moves.begin(), moves.end()};
  }
  static bool is_legal(const State& state, Move move) {
    return !state.end() && chess::is_legal(state.position(), move);
  }
  static Move any_move(const State&, Rng& rng) {
    return Move::from_bits(static_cast<std::uint16_t>(rng.below(1U << 16)));
  }
  static void do_move(State& state, Move move) { state.do_move(move); }
  static void undo_move(State& state) { state.undo_move(); }
  static std::uint64_t key(const State& state) { return state.position().key(); }
  static std::optional<Payoffs> payoffs(const State& state) {
    const auto end = state.end();
    if (!end) return std::nullopt;
    return Payoffs{static_cast<int>(end->for_white), -static_cast<int>(end->for_white)};
  }

  static std::string move_text(const State& state, Move move) {
    return chess::to_san(state.position(), move);
  }
  static std::optional<Move> parse_move(const State& state, const std::string& text) {
    const auto move = chess::parse_san(state.position(), text);
    if (!move) return std::nullopt;
    return *move;
  }
  static std::string reference_text(const State&, Move move) {
    std::string text = chess::to_string(move.from()) + chess::to_string(move.to());
    if (move.kind() == Move::Kind::kPromotion) text += "nbrq"[index(move.promotion()) - 1];
    return text;
  }
};
static_assert(GameAdapter<ChessAdapter>);

}  // namespace trivium::contract
