#include "learning/bandits/charts.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"
#include "learning/bandits/box_svg.h"
#include "learning/bandits/estimates.h"
#include "learning/harness/curve_svg.h"

namespace trivium::learning::bandit_lab {

namespace {

constexpr std::size_t kLinesOfChart = 5;
constexpr CurveScale kShares{0, 1, 0.2, 1};
const std::vector<std::string> kLayered = {"tbba_tree", "uniform_tree"};

/// From 0 to a round number that is not below `most`.
CurveScale scale_up_to(double most) {
  if (!(most > 0)) return kShares;
  const double power = std::pow(10.0, std::floor(std::log10(most)));
  double high = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * power >= most) high = factor * power;
  }
  return {0, high, high / 5, static_cast<int>(std::max(0.0, std::ceil(-std::log10(high / 5) - 1e-9)))};
}

bool has_box(const Study& study, const std::string& method) { return methods_named(study.experiment, method).size() >= 3; }

/// Methods that are drawn as lines: those of a box are not.
std::vector<std::size_t> lines_of(const Study& study) {
  std::vector<std::size_t> lines;
  for (std::size_t i = 0; i < study.experiment.methods.size(); ++i) {
    const std::string name(study.experiment.methods[i].info->name);
    if (std::ranges::count(kLayered, name) == 0 || !has_box(study, name)) lines.push_back(i);
  }
  return lines;
}

template <class Of>
std::string curves(const Study& study, std::string_view title, const Of& of) {
  const std::vector<std::size_t> methods = lines_of(study);
  double most = 0;
  std::vector<CurveChart> charts;
  for (std::size_t begin = 0; begin < methods.size(); begin += kLinesOfChart) {
    CurveChart chart{title, kShares, {}};
    for (std::size_t i = begin; i < std::min(methods.size(), begin + kLinesOfChart); ++i) {
      CurveLine line{study.experiment.methods[methods[i]].text, {}};
      for (std::size_t at = 0; at < study.experiment.rounds.size(); ++at) line.values.push_back(of(study.trials, methods[i], at).value);
      most = std::max(most, *std::ranges::max_element(line.values));
      chart.lines.push_back(std::move(line));
    }
    charts.push_back(std::move(chart));
  }
  if (most > 1) {
    for (CurveChart& chart : charts) chart.scale = scale_up_to(most);
  }
  return curve_svg(study.experiment.rounds, charts);
}

/// Boxes of the layered methods at each budget; TTBA and flat uniform sampling as marks, where they were asked.
BoxChart box_chart(const Study& study, std::string title) {
  BoxChart chart{std::move(title), {}, {}, {}};
  for (const std::string& name : kLayered) {
    if (has_box(study, name)) chart.boxes.push_back(name);
  }
  std::vector<std::size_t> marked;
  for (const char* const name : {"ttba", "uniform"}) {
    const std::vector<std::size_t> found = methods_named(study.experiment, name);
    if (found.empty()) continue;
    marked.push_back(found.front());
    chart.marks.push_back(name);
  }
  for (std::size_t at = 0; at < study.experiment.rounds.size(); ++at) {
    BoxGroup group{std::to_string(study.experiment.rounds[at]), {}, accuracies(study.trials, marked, at)};
    for (const std::string& name : chart.boxes) {
      group.boxes.push_back(box_of(accuracies(study.trials, methods_named(study.experiment, name), at)));
    }
    chart.groups.push_back(std::move(group));
  }
  return chart;
}

std::string file_name(std::string text) {
  std::string name;
  for (const char letter : text) {
    const char lower = text::lower(letter);
    if ((lower >= 'a' && lower <= 'z') || text::is_digit(lower)) {
      name += lower;
    } else if (!name.empty() && name.back() != '-') {
      name += '-';
    }
  }
  while (name.ends_with('-')) name.pop_back();
  return name + ".svg";
}

/// Both methods under the paper's rule, the grid and the weighted rule: a chart has room for five lines.
CurveChart part_chart(const PaperPart& part, std::string_view title, bool scores, std::vector<std::string>& names) {
  const std::vector<std::pair<std::size_t, const char*>> shown = {{0, "ttba"}, {0, "uniform"}, {1, "ttba"}, {1, "uniform"}, {3, "ttba"}};
  CurveChart chart{title, scores ? CurveScale{0, 500, 100, 0} : kShares, {}};
  for (const auto& [rule, method] : shown) {
    const Study& study = part.by_rule[rule];
    const std::string rule_name = bandits::to_string(study.experiment.rule);
    names.push_back(
        fmt::format("{}, {}", method == std::string_view("ttba") ? "TBBA" : "uniform", rule == 0 ? std::string("lexicogr.") : rule_name));
    std::vector<double> values;
    const std::size_t number = method_number(study.experiment, method);
    for (std::size_t at = 0; at < study.experiment.rounds.size(); ++at) {
      values.push_back(scores ? 100 * mean_grade(study.trials, number, at).value : accuracy(study.trials, number, at).value);
    }
    chart.lines.push_back({"", std::move(values)});
  }
  return chart;
}

Picture part_picture(const PaperFigure& figure, const PaperPart& part) {
  const std::string title = fmt::format("{}, {}: share of runs with the right answer, over rounds", figure.name, part.name);
  const std::string score_title = fmt::format("{}, {}: sum of g(answer) in 100 runs", figure.name, part.name);
  std::vector<std::string> names;
  std::vector<CurveChart> charts = {part_chart(part, title, false, names)};
  if (figure.name == "figure 7") {
    std::vector<std::string> again;
    charts.push_back(part_chart(part, score_title, true, again));
  }
  for (CurveChart& chart : charts) {
    for (std::size_t i = 0; i < chart.lines.size(); ++i) chart.lines[i].name = names[i];
  }
  return {file_name(figure.name + " " + part.name), title, curve_svg(part.by_rule.front().experiment.rounds, charts)};
}

}  // namespace

std::vector<Picture> study_pictures(const Study& study) {
  std::vector<Picture> pictures;
  if (study.experiment.rounds.size() > 1 && !lines_of(study).empty()) {
    pictures.push_back({"accuracy.svg", "Share of runs with the right answer, over rounds",
                        curves(study, "share of runs with the right answer, over rounds", accuracy)});
    pictures.push_back({"regret.svg", "What the best answer would have brought more, mean",
                        curves(study, "g(best) - g(answer), mean, over rounds", grade_regret)});
  }
  if (has_box(study, kLayered[0]) || has_box(study, kLayered[1])) {
    const std::vector<BoxChart> charts = {box_chart(study, "right, over the splits, by rounds")};
    pictures.push_back({"boxes.svg", "Methods with splits, over their splits", box_svg(charts)});
  }
  return pictures;
}

std::vector<Picture> figure_pictures(const PaperFigure& figure) {
  std::vector<Picture> pictures;
  if (methods_named(figure.parts.front().by_rule.front().experiment, "tbba_tree").empty()) {
    for (const PaperPart& part : figure.parts) pictures.push_back(part_picture(figure, part));
    return pictures;
  }
  std::vector<BoxChart> charts;
  for (const PaperPart& part : figure.parts) {
    for (const std::size_t rule : {0U, 1U}) {
      const Study& study = part.by_rule[rule];
      charts.push_back(box_chart(study, fmt::format("{}, {}: right, by rounds", part.name, bandits::to_string(study.experiment.rule))));
    }
  }
  pictures.push_back({file_name(figure.name), figure.name + ": " + figure.title, box_svg(charts)});
  return pictures;
}

Picture figure_4_picture(const PaperFigure& small_trees) {
  std::vector<BoxChart> charts;
  for (const std::size_t rule : {0U, 1U}) {
    const Study& study = part_named(small_trees, "tree E").by_rule[rule];
    BoxChart chart = box_chart(study, fmt::format("TBBA_tree over its splits, {}", bandits::to_string(study.experiment.rule)));
    chart.boxes.resize(1);
    chart.marks.clear();
    for (BoxGroup& group : chart.groups) {
      group.boxes.resize(1);
      group.marks.clear();
    }
    charts.push_back(std::move(chart));
  }
  return {"figure-4.svg", "figure 4: TBBA_tree on random trees of three actions with three replies, over its splits", box_svg(charts)};
}

Picture figure_6_picture(const PaperFigure& small_trees) {
  const std::vector<Study>& studies = part_named(small_trees, "tree E").by_rule;
  CurveChart chart{"TTBA: share of runs with the right answer, over rounds", kShares, {}};
  for (const Study& study : studies) {
    std::vector<double> values;
    const std::size_t ttba = method_number(study.experiment, "ttba");
    for (std::size_t at = 0; at < study.experiment.rounds.size(); ++at) values.push_back(accuracy(study.trials, ttba, at).value);
    chart.lines.push_back({bandits::to_string(study.experiment.rule), std::move(values)});
  }
  return {"figure-6.svg", "figure 6: TTBA on the trees of figure 4",
          curve_svg(studies.front().experiment.rounds, std::vector<CurveChart>{std::move(chart)})};
}

}  // namespace trivium::learning::bandit_lab
