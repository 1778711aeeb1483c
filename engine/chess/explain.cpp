#include "engine/chess/explain.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "fmt/format.h"

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/evaluation/features.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"

namespace trivium::chess {

namespace {

ExplainedFeature explain_feature(FeatureIndex feature, const FeatureCounts& counts,
                                 const Weights& weights, int phase) {
  ExplainedFeature explained;
  explained.name = feature_name(feature);
  explained.white = counts.white[feature];
  explained.black = counts.black[feature];
  explained.middlegame_units = weights[feature].middlegame();
  explained.endgame_units = weights[feature].endgame();
  const std::int64_t one = std::int64_t{100} * explained.middlegame_units * phase +
                           std::int64_t{100} * explained.endgame_units * (100 - phase);
  explained.white_parts = one * explained.white;
  explained.black_parts = one * explained.black;
  return explained;
}

ExplainedGroup explain_group(FeatureGroup group, const FeatureCounts& counts,
                             const Weights& weights, int phase) {
  ExplainedGroup explained{info(group).name, info(group).meaning, info(group).size == 1, {}, 0, 0};
  for (int number = 0; number < info(group).size; ++number) {
    const FeatureIndex feature = feature_at(group, number);
    if (counts.white[feature] == 0 && counts.black[feature] == 0) continue;
    explained.features.push_back(explain_feature(feature, counts, weights, phase));
    explained.white_parts += explained.features.back().white_parts;
    explained.black_parts += explained.features.back().black_parts;
  }
  return explained;
}

/// Explains the steps from the sum to the score, as in evaluate().
void explain_score(const Position& position, std::int64_t sum, Explanation& explanation) {
  if (const std::optional<Value> known = known_endgame(position)) {
    explanation.known = true;
    explanation.white_centipawns = seen_by(position.side_to_move(), *known);
    explanation.known_parts = explanation.white_centipawns * kPartsPerCentipawn - sum;
  } else {
    if (sum != 0)
      explanation.scale = endgame_scale(position, sum > 0 ? Color::kWhite : Color::kBlack);
    const std::int64_t scaled =
        sum / 100 * explanation.scale;  // the sum is a multiple of 100 parts
    const Value rounded = round_to_centipawns(scaled);
    explanation.white_centipawns = std::clamp(rounded, -kMaxWeightedValue, kMaxWeightedValue);
    explanation.scale_parts = scaled - sum;
    explanation.rounding_parts = rounded * kPartsPerCentipawn - scaled;
    explanation.limit_parts = (explanation.white_centipawns - rounded) * kPartsPerCentipawn;
  }
  explanation.score_centipawns = seen_by(position.side_to_move(), explanation.white_centipawns);
}

/// Pads the text so that the decimal points of four and six decimals align.
std::string in_column(std::int64_t parts) {
  return parts_text(parts) + (parts % 100 == 0 ? "  " : "");
}

/// Returns "checkmate" or "stalemate", which a search detects before it evaluates; else an empty
/// view.
std::string_view game_over(const Position& position) noexcept {
  if (count_legal(position) > 0) return {};
  return position.in_check() ? "checkmate" : "stalemate";
}

/// Returns the unit of the reported centipawns in words.
std::string reported_unit(const Explanation& explanation) {
  const Value score = explanation.score_centipawns;
  if (is_known_win(score))
    return fmt::format(" (a known {}, reported unchanged)", score > 0 ? "win" : "loss");
  if (explanation.reported_pawn == 100.0) return "";
  return fmt::format(" (100 are {:.4g} of the weights' centipawns)", explanation.reported_pawn);
}

std::string_view name_of(Color color) noexcept {
  return color == Color::kWhite ? "White" : "Black";
}

/// A verdict and its minimum in reported centipawns. At 100, the win probability is 50 %.
struct AdvantageWords {
  Value from;
  std::string_view size;
};
constexpr std::array kAdvantages = std::to_array<AdvantageWords>({{300, "winning"},
                                                                  {150, "much better"},
                                                                  {70, "better"},
                                                                  {25, "slightly better"},
                                                                  {0, "equal"}});

Verdict certain_verdict(std::optional<Color> winner, std::string_view because) {
  if (!winner) return {winner, "drawn", 0, fmt::format("A draw: {}.", because)};
  return {winner, "won", 0, fmt::format("{} wins: {}.", name_of(*winner), because)};
}

std::int64_t contribution(const ExplainedGroup& group) noexcept {
  return group.white_parts - group.black_parts;
}

std::string feature_row(const ExplainedFeature& feature) {
  return fmt::format("{:<26}{:>6}{:>6}{:>12}{:>12}{:>15}{:>15}{:>17}\n", feature.name,
                     feature.white, feature.black, units_text(feature.middlegame_units),
                     units_text(feature.endgame_units), parts_text(feature.white_parts),
                     parts_text(feature.black_parts),
                     in_column(feature.white_parts - feature.black_parts));
}

/// Returns the sums of White's and Black's counts.
std::pair<int, int> counts_of(const ExplainedGroup& group) {
  std::pair<int, int> counts;
  for (const ExplainedFeature& feature : group.features) {
    counts.first += feature.white;
    counts.second += feature.black;
  }
  return counts;
}

std::string group_row(const ExplainedGroup& group) {
  if (group.single) return feature_row(group.features.front());
  const auto [white, black] = counts_of(group);
  return fmt::format("{:<26}{:>6}{:>6}{:>24}{:>15}{:>15}{:>17}\n", group.name, white, black, "",
                     parts_text(group.white_parts), parts_text(group.black_parts),
                     in_column(group.white_parts - group.black_parts));
}

/// Rows for scale, known endgame, rounding and limit, then the total, phase and score. Labels are
/// `width` bytes wide.
std::string total_text(const Explanation& explanation, int width) {
  std::string text;
  const auto row = [&](std::string_view name, std::int64_t parts) {
    text += fmt::format("{:<{}}{:>17}\n", name, width, in_column(parts));
  };
  if (explanation.scale_parts != 0)
    row(fmt::format("scale: a drawish endgame counts {}%", explanation.scale),
        explanation.scale_parts);
  if (explanation.known_parts != 0)
    row("known endgame, in place of the sum", explanation.known_parts);
  if (explanation.rounding_parts != 0) row("rounding", explanation.rounding_parts);
  if (explanation.limit_parts != 0) row("limit", explanation.limit_parts);
  row("total, White's view (centipawns)", explanation.white_centipawns * kPartsPerCentipawn);
  text += fmt::format("phase: {}% middlegame, {}% endgame\nscore, side to move's view: {} cp\n",
                      explanation.phase, 100 - explanation.phase, explanation.score_centipawns);
  if (explanation.game_over.empty()) {
    text += fmt::format("as UCI reports it: {} cp{}\n", explanation.reported_score,
                        reported_unit(explanation));
  } else {
    text += fmt::format("{}: a search does not evaluate this position\n", explanation.game_over);
  }
  text += fmt::format("weights: {}\n", explanation.weights_source);
  return text;
}

/// One row for each of the largest groups, and one row for the sum of the others.
std::string largest_text(const Explanation& explanation) {
  const std::vector<const ExplainedGroup*> largest = largest_groups(explanation);
  std::string text = fmt::format("{:<26}{:>6}{:>7}{:>15}    {}\n", "what counts most", "White",
                                 "Black", "for White (cp)", "what is counted");
  std::int64_t rest = 0;
  for (const ExplainedGroup& group : explanation.groups) rest += contribution(group);
  for (const ExplainedGroup* group : largest) {
    const auto [white, black] = counts_of(*group);
    text += fmt::format("{:<26}{:>6}{:>7}{:>17}  {}\n", group->name, white, black,
                        in_column(contribution(*group)),
                        group->meaning.substr(0, group->meaning.find_first_of(":;")));
    rest -= contribution(*group);
  }
  if (const std::size_t others = explanation.groups.size() - largest.size(); others > 0) {
    text += fmt::format("{:<39}{:>17}\n", fmt::format("{} more (--all lists them)", others),
                        in_column(rest));
  }
  return text;
}

}  // namespace

Explanation explain(const Position& position, const Weights& weights) {
  const FeatureCounts counts = count_features(position);
  Explanation explanation;
  explanation.to_move = position.side_to_move();
  explanation.fen = to_fen(position);
  explanation.board = board_text(position);
  explanation.phase = game_phase(position);
  explanation.weights_source = weights.source();
  std::int64_t sum = 0;
  for (std::size_t g = 0; g < kFeatureGroups; ++g) {
    ExplainedGroup group =
        explain_group(static_cast<FeatureGroup>(g), counts, weights, explanation.phase);
    if (group.features.empty()) continue;
    sum += group.white_parts - group.black_parts;
    explanation.groups.push_back(std::move(group));
  }
  explain_score(position, sum, explanation);
  explanation.reported_pawn = weights.reported_pawn();
  explanation.reported_score =
      reported_value(explanation.score_centipawns, explanation.reported_pawn);
  explanation.game_over = game_over(position);
  return explanation;
}

std::string units_text(std::int32_t units) {
  static_assert(Weights::kUnitsPerCentipawn == 100);
  const std::int32_t size = std::abs(units);
  return fmt::format("{}{}.{:02}", units < 0 ? "-" : "", size / 100, size % 100);
}

std::string parts_text(std::int64_t parts) {
  static_assert(kPartsPerCentipawn == 1'000'000);
  const std::int64_t size = std::abs(parts);
  const std::string text = fmt::format("{}{}.{:06}", parts < 0 ? "-" : "",
                                       size / kPartsPerCentipawn, size % kPartsPerCentipawn);
  return size % 100 == 0 ? text.substr(0, text.size() - 2) : text;
}

Verdict verdict(const Explanation& explanation) {
  const Color mover = explanation.to_move;
  if (explanation.game_over == "checkmate")
    return certain_verdict(~mover, fmt::format("{} is checkmated", name_of(mover)));
  if (!explanation.game_over.empty())
    return certain_verdict(std::nullopt, fmt::format("{} is stalemated", name_of(mover)));
  const Value white = seen_by(mover, explanation.reported_score);
  const std::optional<Color> better =
      white == 0 ? std::nullopt : std::optional(white > 0 ? Color::kWhite : Color::kBlack);
  if (explanation.known && (white == 0 || is_known_win(white))) {
    Verdict known = certain_verdict(better, "this endgame is known");
    known.pawns = white / 100.0;
    return known;
  }
  const Value lead = std::abs(white);
  const std::string_view size = std::ranges::find_if(kAdvantages, [&](const AdvantageWords& words) {
                                  return lead >= words.from;
                                })->size;
  if (size == kAdvantages.back().size) {
    const std::string by =
        better ? fmt::format(" ({:.2f} pawns for {})", lead / 100.0, name_of(*better)) : "";
    return {std::nullopt, size, white / 100.0,
            fmt::format("Before any search both sides stand about equally well{}.", by)};
  }
  const std::string_view verb = size == "winning" ? "is" : "stands";
  return {better, size, white / 100.0,
          fmt::format("Before any search {} {} {}, by {:.2f} pawns.", name_of(*better), verb, size,
                      lead / 100.0)};
}

std::vector<const ExplainedGroup*> largest_groups(const Explanation& explanation) {
  std::vector<const ExplainedGroup*> groups;
  for (const ExplainedGroup& group : explanation.groups) {
    if (contribution(group) != 0) groups.push_back(&group);
  }
  std::ranges::stable_sort(groups, std::ranges::greater(), [](const ExplainedGroup* group) {
    return std::abs(contribution(*group));
  });
  groups.resize(std::min(groups.size(), kShownGroups));
  return groups;
}

std::string overview_text(const Explanation& explanation) {
  return fmt::format("{}\n{} to move: {}\n{}\n\n", explanation.board, name_of(explanation.to_move),
                     explanation.fen, verdict(explanation).sentence);
}

std::string to_text(const Explanation& explanation, Detail detail) {
  if (detail == Detail::kTopGroups) return largest_text(explanation) + total_text(explanation, 39);
  std::string text =
      fmt::format("{:<26}{:>6}{:>6}{:>12}{:>12}{:>15}{:>15}{:>15}\n", "feature", "white", "black",
                  "middlegame", "endgame", "white (cp)", "black (cp)", "contribution");
  for (const ExplainedGroup& group : explanation.groups) {
    text += group_row(group);
    if (detail != Detail::kFeatures || group.single) continue;
    for (const ExplainedFeature& feature : group.features) text += feature_row(feature);
  }
  return text + total_text(explanation, 92);
}

}  // namespace trivium::chess
