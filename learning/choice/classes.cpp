#include "learning/choice/classes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>

#include "learning/harness/shards.h"

namespace trivium::learning::choice {

namespace {

/// Minimum number of training decisions on each side of a split.
constexpr std::uint64_t kMinDecisions = 200;

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

/// Returns the decisions in class `number`.
Decisions only(Decisions decisions, const chess::PositionClasses& classes, std::size_t number) {
  decisions.filter.classes = &classes;
  decisions.filter.position_class = number;
  return decisions;
}

/// Returns the log-likelihood of each game's decisions that belong to `pieces`.
std::vector<double> likelihoods(const Decisions& decisions, const chess::Attributes& attributes,
                                std::span<const Piece> pieces, const ClassOptions& options) {
  std::vector<double> sums(decisions.games.size());
  if (sums.empty()) return sums;
  constexpr std::size_t kGames = 16;  // games per shard, so that the overhead of shards is small
  const Shards shards((sums.size() + kGames - 1) / kGames, options.threads);
  shards.run([&](std::size_t shard) {
    const Range range = shards.range(shard, sums.size());
    for (std::size_t i = range.begin; i < range.end; ++i) {
      for (const Piece& piece : pieces) {
        Decisions one{decisions.records, {decisions.games[i]}, decisions.filter};
        sums[i] += predicted(only(std::move(one), *piece.classes, piece.number), attributes,
                             options.lookahead, piece.weights, 1)
                       .log_likelihood;
      }
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
  const auto games = static_cast<double>(differences.size());
  double squares = 0;
  for (const double difference : differences)
    squares += (difference - gain.nats / games) * (difference - gain.nats / games);
  gain.error = games > 1 ? std::sqrt(squares * games / (games - 1))
                         : std::numeric_limits<double>::infinity();
  return gain;
}

std::vector<Piece> pieces_of(const GrownClasses& grown) {
  std::vector<Piece> pieces;
  for (std::size_t number = 0; number < grown.fits.size(); ++number)
    pieces.push_back({&grown.classes, number, grown.fits[number].weights});
  return pieces;
}

/// A possible split of a class.
struct ClassSplit {
  const chess::PositionQuestion* question = nullptr;
  int threshold = 0;
  double expected = 0;  ///< expected gain in nats
};

/// Numbers bins of answers to all questions. A question has a bin between each two neighboring
/// thresholds and one at each end, with consecutive numbers.
class AnswerBins {
 public:
  AnswerBins() {
    for (const chess::PositionQuestion& question : chess::position_questions()) {
      first_.push_back(size_);
      size_ += question.thresholds.size() + 1;
    }
  }

  std::size_t size() const noexcept { return size_; }
  std::size_t first_of(std::size_t question) const noexcept { return first_[question]; }

  /// Calls into(bin) for the bin of each question's answer.
  void find(const chess::Position& position, std::size_t legal_moves,
            const std::function<void(std::size_t)>& into) const {
    const std::span<const chess::PositionQuestion> questions = chess::position_questions();
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const int answer = questions[q].answer(position, legal_moves);
      into(first_[q] +
           static_cast<std::size_t>(std::ranges::upper_bound(questions[q].thresholds, answer) -
                                    questions[q].thresholds.begin()));
    }
  }

 private:
  std::vector<std::size_t> first_;
  std::size_t size_ = 0;
};

/// Returns the expected gain of the first step of a fit that starts at its prior.
double gain_with_prior(const ChoiceSlopes& at, double prior_moves) {
  if (at.sums.decisions == 0) return 0;
  const auto decisions = static_cast<double>(at.sums.decisions);
  return expected_gain(at) * decisions / (decisions + prior_moves);
}

/// Returns the sums of bins below and above each threshold: element i of the first vector is the
/// sum of the first i bins, and element i of the second one is the sum of all others.
std::pair<std::vector<ChoiceSlopes>, std::vector<ChoiceSlopes>> sums_of_sides(
    std::span<const ChoiceSlopes> bins) {
  std::vector<ChoiceSlopes> below(bins.size() + 1, ChoiceSlopes(0)), rest = below;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    below[i + 1] = below[i];
    add_slopes(below[i + 1], bins[i]);
  }
  for (std::size_t i = bins.size(); i-- > 0;) {
    rest[i] = rest[i + 1];
    add_slopes(rest[i], bins[i]);
  }
  return {std::move(below), std::move(rest)};
}

/// The steps of grow_classes().
class Grower {
 public:
  Grower(const Decisions& train, const Decisions& validation, const chess::Attributes& attributes,
         const ClassOptions& options, const ClassListener& on_step)
      : train_(train),
        validation_(validation),
        attributes_(attributes),
        options_(options),
        on_step_(on_step) {}

  GrownClasses grow() {
    report("all positions");
    grown_.all =
        fitted(train_, {.lookahead = options_.lookahead, .prior = {}, .ridge = options_.ridge});
    grown_.fits = {grown_.all};
    best_splits_ = {options_.most > 1 ? best_split(0) : std::nullopt};
    while (grown_.classes.count() < options_.most) {
      const std::optional<std::size_t> number = most_promising();
      if (!number) break;
      ++step_;
      try_split(*number);
    }
    return std::move(grown_);
  }

 private:
  void report(std::string_view detail) const {
    if (on_step_) on_step_(step_, detail);
  }

  Fit fitted(const Decisions& decisions, FitOptions options) const {
    options.iterations = options_.iterations;
    options.threads = options_.threads;
    return fit(decisions, attributes_, options, [this](std::size_t iteration, double each) {
      report(fmt::format("classes so far {}, fit {}: log-likelihood {:.5f} a move",
                         grown_.classes.count(), iteration, each));
    });
  }

  /// Returns the class whose split has the largest expected gain; nullopt if no split is left.
  std::optional<std::size_t> most_promising() const {
    const auto best = std::ranges::max_element(
        best_splits_, {}, [](const auto& split) { return split ? split->expected : 0; });
    if (!*best) return std::nullopt;
    return static_cast<std::size_t>(best - best_splits_.begin());
  }

  /// Returns the split of class `number` with the largest expected gain; nullopt if no split is
  /// possible or none gains.
  std::optional<ClassSplit> best_split(std::size_t number) const {
    static const AnswerBins bins;
    const std::vector<ChoiceSlopes> slopes =
        slopes_by_part(only(train_, grown_.classes, number), attributes_, options_.lookahead,
                       grown_.fits[number].weights, options_.threads, bins.size(),
                       [](const chess::Position& position, std::size_t legal_moves,
                          const auto& into) { bins.find(position, legal_moves, into); });
    std::optional<ClassSplit> best;
    const std::span<const chess::PositionQuestion> questions = chess::position_questions();
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const std::span<const int> thresholds = questions[q].thresholds;
      const auto [below, rest] =
          sums_of_sides(std::span(slopes).subspan(bins.first_of(q), thresholds.size() + 1));
      const double undivided = gain_with_prior(rest.front(), options_.prior_moves);
      for (std::size_t t = 0; t < thresholds.size(); ++t) {
        const ChoiceSlopes &one = below[t + 1], &other = rest[t + 1];
        if (std::min(one.sums.decisions, other.sums.decisions) < kMinDecisions) continue;
        if (!grown_.classes.can_part(number, questions[q], thresholds[t])) continue;
        const double gain = gain_with_prior(one, options_.prior_moves) +
                            gain_with_prior(other, options_.prior_moves) - undivided;
        if (gain > (best ? best->expected : 0)) best = {&questions[q], thresholds[t], gain};
      }
    }
    return best;
  }

  /// Splits class `number` by its best split if that is confirmed by the validation games. Removes
  /// the split in either case.
  void try_split(std::size_t number) {
    const ClassSplit split = *std::exchange(best_splits_[number], std::nullopt);
    Fit& whole = grown_.fits[number];
    const std::string question =
        chess::PositionClasses().parted(0, *split.question, split.threshold).conditions_of(0);
    TriedQuestion tried{grown_.classes.conditions_of(number), question, split.expected, {}, false};
    const chess::PositionClasses parted =
        grown_.classes.parted(number, *split.question, split.threshold);
    const FitOptions with_prior{.lookahead = options_.lookahead,
                                .prior = whole.weights,
                                .prior_moves = options_.prior_moves};
    Fit below = fitted(only(train_, parted, number), with_prior),
        rest = fitted(only(train_, parted, number + 1), with_prior);
    const std::array before{Piece{&grown_.classes, number, whole.weights}};
    const std::array after{Piece{&parted, number, below.weights},
                           Piece{&parted, number + 1, rest.weights}};
    tried.gain = gain_over(validation_, attributes_, before, after, options_);
    tried.kept = tried.gain.nats > 0 && tried.gain.nats > kErrorsOfGain * tried.gain.error;
    grown_.tried.push_back(tried);
    if (!tried.kept) return;
    const auto next = static_cast<std::ptrdiff_t>(number) + 1;
    grown_.classes = parted;
    whole = std::move(below);
    grown_.fits.insert(grown_.fits.begin() + next, std::move(rest));
    best_splits_.insert(best_splits_.begin() + next, std::nullopt);
    if (grown_.classes.count() == options_.most) return;
    best_splits_[number] = best_split(number);
    best_splits_[number + 1] = best_split(number + 1);
  }

  const Decisions& train_;
  const Decisions& validation_;
  const chess::Attributes& attributes_;
  const ClassOptions& options_;
  const ClassListener& on_step_;
  GrownClasses grown_;
  /// Best split of each class; nullopt if it failed or there is none.
  std::vector<std::optional<ClassSplit>> best_splits_;
  std::size_t step_ = 0;  ///< number of splits tried
};

}  // namespace

std::size_t step_count(const ClassOptions& options) noexcept {
  // In the longest run, most - 2 splits succeed, and those of the resulting most - 1 classes fail.
  return options.most < 2 ? 0 : 2 * options.most - 3;
}

GrownClasses grow_classes(const Decisions& train, const Decisions& validation,
                          const chess::Attributes& attributes, const ClassOptions& options,
                          const ClassListener& on_step) {
  if (attributes.size() > kMaxClassAttributes) {
    throw std::invalid_argument(fmt::format("classes are grown for at most {} attributes, not {}",
                                            kMaxClassAttributes, attributes.size()));
  }
  return Grower(train, validation, attributes, options, on_step).grow();
}

ChoiceSums predicted_by_class(const Decisions& decisions, const chess::Attributes& attributes,
                              const GrownClasses& grown, const ClassOptions& options) {
  ChoiceSums sums;
  for (const Piece& piece : pieces_of(grown)) {
    sums += predicted(only(decisions, *piece.classes, piece.number), attributes, options.lookahead,
                      piece.weights, options.threads);
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
