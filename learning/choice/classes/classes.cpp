#include "learning/choice/classes/classes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "learning/harness/work_items.h"
#include "learning/statistics/moments.h"
#include "models/format/load_error.h"

namespace trivium::learning::choice {

namespace {

// Finds the best split of a class of positions: question and threshold with the largest expected
// gain. One pass over the games computes gradient and information for all thresholds.

/// A possible split of a class: positions whose answer is below `threshold`, and all others.
struct ClassSplit {
  const chess::PositionQuestion* question = nullptr;
  int threshold = 0;
  double expected = 0;  ///< expected gain of one step of Fisher scoring on both sides, in nats
};

/// Minimum number of training decisions on each side of a split.
constexpr std::uint64_t kMinDecisions = 200;

// Answers to the questions are counted in bins. The bins of a question have consecutive numbers:
// one below the first threshold, one between each two neighbors, and one from the last threshold
// on.

std::size_t bins_of(const chess::PositionQuestion& question) {
  return question.thresholds.size() + 1;
}

/// Calls into(bin) for the bin of each question's answer.
void find_bins(const chess::Position& position, std::size_t legal_moves,
               const std::function<void(std::size_t)>& into) {
  std::size_t first = 0;
  for (const chess::PositionQuestion& question : chess::position_questions()) {
    const int answer = question.answer(position, legal_moves);
    into(first + static_cast<std::size_t>(std::ranges::upper_bound(question.thresholds, answer) -
                                          question.thresholds.begin()));
    first += bins_of(question);
  }
}

/// Returns the expected gain of the first step of a fit that starts at its prior.
double gain_with_prior(const ChoiceSlopes& at, double prior_moves) {
  if (at.sums.cases == 0) return 0;
  const auto decisions = static_cast<double>(at.sums.cases);
  return expected_gain(at) * decisions / (decisions + prior_moves);
}

/// Returns the sums of bins below and above each threshold: element i of the first vector is the
/// sum of the first i bins, and element i of the second one is the sum of all others.
std::pair<std::vector<ChoiceSlopes>, std::vector<ChoiceSlopes>> sums_of_sides(
    std::span<const ChoiceSlopes> bins) {
  std::vector<ChoiceSlopes> below(bins.size() + 1, ChoiceSlopes(0)), rest = below;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    below[i + 1] = below[i];
    below[i + 1] += bins[i];
  }
  for (std::size_t i = bins.size(); i-- > 0;) {
    rest[i] = rest[i + 1];
    rest[i] += bins[i];
  }
  return {std::move(below), std::move(rest)};
}

/// Returns the decisions in class `number`. Requires: `classes` outlives the result.
Decisions only(Decisions decisions, const chess::PositionClasses& classes, std::size_t number) {
  decisions.filter.classes = &classes;
  decisions.filter.position_class = number;
  return decisions;
}

/// Returns the best split of class `number`, whose weights are `weights`; nullopt if no split is
/// possible or has an expected gain above 0. Uses lookahead, prior_moves (of the fit of each side)
/// and threads of `options`.
std::optional<ClassSplit> best_split(const Decisions& train, const chess::Attributes& attributes,
                                     const chess::PositionClasses& classes, std::size_t number,
                                     std::span<const double> weights, const FitOptions& options) {
  const std::span<const chess::PositionQuestion> questions = chess::position_questions();
  std::size_t bins = 0;
  for (const chess::PositionQuestion& question : questions) bins += bins_of(question);
  const std::vector<ChoiceSlopes> slopes =
      slopes_by_part(only(train, classes, number), attributes, options.lookahead, weights,
                     options.threads, bins, find_bins);
  std::optional<ClassSplit> best;
  std::span<const ChoiceSlopes> left(slopes);
  for (const chess::PositionQuestion& question : questions) {
    const std::span<const int> thresholds = question.thresholds;
    const auto [below, rest] = sums_of_sides(left.first(bins_of(question)));
    left = left.subspan(bins_of(question));
    const double undivided = gain_with_prior(rest.front(), options.prior_moves);
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      const ChoiceSlopes &one = below[t + 1], &other = rest[t + 1];
      if (std::min(one.sums.cases, other.sums.cases) < kMinDecisions) continue;
      if (!classes.can_part(number, question, thresholds[t])) continue;
      const double gain = gain_with_prior(one, options.prior_moves) +
                          gain_with_prior(other, options.prior_moves) - undivided;
      if (gain > (best ? best->expected : 0)) best = {&question, thresholds[t], gain};
    }
  }
  return best;
}

/// Minimum gain of a split in the validation games, in standard errors. The split was chosen in the
/// training games, so there is one test for each class. If there is nothing to find, two sets of
/// weights predict worse than one on average, which makes the test conservative.
constexpr double kErrorsOfGain = 2;

/// The decisions of one class, and the weights that predict them.
struct Piece {
  const chess::PositionClasses* classes;
  std::size_t number;
  std::span<const double> weights;
};

/// Returns the log-likelihood of each game's decisions that belong to `pieces`.
std::vector<double> likelihoods(const Decisions& decisions, const chess::Attributes& attributes,
                                std::span<const Piece> pieces, const ClassOptions& options) {
  std::vector<double> sums(decisions.games.size());
  for_each_item(sums.size(), options.fit.threads, [&](std::size_t i) {
    for (const Piece& piece : pieces) {
      Decisions one{decisions.records, {decisions.games[i]}, decisions.filter};
      sums[i] += predicted(only(std::move(one), *piece.classes, piece.number), attributes,
                           options.fit.lookahead, piece.weights, 1)
                     .log_likelihood;
    }
  });
  return sums;
}

/// Returns the gain of the predictions of `after` over those of `before`.
GameGain gain_over(const Decisions& decisions, const chess::Attributes& attributes,
                   std::span<const Piece> before, std::span<const Piece> after,
                   const ClassOptions& options) {
  std::vector<double> differences = likelihoods(decisions, attributes, after, options);
  const std::vector<double> less = likelihoods(decisions, attributes, before, options);
  GameGain gain;
  for (std::size_t i = 0; i < differences.size(); ++i) gain.nats += differences[i] -= less[i];
  const double each = gain.nats / static_cast<double>(differences.size());
  for (double& difference : differences) difference -= each;
  gain.error = statistics::error_of_sum(differences);
  return gain;
}

std::vector<Piece> pieces_of(const GrownClasses& grown) {
  std::vector<Piece> pieces;
  for (std::size_t number = 0; number < grown.fits.size(); ++number)
    pieces.push_back({&grown.classes, number, grown.fits[number].weights});
  return pieces;
}

/// A split under trial: both sides are fitted, one after the other.
struct Trial {
  std::size_t number = 0;  ///< class that is split
  ClassSplit split;
  chess::PositionClasses parted;  ///< classes after the split
  std::vector<Fit> sides{};       ///< fits that are finished
};

// Tensors of a snapshot.
constexpr std::string_view kTried = "tried";  // rows: class, split, gain, error, 1 if kept
constexpr std::string_view kBest = "best";    // rows: split of each class
constexpr std::string_view kTrial = "trial";  // a row: class, split
constexpr std::string_view kFits = "fits";    // rows: all positions, classes, sides of the trial
constexpr std::string_view kFit = "fit";      // a row: iterations and weights of the current fit
constexpr std::size_t kSplitWidth = 3;
constexpr double kNone = -1;  // no split; error of a gain that is not known

using Row = std::vector<double>;

Row row_of(const std::optional<ClassSplit>& split) {
  if (!split) return {kNone, 0, 0};
  const auto question = split->question - chess::position_questions().data();
  return {static_cast<double>(question), static_cast<double>(split->threshold), split->expected};
}

std::optional<ClassSplit> split_of(std::span<const double> row) {
  if (row[0] == kNone) return std::nullopt;
  const std::span<const chess::PositionQuestion> questions = chess::position_questions();
  const auto question = static_cast<std::size_t>(row[0]);
  if (question >= questions.size())
    throw format::LoadError("checkpoint.damaged", "the checkpoint has an unknown question");
  return ClassSplit{&questions[question], static_cast<int>(row[1]), row[2]};
}

void append(Row& row, std::span<const double> more) {
  row.insert(row.end(), more.begin(), more.end());
}

constexpr std::size_t kFitNumbers = 7;  // of a fit, besides its weights and errors

Row row_of(const Fit& fit) {
  Row row{static_cast<double>(fit.iterations),
          fit.converged ? 1.0 : 0.0,
          static_cast<double>(fit.sums.cases),
          fit.sums.log_likelihood,
          -fit.sums.uniform,
          fit.sums.first,
          fit.sums.in_five};
  for (const Row* part :
       {&fit.weights, &fit.standard_errors, &fit.errors_by_choice, &fit.errors_by_game})
    append(row, *part);
  return row;
}

Fit fit_of(std::span<const double> row) {
  const auto count = [&row](std::size_t at) { return static_cast<std::uint64_t>(row[at]); };
  Fit fit;
  fit.iterations = count(0);
  fit.converged = row[1] != 0;
  fit.sums = {{count(2), row[3], -row[4], row[5]}, row[6]};
  const std::size_t width = (row.size() - kFitNumbers) / 4;
  std::size_t begin = kFitNumbers;
  for (Row* part :
       {&fit.weights, &fit.standard_errors, &fit.errors_by_choice, &fit.errors_by_game}) {
    const std::span<const double> values = row.subspan(begin, width);
    part->assign(values.begin(), values.end());
    begin += width;
  }
  return fit;
}

/// Grows classes, for run() of learning/harness/run.h. A step is a step of Fisher scoring, or the
/// end of a fit.
class ClassRun {
 public:
  static constexpr const char* kName = kClassLearner;
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "steps";

  ClassRun(const Decisions& train, const Decisions& validation, const chess::Attributes& attributes,
           const ClassOptions& options, const ClassListener& on_step)
      : train_(train),
        validation_(validation),
        attributes_(attributes),
        options_(options),
        on_step_(on_step) {}

  std::string identity() const {
    return nlohmann::json{{"data", nlohmann::json::parse(options_.data_identity)},
                          {"attributes", attributes_.words()},
                          {"lookahead", chess::lookahead_name(options_.fit.lookahead)},
                          {"leaves", options_.maximum},
                          {"ridge", options_.fit.ridge},
                          {"prior_moves", options_.fit.prior_moves},
                          {"iterations", options_.fit.iterations}}
        .dump();
  }

  std::uint64_t steps() const noexcept { return steps_; }
  std::uint64_t goal() const noexcept { return kNoGoal; }

  Step begin() {
    report("all positions");
    return Step::kMade;
  }

  Step advance() {
    if (!scoring_ && !open()) return Step::kNone;
    report(fmt::format("classes so far {}, fit {}: log-likelihood {:.5f} a move",
                       grown_.classes.count(), scoring_->state().iterations,
                       scoring_->log_likelihood()));
    ++steps_;
    if (!scoring_->advance()) close();
    return Step::kMilestone;
  }

  /// The number of classes, the gain of all splits that were kept in the validation games (in
  /// nats), and the log-likelihood per move of the current fit, unless it has just ended.
  std::optional<CurveFigures> curve_figures() const {
    double gain = 0;
    for (const TriedSplit& split : grown_.tried) gain += split.kept ? split.gain.nats : 0;
    CurveFigures row{steps_,
                     {{"classes", static_cast<double>(grown_.classes.count())}, {"gain", gain}}};
    if (scoring_) row.figures.emplace_back("log_likelihood", scoring_->log_likelihood());
    return row;
  }

  Snapshot snapshot() const {
    std::vector<Row> tried = tried_, best, trial, fits, fit;
    for (const std::optional<ClassSplit>& split : best_splits_) best.push_back(row_of(split));
    if (!grown_.fits.empty()) fits.push_back(row_of(grown_.all));
    for (const Fit& each : grown_.fits) fits.push_back(row_of(each));
    if (trial_) {
      append(trial.emplace_back(1, static_cast<double>(trial_->number)), row_of(trial_->split));
      for (const Fit& side : trial_->sides) fits.push_back(row_of(side));
    }
    if (scoring_) {
      append(fit.emplace_back(1, static_cast<double>(scoring_->state().iterations)),
             scoring_->state().weights);
    }
    Snapshot snapshot{steps_, {}};
    for (const auto& [name, rows] : {std::pair{kTried, &tried},
                                     {kBest, &best},
                                     {kTrial, &trial},
                                     {kFits, &fits},
                                     {kFit, &fit}})
      add_rows(snapshot.state, name, *rows);
    return snapshot;
  }

  void restore(const StateReader& state) {
    steps_ = state.step();
    const std::size_t width = train_.width(attributes_);
    for (const Row& row : state.rows(kTried, kSplitWidth + 4)) {
      note_tried(static_cast<std::size_t>(row[0]), *split_of(std::span(row).subspan(1)),
                 {row[4], row[5] == kNone ? kUnknownError : row[5]}, row[6] != 0);
    }
    for (const Row& row : state.rows(kBest, kSplitWidth)) best_splits_.push_back(split_of(row));
    for (const Row& row : state.rows(kTrial, 1 + kSplitWidth))
      trial_ = trial_of(static_cast<std::size_t>(row[0]), *split_of(std::span(row).subspan(1)));
    const std::vector<Row> fits = state.rows(kFits, kFitNumbers + 4 * width);
    if (!fits.empty()) restore_fits(fits);
    for (const Row& row : state.rows(kFit, 1 + width)) {
      const FitState current{{row.begin() + 1, row.end()}, static_cast<std::size_t>(row[0])};
      open(&current);
    }
  }

  GrownClasses grown() && { return std::move(grown_); }

 private:
  static constexpr double kUnknownError = std::numeric_limits<double>::infinity();

  /// Number of the split that is tried, 0 before the first.
  std::size_t number_of_split() const noexcept { return tried_.size() + (trial_ ? 1 : 0); }

  void report(std::string_view detail) const {
    if (on_step_) on_step_(number_of_split(), detail);
  }

  void restore_fits(std::span<const Row> fits) {
    const std::size_t classes = grown_.classes.count();
    if (fits.size() < 1 + classes || fits.size() > 1 + classes + (trial_ ? 1 : 0) ||
        best_splits_.size() != classes) {
      throw format::LoadError("checkpoint.damaged", "the checkpoint has {} fits for {} classes",
                              fits.size(), classes);
    }
    grown_.all = fit_of(fits[0]);
    for (std::size_t i = 0; i < classes; ++i) grown_.fits.push_back(fit_of(fits[1 + i]));
    if (fits.size() > 1 + classes) trial_->sides.push_back(fit_of(fits.back()));
  }

  /// Opens the next fit, or resumes it from a state. Returns false if there is none.
  bool open(const FitState* from = nullptr) {
    FitOptions options = options_.fit;
    Decisions decisions = train_;
    if (grown_.fits.empty()) {
      options.prior_moves = 0;
    } else {
      if (!trial_ && !begin_trial()) return false;
      options.ridge = 0;
      options.prior = grown_.fits[trial_->number].weights;
      decisions = only(train_, trial_->parted, trial_->number + trial_->sides.size());
    }
    scoring_.emplace(
        train_.width(attributes_),
        [this, decisions = std::move(decisions)](std::span<const double> weights) {
          return slopes(decisions, attributes_, options_.fit.lookahead, weights,
                        options_.fit.threads);
        },
        options, from);
    return true;
  }

  /// Stores the result of the current fit.
  void close() {
    Fit fit = scoring_->result();
    scoring_.reset();
    if (trial_) {
      trial_->sides.push_back(std::move(fit));
      if (trial_->sides.size() == 2) end_trial();
      return;
    }
    grown_.all = fit;
    grown_.fits = {std::move(fit)};
    best_splits_ = {options_.maximum > 1 ? best_split_of(0) : std::nullopt};
  }

  /// Begins to try the split with the largest expected gain; it is removed from best_splits_.
  /// Returns false if there is none, or if there are enough classes.
  bool begin_trial() {
    const auto best = std::ranges::max_element(
        best_splits_, {}, [](const auto& split) { return split ? split->expected : 0; });
    if (grown_.classes.count() >= options_.maximum || !*best) return false;
    const auto number = static_cast<std::size_t>(best - best_splits_.begin());
    trial_ = trial_of(number, *std::exchange(*best, std::nullopt));
    return true;
  }

  Trial trial_of(std::size_t number, const ClassSplit& split) const {
    return {number, split, grown_.classes.parted(number, *split.question, split.threshold)};
  }

  /// Keeps the split if it is confirmed by the validation games.
  void end_trial() {
    const Trial trial = *std::exchange(trial_, std::nullopt);
    const auto& [number, split, parted, sides] = trial;
    const std::array before{Piece{&grown_.classes, number, grown_.fits[number].weights}};
    const std::array after{Piece{&parted, number, sides[0].weights},
                           Piece{&parted, number + 1, sides[1].weights}};
    const GameGain gain = gain_over(validation_, attributes_, before, after, options_);
    const bool kept = gain.nats > 0 && gain.nats > kErrorsOfGain * gain.error;
    note_tried(number, split, gain, kept);
    if (!kept) return;
    const auto next = static_cast<std::ptrdiff_t>(number) + 1;
    grown_.fits[number] = sides[0];
    grown_.fits.insert(grown_.fits.begin() + next, sides[1]);
    best_splits_.insert(best_splits_.begin() + next, std::nullopt);
    if (grown_.classes.count() == options_.maximum) return;
    best_splits_[number] = best_split_of(number);
    best_splits_[number + 1] = best_split_of(number + 1);
  }

  /// Adds a split to those that were tried, and to the classes if it is kept.
  void note_tried(std::size_t number, const ClassSplit& split, const GameGain& gain, bool kept) {
    const std::string question =
        chess::PositionClasses().parted(0, *split.question, split.threshold).conditions_of(0);
    grown_.tried.push_back(
        {grown_.classes.conditions_of(number), question, split.expected, gain, kept});
    Row& row = tried_.emplace_back(1, static_cast<double>(number));
    append(row, row_of(split));
    append(row,
           std::array{gain.nats, std::isfinite(gain.error) ? gain.error : kNone, kept ? 1.0 : 0.0});
    if (kept) grown_.classes = grown_.classes.parted(number, *split.question, split.threshold);
  }

  std::optional<ClassSplit> best_split_of(std::size_t number) const {
    return best_split(train_, attributes_, grown_.classes, number, grown_.fits[number].weights,
                      options_.fit);
  }

  const Decisions& train_;
  const Decisions& validation_;
  const chess::Attributes& attributes_;
  const ClassOptions& options_;
  const ClassListener& on_step_;
  GrownClasses grown_;
  /// Best split of each class; nullopt if it was tried or there is none.
  std::vector<std::optional<ClassSplit>> best_splits_;
  std::vector<Row> tried_;  ///< rows of kTried
  std::optional<Trial> trial_;
  std::optional<Scoring> scoring_;  ///< the current fit
  std::uint64_t steps_ = 0;
};

}  // namespace

std::size_t step_count(const ClassOptions& options) noexcept {
  // In the longest run, maximum - 2 splits succeed, then a split of each of the maximum - 1 classes
  // fails.
  return options.maximum < 2 ? 0 : 2 * options.maximum - 3;
}

GrownClasses grow_classes(const Decisions& train, const Decisions& validation,
                          const chess::Attributes& attributes, const ClassOptions& options,
                          const ClassListener& on_step) {
  if (attributes.size() > kMaxClassAttributes) {
    throw std::invalid_argument(fmt::format("classes are grown for at most {} attributes, not {}",
                                            kMaxClassAttributes, attributes.size()));
  }
  ClassRun learner(train, validation, attributes, options, on_step);
  run(learner, options.run);
  return std::move(learner).grown();
}

ChoiceSums predicted_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                              const GrownClasses& grown, const ClassOptions& options) {
  ChoiceSums sums;
  for (const Piece& piece : pieces_of(grown)) {
    sums += predicted(only(decisions, *piece.classes, piece.number), attributes,
                      options.fit.lookahead, piece.weights, options.fit.threads);
  }
  return sums;
}

GameGain gain_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                       const GrownClasses& grown, const ClassOptions& options) {
  const chess::PositionClasses one;
  const std::array before{Piece{&one, 0, grown.all.weights}};
  return gain_over(decisions, attributes, before, pieces_of(grown), options);
}

}  // namespace trivium::learning::choice
