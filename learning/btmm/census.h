// What a set of games is like: how long they are, how they end, how many begin differently, and which are there twice.
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
  /// The stones that make an opening: Black's first and three turns.
  static constexpr std::size_t kOpeningStones = 7;

  /// Counts the game unless it is one of those before, stone by stone; returns whether it was counted. Games are known by 64 bits: among a
  /// million, one in some 40 million sets is wrongly taken for a duplicate.
  bool add(const records::Connect6Game& game);

  std::uint64_t games() const noexcept { return games_.size(); }
  std::uint64_t duplicates() const noexcept { return duplicates_; }
  /// States that somebody chose a stone in.
  std::uint64_t states() const noexcept { return states_; }
  std::uint64_t results(connect6::GameResult result) const noexcept { return results_[static_cast<std::size_t>(result)]; }
  /// Openings that differ, where neither the symmetries of the board nor the order of the stones in a turn count; games with fewer stones
  /// have none.
  std::uint64_t openings() const noexcept { return openings_.size(); }
  /// Element n: games of n stones.
  const std::vector<std::uint64_t>& lengths() const noexcept { return lengths_; }
  /// The stones that `share` of the games have at most; there must be a game.
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

/// A hash of the first `stones` stones that is the same for the eight symmetries of the board and for both orders of a turn's stones.
std::uint64_t opening_hash(const records::Connect6Game& game, std::size_t stones) noexcept;

}  // namespace trivium::learning::btmm
