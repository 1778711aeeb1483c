#include "learning/reversi_value/least_squares.h"

#include <cmath>

#include "learning/statistics/vectors.h"

namespace trivium::learning::reversi_value {

namespace {

using reversi::FeatureId;
using reversi::PatternCodes;
using reversi::Position;

constexpr std::size_t kDiscs = 64;  // numbers of discs of positions before a move

}  // namespace

LeastSquares::LeastSquares(std::span<const LabeledGame> games, const reversi::PatternSet& set,
                           double ridge, const Shards& shards)
    : games_(games), set_(set), layout_(set), ridge_(ridge), shards_(shards) {}

/// Adds the parts of all shards. `visit(part, features, position, label)` adds a position to a
/// part; `features` lists one feature for each instance.
template <class Part, class Visit>
Part LeastSquares::sum(const Part& zero, const Visit& visit) const {
  const auto add = [&, features = std::vector<FeatureId>(layout_.instances())](
                       Part& part, std::size_t i) mutable {
    PatternCodes codes(layout_, Position::start());
    visit_positions(games_[i], [&](const Position& position, reversi::Move move,
                                   reversi::Bitboard flipped, int label) {
      auto next = features.begin();
      codes.visit_features(layout_, set_.stage(position.discs()),
                           [&](FeatureId feature) { *next++ = feature; });
      visit(part, std::span<const FeatureId>(features), position, label);
      if (move == reversi::kPass) {
        codes.do_pass();
      } else {
        codes.do_move(layout_, move, flipped);
      }
    });
  };
  return sum_of_items(games_.size(), shards_, zero, add);
}

LeastSquares::Equations LeastSquares::equations() const {
  const Equations zero{ValueWeights(set_.features()), ValueWeights(set_.features())};
  Equations all = sum(
      zero, [](Equations& part, std::span<const FeatureId> features, const Position&, int label) {
        for (const FeatureId feature : features) {
          part.right[feature] += label;
          part.diagonal[feature] += 1;
        }
        part.labels += double{1} * label * label;
        ++part.positions;
      });
  for (double& element : all.diagonal) element += ridge_;
  return all;
}

ValueWeights LeastSquares::product(const ValueWeights& v) const {
  ValueWeights image =
      sum(ValueWeights(v.size()),
          [&v](ValueWeights& part, std::span<const FeatureId> features, const Position&, int) {
            double value = 0;
            for (const FeatureId feature : features) value += v[feature];
            for (const FeatureId feature : features) part[feature] += value;
          });
  statistics::add_multiple(image, ridge_, v);
  return image;
}

std::vector<ErrorSums> LeastSquares::errors(const ValueWeights& weights) const {
  return sum(std::vector<ErrorSums>(kDiscs), [&weights](std::vector<ErrorSums>& part,
                                                        std::span<const FeatureId> features,
                                                        const Position& position, int label) {
    double error = -label;
    for (const FeatureId feature : features) error += weights[feature];
    part[static_cast<std::size_t>(position.discs())] += {1, error * error, std::abs(error)};
  });
}

}  // namespace trivium::learning::reversi_value
