// Definition of the features of a candidate stone when patterns rank moves (BTMM): the groups of a
// pattern set, and the index range of each group's features.
//
// Every empty cell is a team with one feature of each group, so the features of a group exclude
// each other. A line group encodes the neighbors of the cell on one line as a number in base 3 (0
// empty, 1 own, 2 opponent; "own" is the side that places the stone). The paper encodes black and
// white instead. If a group has separate features for black and white (PatternGroup::player), the
// two encodings differ only in numbering. A set is defined by a short text (patterns.md). Source:
// Huy and Dang 2019, section IV.B (paper 000); groups other than lines are ours.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/direction.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// Index of a feature of a set, in [0, PatternSet::features()).
using FeatureId = std::uint32_t;

/// State of cells beyond the edge of the board in a line group.
enum class Edge : std::uint8_t {
  kOpponent,  ///< opponent's stones
  kOutside,   ///< a fourth state, so the code is in base 4
  kClipped,   ///< not read: lines that the edge cuts to different lengths have separate features
};

enum class GroupKind : std::uint8_t {
  kLine,           ///< neighbors on one line
  kMakes,          ///< what the stone makes: six, five, fours, threes (pattern_tactics.h)
  kOpponentMakes,  ///< what an opponent's stone would make on the same cell
  kDistance,       ///< distance to one of the last stones
  kParries,        ///< whether the stone parries the opponent's threats to win next turn
};

/// True if codes of this kind change only when a stone is placed near the cell on a line through
/// it.
constexpr bool is_standing(GroupKind kind) noexcept { return kind <= GroupKind::kOpponentMakes; }

struct PatternGroup {
  GroupKind kind = GroupKind::kLine;
  Direction direction = Direction::kRow;  ///< kLine
  int behind = 0;                         ///< kLine: number of neighbors behind the stone
  int ahead = 0;                          ///< kLine: number of neighbors ahead of it
  Edge edge = Edge::kOpponent;            ///< kLine
  int stone = 0;       ///< kDistance: to the last stone (1), the one before (2), ...
  int limit = 0;       ///< kDistance: number of codes; see PatternBoard::passing_codes()
  bool player = true;  ///< separate features for black and white
  bool turn = false;   ///< separate features for the first and second stone of a turn
  int table = 0;       ///< index of its table; lines may share a table

  friend bool operator==(const PatternGroup&, const PatternGroup&) = default;
};

/// The features of one group, or of several groups that share them.
struct PatternTable {
  std::string name;     ///< "row_4_4", "row+column_4_4", "makes", "distance1"; unique in the set
  FeatureId begin = 0;  ///< first feature of the table
  std::uint32_t codes = 0;   ///< number of codes
  std::uint32_t copies = 1;  ///< number of variants by player and by stone of the turn
  std::vector<int> groups;   ///< groups that use the table, ascending

  std::uint32_t features() const noexcept { return codes * copies; }
  friend bool operator==(const PatternTable&, const PatternTable&) = default;
};

/// The kind of stone to be placed: the side and, if any group distinguishes them, first or second
/// stone of the turn. A set has two views (black, white) or four (first stones, then second ones).
using View = int;
inline constexpr int kMaxViews = 4;

class PatternSet {
 public:
  static constexpr int kMaxGroups = 16;
  static constexpr int kMaxReach = 12;  ///< of a line on one side
  static constexpr int kMaxDistance = 3 * kMaxSize;
  static constexpr int kMaxDistantStone = 8;
  static constexpr FeatureId kMaxFeatures = FeatureId{1} << 24;

  /// Parses a definition. The error names the place: "patterns: line 3, column 10: length '0' is
  /// not in 1 to 24".
  static Result<PatternSet> parse(std::string_view text);
  /// Returns a built-in set: "paper-1" to "paper-4", "extended" or "compact".
  static Result<PatternSet> named(std::string_view name);
  /// Names of the built-in sets.
  static std::span<const std::string_view> names() noexcept;

  /// Returns the definition in normal form; parse() reads it as an equal set.
  std::string text() const;

  /// Empty if the definition has no name.
  const std::string& name() const noexcept { return name_; }
  std::span<const PatternGroup> groups() const noexcept { return groups_; }
  std::span<const PatternTable> tables() const noexcept { return tables_; }
  FeatureId features() const noexcept { return features_; }

  int views() const noexcept { return turn_matters_ ? 4 : 2; }
  /// View of the next stone when `stones` stones are on the board.
  View view(int stones) const noexcept {
    return (Board::to_move(stones) == Stone::kWhite ? 1 : 0) +
           (turn_matters_ && stones % 2 == 0 ? 2 : 0);
  }
  static constexpr Stone side(View view) noexcept {
    return view % 2 == 0 ? Stone::kBlack : Stone::kWhite;
  }

  /// Number to add to a code of `group` to get its feature in `view`.
  FeatureId offset(int group, View view) const noexcept {
    return offsets_[static_cast<std::size_t>(group)][static_cast<std::size_t>(view)];
  }

  friend bool operator==(const PatternSet&, const PatternSet&) = default;

 private:
  friend class PatternSetReader;
  PatternSet() = default;

  std::string name_;
  std::vector<PatternGroup> groups_;
  std::vector<PatternTable> tables_;
  std::vector<std::array<FeatureId, kMaxViews>> offsets_;
  FeatureId features_ = 0;
  bool turn_matters_ = false;
};

/// Number of codes of a group. Requires: reaches of a line group are in [0, PatternSet::kMaxReach].
std::uint64_t code_count(const PatternGroup& group) noexcept;

}  // namespace trivium::connect6
