// Schedule of a tournament: computes a game from its number, without a list of games.
//
// An encounter is one opening (or one block of poker deals) between the same engines, played once
// in every seat rotation: two games with colors reversed, or the rotations of a poker table. It can
// also be a single game. A round has one encounter of each pairing; rounds use new openings.
//
// A round robin of two seats uses the circle method (Schurig 1886; balance of colors by Berger).
// With six engines or more no engine plays in two consecutive encounters, so parallel games do not
// wait for an engine. If an encounter has one game, first moves are balanced: in each round every
// engine moves first in half of its games, give or take one, and the next round reverses that.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::match {

enum class Format : std::uint8_t {
  kRoundRobin,  ///< every engine against every other
  kGauntlet,    ///< each of the first `seeds` engines against each of the remaining engines
  kSwiss,       ///< engines of similar score meet; paired round by round: swiss.h
};

/// Word in `-tournament`, events and the rules of tournaments.
inline constexpr std::array<std::string_view, 3> kFormatWords{"roundrobin", "gauntlet", "swiss"};
constexpr std::string_view to_string(Format format) noexcept {
  return kFormatWords[static_cast<std::size_t>(format)];
}

/// A game before it is played.
struct ScheduledGame {
  std::uint64_t number = 0;     ///< in the tournament, from 0
  std::uint64_t encounter = 0;  ///< number of its encounter (pair of games), from 0
  std::uint32_t round = 0;      ///< from 0
  int rotation = 0;             ///< index within the encounter, from 0
  std::uint64_t opening = 0;    ///< index of the opening or of the block of deals
  /// Engines by seat. Seat 0 is side 0, which moves first in the game's start position.
  std::vector<int> seats;

  friend bool operator==(const ScheduledGame&, const ScheduledGame&) = default;
};

/// A part of a tournament, to be played on its own: the encounters whose number is `number` modulo
/// `count`. All games of an encounter are in one part. The default is the whole tournament.
struct Part {
  std::uint64_t number = 0;  ///< below `count`
  std::uint64_t count = 1;   ///< number of parts

  bool is_whole() const noexcept { return count == 1; }
  bool has(std::uint64_t encounter) const noexcept { return encounter % count == number; }
  friend bool operator==(const Part&, const Part&) = default;
};

/// Word in `-part`: "0/3".
std::string to_string(const Part& part);
/// Parses "K/N" with 0 <= K < N <= kMaxParts; empty if the text is anything else.
std::optional<Part> parse_part(std::string_view text) noexcept;
inline constexpr std::uint64_t kMaxParts = 1'000'000;

/// What decides a schedule.
struct ScheduleOptions {
  Format format = Format::kRoundRobin;
  int engines = 2;
  int seats = 2;  ///< seats of a table: 2, in poker up to 10
  int seeds = 1;  ///< gauntlet: number of engines, the first ones, that meet all remaining ones
  std::uint32_t rounds = 1;
  int games = 2;            ///< games of an encounter: 1 or rotation_count()
  bool all_orders = false;  ///< rotations are all orders of the players, not only cyclic shifts
  bool same_opening_in_round = false;  ///< every pairing of a round plays the same opening
  Part part = {};  ///< encounters that this run plays; changes no game. Not in Swiss tournaments
};

/// Returns the number of seat rotations of a table: `seats`, or its factorial for all orders.
/// Requires: at most 10 seats.
int rotation_count(int seats, bool all_orders) noexcept;
/// Returns a rotation of `players`: a cyclic shift or, with `all_orders`, any order. Requires:
/// `rotation` is below rotation_count(). Rotation 0 is `players` unchanged.
std::vector<int> rotated(std::span<const int> players, int rotation, bool all_orders = false);

/// Fails if `options.part` is not a part of the tournament. A Swiss tournament has no parts, since
/// the results of all games decide its pairings.
Status check_part(const ScheduleOptions& options);

/// Immutable; thread-safe. Stores the pairings of one round.
class Schedule {
 public:
  /// Fails if the numbers contradict each other.
  static Result<Schedule> make(const ScheduleOptions& options);

  const ScheduleOptions& options() const noexcept { return options_; }
  /// Returns the number of games of all rounds.
  std::uint64_t size() const noexcept;
  /// Returns the number of games of the part.
  std::uint64_t size_of_part() const noexcept;
  /// Returns the lowest number from `number` on whose game belongs to the part; size() or more if
  /// there is none. Requires: `number` <= size().
  std::uint64_t next_of_part(std::uint64_t number) const noexcept;
  std::uint64_t encounters_per_round() const noexcept { return encounters_; }
  int games_per_encounter() const noexcept { return options_.games; }
  /// Returns the round of game `number`, from 0.
  std::uint32_t round_of(std::uint64_t number) const noexcept;
  /// Returns the index of the pairing of game `number` in its round, below encounters_per_round().
  std::uint64_t pairing_of(std::uint64_t number) const noexcept;

  /// Returns game `number`. Requires: `number` < size(); not a Swiss tournament.
  ScheduledGame game(std::uint64_t number) const;
  /// Returns game `number` with the engines of `table`. For Swiss tournaments, whose pairings are
  /// known per round.
  ScheduledGame game(std::uint64_t number, std::span<const int> table) const;

 private:
  explicit Schedule(const ScheduleOptions& options);

  ScheduleOptions options_;
  std::vector<std::vector<int>> tables_;  ///< engines of each pairing of a round; empty for Swiss
  std::uint64_t encounters_ = 0;          ///< encounters per round
};

}  // namespace trivium::match
