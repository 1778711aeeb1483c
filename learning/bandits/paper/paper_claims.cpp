#include "learning/bandits/paper/paper_claims.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "learning/bandits/estimates.h"

namespace trivium::learning::bandits {

namespace {

using Figures = std::vector<PaperFigure>;

// Meaning of words of the paper, as accuracies or differences of accuracies.
constexpr double kNearlyAll = 0.95;  // "100 %": more than this
constexpr double kEightyPercent = 0.8;
constexpr double kUseless = 0.5;         // "useless": less than this
constexpr double kNextToNothing = 0.02;  // a rise or a lead is more than this
constexpr double kStrongly = 0.1;        // "strongly", "steadily": more than this
constexpr double kNothingSeen = 0.0005;  // a smaller deviation is printed as 0.000
constexpr double kNotBelow = 0.03;       // "at the upper bound": at most this much below

struct Finding {
  Holds holds = Holds::kOpen;
  std::string figures;
};

/// Tests a statement under one of the rules.
using Test = std::function<Finding(const Figures& figures, std::size_t rule)>;

struct Statement {
  const char* figure;
  const char* claim;
  const char* question;
  Test test;
};

statistics::Estimate right_at(const Study& study, std::string_view method, std::size_t checkpoint) {
  return accuracy(study.trials, method_number(study.experiment, method), checkpoint);
}

std::size_t last_of(const Study& study) noexcept { return study.experiment.rounds.size() - 1; }

/// Returns whether all parts hold, and their figures.
Finding all_hold(std::span<const Finding> parts, std::string_view separator = ", ") {
  std::vector<Holds> holds;
  for (const Finding& part : parts) holds.push_back(part.holds);
  return {all_of(holds), text::joined(parts, separator, &Finding::figures)};
}

Finding both(const Finding& one, const Finding& other) {
  return all_hold(std::array{one, other}, "; ");
}

/// Tests every checkpoint from `first` on with test(checkpoint).
template <class TestAt>
Finding at_each_checkpoint(const Study& study, const TestAt& test, std::size_t first = 0,
                           std::string_view separator = ", ") {
  std::vector<Finding> parts;
  for (std::size_t i = first; i <= last_of(study); ++i) parts.push_back(test(i));
  return all_hold(parts, separator);
}

/// Returns, by checkpoint, the split of TBBA_tree at the quantile `part` of its inner splits.
std::vector<std::size_t> splits_at(const Study& study, double part) {
  const std::vector<std::size_t> splits = inner_splits(study, "tbba_tree");
  std::vector<std::size_t> methods;
  for (std::size_t i = 0; i <= last_of(study); ++i)
    methods.push_back(method_at(study.trials, splits, i, part));
  return methods;
}

/// Returns, by checkpoint, how much more often TTBA is right than others[checkpoint].
std::vector<statistics::Estimate> leads_of_ttba(const Study& study,
                                                std::span<const std::size_t> others) {
  const std::size_t ttba = method_number(study.experiment, "ttba");
  std::vector<statistics::Estimate> leads;
  for (std::size_t i = 0; i < others.size(); ++i)
    leads.push_back(difference(study.trials, ttba, others[i], i));
  return leads;
}

/// Returns the mean of leads_of_ttba().
statistics::Estimate mean_lead_of_ttba(const Study& study, std::span<const std::size_t> others) {
  return mean_difference(study.trials, method_number(study.experiment, "ttba"), others);
}

Box box_of_splits(const Study& study, std::size_t checkpoint) {
  return box_of(accuracies(study.trials, inner_splits(study, "tbba_tree"), checkpoint));
}

std::string signed_figures(std::span<const statistics::Estimate> figures) {
  return text::joined(figures, " ", [](const statistics::Estimate& one) {
    return fmt::format("{:+.2f}", one.value);
  });
}

/// Tests if the accuracy rises by more than `minimum` from the first to the last checkpoint and
/// does not surely fall at any step.
Finding rises(const Study& study, std::string_view method, double minimum) {
  const std::size_t number = method_number(study.experiment, method);
  const statistics::Estimate whole = growth(study.trials, number, 0, last_of(study));
  Holds holds = above(whole, minimum);
  for (std::size_t i = 1; i <= last_of(study); ++i) {
    if (growth(study.trials, number, i - 1, i).high < 0) holds = Holds::kNo;
  }
  return {holds, fmt::format("{} {:.2f} to {:.2f}", method, right_at(study, method, 0).value,
                             right_at(study, method, last_of(study)).value)};
}

// Figure 4.

Finding splits_matter(const Study& study) {
  const std::size_t last = last_of(study);
  const auto best_less_worst = [&](const std::vector<std::size_t>& splits) {
    return difference(study.trials, method_at(study.trials, splits, last, 1),
                      method_at(study.trials, splits, last, 0), last);
  };
  const statistics::Estimate all = best_less_worst(methods_named(study.experiment, "tbba_tree"));
  return {above(all, kStrongly),
          fmt::format("best less worst split {}, of 0.1 to 0.9 {}", to_text(all, 2),
                      to_text(best_less_worst(inner_splits(study, "tbba_tree")), 2))};
}

Finding lower_layer_alone(const Study& study) {
  return at_each_checkpoint(study, [&](std::size_t i) -> Finding {
    const statistics::Estimate outer = right_at(study, "tbba_tree:1", i);
    const double whisker = box_of_splits(study, i).low;
    return {below(outer, whisker), fmt::format("{:.2f} below {:.2f}", outer.value, whisker)};
  });
}

// Figure 6.

/// Tests if TTBA rises with the rounds and, at each checkpoint, is not much worse than TBBA_tree at
/// its median split.
Finding ttba_needs_no_split(const Study& study) {
  const std::vector<statistics::Estimate> leads = leads_of_ttba(study, splits_at(study, 0.5));
  std::vector<Holds> at_each;
  for (const statistics::Estimate& lead : leads) at_each.push_back(above(lead, -kNotBelow));
  return both(rises(study, "ttba", kNextToNothing), {all_of(at_each), signed_figures(leads)});
}

// Figure 7.

Finding model_1_is_solved(const Study& study) {
  std::vector<Finding> methods;
  for (const std::string_view method : {"ttba", "uniform"}) {
    std::vector<Holds> parts;
    double minimum = 1;
    for (std::size_t i = 0; i <= last_of(study); ++i) {
      if (study.experiment.rounds[i] < 400) continue;
      parts.push_back(above(right_at(study, method, i), kNearlyAll));
      minimum = std::min(minimum, right_at(study, method, i).value);
    }
    methods.push_back({all_of(parts), fmt::format("{} {:.3f} at least", method, minimum)});
  }
  return all_hold(methods);
}

Finding ahead_of_uniform(const Study& study) {
  const std::vector<std::size_t> uniform(study.experiment.rounds.size(),
                                         method_number(study.experiment, "uniform"));
  const std::vector<statistics::Estimate> leads = leads_of_ttba(study, uniform);
  return {ahead_and_never_behind(leads, kNextToNothing), signed_figures(leads)};
}

Finding uniform_at_chance(const Study& study) {
  const statistics::Estimate right = right_at(study, "uniform", last_of(study));
  return {between(right, 0.1, 0.3), "uniform " + to_text(right, 2)};
}

Finding uniform_scores_300(const Study& study) {
  const statistics::Estimate mean =
      mean_grade(study.trials, method_number(study.experiment, "uniform"), last_of(study));
  const statistics::Estimate hundred{100 * mean.value, 100 * mean.low, 100 * mean.high};
  return {between(hundred, 250, 350), to_text(hundred, 0)};
}

Finding ttba_rises_steadily(const Study& study) { return rises(study, "ttba", kStrongly); }

Finding model_3(const Study& study) {
  return both(uniform_at_chance(study), ttba_rises_steadily(study));
}

// Figure 8.

Finding more_than_eighty(const Study& study) {
  const statistics::Estimate right = right_at(study, "ttba", last_of(study));
  return {above(right, kEightyPercent), "ttba " + to_text(right, 2)};
}

Finding uniform_is_useless(const Study& study) {
  const statistics::Estimate right = right_at(study, "uniform", last_of(study));
  return {below(right, kUseless), "uniform " + to_text(right, 2)};
}

Finding falls_with_arms(const PaperFigure& figure, std::size_t rule) {
  std::vector<statistics::Estimate> shares;
  for (const PaperPart& part : figure.parts) {
    const Study& study = part.by_rule[rule];
    shares.push_back(right_at(study, "ttba", last_of(study)));
  }
  return {falls(shares), text::joined(shares, " ", [](const statistics::Estimate& share) {
            return fmt::format("{:.2f}", share.value);
          })};
}

Finding rises_with_rounds(const PaperFigure& figure, std::size_t rule) {
  std::vector<Finding> parts;
  for (const PaperPart& part : figure.parts) {
    Finding& one = parts.emplace_back(rises(part.by_rule[rule], "ttba", kNextToNothing));
    const Holds at_once = above(right_at(part.by_rule[rule], "ttba", 0), kNearlyAll);
    one.holds = any_of(std::array{one.holds, at_once});
  }
  return all_hold(parts);
}

Finding rises_faster_with_arms(const PaperFigure& figure, std::size_t rule) {
  const auto grown = [rule](const PaperPart& part) {
    const Study& study = part.by_rule[rule];
    return Growth{right_at(study, "ttba", 0), right_at(study, "ttba", last_of(study))};
  };
  const Growth few = grown(figure.parts.front()), many = grown(figure.parts.back());
  const auto times = [](const Growth& one) {
    return one.from.value > 0 ? one.to.value / one.from.value : 0;
  };
  return {grows_faster(many, few),
          fmt::format("{} {:.2f}-fold, {} {:.2f}-fold", figure.parts.front().name, times(few),
                      figure.parts.back().name, times(many))};
}

// Figures 9 and 10.

Finding above_the_median(const Study& study) {
  const std::vector<std::size_t> medians = splits_at(study, 0.5);
  const std::vector<statistics::Estimate> leads = leads_of_ttba(study, medians);
  const statistics::Estimate mean = mean_lead_of_ttba(study, medians);
  return {mostly_ahead(leads, mean),
          fmt::format("{}; mean {}", signed_figures(leads), to_text(mean, 3))};
}

Finding solved_tree(const Study& study) {
  const std::size_t last = last_of(study);
  const statistics::Estimate ttba = right_at(study, "ttba", last);
  const statistics::Estimate median = accuracy(study.trials, splits_at(study, 0.5).back(), last);
  return {all_of(std::array{above(ttba, kNearlyAll), above(median, kNearlyAll)}),
          fmt::format("ttba {}, median split {}", to_text(ttba, 3), to_text(median, 3))};
}

/// Tests if TTBA is better than each split of both methods, in the mean over checkpoints. All
/// splits are tested, so none is selected by its result.
Finding ahead_of_every_split(const Study& study) {
  std::vector<Holds> holds;
  double minimum = 1;
  for (const std::string_view method : {"tbba_tree", "uniform_tree"}) {
    for (const std::size_t split : inner_splits(study, method)) {
      const std::vector<std::size_t> at_all_budgets(study.experiment.rounds.size(), split);
      const statistics::Estimate mean = mean_lead_of_ttba(study, at_all_budgets);
      holds.push_back(above(mean, 0));
      minimum = std::min(minimum, mean.value);
    }
  }
  return {all_of(holds), fmt::format("ahead of each split by {:+.3f} at least", minimum)};
}

Finding highest_without_outlier(const Study& study) {
  const Finding inside = at_each_checkpoint(study, [&](std::size_t i) -> Finding {
    const statistics::Estimate ttba = right_at(study, "ttba", i);
    const double whisker = box_of_splits(study, i).low;
    return {above(ttba, whisker), fmt::format("{:.2f} (box from {:.2f})", ttba.value, whisker)};
  });
  return both(ahead_of_every_split(study), inside);
}

Finding uniform_varies_more(const PaperFigure& figure, std::size_t rule) {
  std::vector<Finding> parts;
  for (const PaperPart& part : figure.parts) {
    const Study& study = part.by_rule[rule];
    const statistics::Estimate apart = spread_difference(
        study.trials, inner_splits(study, "uniform_tree"), inner_splits(study, "tbba_tree"));
    const bool none_varies = std::max(-apart.low, apart.high) < kNothingSeen;
    parts.push_back({above(apart, 0), fmt::format("{} {:+.3f}{}", part.name, apart.value,
                                                  none_varies ? " (open: neither varies)" : "")});
  }
  return all_hold(parts);
}

/// Tests if TTBA exceeds the upper quartile of TBBA_tree's splits by more than `bound`, in the mean
/// over checkpoints.
Finding beyond_the_box(const Study& study, double bound) {
  const statistics::Estimate mean = mean_lead_of_ttba(study, splits_at(study, 0.75));
  return {above(mean, bound), to_signed_text(mean)};
}

Finding at_the_box(const Study& study) { return beyond_the_box(study, -kNotBelow); }
Finding above_the_box(const Study& study) { return beyond_the_box(study, 0); }

Finding above_eighty_from(const Study& study, std::size_t first) {
  const auto test = [&](std::size_t i) -> Finding {
    const statistics::Estimate right = right_at(study, "ttba", i);
    return {above(right, kEightyPercent), fmt::format("{:.2f}", right.value)};
  };
  return at_each_checkpoint(study, test, first, " ");
}

Finding above_eighty_at_last(const Study& study) {
  return above_eighty_from(study, last_of(study));
}
Finding above_eighty_everywhere(const Study& study) { return above_eighty_from(study, 0); }

Finding decreases_late(const PaperFigure& figure, std::size_t rule) {
  std::vector<statistics::Estimate> changes;
  for (const PaperPart& part : figure.parts) {
    const Study& study = part.by_rule[rule];
    const std::size_t last = last_of(study);
    changes.push_back(
        growth(study.trials, method_number(study.experiment, "ttba"), last - 1, last));
  }
  const statistics::Estimate mean = mean_of_separate(changes);
  return {below(mean, 0), fmt::format("mean {}; {}", to_text(mean, 3), signed_figures(changes))};
}

/// Tests one part of a figure.
Test in_part(const char* name, Finding (*test)(const Study& study)) {
  return [=](const Figures& figures, std::size_t rule) {
    return test(part_named(figures, name).by_rule[rule]);
  };
}

/// Tests if a statement holds in two parts of a figure.
Test in_parts(const std::array<const char*, 2>& names, Finding (*test)(const Study& study)) {
  return [=](const Figures& figures, std::size_t rule) {
    std::vector<Finding> findings;
    for (const char* const name : names) {
      Finding& one = findings.emplace_back(test(part_named(figures, name).by_rule[rule]));
      one.figures = fmt::format("{}: {}", name, one.figures);
    }
    return all_hold(findings);
  };
}

/// Tests a figure as a whole.
Test in_figure(const char* name, Finding (*test)(const PaperFigure& figure, std::size_t rule)) {
  return [=](const Figures& figures, std::size_t rule) {
    return test(figure_named(figures, name), rule);
  };
}

const Test kMoreThanEighty = in_parts({"K = 20", "K = 30"}, more_than_eighty);
const Test kUniformIsUseless = in_parts({"K = 20", "K = 30"}, uniform_is_useless);

Finding eighty_and_useless(const Figures& figures, std::size_t rule) {
  return both(kMoreThanEighty(figures, rule), kUniformIsUseless(figures, rule));
}

constexpr const char* kAheadOfUniform =
    "more often right than uniform at some budget, less often at none, surely";
constexpr const char* kAccuracyFalls =
    "at the last budget the most arms surely below the fewest, no step surely up";
constexpr const char* kRises =
    "each K, first to last budget: surely by more than 0.02, or surely above 95 % at once";
constexpr const char* kFaster = "last over first accuracy: the most arms surely above the fewest";
constexpr const char* kMedian = "ahead at more than half of the budgets, and surely in their mean";
constexpr std::array kLopsided = {"E (18,3,9)", "F (2,4,6,6,12)"};
constexpr const char* kSolved = "at the last budget TTBA and the median split surely above 95 %";

const std::vector<Statement> kStatements = {
    {"figure 4", "TBBA_tree's accuracy varies strongly with the split of the budget",
     "random 3x3 trees, last budget: best less worst of the splits 0 to 1, surely above 0.1; the "
     "worst is the outlier of the next statement",
     in_part("tree E", splits_matter)},
    {"figure 4", "With all of the budget for the lower layer it is an outlier",
     "random 3x3 trees, every budget: split 1 surely below the whisker of the splits 0.1 to 0.9",
     in_part("tree E", lower_layer_alone)},
    {"figure 6", "On the tree of figure 4 TTBA rises with the rounds, and needs no split for that",
     "random 3x3 trees: first to last budget surely by more than 0.02, surely down on no step; at "
     "every budget surely not 0.03 below the median split of TBBA_tree",
     in_part("tree E", ttba_needs_no_split)},
    {"figure 7 (a)", "Model 1: both methods come to 100 % and stay there after about 400 rounds",
     "from 400 rounds on both are surely right in more than 95 %",
     in_part("model 1", model_1_is_solved)},
    {"figure 7 (a)", "Model 1: TBBA is slightly ahead", kAheadOfUniform,
     in_part("model 1", ahead_of_uniform)},
    {"figure 7 (a)", "Model 2: TBBA rises faster", kAheadOfUniform,
     in_part("model 2", ahead_of_uniform)},
    {"figure 7 (a)", "Model 3: uniform sampling stays at about 20 %",
     "at the last budget surely between 10 and 30 %", in_part("model 3", uniform_at_chance)},
    {"figure 7 (a)", "Model 3: TBBA rises steadily",
     "first to last budget surely by more than 0.1, surely down on no step",
     in_part("model 3", ttba_rises_steadily)},
    {"figure 7 (a)", "Model 3: both at once", "under one rule uniform stays at 20 % and TBBA rises",
     in_part("model 3", model_3)},
    {"figure 7 (b)", "Model 3: and scores about 300 in 100 runs",
     "at the last budget surely between 250 and 350", in_part("model 3", uniform_scores_300)},
    {"figure 8 (a)", "TBBA is right in more than 80 % with 20 and 30 arms at 3,000 rounds",
     "surely", kMoreThanEighty},
    {"figure 8 (a)", "Uniform sampling is useless there",
     "surely right in less than half, with 20 and with 30 arms", kUniformIsUseless},
    {"figure 8 (a)", "Both at once", "under one rule TBBA above 80 % and uniform useless",
     eighty_and_useless},
    {"figure 8 (a)", "Accuracy falls with the number of arms", kAccuracyFalls,
     in_figure("figure 8 (a)", falls_with_arms)},
    {"figure 8 (a)", "Accuracy rises with the rounds", kRises,
     in_figure("figure 8 (a)", rises_with_rounds)},
    {"figure 8 (a)", "The more arms, the faster the relative rise", kFaster,
     in_figure("figure 8 (a)", rises_faster_with_arms)},
    {"figure 8 (b)", "Accuracy falls with the number of arms", kAccuracyFalls,
     in_figure("figure 8 (b)", falls_with_arms)},
    {"figure 8 (b)", "Accuracy rises with the rounds", kRises,
     in_figure("figure 8 (b)", rises_with_rounds)},
    {"figure 8 (b)", "The more arms, the faster the relative rise", kFaster,
     in_figure("figure 8 (b)", rises_faster_with_arms)},
    {"figure 9", "Tree A (hard, hard): TTBA mostly above the median of TBBA_tree's splits", kMedian,
     in_part("tree A", above_the_median)},
    {"figure 9", "Tree B (hard, easy): the same", kMedian, in_part("tree B", above_the_median)},
    {"figure 9", "Tree C (easy, hard): all about 100 %", kSolved, in_part("tree C", solved_tree)},
    {"figure 9", "Tree D (easy, easy): all about 100 %", kSolved, in_part("tree D", solved_tree)},
    {"figure 9", "Tree E (random): TTBA has the highest accuracy and no outlier",
     "mean over budgets: surely ahead of each split from 0.1 to 0.9 of TBBA_tree and of uniform; "
     "at every budget surely above the lower whisker of TBBA_tree's splits",
     in_part("tree E", highest_without_outlier)},
    {"table 4", "Deviation over splits: uniform's is greater than TBBA_tree's (TTBA has none)",
     "on each of the five trees, mean over budgets, surely (bootstrap)",
     in_figure("figure 9", uniform_varies_more)},
    {"figure 10", "3x3 and 10x3: TTBA at the upper bound of the box",
     "mean over budgets: surely not 0.03 below the upper quartile of splits",
     in_parts({"A 3x3", "B 10x3"}, at_the_box)},
    {"figure 10", "5x7 and 3x10: TTBA above the box",
     "mean over budgets: surely above the upper quartile of splits",
     in_parts({"C 5x7", "D 3x10"}, above_the_box)},
    {"figure 10", "(18,3,9) and (2,4,6,6,12): TTBA above 80 %", "at the last budget, surely",
     in_parts(kLopsided, above_eighty_at_last)},
    {"figure 10", "The same at all plotted budgets", "at every budget from 500 rounds on, surely",
     in_parts(kLopsided, above_eighty_everywhere)},
    {"figure 10", "A slight decrease at large numbers of rounds",
     "TTBA, mean over the six shapes: surely less often right at the last budget than before",
     in_figure("figure 10", decreases_late)},
    {"table 5", "Deviation over splits: uniform's is greater than TBBA_tree's",
     "on each of the six shapes, mean over budgets, surely (bootstrap)",
     in_figure("figure 10", uniform_varies_more)},
};

}  // namespace

std::vector<ClaimResult> ask_claims(const Figures& figures) {
  std::vector<ClaimResult> results;
  const std::size_t rules = figures.front().parts.front().by_rule.size();
  for (const Statement& statement : kStatements) {
    ClaimResult result{statement.figure, statement.claim, statement.question, {}, {}};
    for (std::size_t rule = 0; rule < rules; ++rule) {
      Finding finding = statement.test(figures, rule);
      result.holds.push_back(finding.holds);
      result.figures.push_back(std::move(finding.figures));
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace trivium::learning::bandits
