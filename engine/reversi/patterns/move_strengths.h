// Strengths (gammas) of the features of moves, learned from games (Bradley-Terry). Immutable, read
// from a weight file (kind reversi.btmm).
//
// The strength of a move is the product of the gammas of its features; its probability is its share
// of the sum over the legal moves. Tensors: `definition` (U8) is the text of the set; for each
// table T of the set, `gamma.T` (F32, [stages, codes], packed) has the gammas and `wins.T` (U32,
// the same shape, packed) how often each feature occurs in the chosen moves of the training games.
// Only ratios matter: multiplying the gammas of one table and stage by the same number changes no
// probability if all legal moves have equally many of its features. Source: Huy and Dang 2019
// (paper 000); Coulom 2007.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"
#include "models/format/tensor.h"
#include "models/format/weight_file.h"

namespace trivium::reversi {

inline constexpr std::string_view kMoveStrengthsKind = "reversi.btmm";
inline constexpr int kMoveStrengthsSchema = 1;

/// Limits of gammas in files; their logarithms fit 16 bits in MoveStrengths::kUnitsPerLog.
inline constexpr float kMinGamma = 0x1p-20F;
inline constexpr float kMaxGamma = 0x1p20F;

class MoveStrengths {
 public:
  /// Units of log_strength().
  static constexpr int kUnitsPerLog = 1024;

  /// Reads a file. Throws format::LoadError if it cannot be read, is of another kind or does not
  /// match its definition.
  static std::shared_ptr<const MoveStrengths> load(const std::filesystem::path& path);
  /// Does the same with a file that was already read.
  static std::shared_ptr<const MoveStrengths> from_file(const format::WeightFile& file);

  const PatternSet& set() const noexcept { return set_; }
  /// By feature, in [kMinGamma, kMaxGamma].
  std::span<const float> gammas() const noexcept { return gammas_; }
  std::span<const std::uint32_t> wins() const noexcept { return wins_; }
  /// Name of the file, for messages.
  const std::string& source() const noexcept { return source_; }

  /// Natural logarithm of the strength of a move that flips `flipped`, in 1/kUnitsPerLog. Equal on
  /// every machine. Requires: the board has size 8 and the move is legal.
  int log_strength(const Position& position, Square square, Bitboard flipped) const noexcept {
    int sum = 0;
    set_.visit_move(position, square, flipped, [&](FeatureId feature) { sum += logs_[feature]; });
    return sum;
  }

 private:
  explicit MoveStrengths(PatternSet set) : set_(std::move(set)) {}

  PatternSet set_;
  std::vector<float> gammas_;
  std::vector<std::int16_t> logs_;  // rounded, in 1/kUnitsPerLog
  std::vector<std::uint32_t> wins_;
  std::string source_;
};

/// Returns the probability of each legal move, in the order of legal_moves(). They sum to 1 unless
/// the game is over. Requires: the board has size 8.
std::vector<double> move_probabilities(const MoveStrengths& strengths, const Position& position);

/// Returns the tensors of such a file. `gammas` and `wins` have one number for each feature.
std::vector<format::Tensor> strength_tensors(const PatternSet& set, std::span<const float> gammas,
                                             std::span<const std::uint32_t> wins);

}  // namespace trivium::reversi
