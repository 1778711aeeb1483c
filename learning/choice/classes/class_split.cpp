#include "learning/choice/classes/class_split.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace trivium::learning::choice {

namespace {

/// Minimum number of training decisions on each side of a split.
constexpr std::uint64_t kMinDecisions = 200;

/// Numbers of the bins of answers to all questions. The bins of a question have consecutive
/// numbers: one below the first threshold, one between each two neighbors, and one from the last
/// threshold on.
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

}  // namespace

Decisions only(Decisions decisions, const chess::PositionClasses& classes, std::size_t number) {
  decisions.filter.classes = &classes;
  decisions.filter.position_class = number;
  return decisions;
}

std::optional<ClassSplit> best_split(const Decisions& train, const chess::Attributes& attributes,
                                     const chess::PositionClasses& classes, std::size_t number,
                                     std::span<const double> weights, const FitOptions& options) {
  static const AnswerBins bins;
  const std::vector<ChoiceSlopes> slopes = slopes_by_part(
      only(train, classes, number), attributes, options.lookahead, weights, options.threads,
      bins.size(), [](const chess::Position& position, std::size_t legal_moves, const auto& into) {
        bins.find(position, legal_moves, into);
      });
  std::optional<ClassSplit> best;
  const std::span<const chess::PositionQuestion> questions = chess::position_questions();
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const std::span<const int> thresholds = questions[q].thresholds;
    const auto [below, rest] =
        sums_of_sides(std::span(slopes).subspan(bins.first_of(q), thresholds.size() + 1));
    const double undivided = gain_with_prior(rest.front(), options.prior_moves);
    for (std::size_t t = 0; t < thresholds.size(); ++t) {
      const ChoiceSlopes &one = below[t + 1], &other = rest[t + 1];
      if (std::min(one.sums.decisions, other.sums.decisions) < kMinDecisions) continue;
      if (!classes.can_part(number, questions[q], thresholds[t])) continue;
      const double gain = gain_with_prior(one, options.prior_moves) +
                          gain_with_prior(other, options.prior_moves) - undivided;
      if (gain > (best ? best->expected : 0)) best = {&questions[q], thresholds[t], gain};
    }
  }
  return best;
}

}  // namespace trivium::learning::choice
