// Adapter of Connect-6 for the contract: players are 0 (Black) and 1 (White), a move is one stone.
// The text of a position is the board size and the moves in the form of paper 000.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "tests/contract/connect6_reference.h"
#include "tests/contract/contract.h"

namespace trivium::contract {

struct Connect6Adapter {
  using State = connect6::Board;
  using Move = connect6::Cell;

  class Reference {
   public:
    explicit Reference(int size) : rules_(size) {}
    int to_move() const { return rules_.black_to_move() ? 0 : 1; }
    std::set<std::string> legal_moves() const { return rules_.legal_moves(); }
    std::string identity() const { return rules_.identity(); }
    void play(const std::string& move) { rules_.play(move); }
    std::optional<Payoffs> payoffs() const {
      const auto result = rules_.result_for_black();
      if (!result) return std::nullopt;
      return Payoffs{*result, -*result};
    }

   private:
    reference::Connect6 rules_;
  };

  static constexpr bool kTransposes = true;

  static std::vector<std::string> starts() {
    return {"6 ", "7 ", "9 ", "19 ", "25 "};
  }  // small boards fill up or are won
  static State from_text(const std::string& text) {
    const std::size_t space = text.find(' ');
    const int size = std::stoi(text.substr(0, space));
    if (space + 1 == text.size()) return State(size);
    const auto game = connect6::parse_paper_record(text.substr(space + 1), size);
    REQUIRE(game.has_value());
    const auto board = connect6::replay(*game);
    REQUIRE(board.has_value());
    return *board;
  }
  static std::string to_text(const State& state) {
    connect6::GameRecord game;
    game.size = state.size();
    game.moves = state.history();
    return std::to_string(state.size()) + ' ' + connect6::write_paper_record(game);
  }
  static Reference reference(const std::string& text) { return Reference(std::stoi(text)); }

  static int to_move(const State& state) {
    return state.to_move() == connect6::Stone::kBlack ? 0 : 1;
  }
  static std::vector<Move> legal_moves(const State& state) {
    std::vector<Move> moves;
    for (int cell = 0; cell < state.cells(); ++cell) {
      if (state.is_legal(static_cast<Move>(cell))) moves.push_back(static_cast<Move>(cell));
    }
    return moves;
  }
  static bool is_legal(const State& state, Move move) { return state.is_legal(move); }
  static Move any_move(const State& state, Rng& rng) {
    const auto cells = static_cast<std::uint32_t>(state.cells());
    return static_cast<Move>(rng.below(4) == 0 ? rng.below(1U << 16) : rng.below(cells + 2));
  }
  static void do_move(State& state, Move move) { state.do_move(move); }
  static void undo_move(State& state) { state.undo_move(); }
  static std::uint64_t key(const State& state) { return state.key(); }
  static std::optional<Payoffs> payoffs(const State& state) {
    if (!state.over()) return std::nullopt;
    const int black = state.winner() == connect6::Stone::kEmpty   ? 0
                      : state.winner() == connect6::Stone::kBlack ? 1
                                                                  : -1;
    return Payoffs{black, -black};
  }

  static std::string move_text(const State& state, Move move) {
    return connect6::gtp_vertex(move, state.size());
  }
  static std::optional<Move> parse_move(const State& state, const std::string& text) {
    const auto cell = connect6::parse_gtp_vertex(text, state.size());
    if (!cell) return std::nullopt;
    return *cell;
  }
  static std::string reference_text(const State& state, Move move) {
    return std::string(1, static_cast<char>('a' + state.column(move))) +
           std::to_string(state.row(move) + 1);
  }
};
static_assert(GameAdapter<Connect6Adapter>);

}  // namespace trivium::contract
