// Results of a tournament so far. Games can be added in any order; memory depends on the number of
// engines, not of games.
//
// Board games: wins, draws and losses by color and pairing, the five results of a pair of games
// with colors reversed, faults by engine and kind, minimum time left. Poker: moments of the
// winnings of each deal, averaged over its rotations, since these are not independent. Single games
// are stored only while their encounter is incomplete.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <numeric>
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

/// Games between two engines, from the first one's view.
struct PairingScore {
  learning::statistics::GameCounts games;         ///< all games
  learning::statistics::GameCounts moving_first;  ///< games in which it moved first
  learning::statistics::PairCounts pairs{};       ///< complete encounters of two games

  friend bool operator==(const PairingScore&, const PairingScore&) = default;
};

struct EngineRecord {
  std::map<Ending, std::uint64_t> faults;  ///< number of faults of this engine by kind
  std::chrono::microseconds closest_call =
      std::chrono::microseconds::max();  ///< minimum time left after a move; negative: overrun
  std::uint64_t excused = 0;             ///< late moves excused by the machine's delay
  Thinking thinking;                     ///< in board games

  friend bool operator==(const EngineRecord&, const EngineRecord&) = default;
};

/// Poker winnings of one engine, in thousandths of a big blind per hand.
struct PokerRecord {
  learning::statistics::Moments raw;       ///< over deals, averaged over all rotations
  learning::statistics::Moments expected;  ///< the same with all-in pots at their expectation
  learning::statistics::Moments aivat;     ///< the same by AIVAT; empty if not computed
  std::uint64_t hands = 0;                 ///< hands played, including incomplete encounters
};

/// Returns the engines 0 to `count` - 1, those of the greatest strength first, then by number.
/// `strength` gives a value that can be compared.
template <class Strength>
std::vector<int> by_strength(std::size_t count, const Strength& strength) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::ranges::greater{}, strength);
  return order;
}

/// Not thread-safe. Copyable: a copy is a snapshot.
class Standings {
 public:
  /// `names` by engine; `games` is the number of games of a complete encounter.
  Standings(std::vector<std::string> names, int games_per_encounter);

  const std::vector<std::string>& names() const noexcept { return names_; }
  int games_per_encounter() const noexcept { return games_per_encounter_; }

  /// Adds a board game between two engines. Requires: not added before.
  void add(const ScheduledGame& game, const PlayedGame& played);
  /// Adds one rotation of a block of deals: winnings[hand][seat] in thousandths of a big blind, as
  /// played and with all-in pots at their expectation, with the same number of hands. If rotations
  /// have different lengths, only deals in all of them count. `aivat` is given for all rotations of
  /// an encounter or for none. Requires: not added before.
  void add_block(const ScheduledGame& game, std::span<const std::vector<double>> raw,
                 std::span<const std::vector<double>> expected,
                 std::span<const std::vector<double>> aivat = {});
  /// Adds a fault that did not decide a game, as in poker; add() counts those of board games.
  void add_fault(int engine, Ending ending, std::uint64_t times = 1);
  /// Adds a round of a Swiss tournament in which `engine` does not play.
  void add_bye(int engine) { ++byes_.at(static_cast<std::size_t>(engine)); }

  /// Number of games and blocks added.
  std::uint64_t games() const noexcept { return games_; }
  /// Returns the results of `engine` against `opponent`.
  PairingScore pairing(int engine, int opponent) const;
  /// Returns the results of `engine` against all opponents.
  PairingScore total(int engine) const;
  /// Returns the points in board games; a bye counts as wins in all games of an encounter.
  double points(int engine) const {
    return total(engine).games.points() + static_cast<double>(byes(engine)) * games_per_encounter_;
  }
  std::uint64_t byes(int engine) const { return byes_.at(static_cast<std::size_t>(engine)); }
  const EngineRecord& engine(int engine) const {
    return engines_.at(static_cast<std::size_t>(engine));
  }
  /// Returns the winnings of `engine` at all tables.
  const PokerRecord& poker(int engine) const { return poker_.at(static_cast<std::size_t>(engine)); }
  /// Returns the winnings of `engine` at tables of these two engines alone.
  PokerRecord poker(int engine, int opponent) const;

  /// Returns Bradley-Terry ratings over all games, with standard errors; their mean is 0. Games
  /// count one by one, also within pairs, so the errors are too large if openings favor one color.
  std::vector<learning::statistics::Rating> ratings() const;
  /// Returns the state of a sequential test of the first engine against the second: on pairs if
  /// encounters are pairs, else on games.
  learning::statistics::SprtState sprt(const learning::statistics::SprtTest& test) const;

 private:
  using Pairing = std::pair<int, int>;  ///< lower number first

  /// Deals of a block for which some rotations have been added.
  struct Deals {
    int rotations = 0;
    /// [hand][index of the engine among those at the table, by number], summed over rotations.
    std::vector<std::vector<double>> raw;
    std::vector<std::vector<double>> expected;
    std::vector<std::vector<double>> aivat;
  };

  void enter(const Deals& deals, const std::vector<int>& engines);

  std::vector<std::string> names_;
  int games_per_encounter_;
  std::uint64_t games_ = 0;
  std::map<Pairing, PairingScore> pairings_;  ///< from the view of the lower number
  /// By encounter: half points of the engine with the lower number in the first game.
  std::map<std::uint64_t, std::size_t> waiting_games_;
  std::map<std::uint64_t, Deals> waiting_deals_;  ///< by encounter
  std::vector<EngineRecord> engines_;
  std::vector<std::uint64_t> byes_;  ///< by engine
  std::vector<PokerRecord> poker_;
  /// Records of the engine with the lower number and of the other one.
  std::map<Pairing, std::pair<PokerRecord, PokerRecord>> heads_up_;
};

}  // namespace trivium::match
