// What each legal move is worth to a player with given weights, and how that changes with the weights: the value of the position that it
// leads to, or of what the player expects to follow, the backing-up strategies of paper 002.
//
// A value is v(P) = sum_k weight_k a_k(P), White's side being good. A player may look further: then a position is worth what its replies
// are worth on average, each as likely as the same player would choose it (probabilistic minimax),
//   v(P) = sum_i p_i v(P_i),   p_i = exp(sigma v(P_i)) / sum_j exp(sigma v(P_j)),   sigma = +1 where White is to move, else -1,
// whose slope by the weights is sum_i p_i (1 + sigma (v(P_i) - v(P))) slope(P_i). A draw is worth 0; a win kWinWorth, less 1 for every
// half-move that it takes. Source: Wallbrink 2000, nodes 8, 14 and 20 (paper 002).
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

/// How far a player looks before he values. A position is quiet unless its side to move is in check, or the move before took or promoted.
enum class Lookahead : std::uint8_t {
  kOnePly,  ///< the position after the move
  kTwoPly,  ///< the positions after the reply
  kQuiet2,  ///< after the move, or up to so many half-moves where that is not quiet
  kQuiet3,
  kQuiet4,
};
inline constexpr std::array kLookaheads = {Lookahead::kOnePly, Lookahead::kTwoPly, Lookahead::kQuiet2, Lookahead::kQuiet3,
                                           Lookahead::kQuiet4};

/// "1-ply", "2-ply", "quiet-2", ...
std::string_view lookahead_name(Lookahead lookahead) noexcept;
std::optional<Lookahead> lookahead_named(std::string_view name) noexcept;

/// Far beyond what weights make of a position, in the units of log-odds.
inline constexpr double kWinWorth = 40;

/// For the mover: values by move, and slopes row by row, a row for each move.
struct MoveValues {
  std::vector<double> values;
  std::vector<double> slopes;

  std::span<const double> slope(std::size_t move) const noexcept {
    const std::size_t width = slopes.size() / values.size();
    return std::span(slopes).subspan(move * width, width);
  }
};

/// Values moves; keeps room for its work, so each thread has its own.
class MoveValuer {
 public:
  /// `attributes` must outlive it.
  MoveValuer(const Attributes& attributes, Lookahead lookahead);

  /// Of these legal moves, at least one, by `weights`, one for each attribute. The position is as it was when this returns.
  void value(Position& position, const MoveList& moves, std::span<const double> weights, MoveValues& out);

 private:
  static constexpr std::size_t kMaxPlies = 4;

  /// White's value of the position `ply` half-moves after the first, and its slope.
  double look(Position& position, std::size_t ply, bool quiet, std::span<const double> weights, std::span<double> slope);
  /// The positions after these moves, played `ply` half-moves after the first: White's values and slopes.
  void look_after(Position& position, const MoveList& moves, std::size_t ply, std::span<const double> weights, MoveValues& out);
  double average(Position& position, const MoveList& moves, std::size_t ply, std::span<const double> weights, std::span<double> slope);
  bool ends_at(const Position& position, std::size_t ply, bool quiet) const noexcept;

  const Attributes& attributes_;
  Lookahead lookahead_;
  std::array<MoveValues, kMaxPlies + 1> replies_;  ///< by ply
};

/// Chances of moves with these values: exp(value) over their sum.
void softmax(std::span<const double> values, std::vector<double>& chances);

}  // namespace trivium::chess
