#include "learning/bandits/charts.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

#include "engine/core/text.h"
#include "learning/bandits/estimates.h"
#include "learning/charts/chart.h"
#include "learning/charts/table_chart.h"

namespace trivium::learning::bandits {

namespace {

constexpr std::size_t kWideRange = 20;  // ratio of rounds from which their axis is logarithmic
constexpr const char* kAccuracyTitle = "runs with the right answer (share)";
const std::string kAccuracy =
    std::string(kAccuracyTitle) + ": accuracy(accuracy_low..accuracy_high)";
const std::vector<std::string> kLayered = {"tbba_tree", "uniform_tree"};

bool has_box(const Study& study, const std::string& method) {
  return methods_named(study.experiment, method).size() >= 3;
}

/// Draws columns of the tables of some studies by rounds, with 95 % intervals.
std::string curves(std::span<const Study> studies, charts::TableChart wanted) {
  std::string csv;
  for (const Study& study : studies) csv += study_csv(study, csv.empty());
  const std::vector<std::size_t>& rounds = studies.front().experiment.rounds;
  wanted.x = "rounds: rounds";
  if (rounds.back() >= kWideRange * rounds.front()) wanted.logarithmic = "x";
  return charts::own_table_svg(csv, wanted);
}

/// Draws box plots of the layered methods at each number of rounds, and lines of TTBA and flat
/// uniform sampling if the study has these.
charts::Chart box_chart(const Study& study, std::string title) {
  charts::Chart chart{std::move(title), {"rounds"}, {kAccuracyTitle, false, {0, 1}}};
  for (const std::size_t rounds : study.experiment.rounds)
    chart.groups.push_back(std::to_string(rounds));
  const auto add = [&](const std::string& name, bool boxed) {
    charts::Line line{name, {}};
    line.dashed = !boxed;
    for (std::size_t at = 0; at < chart.groups.size(); ++at) {
      const Box box = box_of(accuracies(study.trials, methods_named(study.experiment, name), at));
      line.points.push_back({static_cast<double>(at), box.median});
      if (boxed) line.boxes.push_back(box);
    }
    chart.lines.push_back(std::move(line));
  };
  for (const std::string& name : kLayered) {
    if (has_box(study, name)) add(name, true);
  }
  for (const char* const name : {"ttba", "uniform"}) {
    if (!methods_named(study.experiment, name).empty()) add(name, false);
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

/// Draws one chart for each decision rule of the methods.
Picture part_picture(const PaperFigure& figure, const PaperPart& part) {
  const std::string title = fmt::format("{}, {}", figure.name, part.name);
  charts::TableChart wanted{
      .title = title, .x = "", .y = {kAccuracy}, .by = "method", .panels = "rule", .columns = 2};
  if (figure.name == "figure 7")
    wanted.y.emplace_back(
        "sum of g(answer) in all runs: grade_total(grade_total_low..grade_total_high)");
  return {file_name(title), title, curves(part.by_rule, wanted)};
}

}  // namespace

std::vector<Picture> study_pictures(const Study& study) {
  std::vector<Picture> pictures;
  const auto add = [&pictures](const char* file, const char* title, std::string svg) {
    pictures.push_back({file, title, std::move(svg)});
  };
  const bool boxed = has_box(study, kLayered[0]) || has_box(study, kLayered[1]);
  std::vector<std::string> others;  // conditions that exclude the methods shown in box plots
  for (const trivium::bandits::MethodChoice& method : study.experiment.methods) {
    const std::string name(method.info->name);
    if (std::ranges::count(kLayered, name) > 0 && has_box(study, name))
      others.push_back("method!=" + method.text);
  }
  if (study.experiment.rounds.size() > 1 && others.size() < study.experiment.methods.size()) {
    const auto curve = [&](const char* file, const char* title, const std::string& y) {
      add(file, title,
          curves(std::span(&study, 1),
                 {.title = title, .x = "", .y = {y}, .by = "method", .where = others}));
    };
    curve("accuracy.svg", "Right answers by rounds", kAccuracy);
    curve("regret.svg", "Regret by rounds",
          "mean of g(best) - g(answer): grade_regret(grade_regret_low..grade_regret_high)");
  }
  if (boxed) {
    constexpr const char* kBoxes = "Methods with splits, over their splits";
    add("boxes.svg", kBoxes, svg_of(charts::Picture{kBoxes, {box_chart(study, "")}}));
  }
  return pictures;
}

std::vector<Picture> figure_pictures(const PaperFigure& figure) {
  std::vector<Picture> pictures;
  if (methods_named(figure.parts.front().by_rule.front().experiment, "tbba_tree").empty()) {
    for (const PaperPart& part : figure.parts) pictures.push_back(part_picture(figure, part));
    return pictures;
  }
  charts::Picture picture{figure.name + ": " + figure.title, {}, 2};
  for (const PaperPart& part : figure.parts) {
    for (const std::size_t rule : {0U, 1U}) {
      const Study& study = part.by_rule[rule];
      picture.charts.push_back(box_chart(
          study,
          fmt::format("{}, {}", part.name, trivium::bandits::to_string(study.experiment.rule))));
    }
  }
  return {{file_name(figure.name), picture.title, svg_of(picture)}};
}

Picture figure_4_picture(const PaperFigure& small_trees) {
  charts::Picture picture{
      "figure 4: TBBA_tree on random trees of three actions with three replies, over its splits",
      {},
      2};
  for (const std::size_t rule : {0U, 1U}) {
    const Study& study = part_named(small_trees, "tree E").by_rule[rule];
    picture.charts.push_back(box_chart(study, trivium::bandits::to_string(study.experiment.rule)));
    picture.charts.back().lines.resize(1);
  }
  return {"figure-4.svg", picture.title, svg_of(picture)};
}

Picture figure_6_picture(const PaperFigure& small_trees) {
  const std::string title = "figure 6: TTBA on the trees of figure 4";
  return {
      "figure-6.svg", title,
      curves(part_named(small_trees, "tree E").by_rule,
             {.title = title, .x = "", .y = {kAccuracy}, .by = "rule", .where = {"method=ttba"}})};
}

}  // namespace trivium::learning::bandits
