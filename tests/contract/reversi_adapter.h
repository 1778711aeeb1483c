// Adapter of Reversi for the contract: players are 0 (Black) and 1 (White), payoffs are discs. The
// text of a position is in the format OBF.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/vertex.h"
#include "tests/contract/contract.h"
#include "tests/contract/reversi_reference.h"

namespace trivium::contract {

struct ReversiAdapter {
  using State = reversi::Game;
  using Move = reversi::Move;

  class Reference {
   public:
    /// `text` is OBF.
    explicit Reference(const std::string& text)
        : rules_(text.substr(0, text.find(' ')), text[text.find(' ') + 1]) {}
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
    reference::Reversi rules_;
  };

  static constexpr bool kTransposes = true;

  /// The usual starts, two after a move with either side to move, and one with few empty squares.
  static std::vector<std::string> starts() {
    return {"-----OX--XO----- X;",
            "--------------OX----XO-------------- X;",
            "---------------------------OX------XO--------------------------- X;",
            "--------------------XO-----OO------XO--------------------------- X;",
            "-------------------X-------XX------XO--------------------------- O;",
            "-XXXXXXX-XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- O;"};
  }
  static State from_text(const std::string& text) {
    const auto problem = reversi::parse_obf(text);
    REQUIRE(problem.has_value());
    return State(problem->position, problem->to_move);
  }
  static std::string to_text(const State& state) {
    return reversi::write_obf({state.position(), state.to_move(), {}});
  }
  static Reference reference(const std::string& text) { return Reference(text); }

  static int to_move(const State& state) {
    return state.to_move() == reversi::Color::kBlack ? 0 : 1;
  }
  static std::vector<Move> legal_moves(const State& state) {
    return reversi::legal_moves(state.position());
  }
  static bool is_legal(const State& state, Move move) { return state.position().is_legal(move); }
  static Move any_move(const State&, Rng& rng) { return static_cast<Move>(rng.below(70)); }
  static void do_move(State& state, Move move) { state.do_move(move); }
  static void undo_move(State& state) { state.undo_move(); }
  static std::uint64_t key(const State& state) { return state.position().key(); }
  static std::optional<Payoffs> payoffs(const State& state) {
    if (!state.over()) return std::nullopt;
    const int black = state.final_score(reversi::Color::kBlack);
    return Payoffs{black, -black};
  }

  static std::string move_text(const State&, Move move) { return reversi::gtp_vertex(move); }
  static std::optional<Move> parse_move(const State& state, const std::string& text) {
    const auto move = reversi::parse_move(text, state.size());
    if (!move) return std::nullopt;
    return *move;
  }
  static std::string reference_text(const State&, Move move) { return reversi::move_name(move); }
};
static_assert(GameAdapter<ReversiAdapter>);

}  // namespace trivium::contract
