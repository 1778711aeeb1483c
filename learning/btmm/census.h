// Statistics of a set of games: lengths, results, distinct openings and duplicates.
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
  /// Stones of an opening: Black's first and three turns.
  static constexpr std::size_t kOpeningStones = 7;

  /// Counts the game unless it is a duplicate, stone by stone; returns whether it was counted.
  /// Duplicates are found by 64-bit hashes; a false one is negligible.
  bool add(const records::Connect6Game& game);

  std::uint64_t games() const noexcept { return games_.size(); }
  std::uint64_t duplicates() const noexcept { return duplicates_; }
  /// Number of states with a chosen stone.
  std::uint64_t states() const noexcept { return states_; }
  std::uint64_t results(connect6::GameResult result) const noexcept {
    return results_[static_cast<std::size_t>(result)];
  }
  /// Number of distinct openings up to symmetries of the board and the order of stones in a turn;
  /// shorter games have none.
  std::uint64_t openings() const noexcept { return openings_.size(); }
  /// Element n is the number of games with n stones.
  const std::vector<std::uint64_t>& lengths() const noexcept { return lengths_; }
  /// Returns the maximum length of the shortest `share` of the games. Requires: at least one game.
  std::size_t length_at(double share) const noexcept;

  /// Lines to read: games, duplicates, results, openings, lengths.
  std::string text() const;
  /// "stones,games" and a line for each length that occurs.
  std::string lengths_csv() const;

 private:
  std::unordered_set<std::uint64_t> games_;
  std::unordered_set<std::uint64_t> openings_;
  std::uint64_t duplicates_ = 0;
  std::uint64_t states_ = 0;
  std::array<std::uint64_t, 4> results_{};
  std::vector<std::uint64_t> lengths_;
};

/// Returns a hash of the first `stones` stones that is invariant under the eight symmetries and the
/// order of stones in a turn.
std::uint64_t opening_hash(const records::Connect6Game& game, std::size_t stones) noexcept;

}  // namespace trivium::learning::btmm
