// What a tournament has shown so far, fed with games in any order, in memory that depends on the number of engines and not of games.
//
// Board games: wins, draws and losses by colour and pairing, the five results of a pair of games with colours reversed, faults of each
// engine by kind, the closest calls with the clock. Poker: the moments of the winnings of each deal, averaged over its rotations. A game
// that waits for the rest of its encounter is all that is kept of single games.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "learning/measure/bradley_terry.h"
#include "learning/measure/moments.h"
#include "learning/measure/pair_score.h"
#include "tools/match/played_game.h"
#include "tools/match/schedule.h"

namespace trivium::match {

/// Games of one engine against another, from the first one's view.
struct PairingScore {
  learning::GameCounts games;         ///< all
  learning::GameCounts moving_first;  ///< those in which it moved first
  learning::PairCounts pairs;         ///< of complete encounters of two games
};

struct EngineRecord {
  std::map<Ending, std::uint64_t> faults;                                     ///< its own
  std::chrono::microseconds closest_call = std::chrono::microseconds::max();  ///< least time left after a move; negative: overrun
};

/// Poker: winnings of one engine, in thousandths of a big blind a hand.
struct PokerRecord {
  learning::Moments raw;       ///< of deals, averaged over all rotations
  learning::Moments expected;  ///< the same with all-in pots at their expectation
  std::uint64_t hands = 0;
};

class Standings {
 public:
  /// `names` by engine; `games` of a complete encounter.
  Standings(std::vector<std::string> names, int games_per_encounter);

  const std::vector<std::string>& names() const noexcept { return names_; }

  /// A board game between two engines.
  void add(const ScheduledGame& game, const PlayedGame& played);
  /// One rotation of a block of deals: winnings[hand][seat] in thousandths of a big blind, as played and with all-in pots at their
  /// expectation.
  void add_block(const ScheduledGame& game, std::span<const std::vector<double>> raw, std::span<const std::vector<double>> expected);

  std::uint64_t games() const noexcept { return games_; }
  PairingScore pairing(int engine, int opponent) const;
  /// Against everybody.
  PairingScore total(int engine) const;
  double points(int engine) const;
  const EngineRecord& engine(int engine) const { return engines_.at(static_cast<std::size_t>(engine)); }
  const PokerRecord& poker(int engine) const { return poker_.at(static_cast<std::size_t>(engine)); }

  /// Bradley-Terry ratings over all games, with standard errors; the mean of all engines is 0.
  std::vector<learning::Rating> ratings() const;

 private:
  struct Waiting;
  std::vector<std::string> names_;
  int games_per_encounter_;
  std::uint64_t games_ = 0;
  std::map<std::pair<int, int>, PairingScore> pairings_;
  std::vector<EngineRecord> engines_;
  std::vector<PokerRecord> poker_;
};

}  // namespace trivium::match
