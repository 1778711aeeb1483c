// Which games a tournament consists of, in order, computed from a game's number: no list of them exists, however long it is.
//
// An encounter is one opening (or one block of poker deals) between the same engines, played once in every seat rotation: two games with
// colours reversed, or as many as a poker table asks for. Rounds repeat the whole set of pairings with new openings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/core/result.h"

namespace trivium::match {

enum class Format : std::uint8_t {
  kRoundRobin,  ///< everybody against everybody
  kGauntlet,    ///< the first `seeds` engines against each of the others
  kSwiss,       ///< equals against equals; pairings come with each round: swiss.h
};

/// One game, before it is played.
struct ScheduledGame {
  std::uint64_t number = 0;     ///< in the tournament, from 0
  std::uint64_t encounter = 0;  ///< games of one encounter belong together: a pair
  std::uint32_t round = 0;      ///< from 0
  int rotation = 0;             ///< which of the encounter's games, from 0
  std::uint64_t opening = 0;    ///< index for the OpeningBook, or of the block of deals
  std::vector<int> seats;       ///< engines by seat; seat 0 moves first
};

struct ScheduleOptions {
  Format format = Format::kRoundRobin;
  int engines = 2;
  int seats = 2;  ///< at a table: 2, in poker up to 10
  int seeds = 1;  ///< gauntlet
  std::uint32_t rounds = 1;
  int games = 2;                       ///< of an encounter: 1, or the number of rotations
  bool same_opening_in_round = false;  ///< every pairing of a round plays the same opening
};

/// For round robins and gauntlets; Swiss games are numbered the same way but paired by swiss_round().
class Schedule {
 public:
  /// The error says which numbers do not go together.
  static Result<Schedule> make(const ScheduleOptions& options);

  std::uint64_t size() const noexcept;
  std::uint64_t encounters_per_round() const noexcept;
  int games_per_encounter() const noexcept { return options_.games; }
  /// `number` below size().
  ScheduledGame game(std::uint64_t number) const;

 private:
  explicit Schedule(const ScheduleOptions& options) : options_(options) {}

  ScheduleOptions options_;
  std::vector<std::vector<int>> tables_;  ///< engines of each pairing of a round
};

/// Rotation `rotation` of `players`: two swap; more turn by one seat, or, where `all`, take every order once.
std::vector<int> rotated(std::span<const int> players, int rotation, bool all = false);

}  // namespace trivium::match
