// The states of Connect-6 games: a state is a position before a stone, and its candidates are all
// empty cells.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/connect6/line_words.h"
#include "learning/btmm/state_source.h"
#include "learning/records/game_set.h"

namespace trivium::learning::btmm {

class Connect6Source final : public SetSource<records::GameSet, connect6::PatternSet, LineWords> {
 public:
  /// Requires: the arguments outlive this object.
  Connect6Source(const records::GameSet& games, const connect6::PatternLayout& layout);

  static const GameWords& game_words() noexcept;
  const GameWords& words() const noexcept override { return game_words(); }

  // expectations.cpp has the next four functions.

  Expectations expect(std::span<const double> gammas, FeatureRange range,
                      const Shards& shards) const override;
  std::vector<std::uint64_t> wins(const Shards& shards) const override;
  /// For comparison, a uniform choice has log-evidence -ln(empty cells), about -5.8 on 19 x 19.
  /// `ranks` and `by_pieces` have one element per cell.
  Evaluation evaluate(records::Role role, std::span<const double> gammas,
                      const Shards& shards) const override;
  double mean_log_evidence(records::Role role, std::span<const double> gammas,
                           const Shards& shards) const override;
  /// The teams are those of the empty cells in ascending order.
  void visit_states(const std::function<void(const Competition&)>& visit) const override;
  /// Of kind connect6.btmm (engine/connect6/patterns/pattern_weights.h).
  format::WeightFile weight_file(std::span<const double> gammas,
                                 std::span<const std::uint32_t> wins) const override;

 private:
  const connect6::PatternLayout& layout_;
};

}  // namespace trivium::learning::btmm
