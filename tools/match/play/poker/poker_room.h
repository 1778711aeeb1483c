// Where the games of a poker tournament are played: blocks of deals, by our own dealer, between programs and players of our own.
//
// All rotations of a block are dealt the same cards, so that what one player is dealt in one of them his opponents are dealt in the others.
// Programs (EngineSpec of protocol kAcpc) are started anew for each block, with HOST PORT behind their arguments; players of our own
// (kInternal) sit at the table inside this process. They take the options "policy" (KIND or KIND:FILE, as `trivium acpc --policy`; rule
// where it is missing) and "seed" (of their dice, 0). A table of our own players alone needs no socket.
//
// A block is always played to its end: who crashes, stalls, leaves, is late or does not come has his fault recorded with the evidence and
// checks or folds from then on, as at a table in life; who gives an illegal answer plays what the dealer makes of it. A program that has
// never come to the table since the room was opened is another matter: most likely its command is wrong, so that is an error and no result.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "engine/poker/rules/game_definition.h"
#include "tools/match/play/poker/poker_block.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/schedule.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

/// Any thread, several at once.
class PokerRoom {
 public:
  /// '>' for what a program is told, '<' for what it says.
  using LineLog = std::function<void(const std::string& engine, char direction, std::string_view line)>;
  /// Hands of the block that have been played; called after each.
  using HandCount = std::function<void(std::uint32_t hands)>;

  /// `tournament` must outlive the room. Loads the policies of our own players. The error names the engine, or says what is wrong with the
  /// game: it has no blind to measure winnings by, more seats than there are engines, ...
  static Result<PokerRoom> open(const Tournament& tournament);
  PokerRoom(PokerRoom&&) noexcept;
  PokerRoom& operator=(PokerRoom&&) noexcept;
  ~PokerRoom();

  const poker::GameDefinition& game() const noexcept;

  /// Plays one rotation of one block: `scheduled` has game().players seats. Blocks until it is over; nothing where `stop` was requested
  /// before. The error says why nothing can be recorded: no port could be opened, a program has never connected. `log`, if any, hears
  /// every line to and from programs; `count`, if any, the progress. Both are called by this thread.
  Result<std::optional<PlayedBlock>> play(const ScheduledGame& scheduled, const std::stop_token& stop = {}, const LineLog& log = {},
                                          const HandCount& count = {}) const;

 private:
  struct Impl;
  explicit PokerRoom(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

/// Of the cards of block number `block`, in all its rotations: what trivium-dealer takes to deal them again.
std::uint32_t deal_seed(std::uint64_t tournament_seed, std::uint64_t block) noexcept;

}  // namespace trivium::match
