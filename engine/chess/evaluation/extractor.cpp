// Sinks that keep counts, for learners, `explain` and tests.
#include "engine/chess/evaluation/extractor.h"

#include <array>
#include <bit>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/evaluation/features.h"

namespace trivium::chess {

namespace {

/// Sink that keeps White's counts minus Black's, and the list of features with a count.
class Balance {
 public:
  void add(FeatureIndex feature, Color side, int count = 1) noexcept {
    counts_[feature] =
        static_cast<std::int16_t>(counts_[feature] + (side == Color::kWhite ? count : -count));
    touched_[feature / 64] |= std::uint64_t{1} << (feature % 64);
  }
  void place(Color side, Seat seat) noexcept {
    for (const FeatureIndex feature : seat_features(seat)) add(feature, side);
  }

  /// Calls `use(feature, count)` for each feature with a nonzero difference, in order.
  template <class Use>
  void for_each(const Use& use) const noexcept {
    for (std::size_t word = 0; word < touched_.size(); ++word) {
      for (std::uint64_t left = touched_[word]; left != 0; left &= left - 1) {
        const auto feature =
            static_cast<FeatureIndex>(64 * word + static_cast<std::size_t>(std::countr_zero(left)));
        if (counts_[feature] != 0) use(feature, counts_[feature]);
      }
    }
  }

 private:
  std::array<std::int16_t, kFeatureCount> counts_{};
  std::array<std::uint64_t, (kFeatureCount + 63) / 64> touched_{};
};

/// Sink that keeps the counts of each side.
class SideCounts {
 public:
  explicit SideCounts(FeatureCounts& counts) noexcept : counts_(counts) {}

  void add(FeatureIndex feature, Color side, int count = 1) noexcept {
    std::int16_t& sum = (side == Color::kWhite ? counts_.white : counts_.black)[feature];
    sum = static_cast<std::int16_t>(sum + count);
  }
  void place(Color side, Seat seat) noexcept {
    for (const FeatureIndex feature : seat_features(seat)) add(feature, side);
  }

 private:
  FeatureCounts& counts_;
};

}  // namespace

void extract(const Position& position, Extraction& extraction) noexcept {
  Balance balance;
  extract_features(position, balance);
  extraction.size_ = 0;
  balance.for_each([&](FeatureIndex feature, std::int16_t count) {
    extraction.balance_[extraction.size_++] = {feature, count};
  });
  extraction.phase_ = game_phase(position);
  extraction.scale_ = {endgame_scale(position, Color::kWhite),
                       endgame_scale(position, Color::kBlack)};
  extraction.known_ = known_endgame(position).has_value();
}

FeatureCounts count_features(const Position& position) {
  FeatureCounts counts{std::vector<std::int16_t>(kFeatureCount),
                       std::vector<std::int16_t>(kFeatureCount)};
  SideCounts sink(counts);
  extract_features(position, sink);
  return counts;
}

}  // namespace trivium::chess
