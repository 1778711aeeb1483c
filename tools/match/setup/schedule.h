// Which games a tournament consists of, in order, computed from a game's number: no list of them exists, however long it is.
//
// An encounter is one opening (or one block of poker deals) between the same engines, played once in every seat rotation: two games with
// colors reversed, or as many as a poker table asks for. Rounds repeat the whole set of pairings with new openings.
//
// A round robin of two at a board is paired by the circle method (Schurig 1886; the balance of colors is Berger's): from six engines on
// no engine plays in two encounters that follow one another, so that games can run at once without an engine waiting for itself. Who moves
// first is balanced where an encounter has one game only: in each round every engine moves first in half of its games, or one more or
// less, and in the next round it is the other way round.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::match {

enum class Format : std::uint8_t {
  kRoundRobin,  ///< everybody against everybody
  kGauntlet,    ///< the first `seeds` engines, each against those that are no seeds
  kSwiss,       ///< equals against equals; pairings come with each round: swiss.h
};

/// As `-tournament`, events and the rules of tournaments have it.
inline constexpr std::array<std::string_view, 3> kFormatWords{"roundrobin", "gauntlet", "swiss"};
constexpr std::string_view to_string(Format format) noexcept { return kFormatWords[static_cast<std::size_t>(format)]; }

/// One game, before it is played.
struct ScheduledGame {
  std::uint64_t number = 0;     ///< in the tournament, from 0
  std::uint64_t encounter = 0;  ///< games of one encounter belong together: a pair
  std::uint32_t round = 0;      ///< from 0
  int rotation = 0;             ///< which of the encounter's games, from 0
  std::uint64_t opening = 0;    ///< index for the OpeningBook, or of the block of deals
  std::vector<int> seats;       ///< engines by seat; seat 0 is side 0, which moves first in the game's start position

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

struct ScheduleOptions {
  Format format = Format::kRoundRobin;
  int engines = 2;
  int seats = 2;  ///< at a table: 2, in poker up to 10
  int seeds = 1;  ///< gauntlet
  std::uint32_t rounds = 1;
  int games = 2;                       ///< of an encounter: 1, or rotation_count()
  bool all_orders = false;             ///< rotations are all orders of the players, not only the turns of the table
  bool same_opening_in_round = false;  ///< every pairing of a round plays the same opening
};

/// Seat rotations of a table: `seats`, or its factorial where they are all orders; at most 10 seats.
int rotation_count(int seats, bool all_orders) noexcept;
/// Rotation `rotation`, below rotation_count(), of `players`: two swap; more turn by one seat, or, where `all_orders`, take every order
/// once. Rotation 0 is `players` as they are.
std::vector<int> rotated(std::span<const int> players, int rotation, bool all_orders = false);

/// Immutable; any thread. Memory for the pairings of one round.
class Schedule {
 public:
  /// The error says which numbers do not go together.
  static Result<Schedule> make(const ScheduleOptions& options);

  const ScheduleOptions& options() const noexcept { return options_; }
  /// Games of all rounds.
  std::uint64_t size() const noexcept;
  std::uint64_t encounters_per_round() const noexcept { return encounters_; }
  int games_per_encounter() const noexcept { return options_.games; }
  std::uint32_t round_of(std::uint64_t number) const noexcept;
  /// Which of its round's pairings game `number` plays, below encounters_per_round().
  std::uint64_t pairing_of(std::uint64_t number) const noexcept;

  /// `number` below size(). Not in a Swiss tournament.
  ScheduledGame game(std::uint64_t number) const;
  /// The same between the engines of `table`: for Swiss tournaments, whose pairings are known when their round begins.
  ScheduledGame game(std::uint64_t number, std::span<const int> table) const;

 private:
  explicit Schedule(const ScheduleOptions& options);

  ScheduleOptions options_;
  std::vector<std::vector<int>> tables_;  ///< engines of each pairing of a round; empty in a Swiss tournament
  std::uint64_t encounters_ = 0;          ///< of a round
};

}  // namespace trivium::match
