// Generator of attacks: turns that threaten to win, with the number of stones needed to parry each.
//
// The threats of a pair of stones are in windows with three own stones and one stone of the pair,
// or with two own stones and both of the pair. So the windows are read once into short lists by
// cell and by pair, and each pair is judged from these lists without placing a stone. In a search
// for forced wins, a pair that takes three stones to parry wins, one that takes two leaves the
// opponent no free stone, and one that takes one leaves it a free stone. Source: the definitions of
// Wu and Huang, "A new family of k-in-a-row games" (ACG 11, 2005).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/connect6/patterns/line_features.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/threats/threats.h"

namespace trivium::connect6 {

/// A turn that threatens to win.
struct Attack {
  Turn turn;
  std::uint8_t needed = 0;   ///< stones needed to parry it: 1, 2, or 3 for more than two
  std::uint8_t parries = 0;  ///< number of minimal parries
  std::int16_t gain = 0;     ///< gain of own lines plus loss of the opponent's; for move ordering
};

/// Selects the attacks to generate.
struct AttackScope {
  int needed = 2;   ///< minimum number of stones needed to parry, 1 to 3
  int singles = 0;  ///< maximum number of attacks that one stone parries; the highest gains stay.
                    ///< They are added even if `needed` is higher
};

class AttackGenerator {
 public:
  /// Appends to `attacks` the attacks of `side` within `scope` after which the opponent cannot win
  /// at once. `stones_left` is 1 or 2. `must_parry` has the parries of the opponent's threats.
  /// Order: most stones to parry; among attacks that one stone parries, highest gain; among others,
  /// fewest parries, then highest gain. Finds every pair in which both stones make threats, or that
  /// is in a common window with two or more own stones. Stops at the first attack that takes three
  /// stones to parry and appends only that one. `lines` is unchanged on return. Requires: `side`
  /// cannot win at once.
  void generate(LineFeatures& lines, Stone side, int stones_left, const Parries& must_parry,
                const AttackScope& scope, std::vector<Attack>& attacks);

  /// Returns the parries of the pair's threats, as parries() does after placing the pair. Requires:
  /// `side` has no open window with four or more stones.
  Parries judge(const LineFeatures& lines, Stone side, Turn pair);

 private:
  static constexpr std::size_t kCells = kMaxSize * kMaxSize;
  enum class Line : std::uint8_t { kNone, kWeak, kStrong };

  struct GapsOfCell {
    std::array<Gap, kMaxWindowsThrough> gaps;
    std::size_t count = 0;
  };
  struct GapsOfPair {
    Turn pair;
    std::size_t count = 0;
    std::array<Gap, kWinLength - 1> gaps;
  };

  void prepare(const LineFeatures& lines, Stone side);
  void add_strong_window(const LineFeatures& lines, Window window, int stones);
  void add_weak_window(const LineFeatures& lines, Window window);
  const GapsOfPair* together(Cell first, Cell second) const noexcept;
  Parries judge_prepared(Cell first, Cell second) const noexcept;
  void add_free_attacks();
  void add_parrying_attacks(const Parries& must_parry);
  void add_last_stones(LineFeatures& lines, Stone side, const Parries& must_parry);
  void add(Turn turn, const Parries& answer);
  int gain(Cell cell) noexcept;
  void sort();

  const LineFeatures* lines_ = nullptr;  // set during a call
  Stone side_ = Stone::kEmpty;
  AttackScope scope_;
  bool won_ = false;  // found an attack that takes three stones to parry
  std::vector<Attack> found_;
  // By cell: strong in an open window with three own stones, weak in one with two.
  std::array<Line, kCells> line_{};
  std::vector<Cell> strong_;  // ascending
  std::vector<Cell> weak_;    // ascending
  // By strong cell: gaps left in windows with three stones after a stone on the cell.
  std::array<GapsOfCell, kCells> gaps_;
  std::array<int, kCells> gain_;   // by cell: cached gain
  std::vector<GapsOfPair> pairs_;  // pairs in windows with two stones, and gaps left
  // By the pair's lower cell, its direction and its distance less one: index in pairs_ + 1, or 0.
  std::array<std::array<std::uint16_t, 4 * (kWinLength - 1)>, kCells> pair_at_{};
};

}  // namespace trivium::connect6
