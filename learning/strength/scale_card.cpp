#include "learning/strength/scale_card.h"

#include <fmt/format.h>
#include <utility>

#include "learning/strength/scale_tables.h"

namespace trivium::learning::strength {

namespace {

CardText strength_card(std::string strength, std::string limits, std::string data) {
  return {.summary =
              "The scale behind `UCI_LimitStrength` and `UCI_Elo`: for each Elo, the number of "
              "nodes and the weight with which the engine samples its moves.",
          .method =
              "A move is chosen with probability proportional to exp(weight * value); a search of "
              "the move gives the value (the softmax of paper 002). The Elo of the levels "
              "maximize the likelihood of the match results (Bradley and Terry 1952). The Elo of "
              "players of known strength are fixed. A level that met such a player is `anchored`. "
              "Other levels are rated by the games between levels: `interpolated` between "
              "anchored ones, else `extrapolated`.",
          .limits = std::move(limits),
          .strength = std::move(strength),
          .data = std::move(data)};
}

format::WeightFile scale_file(const chess::StrengthScale& scale, const Manifest& manifest) {
  format::WeightFile file = scale.to_file();
  file.manifest = manifest.to_json();
  return file;
}

}  // namespace

format::WeightFile layout_file(const chess::StrengthScale& scale, Manifest manifest) {
  manifest.origin = "laid out: nothing was measured, elo only numbers the levels";
  return scale_file(scale, manifest);
}

CardText layout_card() {
  return strength_card("Not measured.", "Its Elo values are not measured.", "None.");
}

format::WeightFile measured_file(const chess::StrengthScale& scale, Manifest manifest) {
  manifest.origin = "measured: the results of matches";
  return scale_file(scale, manifest);
}

CardText measured_card(const chess::StrengthScale& scale, const std::string& check,
                       const std::string& conditions) {
  const std::string limits = fmt::format(
      "The Elo are on the scale of the players of known strength, and hold under the conditions of "
      "these matches{}.",
      conditions.empty() ? "" : ": " + conditions);
  return strength_card(scale_markdown(scale, check), limits, "Results of matches (files below).");
}

}  // namespace trivium::learning::strength
