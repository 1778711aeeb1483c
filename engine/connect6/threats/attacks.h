// Which turns threaten, and how hard: for pairs of empty cells, how many stones it takes to parry what the pair makes.
//
// The threats of a pair lie in windows that hold three own stones and one of the pair, or two and both. So each cell's windows are looked
// at once, and a pair is judged from the short lists of its two cells and of their windows; no stone is placed. For a search of forced
// wins: a pair that takes three stones to parry wins, one that takes two leaves the opponent no stone of its own, one that takes one leaves
// it a free stone. Source: the definitions of Wu and Huang, "A new family of k-in-a-row games" (ACG 11, 2005).
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
  std::uint8_t needed = 0;   ///< stones to parry it: 1, 2, or 3 for more than two
  std::uint8_t parries = 0;  ///< so many minimal ways to parry it
  std::int16_t gain = 0;     ///< what its stones add to own lines and take from the opponent's: for ordering
};

/// Which attacks are wanted.
struct AttackScope {
  int needed = 2;   ///< those that take at least so many stones to parry, 1 to 3
  int singles = 0;  ///< of those that one stone parries, so many, by their gain
};

class AttackGenerator {
 public:
  /// Appends to `attacks` turns of `side`, which may place `stones_left` stones (1 or 2) and cannot win at once, such that the opponent
  /// cannot win after them: hardest first, then those with the fewest parries, then by gain. `must_parry` are the ways to parry the
  /// opponent's threats. Complete for pairs whose stones both make threats or both stand in a window with two own stones or more; one
  /// attack that takes three stones is enough, and is then the only one. `lines` is as before afterwards.
  void generate(LineFeatures& lines, Stone side, int stones_left, const Parries& must_parry, const AttackScope& scope,
                std::vector<Attack>& attacks);

  /// How the pair's threats can be parried, as parries() would say after placing it. `side` has no window with four stones or more.
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

  const LineFeatures* lines_ = nullptr;  // of the position, while it is looked at
  Stone side_ = Stone::kEmpty;
  AttackScope scope_;
  bool won_ = false;  // an attack that takes three stones was found
  std::vector<Attack> found_;
  std::array<Line, kCells> line_{};      // by cell: whether a window with three own stones (strong) or two (weak) is open there
  std::vector<Cell> strong_;             // ascending
  std::vector<Cell> weak_;               // ascending
  std::array<GapsOfCell, kCells> gaps_;  // of strong cells: what a stone there leaves open of windows with three
  std::array<int, kCells> gain_;         // of strong and weak cells that were asked for
  std::vector<GapsOfPair> pairs_;        // in windows with two own stones: what both leave open of them
  // By the pair's lower cell, its direction and its distance less one: its place in pairs_ + 1.
  std::array<std::array<std::uint16_t, 4 * (kWinLength - 1)>, kCells> pair_at_{};
};

}  // namespace trivium::connect6
