// Statistics of a set of Connect-6 games: lengths, results, distinct openings and duplicates. They
// show whether games of self-play are varied enough to learn from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

class Census {
 public:
  /// Number of stones of an opening: Black's first stone and three turns of two stones.
  static constexpr std::size_t kOpeningStones = 7;

  /// Counts the game unless it is a duplicate (a game with the same hash, records::hash_of()).
  /// Returns true if it was counted. A false duplicate would need a collision of 64-bit hashes.
  bool add(const records::Connect6Game& game);

  std::uint64_t games() const noexcept { return games_.size(); }
  std::uint64_t duplicates() const noexcept { return duplicates_; }
  /// Number of stones that were chosen, that is, placed after the random opening of their game.
  std::uint64_t states() const noexcept { return states_; }
  std::uint64_t results(connect6::GameResult result) const noexcept {
    return results_[static_cast<std::size_t>(result)];
  }
  /// Number of distinct openings up to symmetries of the board and the order of stones in a turn;
  /// shorter games have none.
  std::uint64_t openings() const noexcept { return openings_.size(); }
  /// Returns the smallest length, in stones, that at least the share `share` of the games does not
  /// exceed. Requires: at least one game, `share` in [0, 1].
  std::size_t length_at(double share) const noexcept;

  /// Returns games, duplicates, results, openings and lengths as text of several lines.
  std::string text() const;
  /// Returns a CSV table: the header "stones,games" and a row for each length that occurs.
  std::string lengths_csv() const;

 private:
  std::unordered_set<std::uint64_t> games_;
  std::unordered_set<std::uint64_t> openings_;
  std::uint64_t duplicates_ = 0;
  std::uint64_t states_ = 0;
  std::array<std::uint64_t, 4> results_{};
  std::vector<std::uint64_t> lengths_;  ///< element n: number of games with n stones
};

}  // namespace trivium::learning::btmm
