// A poker decision as the pictures that a convolutional network looks at: 16 planes of 17 by 17 numbers between 0 and 1; and the betting as
// the sequence that a network with a memory reads.
//
// A card is a place of a 4 by 13 area (rows spade, heart, diamond, club; columns deuce to ace) within a plane. One encoder serves the
// learner and the player. Source: Tang, Xu and Tan 2020, section "model" (paper 004); alignment in the middle is Yakovenko's (2016).
// models/README.md describes the planes one by one.
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
/// Plane by plane, row by row.
inline constexpr std::size_t kEncodedNumbers = kPlanes * kPlaneSize;
using EncodedState = std::array<float, kEncodedNumbers>;

/// What each plane shows, for readers: "hole card a".
const std::array<std::string_view, kPlanes>& plane_names() noexcept;

/// Where the area of cards lies in a plane.
enum class Alignment : std::uint8_t { kTopLeft, kCentred };

/// "top-left" or "centred".
std::string_view alignment_name(Alignment alignment) noexcept;
std::optional<Alignment> alignment_named(std::string_view name) noexcept;

/// How many of the holdings that an opponent may have, all as likely, beat `holding` as the board lies, and how many there are. Nothing is
/// dealt further. The board has no card of the holding.
struct Beaten {
  std::uint32_t by = 0;
  std::uint32_t of = 0;
};
Beaten beaten_now(const Holding& holding, std::span<const Card> board) noexcept;

/// Whether a game's decisions can be encoded: hold'em for two with a whole deck.
Status encodable(const GameDefinition& game);

/// What the actor sees in `state` with `holding`. The hand is not finished, its game is encodable(), its board is known and has no card of
/// the holding. Some microseconds; no allocation. Any thread.
void encode(const PublicState& state, const Holding& holding, Alignment alignment, EncodedState& out) noexcept;

/// What is told of an action: by whom, the actor or his opponent; a call or a raise; the chips put in as part of the pot with them; the
/// round, by a place of its own.
inline constexpr std::size_t kActionNumbers = 9;
/// Of a longer betting the last so many actions are told; no hand of the built-in limit game has more.
inline constexpr std::size_t kMaxActions = 32;
/// The actions of a hand in their order, the first `count` of `actions`.
struct EncodedBetting {
  std::array<std::array<float, kActionNumbers>, kMaxActions> actions;
  std::size_t count = 0;
};

/// The betting as its actor remembers it. Conditions as for encode(). No allocation. Any thread.
void encode_betting(const PublicState& state, EncodedBetting& out) noexcept;

/// The card area of a plane for readers, a row of text for each suit: '.' is 0, '#' is 1, a digit the tenths between.
std::array<std::string, kSuits> drawn_plane(const EncodedState& state, std::size_t plane, Alignment alignment);

}  // namespace trivium::poker
