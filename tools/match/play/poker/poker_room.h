// Plays the games of a poker tournament: blocks of deals, by our own dealer, between programs and
// internal players.
//
// All rotations of a block use the same cards, so that every player plays the hands of its
// opponents too. Programs (EngineSpec of protocol kAcpc) are restarted for each block, with HOST
// PORT appended to their arguments; internal players (kInternal) run in this process. Their options
// are "policy" (KIND or KIND:FILE, as `trivium acpc --policy`; default: rule) and "seed" (random
// seed, default 0). A table of internal players only needs no socket.
//
// A block is always played to its end. If a player crashes, stalls, leaves, is late or does not
// connect, the fault is recorded with evidence, and the player checks or folds from then on. An
// illegal answer is replaced by the dealer's choice. A program that has never connected since the
// room was opened is an error, not a result: most likely its command is wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/result.h"
#include "tools/match/play/poker/poker_block.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// Thread-safe.
class PokerRoom {
 public:
  /// '>' marks lines to a program, '<' lines from it.
  using LineLog =
      std::function<void(const std::string& engine, char direction, std::string_view line)>;
  /// Receives the number of hands of the block played so far; called after each hand.
  using HandCount = std::function<void(std::uint32_t hands)>;

  /// Loads the policies of internal players. Requires: `tournament` outlives the room. The error
  /// names the engine or the problem of the game: no blind as the unit of winnings, more seats than
  /// engines.
  static Result<PokerRoom> open(const Tournament& tournament);

  /// Plays one rotation of one block; blocks. Requires: `scheduled` has a seat for each player of
  /// the game. Returns nothing if `stop` was requested. Fails if no port could be opened or a
  /// program has never connected. `log` (optional) receives every line to and from programs,
  /// `count` (optional) the progress; this thread calls both.
  Result<std::optional<PlayedBlock>> play(const ScheduledGame& scheduled,
                                          const std::stop_token& stop = {}, const LineLog& log = {},
                                          const HandCount& count = {}) const;

 private:
  struct Impl;
  explicit PokerRoom(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

/// Returns the seed of the cards of block number `block`, which all its rotations share.
/// trivium-dealer deals the same cards for this seed.
std::uint32_t deal_seed(std::uint64_t tournament_seed, std::uint64_t block) noexcept;

}  // namespace trivium::match
