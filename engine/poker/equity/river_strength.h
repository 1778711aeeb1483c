// Equities of all holdings on a board: exact on the river, as a histogram over all rivers on the
// turn.
//
// On a full board, the 1,081 holdings are sorted by rank. The number of holdings worse than a given
// one is the number before it, minus those that share a card with it, which are counted by card. So
// one pass compares all holdings with each other. With SIMD vectors, the same pass counts eight
// classes of opponents' holdings separately. All numbers are integers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/rules/card.h"

namespace trivium::poker {

/// An equity of 1: wins against all 990 holdings of an opponent in units of half a holding (ties
/// count half).
inline constexpr std::uint32_t kRiverUnits = 1'980;

/// Equities by pair_number(); 0 for a pair that shares a card with the board.
using PairEquities = std::array<std::uint16_t, kPairs>;

/// Computes the equity of every holding on a full board against a random holding, in [0,
/// kRiverUnits]. Takes about 16 us.
void river_equities(std::span<const Card> board, PairEquities& equities) noexcept;

/// Number of bins of equal width in a histogram of equity.
inline constexpr std::size_t kEquityBins = 64;
/// Returns the bin of an equity in [0, kRiverUnits].
constexpr std::size_t equity_bin(std::uint32_t equity) noexcept {
  return equity * kEquityBins / (kRiverUnits + 1);
}

/// A cumulative histogram: element b is the number of the 46 rivers on which the equity is in bin b
/// or lower, times kTurnScale. The sum of absolute differences of two points is their earth mover's
/// distance times kTurnScale.
using TurnPoint = std::array<std::uint8_t, kEquityBins>;
inline constexpr std::size_t kTurnScale = 5;
inline constexpr std::size_t kTurnRivers = 46;

/// Returns the points by pair_number() on a board of four cards; zeros for pairs that share a card
/// with it. Takes 1 ms.
std::vector<TurnPoint> turn_points(std::span<const Card> board);

inline constexpr std::size_t kOpponentClasses = 8;
/// An equity of 1 against a class.
inline constexpr std::size_t kProfileUnits = 250;
/// Equities against each class of opponents' holdings, padded with zeros to the length of a vector.
using RiverPoint = std::array<std::uint8_t, 16>;

/// Class of an opponent's holding by pair_number().
using OpponentClasses = std::array<std::uint8_t, kPairs>;

/// Converts classes by preflop_class() to classes by pair_number().
OpponentClasses opponents_by_pair(std::span<const std::uint8_t, kPreflopClasses> by_class) noexcept;

/// Computes the points by pair_number(). If the opponent can have no holding of a class, uses the
/// equity against all holdings for it. Takes about 35 us.
void river_points(std::span<const Card> board, const OpponentClasses& opponents,
                  std::span<RiverPoint, kPairs> points) noexcept;

}  // namespace trivium::poker
