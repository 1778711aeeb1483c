// Linear values of legal moves for a modeled player, and their derivatives with respect to the
// weights. A move's value is that of the position after it, or after an expected continuation (the
// backing-up strategies of paper 002).
//
// A value is v(P) = sum_k weight_k a_k(P), from White's view. A player may look further ahead: then
// the value of a position is the mean over its replies, each weighted by the probability that the
// same player chooses it (probabilistic minimax),
//   v(P) = sum_i p_i v(P_i),   p_i = exp(sigma v(P_i)) / sum_j exp(sigma v(P_j)),
// where sigma = +1 if White is to move, else -1. The derivative is sum_i p_i (1 + sigma (v(P_i) -
// v(P))) slope(P_i), where slope(P_i) is the derivative of v(P_i). Stalemate has the value 0; other
// draws are not detected. A win has kWinValue, minus 1 for every half-move that it takes.
//
// Source: Wallbrink 2000, nodes 8, 14 and 20 (paper 002).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/position.h"

namespace trivium::chess {

/// How far a player looks ahead before it evaluates. A position is quiet unless the side to move is
/// in check or the last move was a capture or promotion. With kQuiet2, kQuiet3 and kQuiet4, each
/// line ends at its first quiet position, at the latest after 2, 3 or 4 half-moves, the evaluated
/// move included.
enum class Lookahead : std::uint8_t {
  kOnePly,  ///< the position after the move
  kTwoPly,  ///< the positions after the reply
  kQuiet2,
  kQuiet3,
  kQuiet4,
};
inline constexpr std::array kLookaheads = {Lookahead::kOnePly, Lookahead::kTwoPly,
                                           Lookahead::kQuiet2, Lookahead::kQuiet3,
                                           Lookahead::kQuiet4};

/// Returns "1-ply", "2-ply", "quiet-2", ...
std::string_view lookahead_name(Lookahead lookahead) noexcept;
std::optional<Lookahead> lookahead_named(std::string_view name) noexcept;

/// Value of a win in log-odds; far above every linear value.
inline constexpr double kWinValue = 40;

/// Values of moves from the mover's view, and their slopes (derivatives with respect to the
/// weights), one row for each move.
struct MoveValues {
  std::vector<double> values;
  std::vector<double> slopes;

  std::span<const double> slope(std::size_t move) const noexcept {
    const std::size_t width = slopes.size() / values.size();
    return std::span(slopes).subspan(move * width, width);
  }
};

/// Evaluates moves. Contains working memory, so each thread needs its own.
class MoveValuer {
 public:
  /// Requires: `attributes` outlives this object.
  MoveValuer(const Attributes& attributes, Lookahead lookahead);

  /// Evaluates these legal moves (at least one) with one weight for each attribute. `position` is
  /// unchanged on return.
  void value(Position& position, const MoveList& moves, std::span<const double> weights,
             MoveValues& out);

 private:
  static constexpr std::size_t kMaxPlies = 4;

  /// Returns White's value of a position `ply` half-moves after the one passed to value(), and sets
  /// `slope`. `quiet` is false if the last move was a capture or promotion.
  double evaluate_position(Position& position, std::size_t ply, bool quiet,
                           std::span<const double> weights, std::span<double> slope);
  /// Computes White's values and slopes of the positions after these moves. `position` is `ply`
  /// half-moves after the one passed to value().
  void evaluate_moves(Position& position, const MoveList& moves, std::size_t ply,
                      std::span<const double> weights, MoveValues& out);
  /// Returns the mean of White's values after these moves, each weighted by its probability, and
  /// sets `slope`.
  double average(Position& position, const MoveList& moves, std::size_t ply,
                 std::span<const double> weights, std::span<double> slope);
  bool ends_at(const Position& position, std::size_t ply, bool quiet) const noexcept;

  const Attributes& attributes_;
  Lookahead lookahead_;
  std::array<MoveValues, kMaxPlies + 1> replies_;  ///< by ply
};

/// Computes the move probabilities: exp(value) / sum of exp(values). Requires: `values` is not
/// empty.
void softmax(std::span<const double> values, std::vector<double>& chances);

}  // namespace trivium::chess
