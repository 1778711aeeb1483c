#include "learning/tdleaf/report/results.h"

#include <string_view>

#include "engine/chess/evaluation/weights.h"
#include "learning/tdleaf/report/piece_worth.h"
#include "models/format/linear.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::string_view kMatchHint =
    "Not measured. `trivium-match run` plays it against other weights (`trivium uci --weights "
    "FILE`).";

PieceValues pieces_of(const CurveRow& row, Column pawn) noexcept {
  PieceValues values{};
  for (std::size_t piece = 0; piece < values.size(); ++piece)
    values[piece] = row[piece_column(pawn, piece)];
  return values;
}

std::int64_t whole(double number) noexcept { return static_cast<std::int64_t>(number); }

void describe_expectation(const ExpectationModel& model, Manifest& manifest) {
  manifest.figures[std::string(chess::kExpectationScale)] = model.scale;
  manifest.figures[std::string(chess::kExpectationDrawMargin)] = model.draw_margin;
}

}  // namespace

format::WeightFile chess_file(std::span<const double> weights, const Manifest& manifest) {
  format::WeightFile file;
  file.kind = chess::kWeightsKind;
  file.schema = chess::kWeightsSchema;
  file.feature_names = chess::parameter_names();
  file.manifest = manifest.to_json();
  file.tensors = format::linear_tensors(file.feature_names, weights);
  const auto scale = manifest.figures.find(std::string(chess::kExpectationScale));
  if (scale == manifest.figures.end()) return file;
  file.tensors.push_back(chess::expectation_tensor(
      {scale->second, manifest.figures.at(std::string(chess::kExpectationDrawMargin))}));
  return file;
}

void describe_run(const TdLeafOptions& options, std::span<const CurveRow> curve,
                  Manifest& manifest) {
  const LearnerOptions& learner = options.learner;
  const GradientOptions& gradient = learner.gradient;
  manifest.parameters = {{"scale", gradient.scale},
                         {"lambda", gradient.lambda},
                         {"leaf_weight", gradient.leaf_weight},
                         {"tree_weight", gradient.tree_weight},
                         {"tree_result", gradient.tree_result},
                         {"alpha", learner.alpha},
                         {"alpha_half", learner.alpha_half},
                         {"alpha_least", learner.min_alpha},
                         {"prior", learner.prior}};
  manifest.counts = {{"generations", static_cast<std::int64_t>(curve.size())},
                     {"batch", static_cast<std::int64_t>(learner.batch)},
                     {"window", static_cast<std::int64_t>(options.window)},
                     {"passes", options.passes}};
  if (curve.empty()) return;
  double positions = 0.0;
  for (const CurveRow& row : curve) positions += row[Column::kPositions];
  manifest.counts["games"] = whole(curve.back()[Column::kGames]);
  manifest.counts["positions"] = whole(positions);
  for (const Column column : {Column::kDifference, Column::kError, Column::kWhiteScore,
                              Column::kDraws, Column::kPlies, Column::kDeciding}) {
    manifest.figures["last_generation." + std::string(name_of(column))] = curve.back()[column];
  }
  if (curve.back()[Column::kResultScale] == 0.0) return;
  describe_expectation({curve.back()[Column::kResultScale], curve.back()[Column::kDrawMargin]},
                       manifest);
}

void describe_run(const RegressionOptions& options, const RegressionResult& result,
                  Manifest& manifest) {
  manifest.seed = options.seed;
  manifest.parameters = {{"scale", options.scale},
                         {"ridge", options.ridge},
                         {"held_out_share", options.held_out_share}};
  manifest.counts = {{"train.positions", static_cast<std::int64_t>(result.train.positions)},
                     {"held_out.positions", static_cast<std::int64_t>(result.held_out.positions)},
                     {"iterations", static_cast<std::int64_t>(result.iterations)},
                     {"converged", result.converged ? 1 : 0}};
  manifest.figures = {{"train.log_loss", result.train.log_loss},
                      {"train.log_loss_before", result.train_before.log_loss}};
  if (result.expectation) describe_expectation(*result.expectation, manifest);
  if (result.held_out.positions == 0) return;
  manifest.figures["held_out.log_loss"] = result.held_out.log_loss;
  manifest.figures["held_out.log_loss_before"] = result.held_out_before.log_loss;
}

std::string piece_tables(const CurveRow& row) {
  return piece_table(pieces_of(row, Column::kPawnWorth), "worth on the board") + "\n" +
         piece_table(pieces_of(row, Column::kPawn), "material weight");
}

CardText tdleaf_card(std::span<const CurveRow> curve) {
  CardText card;
  card.summary =
      "Weights of the linear chess evaluation, in pawns, trained by TDLeaf(lambda) on searched "
      "games (paper 003).";
  card.strength = kMatchHint;
  card.data = "Searched chess games: self-play, or games from records (files below).";
  card.method =
      "Each position of a game is searched. The leaf of its principal variation gives an expected "
      "result, P = 1 / (1 + e^(-E / scale)). The weights change by the gradient of P times the "
      "sum of the temporal differences that follow, the last of which ends at the game's result. "
      "`td_difference` is the root mean square difference of successive predictions, and "
      "`result_error` that of prediction and result. `deciding` is the share of positions whose "
      "search value is the evaluation of the leaf. The other positions (mates, draws, exact "
      "endgames) are targets, but have no gradient of their own. These three figures describe all "
      "games of the last generation's window, each with the weights before its batch's step. The "
      "other figures describe the games of the last generation itself. `expectation.scale` and "
      "`expectation.draw_margin` are the model that converts a score to the probabilities of a "
      "win, a draw and a loss. It was fitted to the results of the games of that window.";
  if (!curve.empty()) {
    card.method +=
        "\n\n### Pieces\n\n"
        "The worth of a piece is the mean drop of its side's evaluation when the piece is removed "
        "from the board. It contains the material weight and the effect on all other features. It "
        "is measured in positions half-way through the games of the last generation. The reference "
        "values are published ones (Michniewski 1995)."
        "\n\n" +
        piece_tables(curve.back());
  }
  card.limits =
      "Weights of features that are rare in the games are uncertain. A material weight alone says "
      "little, because squares, mobility and threats carry part of a piece's worth. The weights "
      "suit the search and the opponents with which they were trained.";
  return card;
}

CardText regression_card() {
  return {
      "Weights of the linear chess evaluation, in pawns, fitted to labeled positions: a reference "
      "for weights trained by self-play.",
      "Logistic regression of the game's result on the features of each position, P = 1 / (1 + "
      "e^(-E / scale)) with a fixed scale. L-BFGS minimizes the loss, with a ridge toward the "
      "initial weights. Positions are held out in runs of neighbors, chosen by the seed. Figures "
      "are the mean natural log loss; `before` is that of the initial weights.",
      "It was fitted only to positions of these games. A label is the result of the whole game, "
      "so it depends on the moves that followed more than on the position.",
      {},
      std::string(kMatchHint),
      "Positions of chess games, each with the result of its game (files below)."};
}

}  // namespace trivium::learning::tdleaf
