#include "learning/outcome/outcome.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "engine/core/logistic.h"
#include "learning/outcome/report.h"
#include "models/format/sha256.h"

namespace trivium::learning::outcome {

namespace {

constexpr std::size_t kShards = 32;       // changes results: sums are added shard by shard
constexpr double kEnoughGain = 1e-6;      // gain of a converged stage, in nats per position
constexpr std::size_t kRowNumbers = 5;    // numbers of an OutcomeRow in a checkpoint
constexpr std::size_t kStateNumbers = 6;  // numbers of the tensor "state" in a checkpoint
constexpr std::size_t kTens = 10;

/// A training run, as run() of learning/harness/run.h drives it.
struct OutcomeRun {
  static constexpr const char* kName = "outcome";
  static constexpr int kStateVersion = 3;
  static constexpr const char* kUnit = "iterations";

  /// Includes the number of iterations, because a stage that reached this limit is not continued.
  std::string identity() const {
    format::Sha256 start;
    if (options.start) start.update(std::as_bytes(std::span(*options.start)));
    return nlohmann::json{{"data", data_hash},
                          {"seed", options.split.seed},
                          {"held_out_share", options.split.held_out_share},
                          {"train_games", options.split.train_games},
                          {"turns", options.turns},
                          {"ridge_counts", options.ridges.counts},
                          {"ridge_lines", options.ridges.lines},
                          {"ridge_meetings", options.ridges.meetings},
                          {"start", options.start ? start.hex() : "none"},
                          {"patterns", options.patterns},
                          {"iterations", options.iterations},
                          {"shards", kShards}}
        .dump();
  }

  std::uint64_t steps() const noexcept { return result.curve.size(); }
  std::uint64_t goal() const noexcept { return done ? steps() : kNoGoal; }
  Snapshot snapshot() const {
    std::vector<std::vector<double>> rows;
    for (const OutcomeRow& row : result.curve)
      rows.push_back({row.stage == Stage::kPatterns ? 1.0 : 0.0, static_cast<double>(row.iteration),
                      row.train, row.held_out, row.gain});
    const std::vector<double> state = {stage == Stage::kPatterns ? 1.0 : 0.0,
                                       static_cast<double>(iteration),
                                       gain,
                                       stuck ? 1.0 : 0.0,
                                       done ? 1.0 : 0.0,
                                       result.converged ? 1.0 : 0.0};
    Snapshot snapshot{steps(),
                      {format::make_tensor("counts", counts),
                       format::make_tensor("parameters", result.parameters),
                       format::make_tensor("state", state)}};
    add_rows(snapshot.state, "curve", rows);
    return snapshot;
  }

  void restore(const StateReader& reader) {
    reader.read("counts", counts);
    reader.read("parameters", result.parameters);
    const auto state = reader.numbers<double>("state", kStateNumbers);
    for (const std::vector<double>& row : reader.rows("curve", kRowNumbers))
      result.curve.push_back({row[0] == 1.0 ? Stage::kPatterns : Stage::kCounts,
                              static_cast<std::size_t>(row[1]), row[2], row[3], row[4]});
    stage = state[0] == 1.0 ? Stage::kPatterns : Stage::kCounts;
    iteration = static_cast<std::size_t>(state[1]);
    gain = state[2];
    stuck = state[3] == 1.0;
    done = state[4] == 1.0;
    result.converged = state[5] == 1.0;
  }

  Step begin() { return Step::kMade; }

  std::optional<CurveFigures> curve_figures() const {
    if (result.curve.empty()) return std::nullopt;
    const OutcomeRow& row = result.curve.back();
    return CurveFigures{result.curve.size() - 1,
                        {{"train", row.train}, {"held_out", row.held_out}}};
  }

  /// Adds a row to the curve, then makes a step, or enters the next stage if this one has ended.
  Step advance() {
    result.curve.push_back(
        {stage, iteration, loss(records::Role::kTrain), loss(records::Role::kHeldOut), gain});
    const bool converged = iteration > 0 && gain < kEnoughGain;
    if (converged || iteration >= options.iterations || stuck) {
      result.converged = result.converged && converged;
      next_stage();
    } else {
      const Problem problem(games, stage, options.ridges, options.turns, start_of_stage(), shards);
      NewtonStep step = newton_step(problem, result.parameters);
      result.parameters = std::move(step.parameters);
      gain = step.gain;
      stuck = step.length == 0.0;
      ++iteration;
    }
    return Step::kMilestone;
  }

  double loss(records::Role role) const {
    return measure(games, role, options.turns, result.parameters, options.crew()).all.mean_loss();
  }

  /// Returns the parameters with which the stage begins, which are the center of its ridge: zeros
  /// for kCounts; for kPatterns the counts found before and zeros for patterns.
  Parameters start_of_stage() const {
    return stage == Stage::kCounts ? Parameters(kParameters) : counts;
  }

  void next_stage() {
    done = stage == Stage::kPatterns || !options.patterns;
    counts = result.parameters;
    stage = Stage::kPatterns;
    iteration = 0;
    gain = 0.0;
    stuck = false;
  }

  const records::GameSet& games;
  const OutcomeOptions& options;
  const std::string& data_hash;
  Shards shards{kShards, options.crew()};
  // Parameters with which the stage kPatterns begins.
  Parameters counts = options.start.value_or(Parameters(kParameters));
  OutcomeResult result{.parameters = counts, .curve = {}, .converged = true};
  Stage stage = options.start ? Stage::kPatterns : Stage::kCounts;
  std::size_t iteration = 0;  // number of steps made in this stage
  double gain = 0.0;
  bool stuck = false;
  bool done = false;
};

void add_figures(const std::string& name, const OutcomeMetrics& metrics, Manifest& manifest) {
  if (metrics.all.cases == 0) return;
  manifest.counts[name + ".positions"] = static_cast<std::int64_t>(metrics.all.cases);
  manifest.figures[name + ".log_loss"] = metrics.all.mean_loss();
  manifest.figures[name + ".accuracy"] = metrics.all.accuracy();
}

/// Returns the parameters of all patterns. A line and its mirror image have the same.
std::vector<double> pattern_weights(const Parameters& parameters) {
  std::vector<double> weights;
  for (connect6::ValuePattern i = 0; i < connect6::kValuePatterns; ++i)
    weights.push_back(parameters[parameter_of(i)]);
  return weights;
}

/// Throws format::LoadError unless a training game has a position that can be used: with a known
/// result and, if patterns are fitted, not decided.
void require_positions(const records::GameSet& games, const OutcomeOptions& options) {
  bool found = false;
  Tape tape;
  games.visit(Shards(1, 1), 0, records::Role::kTrain, [&](const records::Connect6Game& game) {
    if (found) return;
    tape.read(game, options.turns, false);
    const auto is_learned = [&](const Tape::Position& position) {
      return !options.patterns || !position.decided;
    };
    found = std::ranges::any_of(tape.positions(), is_learned);
  });
  if (found) return;
  games.fail("games.teach.none", fmt::format("no position to learn from: no game that is learned "
                                             "from has a result and, behind its opening, a turn{}",
                                             options.patterns ? " that is not decided yet" : ""));
}

}  // namespace

OutcomeMetrics measure(const records::GameSet& games, records::Role role, std::size_t turns,
                       const Parameters& parameters, Crew crew) {
  const Shards shards(kShards, crew);
  const bool patterns = std::any_of(parameters.begin() + connect6::kFeatureCount, parameters.end(),
                                    [](double parameter) { return parameter != 0.0; });
  const auto work = [&](std::size_t shard) {
    OutcomeMetrics part;
    Tape tape;
    std::vector<double> scores;
    games.visit(shards, shard, role, [&](const records::Connect6Game& game) {
      tape.read(game, turns, patterns);
      tape.scores(parameters, patterns, scores);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        const Tape::Position& position = tape.positions()[i];
        if (position.decided) continue;
        const double probability = logistic(scores[i]);
        const double correct = scores[i] == 0.0  ? 0.5
                               : scores[i] > 0.0 ? position.result
                                                 : 1.0 - position.result;
        const statistics::ResultEvidence sums{.cases = 1,
                                              .loss = logistic_loss(scores[i], position.result),
                                              .correct = correct,
                                              .won = {probability, position.result}};
        part.all += sums;
        part.by_stones[position.stones / kTens * kTens] += sums;
        part.by_prediction[std::min<std::size_t>(static_cast<std::size_t>(probability * kTens),
                                                 kTens - 1)] += sums;
      }
    });
    return part;
  };
  return shards.sum(OutcomeMetrics{}, work);
}

Parameters parameters_of(const connect6::Weights& weights) {
  Parameters parameters(kParameters);
  const auto log_odds = [](std::int32_t units) {
    return static_cast<double>(units) / connect6::Weights::kUnitsPerLogOdds;
  };
  for (std::size_t k = 0; k < connect6::kFeatureCount; ++k)
    parameters[k] = log_odds(weights.units()[k]);
  for (std::size_t i = 0; i < weights.patterns().size(); ++i) {
    parameters[parameter_of(static_cast<connect6::ValuePattern>(i))] =
        log_odds(weights.patterns()[i]);
  }
  return parameters;
}

Parameters as_read(const Parameters& parameters, bool patterns) {
  const std::vector<double> of_patterns =
      patterns ? pattern_weights(parameters) : std::vector<double>();
  return parameters_of(*connect6::Weights::from_log_odds(
      std::span(parameters).first(connect6::kFeatureCount), "learned", of_patterns));
}

OutcomeJudgment judge(const records::GameSet& games, const Parameters& parameters,
                      const OutcomeOptions& options) {
  const auto of = [&](records::Role role) {
    return measure(games, role, options.turns, parameters, options.crew());
  };
  return {of(records::Role::kTrain), of(records::Role::kHeldOut)};
}

OutcomeResult learn_outcome(const records::GameSet& games, const OutcomeOptions& options,
                            const std::string& data_hash, const OutcomeListener& on_row) {
  if (options.start && !options.patterns)
    throw std::invalid_argument("if the counts are given, only patterns can be learned");
  require_positions(games, options);
  OutcomeRun learner{games, options, data_hash};
  run(learner, options, [&] {
    if (on_row) on_row(learner.result.curve.back());
  });
  return std::move(learner.result);
}

format::WeightFile outcome_file(const records::GameSet& games, const OutcomeOptions& options,
                                const OutcomeResult& result, const OutcomeJudgment& judgment,
                                Manifest manifest) {
  manifest.origin = "learned: logistic regression of game results";
  manifest.seed = options.split.seed;
  manifest.parameters = {{"held_out_share", options.split.held_out_share},
                         {"ridge.counts", options.ridges.counts}};
  manifest.counts = {{"train.games", games.games(records::Role::kTrain)},
                     {"held_out.games", games.games(records::Role::kHeldOut)},
                     {"iterations", result.curve.size()},
                     {"converged", result.converged ? 1 : 0}};
  add_figures("train", judgment.train, manifest);
  add_figures("held_out", judgment.held_out, manifest);
  std::vector<double> patterns;
  if (options.patterns) {
    manifest.parameters["ridge.lines"] = options.ridges.lines;
    manifest.parameters["ridge.meetings"] = options.ridges.meetings;
    patterns = pattern_weights(result.parameters);
  }
  return {.kind = std::string(connect6::kWeightsKind),
          .schema = connect6::kWeightsSchema,
          .feature_names = connect6::feature_names(),
          .manifest = manifest.to_json(),
          .tensors = connect6::value_tensors(
              std::span(result.parameters).first(connect6::kFeatureCount), patterns)};
}

CardText outcome_card(const OutcomeOptions& options) {
  CardText card = value_card("");
  card.summary =
      "Evaluation weights of the Connect-6 engine: the log-odds that the side to move wins.";
  card.method =
      "Logistic regression of the result on the features of the positions before a turn of two "
      "stones. Newton's method with conjugate gradients minimizes the loss, with a ridge for each "
      "group of weights, in nats over all positions. ";
  card.method += options.start ? "The weights of counts are those of another file, except that "
                                 "being on move and having to parry were fitted again. "
                               : "The weights of counts were fitted first, on all positions. ";
  if (options.patterns) {
    card.method +=
        "Then the patterns of `engine/connect6/patterns/value_patterns.h` were added: the tensors "
        "`lines` (for each empty cell its lines of eight neighbors, equal for mirror images) and "
        "`meetings` (what a stone of the side to move makes there, by what one of the opponent "
        "would make). ";
  }
  if (options.turns > 0) {
    card.method +=
        fmt::format("The first {} turns after the opening of each game were used. ", options.turns);
  }
  card.method +=
      "Figures are of the positions that the search evaluates (nobody can win at once, and all "
      "threats can be parried): `log_loss` is the mean natural log loss, and `accuracy` the share "
      "of positions whose more probable result occurred. Whole games are held out, chosen by seed "
      "and moves.";
  card.data = "Results of Connect-6 games (files below).";
  return card;
}

}  // namespace trivium::learning::outcome
