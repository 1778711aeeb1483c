#include "learning/reversi_value/value_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/reversi/patterns/pattern_value.h"
#include "learning/records/split.h"
#include "learning/statistics/conjugate_gradients.h"
#include "models/format/load_error.h"

namespace trivium::learning::reversi_value {

namespace {

using reversi::PatternValue;

constexpr std::size_t kShards = 16;     // changes results: sums are added shard by shard
constexpr std::size_t kRowNumbers = 2;  // numbers of a ValueRow in a checkpoint

/// Returns the weights in the engine's units.
std::vector<std::int16_t> rounded(const ValueWeights& weights) {
  constexpr double kMax = std::numeric_limits<std::int16_t>::max();
  std::vector<std::int16_t> result;
  result.reserve(weights.size());
  for (const double weight : weights) {
    const double units = std::round(weight * PatternValue::kUnitsPerDisc);
    result.push_back(static_cast<std::int16_t>(std::clamp(units, -kMax, kMax)));
  }
  return result;
}

ValueWeights discs_of(std::span<const std::int16_t> weights) {
  ValueWeights result;
  result.reserve(weights.size());
  for (const std::int16_t weight : weights)
    result.push_back(static_cast<double>(weight) / PatternValue::kUnitsPerDisc);
  return result;
}

/// Returns the sums of each stage.
std::vector<ErrorSums> by_stage(std::span<const ErrorSums> by_discs,
                                const reversi::PatternSet& set) {
  std::vector<ErrorSums> result(static_cast<std::size_t>(set.stages()));
  for (int discs = 4; discs < static_cast<int>(by_discs.size()); ++discs)
    result[static_cast<std::size_t>(set.stage(discs))] += by_discs[static_cast<std::size_t>(discs)];
  return result;
}

/// Appends the labels of `games`.
void append_labels(std::span<const LabeledGame> games, std::vector<std::int8_t>& labels) {
  for (const LabeledGame& game : games)
    labels.insert(labels.end(), game.labels.begin(), game.labels.end());
}

/// Returns the total number of moves.
std::size_t moves_of(std::span<const records::ReversiGame> games) noexcept {
  std::size_t total = 0;
  for (const records::ReversiGame& game : games) total += game.moves.size();
  return total;
}

/// A training run, as run() of learning/harness/run.h drives it.
class ValueRun {
 public:
  static constexpr const char* kName = "reversi_value";
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "steps";

  ValueRun(const ValueGames& games, const reversi::PatternSet& set, const ValueOptions& options,
           const std::string& data_hash, const ValueListeners& listeners)
      : games_(games),
        set_(set),
        options_(options),
        data_hash_(data_hash),
        listeners_(listeners),
        shards_(kShards, options.crew()) {}

  std::string identity() const {
    return nlohmann::json{{"data", data_hash_},
                          {"seed", options_.seed},
                          {"held_out_share", options_.held_out_share},
                          {"train_games", options_.train_games},
                          {"solve", options_.solve},
                          {"ridge", options_.ridge},
                          {"patterns", set_.text()},
                          {"shards", kShards}}
        .dump();
  }
  std::uint64_t steps() const noexcept { return curve_.empty() ? 0 : curve_.size() - 1; }
  std::uint64_t goal() const noexcept { return options_.steps; }

  Step begin() {
    DoneCount done(listeners_.on_labels);
    const auto labels_of = [&](const std::vector<records::ReversiGame>& games) {
      return labeled(games, options_.solve, shards_, &done);
    };
    train_ = labels_of(games_.train);
    held_out_ = labels_of(games_.held_out);
    set_up();
    solution_ = statistics::ConjugateGradients(equations_.right, equations_.diagonal);
    add_row();
    return Step::kMilestone;
  }

  std::optional<CurveFigures> curve_figures() const {
    if (curve_.empty()) return std::nullopt;
    const ValueRow& row = curve_.back();
    return CurveFigures{row.step, {{"train", row.train}, {"held_out", row.held_out}}};
  }

  Step advance() {
    const LeastSquares problem(train_, set_, options_.ridge, shards_);
    solution_.advance(equations_.diagonal,
                      [&](const ValueWeights& v) { return problem.product(v); });
    add_row();
    return Step::kMade;
  }

  Snapshot snapshot() const {
    std::vector<std::vector<double>> rows;
    for (const ValueRow& row : curve_) rows.push_back({row.train, row.held_out});
    const std::vector<double> state = {solution_.left, solution_.first_residual};
    std::vector<std::int8_t> labels;  // one array, because there may be no held-out game
    append_labels(train_, labels);
    append_labels(held_out_, labels);
    Snapshot snapshot{
        steps(),
        {format::make_tensor("direction", solution_.direction),
         format::make_tensor("labels", labels), format::make_tensor("residual", solution_.residual),
         format::make_tensor("state", state), format::make_tensor("weights", solution_.x)}};
    add_rows(snapshot.state, "curve", rows);
    return snapshot;
  }

  void restore(const StateReader& reader) {
    std::span<const std::int8_t> labels =
        reader.numbers<std::int8_t>("labels", moves_of(games_.train) + moves_of(games_.held_out));
    train_ = with_labels(games_.train, labels);
    held_out_ = with_labels(games_.held_out, labels);
    set_up();
    const std::size_t features = set_.features();
    solution_.x.resize(features);
    solution_.residual.resize(features);
    solution_.direction.resize(features);
    reader.read("weights", solution_.x);
    reader.read("residual", solution_.residual);
    reader.read("direction", solution_.direction);
    const auto state = reader.numbers<double>("state", 2);
    solution_.left = state[0];
    solution_.first_residual = state[1];
    for (const std::vector<double>& row : reader.rows("curve", kRowNumbers))
      curve_.push_back({curve_.size(), row[0], row[1]});
  }

  const ValueRow& last_row() const { return curve_.back(); }
  ValueResult result() && {
    const std::vector<std::int16_t> weights = rounded(solution_.x);
    const ValueWeights in_discs = discs_of(weights);
    const auto errors = [&](const std::vector<LabeledGame>& games) {
      return LeastSquares(games, set_, options_.ridge, shards_).errors(in_discs);
    };
    return {weights, std::move(curve_), {errors(train_), errors(held_out_)}};
  }

 private:
  void set_up() { equations_ = LeastSquares(train_, set_, options_.ridge, shards_).equations(); }

  /// Returns games with the first of `labels`, and removes these labels.
  static std::vector<LabeledGame> with_labels(std::span<const records::ReversiGame> games,
                                              std::span<const std::int8_t>& labels) {
    std::vector<LabeledGame> result;
    for (const records::ReversiGame& game : games) {
      const auto own = labels.first(game.moves.size());
      labels = labels.subspan(game.moves.size());
      result.push_back({game.moves, {own.begin(), own.end()}});
    }
    return result;
  }

  /// Mean square error of the training positions. With r = b - A w, w^T A w is w . (b - r), so no
  /// pass over the games is needed.
  double training_error() const {
    const ValueWeights& w = solution_.x;
    const double sum = equations_.labels - statistics::dot(w, equations_.right) -
                       statistics::dot(w, solution_.residual) -
                       options_.ridge * statistics::dot(w, w);
    return std::sqrt(std::max(0.0, sum) / static_cast<double>(equations_.positions));
  }

  void add_row() {
    const LeastSquares held_out(held_out_, set_, options_.ridge, shards_);
    curve_.push_back({curve_.size(), training_error(),
                      statistics::total_of(held_out.errors(solution_.x)).root_mean_square()});
  }

  const ValueGames& games_;
  const reversi::PatternSet& set_;
  const ValueOptions& options_;
  const std::string& data_hash_;
  const ValueListeners& listeners_;
  Shards shards_;
  std::vector<LabeledGame> train_;
  std::vector<LabeledGame> held_out_;
  LeastSquares::Equations equations_;
  statistics::ConjugateGradients solution_;
  std::vector<ValueRow> curve_;
};

}  // namespace

ValueGames split(records::ReversiGames games, const ValueOptions& options) {
  ValueGames result;
  records::RoleAssigner assigner(
      {options.seed, options.held_out_share, options.train_games, records::LearnFrom::kBoth, {}});
  for (records::ReversiGame& game : games.games) {
    const records::Role role = assigner.next(records::hash_of(game));
    if (role == records::Role::kTrain) result.train.push_back(std::move(game));
    if (role == records::Role::kHeldOut) result.held_out.push_back(std::move(game));
  }
  if (result.train.empty())
    throw format::LoadError("games.teach.none", "all games are held out: none to learn from");
  return result;
}

ValueResult learn_value(const ValueGames& games, const reversi::PatternSet& set,
                        const ValueOptions& options, const std::string& data_hash,
                        const ValueListeners& listeners) {
  ValueRun learner(games, set, options, data_hash, listeners);
  run(learner, options, [&] {
    if (listeners.on_row) listeners.on_row(learner.last_row());
  });
  return std::move(learner).result();
}

format::WeightFile value_file(const ValueGames& games, const reversi::PatternSet& set,
                              const ValueOptions& options, const ValueResult& result,
                              Manifest manifest) {
  manifest.origin = "learned: least squares of the final scores of games";
  manifest.seed = options.seed;
  manifest.parameters = {{"held_out_share", options.held_out_share}, {"ridge", options.ridge}};
  manifest.counts = {{"train.games", games.train.size()},
                     {"held_out.games", games.held_out.size()},
                     {"solved_squares", options.solve},
                     {"steps", result.curve.size() - 1}};
  const auto add_figures = [&manifest](const std::string& name,
                                       std::span<const ErrorSums> by_discs) {
    const ErrorSums all = statistics::total_of(by_discs);
    if (all.positions == 0) return;
    manifest.counts[name + ".positions"] = static_cast<std::int64_t>(all.positions);
    manifest.figures[name + ".root_mean_square_error"] = all.root_mean_square();
    manifest.figures[name + ".mean_absolute_error"] = all.mean_absolute();
  };
  add_figures("train", result.errors.train);
  add_figures("held_out", result.errors.held_out);

  // The errors of games that were not learned from are those that a search will meet.
  constexpr double kMinError = 0.5;  // stages without a position, or with one that is always right
  std::vector<double> errors;
  for (const ErrorSums& sums :
       by_stage(games.held_out.empty() ? result.errors.train : result.errors.held_out, set))
    errors.push_back(std::max(kMinError, sums.root_mean_square()));

  return {.kind = std::string(reversi::kValueKind),
          .schema = reversi::kValueSchema,
          .manifest = manifest.to_json(),
          .tensors = reversi::value_tensors(set, result.weights, errors)};
}

CardText value_card(const reversi::PatternSet& set, const ValueOptions& options) {
  CardText card;
  card.summary = fmt::format(
      "Evaluation of Reversi positions on the board of 8: the expected final difference in discs, "
      "by the {} features of the pattern set {}.",
      set.features(), set.name().empty() ? "below" : set.name());
  card.method = fmt::format(
      "The value is the sum of a weight for each instance of each shape of the set, in {} stages "
      "of the game. The weights minimize the squared difference from the final score, with a "
      "ridge, by {} steps of conjugate gradients. The score is that of best play where at most {} "
      "squares are empty (found by the solver), that which the record states for best play where "
      "it states one, else the score of the game. Symmetric positions share their features. Whole "
      "games are held out, chosen by seed and moves. "
      "`engine/reversi/patterns/patterns.md` explains the text of the pattern set:\n\n{}",
      set.stages(), options.steps, options.solve, indented(set.text()));
  card.limits =
      "Only for boards of 8. The value predicts results between players like those in the "
      "training games; positions that such games do not reach have values near zero, or wrong "
      "ones. It does not count who moves last in each region.";
  card.strength =
      "`held_out.root_mean_square_error` below states how far the final scores of held-out games "
      "are from the value, in discs.";
  card.data = "Final scores of Reversi games (files below).";
  return card;
}

}  // namespace trivium::learning::reversi_value
