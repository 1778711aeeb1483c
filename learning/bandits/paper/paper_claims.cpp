#include "learning/bandits/paper/paper_claims.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "learning/bandits/estimates.h"

namespace trivium::learning::bandits {

namespace {

using Figures = std::vector<PaperFigure>;
/// Name of the part or figure of a statement, if several statements have the same test.
using About = const char*;

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

struct Statement {
  const char* figure;
  const char* claim;
  const char* question;
  Finding (*ask)(const Figures& figures, About about, std::size_t rule);
  About about = "";
};

const Study& study_of(const Figures& figures, std::string_view figure, std::string_view part,
                      std::size_t rule) {
  return part_named(figure_named(figures, figure), part).by_rule[rule];
}

statistics::Estimate right_at(const Study& study, std::string_view method, std::size_t checkpoint) {
  return accuracy(study.trials, method_number(study.experiment, method), checkpoint);
}

std::size_t last_of(const Study& study) noexcept { return study.experiment.rounds.size() - 1; }

Finding both(const Finding& one, const Finding& other) {
  return {all_of(std::array{one.holds, other.holds}), one.figures + "; " + other.figures};
}

std::vector<statistics::Estimate> differences_from_uniform(const Study& study) {
  const std::size_t ttba = method_number(study.experiment, "ttba"),
                    uniform = method_number(study.experiment, "uniform");
  std::vector<statistics::Estimate> all;
  for (std::size_t i = 0; i <= last_of(study); ++i)
    all.push_back(difference(study.trials, ttba, uniform, i));
  return all;
}

std::string signed_figures(std::span<const statistics::Estimate> figures) {
  std::string text;
  for (const statistics::Estimate& one : figures)
    text += fmt::format("{}{:+.2f}", text.empty() ? "" : " ", one.value);
  return text;
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

Finding splits_matter(const Figures& figures, About, std::size_t rule) {
  const Study& study = study_of(figures, "figure 9", "tree E", rule);
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

Finding lower_layer_alone(const Figures& figures, About, std::size_t rule) {
  const Study& study = study_of(figures, "figure 9", "tree E", rule);
  std::vector<Holds> at_each;
  std::string text;
  for (std::size_t i = 0; i <= last_of(study); ++i) {
    const statistics::Estimate outer = right_at(study, "tbba_tree:1", i);
    const Box box = box_of(accuracies(study.trials, inner_splits(study, "tbba_tree"), i));
    at_each.push_back(below(outer, box.low));
    text += fmt::format("{}{:.2f} below {:.2f}", text.empty() ? "" : ", ", outer.value, box.low);
  }
  return {all_of(at_each), text};
}

// Figure 6.

/// Tests if TTBA rises with the rounds and, at each checkpoint, is not much worse than TBBA_tree at
/// its median split.
Finding ttba_needs_no_split(const Figures& figures, About, std::size_t rule) {
  const Study& study = study_of(figures, "figure 9", "tree E", rule);
  const std::size_t ttba = method_number(study.experiment, "ttba");
  const std::vector<std::size_t> splits = inner_splits(study, "tbba_tree");
  std::vector<Holds> at_each;
  std::vector<statistics::Estimate> apart;
  for (std::size_t i = 0; i <= last_of(study); ++i) {
    apart.push_back(difference(study.trials, ttba, method_at(study.trials, splits, i, 0.5), i));
    at_each.push_back(above(apart.back(), -kNotBelow));
  }
  const Finding rising = rises(study, "ttba", kNextToNothing);
  return both(rising, {all_of(at_each), signed_figures(apart)});
}

// Figure 7.

Finding model_1_is_solved(const Figures& figures, About, std::size_t rule) {
  const Study& study = study_of(figures, "figure 7", "model 1", rule);
  std::vector<Holds> parts;
  std::string text;
  for (const std::string_view method : {"ttba", "uniform"}) {
    double minimum = 1;
    for (std::size_t i = 0; i <= last_of(study); ++i) {
      if (study.experiment.rounds[i] < 400) continue;
      parts.push_back(above(right_at(study, method, i), kNearlyAll));
      minimum = std::min(minimum, right_at(study, method, i).value);
    }
    text += fmt::format("{}{} {:.3f} at least", text.empty() ? "" : ", ", method, minimum);
  }
  return {all_of(parts), text};
}

Finding ahead_of_uniform(const Figures& figures, About part, std::size_t rule) {
  const std::vector<statistics::Estimate> apart =
      differences_from_uniform(study_of(figures, "figure 7", part, rule));
  return {ahead_and_never_behind(apart, kNextToNothing), signed_figures(apart)};
}

Finding uniform_at_chance(const Figures& figures, About, std::size_t rule) {
  const Study& study = study_of(figures, "figure 7", "model 3", rule);
  const statistics::Estimate right = right_at(study, "uniform", last_of(study));
  return {between(right, 0.1, 0.3), "uniform " + to_text(right, 2)};
}

Finding uniform_scores_300(const Figures& figures, About, std::size_t rule) {
  const Study& study = study_of(figures, "figure 7", "model 3", rule);
  const statistics::Estimate mean =
      mean_grade(study.trials, method_number(study.experiment, "uniform"), last_of(study));
  const statistics::Estimate hundred{100 * mean.value, 100 * mean.low, 100 * mean.high};
  return {between(hundred, 250, 350), to_text(hundred, 0)};
}

Finding model_3_rises(const Figures& figures, About, std::size_t rule) {
  return rises(study_of(figures, "figure 7", "model 3", rule), "ttba", kStrongly);
}

Finding model_3(const Figures& figures, About about, std::size_t rule) {
  return both(uniform_at_chance(figures, about, rule), model_3_rises(figures, about, rule));
}

// Figure 8.

/// Tests the accuracy at the last checkpoint against `bound`, with 20 arms and with 30.
Finding with_many_arms(const Figures& figures, const char* method,
                       Holds (*ask)(const statistics::Estimate& figure, double bound) noexcept,
                       double bound, std::size_t rule) {
  std::vector<Holds> parts;
  std::string text;
  for (const std::string_view part : {"K = 20", "K = 30"}) {
    const Study& study = study_of(figures, "figure 8 (a)", part, rule);
    const statistics::Estimate right = right_at(study, method, last_of(study));
    parts.push_back(ask(right, bound));
    text += fmt::format("{}{}: {} {}", text.empty() ? "" : ", ", part, method, to_text(right, 2));
  }
  return {all_of(parts), text};
}

Finding more_than_eighty(const Figures& figures, About, std::size_t rule) {
  return with_many_arms(figures, "ttba", above, kEightyPercent, rule);
}

Finding uniform_is_useless(const Figures& figures, About, std::size_t rule) {
  return with_many_arms(figures, "uniform", below, kUseless, rule);
}

Finding eighty_and_useless(const Figures& figures, About about, std::size_t rule) {
  return both(more_than_eighty(figures, about, rule), uniform_is_useless(figures, about, rule));
}

Finding falls_with_arms(const Figures& figures, About about, std::size_t rule) {
  std::vector<statistics::Estimate> shares;
  std::string text;
  for (const PaperPart& part : figure_named(figures, about).parts) {
    const Study& study = part.by_rule[rule];
    shares.push_back(right_at(study, "ttba", last_of(study)));
    text += fmt::format("{}{:.2f}", text.empty() ? "" : " ", shares.back().value);
  }
  return {falls(shares), text};
}

Finding rises_with_rounds(const Figures& figures, About about, std::size_t rule) {
  std::vector<Holds> parts;
  std::string text;
  for (const PaperPart& part : figure_named(figures, about).parts) {
    const Finding one = rises(part.by_rule[rule], "ttba", kNextToNothing);
    const Holds at_once = above(right_at(part.by_rule[rule], "ttba", 0), kNearlyAll);
    parts.push_back(any_of(std::array{one.holds, at_once}));
    text += fmt::format("{}{}", text.empty() ? "" : ", ", one.figures);
  }
  return {all_of(parts), text};
}

Finding rises_faster_with_arms(const Figures& figures, About about, std::size_t rule) {
  const PaperFigure& figure = figure_named(figures, about);
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

Finding above_the_median(const Figures& figures, About part, std::size_t rule) {
  const Study& study = study_of(figures, "figure 9", part, rule);
  const std::size_t ttba = method_number(study.experiment, "ttba");
  const std::vector<std::size_t> splits = inner_splits(study, "tbba_tree");
  std::vector<std::size_t> medians;
  std::vector<statistics::Estimate> apart;
  for (std::size_t i = 0; i <= last_of(study); ++i) {
    medians.push_back(method_at(study.trials, splits, i, 0.5));
    apart.push_back(difference(study.trials, ttba, medians.back(), i));
  }
  const statistics::Estimate mean = mean_difference(study.trials, ttba, medians);
  return {mostly_ahead(apart, mean),
          fmt::format("{}; mean {}", signed_figures(apart), to_text(mean, 3))};
}

Finding solved_tree(const Figures& figures, About part, std::size_t rule) {
  const Study& study = study_of(figures, "figure 9", part, rule);
  const std::size_t last = last_of(study);
  const statistics::Estimate ttba = right_at(study, "ttba", last);
  const statistics::Estimate median = accuracy(
      study.trials, method_at(study.trials, inner_splits(study, "tbba_tree"), last, 0.5), last);
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
      const statistics::Estimate mean =
          mean_difference(study.trials, method_number(study.experiment, "ttba"), at_all_budgets);
      holds.push_back(above(mean, 0));
      minimum = std::min(minimum, mean.value);
    }
  }
  return {all_of(holds), fmt::format("ahead of each split by {:+.3f} at least", minimum)};
}

Finding highest_without_outlier(const Figures& figures, About part, std::size_t rule) {
  const Study& study = study_of(figures, "figure 9", part, rule);
  std::vector<Holds> inside;
  std::string text;
  for (std::size_t i = 0; i <= last_of(study); ++i) {
    const statistics::Estimate ttba = right_at(study, "ttba", i);
    const Box box = box_of(accuracies(study.trials, inner_splits(study, "tbba_tree"), i));
    inside.push_back(above(ttba, box.low));
    text +=
        fmt::format("{}{:.2f} (box from {:.2f})", text.empty() ? "" : ", ", ttba.value, box.low);
  }
  return both(ahead_of_every_split(study), {all_of(inside), text});
}

Finding uniform_varies_more(const Figures& figures, About about, std::size_t rule) {
  std::vector<Holds> parts;
  std::string text;
  for (const PaperPart& part : figure_named(figures, about).parts) {
    const Study& study = part.by_rule[rule];
    const statistics::Estimate apart = spread_difference(
        study.trials, inner_splits(study, "uniform_tree"), inner_splits(study, "tbba_tree"));
    parts.push_back(above(apart, 0));
    const bool none_varies = std::max(-apart.low, apart.high) < kNothingSeen;
    text += fmt::format("{}{} {:+.3f}{}", text.empty() ? "" : ", ", part.name, apart.value,
                        none_varies ? " (open: neither varies)" : "");
  }
  return {all_of(parts), text};
}

/// Tests if TTBA exceeds the upper quartile of TBBA_tree's splits by more than `bound`, in the mean
/// over checkpoints, in two parts of figure 10.
Finding beyond_the_box(const Figures& figures, std::array<std::string_view, 2> parts, double bound,
                       std::size_t rule) {
  std::vector<Holds> holds;
  std::string text;
  for (const std::string_view part : parts) {
    const Study& study = study_of(figures, "figure 10", part, rule);
    const std::vector<std::size_t> splits = inner_splits(study, "tbba_tree");
    std::vector<std::size_t> uppers;
    for (std::size_t i = 0; i <= last_of(study); ++i)
      uppers.push_back(method_at(study.trials, splits, i, 0.75));
    const statistics::Estimate mean =
        mean_difference(study.trials, method_number(study.experiment, "ttba"), uppers);
    holds.push_back(above(mean, bound));
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", part, to_signed_text(mean));
  }
  return {all_of(holds), text};
}

Finding at_the_box(const Figures& figures, About, std::size_t rule) {
  return beyond_the_box(figures, {"A 3x3", "B 10x3"}, -kNotBelow, rule);
}
Finding above_the_box(const Figures& figures, About, std::size_t rule) {
  return beyond_the_box(figures, {"C 5x7", "D 3x10"}, 0, rule);
}

Finding lopsided_above_eighty(const Figures& figures, bool at_last_only, std::size_t rule) {
  std::vector<Holds> parts;
  std::string text;
  for (const std::string_view part : {"E (18,3,9)", "F (2,4,6,6,12)"}) {
    const Study& study = study_of(figures, "figure 10", part, rule);
    text += fmt::format("{}{}:", text.empty() ? "" : ", ", part);
    for (std::size_t i = at_last_only ? last_of(study) : 0; i <= last_of(study); ++i) {
      parts.push_back(above(right_at(study, "ttba", i), kEightyPercent));
      text += fmt::format(" {:.2f}", right_at(study, "ttba", i).value);
    }
  }
  return {all_of(parts), text};
}

Finding above_eighty_at_last(const Figures& figures, About, std::size_t rule) {
  return lopsided_above_eighty(figures, true, rule);
}
Finding above_eighty_everywhere(const Figures& figures, About, std::size_t rule) {
  return lopsided_above_eighty(figures, false, rule);
}

Finding decreases_late(const Figures& figures, About, std::size_t rule) {
  std::vector<statistics::Estimate> changes;
  for (const PaperPart& part : figure_named(figures, "figure 10").parts) {
    const Study& study = part.by_rule[rule];
    const std::size_t last = last_of(study);
    changes.push_back(
        growth(study.trials, method_number(study.experiment, "ttba"), last - 1, last));
  }
  const statistics::Estimate mean = mean_of_separate(changes);
  return {below(mean, 0), fmt::format("mean {}; {}", to_text(mean, 3), signed_figures(changes))};
}

constexpr const char* kAheadOfUniform =
    "more often right than uniform at some budget, less often at none, surely";
constexpr const char* kAccuracyFalls =
    "at the last budget the most arms surely below the fewest, no step surely up";
constexpr const char* kRises =
    "each K, first to last budget: surely by more than 0.02, or surely above 95 % at once";
constexpr const char* kFaster = "last over first accuracy: the most arms surely above the fewest";
constexpr const char* kMedian = "ahead at more than half of the budgets, and surely in their mean";
constexpr const char* kSolved = "at the last budget TTBA and the median split surely above 95 %";

const std::vector<Statement> kStatements = {
    {"figure 4", "TBBA_tree's accuracy varies strongly with the split of the budget",
     "random 3x3 trees, last budget: best less worst of the splits 0 to 1, surely above 0.1; the "
     "worst is the outlier of the next statement",
     splits_matter},
    {"figure 4", "With all of the budget for the lower layer it is an outlier",
     "random 3x3 trees, every budget: split 1 surely below the whisker of the splits 0.1 to 0.9",
     lower_layer_alone},
    {"figure 6", "On the tree of figure 4 TTBA rises with the rounds, and needs no split for that",
     "random 3x3 trees: first to last budget surely by more than 0.02, surely down on no step; at "
     "every budget surely not 0.03 below the median split of TBBA_tree",
     ttba_needs_no_split},
    {"figure 7 (a)", "Model 1: both methods come to 100 % and stay there after about 400 rounds",
     "from 400 rounds on both are surely right in more than 95 %", model_1_is_solved},
    {"figure 7 (a)", "Model 1: TBBA is slightly ahead", kAheadOfUniform, ahead_of_uniform,
     "model 1"},
    {"figure 7 (a)", "Model 2: TBBA rises faster", kAheadOfUniform, ahead_of_uniform, "model 2"},
    {"figure 7 (a)", "Model 3: uniform sampling stays at about 20 %",
     "at the last budget surely between 10 and 30 %", uniform_at_chance},
    {"figure 7 (a)", "Model 3: TBBA rises steadily",
     "first to last budget surely by more than 0.1, surely down on no step", model_3_rises},
    {"figure 7 (a)", "Model 3: both at once", "under one rule uniform stays at 20 % and TBBA rises",
     model_3},
    {"figure 7 (b)", "Model 3: and scores about 300 in 100 runs",
     "at the last budget surely between 250 and 350", uniform_scores_300},
    {"figure 8 (a)", "TBBA is right in more than 80 % with 20 and 30 arms at 3,000 rounds",
     "surely", more_than_eighty},
    {"figure 8 (a)", "Uniform sampling is useless there",
     "surely right in less than half, with 20 and with 30 arms", uniform_is_useless},
    {"figure 8 (a)", "Both at once", "under one rule TBBA above 80 % and uniform useless",
     eighty_and_useless},
    {"figure 8 (a)", "Accuracy falls with the number of arms", kAccuracyFalls, falls_with_arms,
     "figure 8 (a)"},
    {"figure 8 (a)", "Accuracy rises with the rounds", kRises, rises_with_rounds, "figure 8 (a)"},
    {"figure 8 (a)", "The more arms, the faster the relative rise", kFaster, rises_faster_with_arms,
     "figure 8 (a)"},
    {"figure 8 (b)", "Accuracy falls with the number of arms", kAccuracyFalls, falls_with_arms,
     "figure 8 (b)"},
    {"figure 8 (b)", "Accuracy rises with the rounds", kRises, rises_with_rounds, "figure 8 (b)"},
    {"figure 8 (b)", "The more arms, the faster the relative rise", kFaster, rises_faster_with_arms,
     "figure 8 (b)"},
    {"figure 9", "Tree A (hard, hard): TTBA mostly above the median of TBBA_tree's splits", kMedian,
     above_the_median, "tree A"},
    {"figure 9", "Tree B (hard, easy): the same", kMedian, above_the_median, "tree B"},
    {"figure 9", "Tree C (easy, hard): all about 100 %", kSolved, solved_tree, "tree C"},
    {"figure 9", "Tree D (easy, easy): all about 100 %", kSolved, solved_tree, "tree D"},
    {"figure 9", "Tree E (random): TTBA has the highest accuracy and no outlier",
     "mean over budgets: surely ahead of each split from 0.1 to 0.9 of TBBA_tree and of uniform; "
     "at every budget surely above the lower whisker of TBBA_tree's splits",
     highest_without_outlier, "tree E"},
    {"table 4", "Deviation over splits: uniform's is greater than TBBA_tree's (TTBA has none)",
     "on each of the five trees, mean over budgets, surely (bootstrap)", uniform_varies_more,
     "figure 9"},
    {"figure 10", "3x3 and 10x3: TTBA at the upper bound of the box",
     "mean over budgets: surely not 0.03 below the upper quartile of splits", at_the_box},
    {"figure 10", "5x7 and 3x10: TTBA above the box",
     "mean over budgets: surely above the upper quartile of splits", above_the_box},
    {"figure 10", "(18,3,9) and (2,4,6,6,12): TTBA above 80 %", "at the last budget, surely",
     above_eighty_at_last},
    {"figure 10", "The same at all plotted budgets", "at every budget from 500 rounds on, surely",
     above_eighty_everywhere},
    {"figure 10", "A slight decrease at large numbers of rounds",
     "TTBA, mean over the six shapes: surely less often right at the last budget than before",
     decreases_late},
    {"table 5", "Deviation over splits: uniform's is greater than TBBA_tree's",
     "on each of the six shapes, mean over budgets, surely (bootstrap)", uniform_varies_more,
     "figure 10"},
};

}  // namespace

std::vector<ClaimResult> ask_claims(const Figures& figures) {
  std::vector<ClaimResult> results;
  const std::size_t rules = figures.front().parts.front().by_rule.size();
  for (const Statement& statement : kStatements) {
    ClaimResult result{statement.figure, statement.claim, statement.question, {}, {}};
    for (std::size_t rule = 0; rule < rules; ++rule) {
      Finding finding = statement.ask(figures, statement.about, rule);
      result.holds.push_back(finding.holds);
      result.figures.push_back(std::move(finding.figures));
    }
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace trivium::learning::bandits
