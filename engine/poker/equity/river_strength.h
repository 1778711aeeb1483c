// What every holding is worth on a board: exactly on the river, as a histogram over all rivers on the turn and the flop.
//
// On a full board the holdings are sorted by rank; how many are worse than one is what was counted before it, less those that share a
// card with it, which are counted by card. So all 1,081 are compared with each other in one pass, and counting for eight classes of
// opponents at once is the same pass with vectors. All is integers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/rules/card.h"

namespace trivium::poker {

/// A win against each of an opponent's 990 holdings, ties counted half: an equity of one, in units of half a holding.
inline constexpr std::uint32_t kRiverUnits = 1'980;

/// By pair_number(); 0 for a pair that shares a card with the board.
using PairEquities = std::array<std::uint16_t, kPairs>;

/// The equity of every holding on a board of five cards against any two other cards, all equally likely: 0 to kRiverUnits. About 16 us.
void river_equities(std::span<const Card> board, PairEquities& equities) noexcept;

/// Bins of a histogram of equity, equally wide.
inline constexpr std::size_t kEquityBins = 64;
/// The bin of an equity, of which kRiverUnits is one.
constexpr std::size_t equity_bin(std::uint32_t equity) noexcept { return equity * kEquityBins / (kRiverUnits + 1); }

/// [b]: on how many of the 46 rivers the equity's bin is b or lower, in kTurnScale steps for each. The sum of differences of two such
/// points is the earth mover's distance of the histograms.
using TurnPoint = std::array<std::uint8_t, kEquityBins>;
inline constexpr std::size_t kTurnScale = 5;
inline constexpr std::size_t kTurnRivers = 46;

/// By pair_number(), on a board of four cards. Pairs with a card of the board have zeros. 1 ms.
std::vector<TurnPoint> turn_points(std::span<const Card> board);

inline constexpr std::size_t kOpponentClasses = 8;
/// An equity of one against a class.
inline constexpr std::size_t kProfileUnits = 250;
/// Equities against each class of opponents' holdings; the places after them are 0 and make the row as long as a vector.
using RiverPoint = std::array<std::uint8_t, 16>;

/// By pair_number(): the class of an opponent's holding.
using OpponentClasses = std::array<std::uint8_t, kPairs>;

/// `by_class` is by preflop_class().
OpponentClasses opponents_by_pair(std::span<const std::uint8_t, kPreflopClasses> by_class) noexcept;

/// By pair_number(): where no holding of a class is left to the opponent, the equity against all stands for it. About 35 us.
void river_points(std::span<const Card> board, const OpponentClasses& opponents, std::span<RiverPoint, kPairs> points) noexcept;

}  // namespace trivium::poker
