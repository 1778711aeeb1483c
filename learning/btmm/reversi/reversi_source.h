// The states of Reversi games: a state is a position with at least two legal moves, which are its
// candidates.
//
// Flips change the surroundings of most moves, so every pass computes the features of all legal
// moves anew, by the extractor of the engine (reversi::PatternSet::visit_move()). A team can have
// several features of a table, and one feature several times: a move's square is in several
// instances of a shape. The symmetries of the board need no further states, since the images of a
// shape share their features.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/reversi/patterns/pattern_set.h"
#include "learning/btmm/reversi/reversi_game_set.h"
#include "learning/btmm/reversi/shape_words.h"
#include "learning/btmm/state_source.h"

namespace trivium::learning::btmm {

class ReversiSource final : public SetSource<ReversiGameSet, reversi::PatternSet, ShapeWords> {
 public:
  /// Requires: `set` is for moves; the arguments outlive this object.
  ReversiSource(const ReversiGameSet& games, const reversi::PatternSet& set);

  static const GameWords& game_words() noexcept;
  const GameWords& words() const noexcept override { return game_words(); }

  Expectations expect(std::span<const double> gammas, FeatureRange range,
                      const Shards& shards) const override;
  std::vector<std::uint64_t> wins(const Shards& shards) const override;
  /// Elements of `by_pieces` are by the number of discs, 0 to 64.
  Evaluation evaluate(records::Role role, std::span<const double> gammas,
                      const Shards& shards) const override;
  double mean_log_evidence(records::Role role, std::span<const double> gammas,
                           const Shards& shards) const override;
  /// The teams are those of the legal moves in ascending order of their squares.
  void visit_states(const std::function<void(const Competition&)>& visit) const override;
  /// Of kind reversi.btmm (engine/reversi/patterns/move_strengths.h). Gammas beyond the limits of
  /// that file are replaced by the limit.
  format::WeightFile weight_file(std::span<const double> gammas,
                                 std::span<const std::uint32_t> wins) const override;
};

}  // namespace trivium::learning::btmm
