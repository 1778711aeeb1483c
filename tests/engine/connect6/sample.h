// Boards, weights and patterns for the tests of the Connect-6 player.
#pragma once

#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/rules/vertex.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

/// Weights in round numbers of realistic size: long lines count more, and own lines more than the
/// opponent's.
inline std::shared_ptr<const Weights> round_weights(std::optional<DrawModel> draws = {}) {
  constexpr std::array<double, kFeatureCount> kLogOdds = {
      -0.2, 0.0, 0.01, 0.05, 0.13, 0.8, 0.1, -0.005, -0.015, -0.06, -0.1, -0.2, 2.5, -0.5, -2, -5};
  return Weights::from_log_odds(kLogOdds, "round numbers", {}, draws);
}

/// Artificial gammas of a small set with `turn yes`: stones that make or parry more are stronger,
/// distant stones weaker.
inline std::shared_ptr<const PatternWeights> sample_patterns() {
  const PatternSet set = *PatternSet::parse(
      "player no\nturn yes\nline row+column 4\nmakes\nparries\nanswers\ndistance 1 24\n");
  std::vector<double> gammas;
  for (const PatternTable& table : set.tables()) {
    for (std::uint32_t feature = 0; feature < table.features(); ++feature) {
      const std::uint32_t code = feature % table.codes;
      const bool far = table.name.starts_with("distance");
      gammas.push_back(far                             ? 1.0 / (1 + code)
                       : table.name.starts_with("row") ? 1.0 + 0.01 * (code % 7)
                                                       : 1.0 + code);
    }
  }
  const std::vector<std::uint32_t> wins(set.features(), 1);
  format::WeightFile file;
  file.kind = kPatternKind;
  file.schema = kPatternSchema;
  file.tensors = pattern_tensors(set, gammas, wins);
  file.source = "sample";
  return PatternWeights::from_file(file);
}

inline Knowledge sample_knowledge() { return {round_weights(), sample_patterns()}; }

inline Board board_after(std::string_view record, int size = kDefaultSize) {
  const auto game = parse_paper_record(record, size);
  if (!game) throw std::runtime_error(game.error().message);
  return *replay(*game);
}

/// Returns "j10k11", or "-" for no stone.
inline std::string name(Turn turn, int size = kDefaultSize) {
  if (turn.first == kNoCell) return "-";
  std::string text = record_vertex(turn.first, size);
  if (turn.second != kNoCell) text += record_vertex(turn.second, size);
  return text;
}

}  // namespace trivium::connect6
