#include "learning/tdleaf/tdleaf.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "learning/statistics/evidence.h"
#include "learning/tdleaf/earlier_selves.h"
#include "learning/tdleaf/report/piece_worth.h"
#include "learning/tdleaf/signatures.h"
#include "models/format/load_error.h"
#include "models/format/sha256.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::size_t kMaxSamples = 500;  // maximum number of positions for piece_worth()
constexpr std::string_view kCurve = "curve";
constexpr std::string_view kDigests = "games.sha256";
// Hexadecimal digits of a digest; all spaces if games are not stored.
constexpr std::size_t kDigestLength = 64;

void check_task(const TdLeafTask& task, const TdLeafOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(what);
  };
  const GradientOptions& gradient = options.learner.gradient;
  require(task.source != nullptr, "there is no source of games");
  require(gradient.scale > 0.0, "the scale must be positive");
  require(gradient.lambda >= 0.0 && gradient.lambda <= 1.0, "lambda must be in [0, 1]");
  require(gradient.tree_result >= 0.0 && gradient.tree_result <= 1.0,
          "the share of the result must be in [0, 1]");
  require(options.learner.alpha > 0.0, "alpha must be positive");
  require(options.learner.min_alpha <= options.learner.alpha,
          "the least alpha must not be above the first");
  require(options.learner.prior >= 0.0, "the pull toward the prior must not be negative");
  require(options.window > 0 && options.passes > 0,
          "a generation needs games and a pass through them");
}

std::vector<std::string> names_of(std::span<const chess::FeatureGroup> groups) {
  std::vector<std::string> names;
  for (const chess::FeatureGroup group : groups) names.emplace_back(chess::info(group).name);
  return names;
}

/// Statistics of a generation's games, and a sample of their positions.
struct Sample {
  std::uint64_t games = 0;
  std::uint64_t plies = 0;
  double points = 0.0;  ///< sum of White's points
  std::uint64_t draws = 0;
  std::vector<chess::Position> middles;  ///< the position half-way through each of the first games

  void add(const records::SearchedGame& game) {
    ++games;
    plies += game.positions.size();
    points += points_of(game.for_white);
    draws += game.for_white == Outcome::kDraw ? 1 : 0;
    if (middles.size() == kMaxSamples) return;
    chess::Position position = game.start;
    chess::Undo undo;
    for (std::size_t i = 0; i < game.positions.size() / 2; ++i)
      position.do_move(game.positions[i].played, undo);
    middles.push_back(position);
  }
};

/// Returns a stream of the games of `sets`, one set after the other. If `seen` is not null, the
/// games of the last set are also added to it.
records::GameStream joined(std::vector<GameSet> sets, std::size_t threads, Sample* seen) {
  return [sets = std::move(sets), next = std::size_t{0}, stream = records::GameStream(), threads,
          seen](records::SearchedGame& game) mutable {
    for (;;) {
      if (stream && stream(game)) {
        if (seen != nullptr && next == sets.size()) seen->add(game);
        return true;
      }
      if (next == sets.size()) return false;
      stream = sets[next++](threads);
    }
  };
}

/// A training run, as run() of learning/harness/run.h drives it. A step is a generation.
struct TdLeafRun {
  static constexpr const char* kName = "tdleaf";
  static constexpr int kStateVersion = 3;
  static constexpr const char* kUnit = "generations";

  /// Includes whether games are stored, because a folder that lacks the games of some generations
  /// cannot reproduce the weights.
  std::string identity() const {
    const GradientOptions& gradient = options.learner.gradient;
    return nlohmann::json{{"engine signature", engine_signature()},
                          {"learner signature", learner_signature()},
                          {"kind", chess::kWeightsKind},
                          {"schema", chess::kWeightsSchema},
                          {"features", chess::parameter_names()},
                          {"start", format::sha256_hex(std::as_bytes(std::span(task.start)))},
                          {"prior", format::sha256_hex(std::as_bytes(std::span(task.prior)))},
                          {"games", nlohmann::json::parse(task.source_identity)},
                          {"--keep-games", task.source->keeps()},
                          {"scale", gradient.scale},
                          {"lambda", gradient.lambda},
                          {"leaf_weight", gradient.leaf_weight},
                          {"tree_weight", gradient.tree_weight},
                          {"tree_result", gradient.tree_result},
                          {"step_rule", name_of(options.learner.rule)},
                          {"alpha", options.learner.alpha},
                          {"alpha_half", options.learner.alpha_half},
                          {"alpha_least", options.learner.min_alpha},
                          {"pull", options.learner.prior},
                          {"only", names_of(options.learner.only)},
                          {"batch", options.learner.batch},
                          {"window", options.window},
                          {"passes", options.passes}}
        .dump();
  }

  std::uint64_t steps() const noexcept { return curve.size(); }
  std::uint64_t goal() const noexcept { return options.generations; }
  Snapshot snapshot() const {
    Snapshot snapshot{steps(), learner.state()};
    std::ranges::move(earlier.state(), std::back_inserter(snapshot.state));
    if (curve.empty()) return snapshot;  // a file cannot hold empty tensors
    std::vector<std::vector<double>> rows;
    for (const CurveRow& one : curve) rows.emplace_back(one.values.begin(), one.values.end());
    add_rows(snapshot.state, kCurve, rows);
    const std::string text = fmt::format("{}", fmt::join(digests, ""));
    const std::vector<std::uint8_t> letters(text.begin(), text.end());
    snapshot.state.push_back(format::make_tensor(
        std::string(kDigests), {digests.size(), kDigestLength}, std::span(letters)));
    return snapshot;
  }

  void restore(const StateReader& state) {
    learner.restore(state);
    earlier.restore(state);
    const std::vector<std::vector<double>> rows = state.rows(kCurve, kCurveColumns);
    for (const std::vector<double>& row : rows) {
      std::ranges::copy(row, curve.emplace_back().values.begin());
      const std::span<const std::uint8_t> digest =
          state.numbers<std::uint8_t>(kDigests, rows.size() * kDigestLength)
              .subspan(digests.size() * kDigestLength, kDigestLength);
      digests.emplace_back(digest.begin(), digest.end());
    }
    task.source->begin(steps(), true);
    check_games();
  }

  Step begin() {
    task.source->begin(0, false);
    return Step::kMilestone;  // the snapshot marks games stored from now on as this run's
  }

  /// Makes the games of the next generation and trains on them; kNone if there are no games.
  Step advance() {
    std::vector<GameSet> sets;
    for (std::uint64_t back = std::min(options.window - 1, steps()); back > 0; --back) {
      sets.push_back(again(steps() - back));
    }
    const std::optional<GameSet> newest = task.source->make(steps(), selves());
    if (!newest) return Step::kNone;
    sets.push_back(*newest);

    earlier.offer(steps(), learner.weights());
    Sample sample;
    GradientSums last(0);
    for (int pass = 0; pass < options.passes; ++pass) {
      last = learner.learn(joined(sets, options.threads, pass == 0 ? &sample : nullptr),
                           options.crew());
    }
    digests.push_back(digest(steps()));
    curve.push_back(row(sample, last));
    // Throws now if the engine cannot use the weights, not when the file is loaded.
    static_cast<void>(selves());
    return Step::kMilestone;
  }

  std::optional<CurveFigures> curve_figures() const {
    if (curve.empty()) return std::nullopt;
    const CurveRow& row = curve.back();
    return CurveFigures{steps(),
                        {{"error", row[Column::kError]},
                         {"difference", row[Column::kDifference]},
                         {"white_score", row[Column::kWhiteScore]},
                         {"draws", row[Column::kDraws]}}};
  }

  Selves selves() const {
    return {chess::Weights::from_pawns(learner.weights(), fmt::format("generation {}", steps())),
            earlier.players()};
  }

  GameSet again(std::uint64_t generation) const {
    const std::optional<std::filesystem::path> file = task.source->file(generation);
    if (!file) throw std::logic_error("the games of earlier generations were not kept");
    return games_in_file(*file);
  }

  std::string digest(std::uint64_t generation) const {
    return task.source->file(generation) ? task.source->digest(generation)
                                         : std::string(kDigestLength, ' ');
  }

  /// Throws format::LoadError if a stored file of games differs from the one that this run trained
  /// on. Files before the window may have been deleted.
  void check_games() const {
    for (std::uint64_t past = 0; past < steps(); ++past) {
      const std::optional<std::filesystem::path> file = task.source->file(past);
      if (!file || (steps() - past >= options.window && !std::filesystem::exists(*file))) continue;
      if (digest(past) != digests[past])
        throw format::LoadError("checkpoint.other_data",
                                "{}: not the games that this run has learned from", file->string());
    }
  }

  CurveRow row(const Sample& sample, const GradientSums& sums) const {
    using statistics::mean_of;
    CurveRow row;
    row[Column::kGeneration] = static_cast<double>(steps() + 1);
    row[Column::kGames] =
        static_cast<double>(sample.games) + (curve.empty() ? 0.0 : curve.back()[Column::kGames]);
    row[Column::kPositions] = static_cast<double>(sample.plies);
    row[Column::kAlpha] = learner.alpha();
    row[Column::kDifference] = std::sqrt(mean_of(sums.squared_differences, sums.positions));
    row[Column::kError] = std::sqrt(mean_of(sums.squared_errors, sums.positions));
    row[Column::kWhiteScore] = mean_of(sample.points, sample.games);
    row[Column::kDraws] = mean_of(static_cast<double>(sample.draws), sample.games);
    row[Column::kPlies] = mean_of(static_cast<double>(sample.plies), sample.games);
    row[Column::kDeciding] = mean_of(static_cast<double>(sums.deciding), sums.positions);
    const PieceValues weights = material(learner.weights());
    const PieceValues worth = piece_worth(sample.middles, learner.weights());
    for (std::size_t piece = 0; piece < worth.size(); ++piece) {
      row[piece_column(Column::kPawn, piece)] = weights[piece];
      row[piece_column(Column::kPawnWorth, piece)] = worth[piece];
    }
    if (const std::optional<ExpectationModel> model = sums.results.fit()) {
      row[Column::kResultScale] = model->scale;
      row[Column::kDrawMargin] = model->draw_margin;
    }
    return row;
  }

  const TdLeafTask& task;
  const TdLeafOptions& options;
  Learner learner{options.learner, task.start, task.prior};
  EarlierSelves earlier{};
  std::vector<CurveRow> curve{};
  std::vector<std::string> digests{};  // by generation: digest of its file of games
};

}  // namespace

std::vector<double> weights_of_nothing() {
  std::vector<double> weights(chess::kParameterCount);
  set_material(weights, {kCentipawnsPerPawn, 0, 0, 0, 0});
  return weights;
}

TdLeafResult learn_tdleaf(const TdLeafTask& task, const TdLeafOptions& options) {
  check_task(task, options);
  TdLeafRun training{task, options};
  run(training, options, [&] {
    if (options.on_generation) options.on_generation(training.curve, training.learner.weights());
  });
  return {training.learner.weights(), std::move(training.curve)};
}

}  // namespace trivium::learning::tdleaf
