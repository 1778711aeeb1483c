// Encodes a poker decision for a convolutional network: 16 planes of 17 by 17 numbers in [0, 1],
// and the betting as a sequence for a network with a memory.
//
// A card is a cell in a 4 by 13 area (rows spade, heart, diamond, club; columns deuce to ace) of a
// plane. The learner and the player share this encoder. Source: Tang, Xu and Tan 2020, section
// "model" (paper 004); centered alignment is from Yakovenko (2016). models/README.md describes the
// planes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "engine/poker/equity/holdings.h"

namespace trivium::poker {

inline constexpr std::size_t kPlanes = 16;
inline constexpr std::size_t kPlaneSide = 17;
inline constexpr std::size_t kPlaneSize = kPlaneSide * kPlaneSide;
/// Size of an encoded state: plane by plane, row by row.
inline constexpr std::size_t kEncodedNumbers = kPlanes * kPlaneSize;
using EncodedState = std::array<float, kEncodedNumbers>;

/// Names of the planes for users: "hole card a".
const std::array<std::string_view, kPlanes>& plane_names() noexcept;

/// Position of the card area in a plane.
enum class Alignment : std::uint8_t { kTopLeft, kCentered };

/// Returns "top-left" or "centred".
std::string_view alignment_name(Alignment alignment) noexcept;
std::optional<Alignment> alignment_named(std::string_view name) noexcept;

/// Count of the opponent's possible holdings.
struct Beaten {
  std::uint32_t by = 0;  ///< number of holdings that beat the player now
  std::uint32_t of = 0;  ///< number of all holdings
};
/// Compares `holding` with every holding that the opponent can have, on `board` as it is now.
Beaten beaten_now(const Holding& holding, std::span<const Card> board) noexcept;

/// Returns an error unless the game's decisions can be encoded: heads-up hold'em with a full deck.
Status encodable(const GameDefinition& game);

/// Encodes what the player to act sees with `holding`. Takes some microseconds; does not allocate;
/// thread-safe. Requires: the hand is not finished, its game is encodable(), its board is known and
/// has no card of the holding.
void encode(const PublicState& state, const Holding& holding, Alignment alignment,
            EncodedState& out) noexcept;

/// Number of inputs for each action: two flags for the player (the one to act now, or the
/// opponent), two for call or raise, the chips put in as a part of the resulting pot, and four
/// flags for the round.
inline constexpr std::size_t kActionNumbers = 9;
/// Maximum number of encoded actions; if a hand has more, its last ones are encoded. No hand of the
/// built-in limit game has more.
inline constexpr std::size_t kMaxActions = 32;
/// The actions of a hand in order: the first `count` of `actions`.
struct EncodedBetting {
  std::array<std::array<float, kActionNumbers>, kMaxActions> actions;
  std::size_t count = 0;
};

/// Encodes the betting from the view of the player to act. Does not allocate; thread-safe.
/// Requires: as for encode().
void encode_betting(const PublicState& state, EncodedBetting& out) noexcept;

/// Returns the card area of a plane for users, one row of text for each suit: '.' is 0, '#' is 1, a
/// digit is tenths.
std::array<std::string, kSuits> plane_rows(const EncodedState& state, std::size_t plane,
                                           Alignment alignment);

}  // namespace trivium::poker
