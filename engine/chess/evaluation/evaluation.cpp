#include "engine/chess/evaluation/evaluation.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "engine/chess/evaluation/extractor.h"

namespace trivium::chess {

namespace {

/// Sink of the extractor that sums White's weights minus Black's.
class WeightSum {
 public:
  explicit WeightSum(const Weights& weights, Tapered start = {}) noexcept
      : weights_(weights), sum_(start) {}

  void add(FeatureIndex feature, Color side, int count = 1) noexcept {
    add(side, weights_[feature] * count);
  }
  void place(Color side, Seat seat) noexcept { add(side, weights_.placement(seat)); }
  Tapered sum() const noexcept { return sum_; }

 private:
  void add(Color side, Tapered more) noexcept {
    if (side == Color::kWhite)
      sum_ += more;
    else
      sum_ -= more;
  }

  const Weights& weights_;
  Tapered sum_;
};

/// Returns the value of a sum of weights for the side to move.
Value weighted_value(const Position& position, Tapered sum) noexcept {
  const std::int64_t phase = game_phase(position);
  const std::int64_t mixed = sum.middlegame() * phase + sum.endgame() * (100 - phase);
  const std::int64_t parts =
      mixed == 0 ? 0 : mixed * endgame_scale(position, mixed > 0 ? Color::kWhite : Color::kBlack);
  const Value white = std::clamp(round_to_centipawns(parts), -kMaxWeightedValue, kMaxWeightedValue);
  return seen_by(position.side_to_move(), white);
}

}  // namespace

Value evaluate(const Position& position, const Weights& weights) noexcept {
  if (const std::optional<Value> known = known_endgame(position)) return *known;
  WeightSum sum(weights);
  extract_features(position, sum);
  return weighted_value(position, sum.sum());
}

/// Cache of sums and facts of pawns and kings. Direct-mapped; a new entry replaces the old one.
class Evaluator::PawnTable {
 public:
  /// Size of a cache line. Stores pawns and kings themselves, so that no entry is mistaken for
  /// another. The empty entry has both kings on a1, which no position has.
  struct alignas(64) Entry {
    Bitboard white = 0;
    Bitboard black = 0;
    Tapered sum;
    PawnFacts facts;
    Square white_king = Square::kA1;
    Square black_king = Square::kA1;
  };
  static_assert(sizeof(Entry) == 64);

  PawnTable() : entries_(kEntries) {}

  void clear() noexcept { std::ranges::fill(entries_, Entry()); }

  std::uint64_t fingerprint() const noexcept { return fingerprint_; }
  void set_fingerprint(std::uint64_t fingerprint) noexcept { fingerprint_ = fingerprint; }

  const Entry& find(const Position& position, const Weights& weights) noexcept {
    const Bitboard white = position.pieces(Color::kWhite, PieceType::kPawn),
                   black = position.pieces(Color::kBlack, PieceType::kPawn);
    const Square white_king = position.king(Color::kWhite),
                 black_king = position.king(Color::kBlack);
    Entry& entry = entries_[slot(
        white, black, static_cast<std::uint64_t>(64 * index(white_king) + index(black_king)))];
    if (entry.white == white && entry.black == black && entry.white_king == white_king &&
        entry.black_king == black_king)
      return entry;
    WeightSum sum(weights);
    const PawnFacts facts = extract_pawn_features(position, sum);
    entry = {white, black, sum.sum(), facts, white_king, black_king};
    return entry;
  }

 private:
  static constexpr int kLogEntries = 14;
  static constexpr std::size_t kEntries = std::size_t{1} << kLogEntries;

  /// Odd multipliers without structure (Steele, Lea and Flood 2014; Knuth's golden ratio), so that
  /// the high bits depend on the whole input.
  static std::size_t slot(Bitboard white, Bitboard black, std::uint64_t kings) noexcept {
    std::uint64_t mixed = white * 0x9E3779B97F4A7C15ULL + black * 0xBF58476D1CE4E5B9ULL +
                          kings * 0x94D049BB133111EBULL;
    mixed = (mixed ^ (mixed >> 32)) * 0x9E3779B97F4A7C15ULL;
    return static_cast<std::size_t>(mixed >> (64 - kLogEntries));
  }

  std::vector<Entry> entries_;
  std::uint64_t fingerprint_ = 0;  ///< of the weights in the sums
};

Evaluator::Evaluator() : pawns_(std::make_unique<PawnTable>()) {}
Evaluator::~Evaluator() = default;

void Evaluator::set_weights(const Weights& weights) noexcept {
  weights_ = &weights;
  if (pawns_->fingerprint() == weights.fingerprint()) return;
  pawns_->clear();
  pawns_->set_fingerprint(weights.fingerprint());
}

/// Inlines the whole extractor, so that the compiler keeps sum and facts in registers. Through
/// references it would store each added weight and reload everything that may have changed.
[[gnu::flatten]] Value Evaluator::evaluate(const Position& position) noexcept {
  if (const std::optional<Value> known = known_endgame(position)) return *known;
  const PawnTable::Entry& pawns = pawns_->find(position, *weights_);
  WeightSum sum(*weights_, pawns.sum);
  extract_other_features(position, pawns.facts, sum);
  return weighted_value(position, sum.sum());
}

}  // namespace trivium::chess
