// Definition of the features by which patterns value a position or rank moves: shapes, counts of a
// move, and stages of the game. Each stage has its own features.
//
// A set has one use, values or moves (PatternUse). For values, a position has a feature for each
// instance of each shape. For moves, a move is a team (Bradley-Terry): it has a feature for each
// instance that contains its square, and one of each group of counts. A set is defined by a short
// text (patterns.md). Only boards of 8 have patterns.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/reversi/patterns/shape.h"
#include "engine/reversi/rules/position.h"

namespace trivium::reversi {

/// Index of a feature of a set, in [0, PatternSet::features()).
using FeatureId = std::uint32_t;

/// Properties of a move, other than shapes, that are features.
enum class CountKind : std::uint8_t {
  kFlips,     ///< discs that the move flips
  kMobility,  ///< moves that the other side has afterwards
  kSquare,    ///< which of the ten squares that no symmetry maps to each other
};

/// A group of features of moves. Each move has exactly one of them.
struct CountGroup {
  CountKind kind = CountKind::kFlips;
  std::uint32_t codes = 0;  ///< greater counts have the last code
  std::size_t table = 0;    ///< index of its table

  friend bool operator==(const CountGroup&, const CountGroup&) = default;
};

/// The features of one shape or group of counts.
struct PatternTable {
  std::string name;         ///< of the shape; "flips", "mobility" or "square"; unique in the set
  FeatureId begin = 0;      ///< first feature of the table
  std::uint32_t codes = 0;  ///< number of features in a stage
  std::uint32_t stages = 1;

  std::uint32_t features() const noexcept { return codes * stages; }
  friend bool operator==(const PatternTable&, const PatternTable&) = default;
};

/// An instance of a shape that contains a given square.
struct InstanceAt {
  std::uint16_t shape = 0;     ///< index of the shape
  std::uint16_t instance = 0;  ///< in that shape
  std::uint16_t place = 0;     ///< number of the square in the instance

  friend bool operator==(const InstanceAt&, const InstanceAt&) = default;
};

class PatternSet {
 public:
  static constexpr std::size_t kMaxShapes = 24;
  static constexpr int kMaxStages = 61;
  static constexpr FeatureId kMaxFeatures = FeatureId{1} << 24;

  /// Parses a definition. The error names the place: "patterns: line 3, column 10: ...".
  static Result<PatternSet> parse(std::string_view text);
  /// Returns a built-in set; names() lists them.
  static Result<PatternSet> named(std::string_view name);
  static std::span<const std::string_view> names() noexcept;

  /// Returns the definition in normal form; parse() reads it as an equal set.
  std::string text() const;

  /// Empty if the definition has no name.
  const std::string& name() const noexcept { return name_; }
  PatternUse use() const noexcept { return use_; }
  int stages() const noexcept { return stages_; }
  std::span<const Shape> shapes() const noexcept { return shapes_; }
  std::span<const CountGroup> counts() const noexcept { return counts_; }
  /// First those of the shapes, in their order, then those of the counts.
  std::span<const PatternTable> tables() const noexcept { return tables_; }
  FeatureId features() const noexcept { return features_; }
  /// All instances of all shapes that contain `square`.
  std::span<const InstanceAt> instances_at(Square square) const noexcept { return at_[square]; }

  /// Stage of a position with `discs` discs, in [0, stages()). Requires: 4 to 64 discs.
  int stage(int discs) const noexcept { return (discs - 4) * stages_ / 61; }

  /// Calls `visit(FeatureId)` for each feature of a move on `square` that flips `flipped`.
  /// Requires: the set is for moves, the board has size 8 and the move is legal.
  template <class Visit>
  void visit_move(const Position& position, Square square, Bitboard flipped,
                  const Visit& visit) const {
    const auto stage = static_cast<std::uint32_t>(this->stage(position.discs()));
    for (const InstanceAt& at : at_[square]) {
      const Shape& shape = shapes_[at.shape];
      const PatternTable& table = tables_[at.shape];
      const std::uint32_t code = code_of(position, shape.instances[at.instance]);
      visit(table.begin + stage * table.codes + shape.entries[shape.raw(at.place, code)]);
    }
    for (const CountGroup& group : counts_) {
      const PatternTable& table = tables_[group.table];
      visit(table.begin + stage * table.codes + count_code(group, position, square, flipped));
    }
  }

  friend bool operator==(const PatternSet&, const PatternSet&) = default;

 private:
  friend class PatternSetReader;
  PatternSet() = default;

  static std::uint32_t count_code(const CountGroup& group, const Position& position, Square square,
                                  Bitboard flipped) noexcept;

  std::string name_;
  PatternUse use_ = PatternUse::kValue;
  int stages_ = 1;
  std::vector<Shape> shapes_;
  std::vector<CountGroup> counts_;
  std::vector<PatternTable> tables_;
  std::array<std::vector<InstanceAt>, 64> at_;
  FeatureId features_ = 0;
};

}  // namespace trivium::reversi
