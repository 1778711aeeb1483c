// What a tournament has shown so far, fed with games in any order, in memory that depends on the number of engines and not of games.
//
// Board games: wins, draws and losses by color and pairing, the five results of a pair of games with colors reversed, faults of each
// engine by kind, the closest calls with the clock. Poker: the moments of the winnings of each deal, averaged over its rotations, since
// rotations of one deal are not independent. A game that waits for the rest of its encounter is all that is kept of single games.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "learning/statistics/bradley_terry.h"
#include "learning/statistics/moments.h"
#include "learning/statistics/pair_score.h"
#include "learning/statistics/sprt.h"
#include "tools/match/record/played_game.h"
#include "tools/match/setup/schedule.h"

namespace trivium::match {

/// Games of one engine against another, from the first one's view.
struct PairingScore {
  learning::statistics::GameCounts games;         ///< all
  learning::statistics::GameCounts moving_first;  ///< those in which it moved first
  learning::statistics::PairCounts pairs{};       ///< of complete encounters of two games

  friend bool operator==(const PairingScore&, const PairingScore&) = default;
};

struct EngineRecord {
  std::map<Ending, std::uint64_t> faults;                                     ///< its own
  std::chrono::microseconds closest_call = std::chrono::microseconds::max();  ///< least time left after a move; negative: overrun
  std::uint64_t excused = 0;                                                  ///< late moves that the machine's own delays excused

  friend bool operator==(const EngineRecord&, const EngineRecord&) = default;
};

/// Poker: winnings of one engine, in thousandths of a big blind a hand.
struct PokerRecord {
  learning::statistics::Moments raw;       ///< of deals, averaged over all rotations
  learning::statistics::Moments expected;  ///< the same with all-in pots at their expectation
  learning::statistics::Moments aivat;     ///< the same by AIVAT; empty where nobody has said so
  std::uint64_t hands = 0;                 ///< played, those of incomplete encounters too
};

/// Not thread-safe. A value: a copy is a snapshot.
class Standings {
 public:
  /// `names` by engine; `games` of a complete encounter.
  Standings(std::vector<std::string> names, int games_per_encounter);

  const std::vector<std::string>& names() const noexcept { return names_; }
  int games_per_encounter() const noexcept { return games_per_encounter_; }

  /// A board game between two engines, each game once.
  void add(const ScheduledGame& game, const PlayedGame& played);
  /// One rotation of a block of deals, each once: winnings[hand][seat] in thousandths of a big blind, as played and with all-in pots at
  /// their expectation, the same number of hands both. Of rotations of different lengths the deals count that all of them have. `aivat` too
  /// may be told, in all rotations of an encounter or in none.
  void add_block(const ScheduledGame& game, std::span<const std::vector<double>> raw, std::span<const std::vector<double>> expected,
                 std::span<const std::vector<double>> aivat = {});
  /// Something that went wrong without deciding a game, as in poker; add() counts those of board games.
  void add_fault(int engine, Ending ending, std::uint64_t times = 1);
  /// A round of a Swiss tournament in which `engine` does not play.
  void add_bye(int engine) { ++byes_.at(static_cast<std::size_t>(engine)); }

  /// Games and blocks added.
  std::uint64_t games() const noexcept { return games_; }
  PairingScore pairing(int engine, int opponent) const;
  /// Against everybody.
  PairingScore total(int engine) const;
  /// In board games. A bye is as good as wins in all games of an encounter.
  double points(int engine) const { return total(engine).games.points() + static_cast<double>(byes(engine)) * games_per_encounter_; }
  std::uint64_t byes(int engine) const { return byes_.at(static_cast<std::size_t>(engine)); }
  const EngineRecord& engine(int engine) const { return engines_.at(static_cast<std::size_t>(engine)); }
  /// At all tables.
  const PokerRecord& poker(int engine) const { return poker_.at(static_cast<std::size_t>(engine)); }
  /// At tables of these two.
  PokerRecord poker(int engine, int opponent) const;

  /// Bradley-Terry ratings over all games, with standard errors; the mean of all engines is 0. Games count one by one, also those of a
  /// pair: where openings favour one color the errors are larger than they need be. Figures of a pairing take its pairs as they are.
  std::vector<learning::statistics::Rating> ratings() const;
  /// The test on the results of the first engine against the second: in pairs where encounters are pairs, else in games.
  learning::statistics::SprtState sprt(const learning::statistics::SprtTest& test) const;

 private:
  using Pairing = std::pair<int, int>;  ///< the lower number first

  /// Deals of a block, some of whose rotations are there.
  struct Deals {
    int rotations = 0;
    std::vector<std::vector<double>> raw;  ///< [hand][place of the engine among those at the table], summed over rotations
    std::vector<std::vector<double>> expected;
    std::vector<std::vector<double>> aivat;
  };

  void enter(const Deals& deals, const std::vector<int>& engines);

  std::vector<std::string> names_;
  int games_per_encounter_;
  std::uint64_t games_ = 0;
  std::map<Pairing, PairingScore> pairings_;            ///< from the view of the lower number
  std::map<std::uint64_t, std::size_t> waiting_games_;  ///< by encounter: half points of the lower number in its one game so far
  std::map<std::uint64_t, Deals> waiting_deals_;        ///< by encounter
  std::vector<EngineRecord> engines_;
  std::vector<std::uint64_t> byes_;  ///< by engine
  std::vector<PokerRecord> poker_;
  std::map<Pairing, std::pair<PokerRecord, PokerRecord>> heads_up_;  ///< of the lower number and of the other
};

}  // namespace trivium::match
