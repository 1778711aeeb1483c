#include "learning/bandits/result_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "learning/bandits/estimates.h"

namespace trivium::learning::bandits {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t kRanksShown = 5;

ordered_json json_of(const statistics::Estimate& estimate) {
  return {{"value", estimate.value}, {"low", estimate.low}, {"high", estimate.high}};
}

std::string text_of_answers(const Study& study) {
  const Experiment& asked = study.experiment;
  std::string text = fmt::format("{:<20} {:>7}  {:<24} {:<24} {}\n", "method", "rounds", "right",
                                 "regret", "sum of g");
  for (std::size_t method = 0; method < asked.methods.size(); ++method) {
    for (std::size_t i = 0; i < asked.rounds.size(); ++i) {
      text += fmt::format("{:<20} {:>7}  {:<24} {:<24} {}\n", asked.methods[method].text,
                          asked.rounds[i], to_text(accuracy(study.trials, method, i)),
                          to_text(grade_regret(study.trials, method, i)),
                          to_text(grade_total(study.trials, method, i), 0));
    }
  }
  return text;
}

std::string text_of_differences(const Study& study) {
  const Experiment& asked = study.experiment;
  if (asked.methods.size() < 2) return {};
  std::string text =
      fmt::format("\nhow much more often right than {}, run by run\n", asked.methods.front().text);
  for (std::size_t method = 1; method < asked.methods.size(); ++method) {
    for (std::size_t i = 0; i < asked.rounds.size(); ++i) {
      text += fmt::format("{:<20} {:>7}  {}\n", asked.methods[method].text, asked.rounds[i],
                          to_signed_text(difference(study.trials, method, 0, i)));
    }
  }
  return text;
}

/// Returns the first `maximum` counts in percent of the sum of all.
std::string percents(const std::vector<std::uint64_t>& counts, std::size_t maximum) {
  const auto sum =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  std::string text;
  for (std::size_t i = 0; i < std::min(counts.size(), maximum); ++i) {
    text += fmt::format(" {:>6.1f}", sum > 0 ? 100 * static_cast<double>(counts[i]) / sum : 0);
  }
  return counts.size() > maximum ? text + " ..." : text;
}

std::string text_of_pulls(const Study& study) {
  const Experiment& asked = study.experiment;
  std::string text =
      fmt::format("\npulls by round {}, in percent: of the best action, the second, ...\n",
                  asked.rounds.back());
  for (std::size_t method = 0; method < asked.methods.size(); ++method) {
    text += fmt::format("{:<20}{}\n", asked.methods[method].text,
                        percents(study.trials.pulls_by_rank[method], kRanksShown));
  }
  if (!asked.instances.same_in_all_runs()) return text;
  constexpr std::size_t kLeavesShown = 12;
  text += "\nthe same, of each leaf from left to right\n";
  for (std::size_t method = 0; method < asked.methods.size(); ++method) {
    text += fmt::format("{:<20}{}\n", asked.methods[method].text,
                        percents(study.trials.pulls_by_leaf[method], kLeavesShown));
  }
  return text;
}

std::string text_of_boxes(const Study& study) {
  std::string text;
  for (const std::string_view name : {"tbba_tree", "tbba_tree_reuse", "uniform_tree"}) {
    const std::vector<std::size_t> splits = methods_named(study.experiment, name);
    if (splits.size() < 3) continue;
    text += fmt::format(
        "\n{} over its {} splits: whisker, quartile, median, quartile, whisker, deviation; "
        "outliers\n",
        name, splits.size());
    for (std::size_t i = 0; i < study.experiment.rounds.size(); ++i) {
      const Box box = box_of(accuracies(study.trials, splits, i));
      text += fmt::format("{:>7}  {:.3f} {:.3f} {:.3f} {:.3f} {:.3f}  {:.3f}; {:.3f}\n",
                          study.experiment.rounds[i], box.low, box.lower, box.median, box.upper,
                          box.high, box.deviation, fmt::join(box.outliers, " "));
    }
  }
  return text;
}

std::string text_of_stops(const Study& study) {
  if (!study.trials.has_stops()) return {};
  const Experiment& asked = study.experiment;
  std::string text = fmt::format(
      "\nuntil sure by {}, for {} rounds at most\n{:<20} {:<24} {:<24} {}\n", asked.confidence,
      asked.rounds.back(), "method", "right", "sure", "rounds: mean; quartiles");
  for (std::size_t method = 0; method < asked.methods.size(); ++method) {
    const StopFigures stops = stop_figures(study.trials, method);
    text += fmt::format("{:<20} {:<24} {:<24} {:.0f}; {:.0f} {:.0f} {:.0f}\n",
                        asked.methods[method].text, to_text(stops.right), to_text(stops.sure),
                        stops.mean_rounds, stops.lower, stops.median, stops.upper);
  }
  return text;
}

ordered_json json_of_method(const Study& study, std::size_t method) {
  const Experiment& asked = study.experiment;
  const Trials& trials = study.trials;
  ordered_json all{{"method", asked.methods[method].text}};
  all["checkpoints"] = ordered_json::array();
  for (std::size_t i = 0; i < asked.rounds.size(); ++i) {
    ordered_json one{{"rounds", asked.rounds[i]},
                     {"accuracy", json_of(accuracy(trials, method, i))},
                     {"grade_regret", json_of(grade_regret(trials, method, i))},
                     {"grade_total", json_of(grade_total(trials, method, i))}};
    for (std::size_t other = 0; other < asked.methods.size(); ++other) {
      if (other != method)
        one["less"][asked.methods[other].text] = json_of(difference(trials, method, other, i));
    }
    all["checkpoints"].push_back(std::move(one));
  }
  all["pulls_by_rank"] = trials.pulls_by_rank[method];
  if (asked.instances.same_in_all_runs()) all["pulls_by_leaf"] = trials.pulls_by_leaf[method];
  if (trials.has_stops()) {
    const StopFigures stops = stop_figures(trials, method);
    all["until_sure"] = {{"right", json_of(stops.right)},
                         {"sure", json_of(stops.sure)},
                         {"mean_rounds", stops.mean_rounds},
                         {"quartiles", {stops.lower, stops.median, stops.upper}}};
  }
  return all;
}

ordered_json json_of_boxes(const Study& study) {
  ordered_json boxes = ordered_json::object();
  for (const std::string_view name : {"tbba_tree", "tbba_tree_reuse", "uniform_tree"}) {
    const std::vector<std::size_t> splits = methods_named(study.experiment, name);
    if (splits.size() < 3) continue;
    ordered_json& all = boxes[std::string(name)] = ordered_json::array();
    for (std::size_t i = 0; i < study.experiment.rounds.size(); ++i) {
      const Box box = box_of(accuracies(study.trials, splits, i));
      all.push_back({{"rounds", study.experiment.rounds[i]},
                     {"whiskers", {box.low, box.high}},
                     {"quartiles", {box.lower, box.median, box.upper}},
                     {"deviation", box.deviation},
                     {"outliers", box.outliers}});
    }
  }
  return boxes;
}

}  // namespace

Study make_study(std::string name, const Experiment& experiment, std::size_t threads,
                 const WorkProgress& progress) {
  return {std::move(name), experiment, run_experiment(experiment, threads, progress)};
}

std::vector<std::size_t> methods_named(const Experiment& experiment, std::string_view name) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < experiment.methods.size(); ++i) {
    if (experiment.methods[i].info->name == name) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> inner_splits(const Study& study, std::string_view method) {
  std::vector<std::size_t> inner;
  for (const std::size_t one : methods_named(study.experiment, method)) {
    const double split = study.experiment.methods[one].parameter;
    if (split > 0 && split < 1) inner.push_back(one);
  }
  return inner;
}

std::size_t method_number(const Experiment& experiment, std::string_view text) {
  const auto found =
      std::ranges::find(experiment.methods, text, &trivium::bandits::MethodChoice::text);
  if (found == experiment.methods.end())
    throw std::invalid_argument("no method " + std::string(text));
  return static_cast<std::size_t>(found - experiment.methods.begin());
}

std::string to_text(const statistics::Estimate& estimate, int decimals) {
  return fmt::format("{0:.{3}f} ({1:.{3}f} to {2:.{3}f})", estimate.value, estimate.low,
                     estimate.high, decimals);
}

std::string to_signed_text(const statistics::Estimate& estimate, int decimals) {
  return fmt::format("{0:+.{3}f} ({1:+.{3}f} to {2:+.{3}f})", estimate.value, estimate.low,
                     estimate.high, decimals);
}

std::string setting_text(const Experiment& experiment) {
  return fmt::format("{}; rule {}; {} runs, seed {}", experiment.instances.description(),
                     trivium::bandits::to_string(experiment.rule), experiment.runs,
                     experiment.seed);
}

std::string study_text(const Study& study) {
  return fmt::format("{}\n\n", setting_text(study.experiment)) + text_of_answers(study) +
         text_of_differences(study) + text_of_boxes(study) + text_of_pulls(study) +
         text_of_stops(study);
}

ordered_json study_json(const Study& study) {
  const Experiment& asked = study.experiment;
  ordered_json all{{"name", study.name},
                   {"instances", asked.instances.description()},
                   {"rule", trivium::bandits::to_string(asked.rule)},
                   {"rounds", asked.rounds},
                   {"runs", asked.runs},
                   {"seed", asked.seed},
                   {"confidence", asked.confidence}};
  all["methods"] = ordered_json::array();
  for (std::size_t method = 0; method < asked.methods.size(); ++method)
    all["methods"].push_back(json_of_method(study, method));
  all["boxes"] = json_of_boxes(study);
  return all;
}

std::string studies_csv(std::span<const Study> studies, std::string csv) {
  if (csv.empty()) {
    csv =
        "study,rule,method,rounds,runs,seed,accuracy,accuracy_low,accuracy_high,grade_regret,"
        "grade_regret_low,grade_regret_high,grade_total,grade_total_low,grade_total_high\n";
  }
  for (const Study& study : studies) {
    const Experiment& asked = study.experiment;
    for (std::size_t method = 0; method < asked.methods.size(); ++method) {
      for (std::size_t i = 0; i < asked.rounds.size(); ++i) {
        csv += fmt::format("\"{}\",{},{},{},{},{}", study.name,
                           trivium::bandits::to_string(asked.rule), asked.methods[method].text,
                           asked.rounds[i], asked.runs, asked.seed);
        for (const statistics::Estimate& one :
             {accuracy(study.trials, method, i), grade_regret(study.trials, method, i),
              grade_total(study.trials, method, i)}) {
          csv += fmt::format(",{:.6g},{:.6g},{:.6g}", one.value, one.low, one.high);
        }
        csv += '\n';
      }
    }
  }
  return csv;
}

}  // namespace trivium::learning::bandits
