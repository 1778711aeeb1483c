#include "learning/bandits/reports.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "engine/core/text.h"
#include "learning/bandits/estimates.h"
#include "learning/charts/chart.h"
#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "learning/charts/table_chart.h"

namespace trivium::learning::bandits {

namespace {

// Draws pictures of experiments as self-contained SVG documents.

using charts::ReportFile;

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
  const std::vector<std::size_t>& rounds = studies.front().experiment.rounds;
  wanted.x = "rounds: rounds";
  if (rounds.back() >= kWideRange * rounds.front()) wanted.logarithmic = "x";
  return charts::own_table_svg(studies_csv(studies), wanted);
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
ReportFile part_picture(const PaperFigure& figure, const PaperPart& part) {
  const std::string title = fmt::format("{}, {}", figure.name, part.name);
  charts::TableChart wanted{
      .title = title, .x = "", .y = {kAccuracy}, .by = "method", .panels = "rule", .columns = 2};
  if (figure.name == "figure 7")
    wanted.y.emplace_back(
        "sum of g(answer) in all runs: grade_total(grade_total_low..grade_total_high)");
  return {file_name(title), curves(part.by_rule, wanted)};
}

/// Returns the pictures of an experiment: accuracy and regret by rounds, and box plots of methods
/// with several splits. There are no curves if methods recommend at only one number of rounds.
std::vector<ReportFile> study_pictures(const Study& study) {
  std::vector<ReportFile> pictures;
  const bool boxed = has_box(study, kLayered[0]) || has_box(study, kLayered[1]);
  std::vector<std::string> others;  // conditions that exclude the methods shown in box plots
  for (const trivium::bandits::MethodChoice& method : study.experiment.methods) {
    const std::string name(method.info->name);
    if (std::ranges::count(kLayered, name) > 0 && has_box(study, name))
      others.push_back("method!=" + method.text);
  }
  if (study.experiment.rounds.size() > 1 && others.size() < study.experiment.methods.size()) {
    const auto curve = [&](const char* file, const char* title, const std::string& y) {
      pictures.push_back(
          {file, curves(std::span(&study, 1),
                        {.title = title, .x = "", .y = {y}, .by = "method", .where = others})});
    };
    curve("accuracy.svg", "Right answers by rounds", kAccuracy);
    curve("regret.svg", "Regret by rounds",
          "mean of g(best) - g(answer): grade_regret(grade_regret_low..grade_regret_high)");
  }
  if (boxed) {
    const charts::Picture boxes{"Methods with splits, over their splits", {box_chart(study, "")}};
    pictures.push_back({"boxes.svg", svg_of(boxes)});
  }
  return pictures;
}

/// Returns the pictures of figure 7, 8, 9 or 10 of the paper. Figures 7 and 8 have one picture per
/// part: accuracy under each rule, in figure 7 also scores. Figures 9 and 10 are box plots over
/// splits under the paper's rule and the grid.
std::vector<ReportFile> figure_pictures(const PaperFigure& figure) {
  std::vector<ReportFile> pictures;
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
  return {{file_name(figure.name), svg_of(picture)}};
}

/// Returns figure 4, from the random trees of figure 9: box plots of TBBA_tree over splits.
ReportFile figure_4_picture(const std::vector<PaperFigure>& figures) {
  charts::Picture picture{
      "figure 4: TBBA_tree on random trees of three actions with three replies, over its splits",
      {},
      2};
  for (const std::size_t rule : {0U, 1U}) {
    const Study& study = part_named(figures, "tree E").by_rule[rule];
    picture.charts.push_back(box_chart(study, trivium::bandits::to_string(study.experiment.rule)));
    picture.charts.back().lines.resize(1);
  }
  return {"figure-4.svg", svg_of(picture)};
}

/// Returns figure 6, from the random trees of figure 9: accuracy of TTBA by rounds.
ReportFile figure_6_picture(const std::vector<PaperFigure>& figures) {
  return {"figure-6.svg", curves(part_named(figures, "tree E").by_rule,
                                 {.title = "figure 6: TTBA on the trees of figure 4",
                                  .x = "",
                                  .y = {kAccuracy},
                                  .by = "rule",
                                  .where = {"method=ttba"}})};
}

using charts::escape_markup;
using charts::page;
using charts::page_details;
using charts::page_figure;
using charts::page_paragraph;
using charts::page_table;
using charts::PageCell;
using nlohmann::ordered_json;
using Rows = std::vector<std::vector<PageCell>>;

std::string footer(const std::string& made_by) {
  return fmt::format("<footer>\n{}</footer>\n", page_paragraph("Made by " + made_by));
}

std::string answers_table(const Study& study) {
  const Experiment& asked = study.experiment;
  Rows rows;
  for (std::size_t method = 0; method < asked.methods.size(); ++method) {
    for (std::size_t i = 0; i < asked.rounds.size(); ++i) {
      rows.push_back({{asked.methods[method].text},
                      {std::to_string(asked.rounds[i])},
                      {to_text(accuracy(study.trials, method, i))},
                      {to_text(grade_regret(study.trials, method, i))},
                      {to_text(grade_total(study.trials, method, i), 0)}});
    }
  }
  return page_table(std::vector<std::string>{"method", "rounds", "right", "g(best) - g(answer)",
                                             "sum of g(answer)"},
                    rows);
}

void add_pictures(std::vector<ReportFile>& files, const std::vector<ReportFile>& pictures,
                  std::string& html) {
  for (const ReportFile& picture : pictures) html += page_figure(picture.content);
  files.insert(files.end(), pictures.begin(), pictures.end());
}

// Tables 3 to 5.

std::string table_3_text() {
  std::string text = "table 3 (its numbers are lost; ours): loss draw win of arms 1 to 5\n";
  for (int number = 1; number <= 3; ++number) {
    text += fmt::format("model {}:", number);
    const Instance model = paper_model(number);  // outlives the loop over its leaves
    for (const trivium::bandits::Ternary& arm : model.leaves)
      text += fmt::format("  {:.2f} {:.2f} {:.2f}", arm.loss, arm.draw, arm.win);
    text += '\n';
  }
  text += "trees A to D (ours): loss of the replies to each action, the draw is 0.1 everywhere\n";
  for (const char name : {'A', 'B', 'C', 'D'}) {
    text += fmt::format("tree {}:", name);
    const Instance tree = paper_tree(name);
    for (std::size_t leaf = 0; leaf < tree.leaves.size(); ++leaf)
      text += fmt::format("{} {:.1f}", leaf % 3 == 0 ? " " : "", tree.leaves[leaf].loss);
    text += '\n';
  }
  return text;
}

/// Returns the standard deviation of a method's accuracy over its splits from 0.1 to 0.9.
double deviation_over_splits(const Study& study, std::string_view method, std::size_t checkpoint) {
  return box_of(accuracies(study.trials, inner_splits(study, method), checkpoint)).deviation;
}

std::string deviations_text(const PaperFigure& figure, std::string_view table) {
  const std::vector<std::size_t>& rounds = figure.parts.front().by_rule.front().experiment.rounds;
  std::string text = fmt::format(
      "{}: standard deviation of accuracy over the splits 0.1 to 0.9, uniform/TBBA_tree (TTBA has "
      "no split: 0)\n{:<16}{:<16}",
      table, "", "");
  for (const std::size_t one : rounds) text += fmt::format("{:>13}", one);
  text += '\n';
  for (const PaperPart& part : figure.parts) {
    for (const Study& study : part.by_rule) {
      text += fmt::format("{:<16}{:<16}", part.name,
                          trivium::bandits::to_string(study.experiment.rule));
      for (std::size_t i = 0; i < rounds.size(); ++i) {
        text += fmt::format("  {:.3f}/{:.3f}", deviation_over_splits(study, "uniform_tree", i),
                            deviation_over_splits(study, "tbba_tree", i));
      }
      text += '\n';
    }
  }
  return text +
         "These deviations hold the sampling noise of the runs too, and a method that is less "
         "often right has more of it: that uniform varies more is found somewhat too often.\n";
}

// The paper's report.

/// Names of the rules in tables. The grid has no number, because it differs between spaces.
const std::vector<std::string> kRuleNames = {"lexicographic", "grid", "tolerance:0.05",
                                             "weighted:0.1"};

/// Returns the numbers of statements by verdict as a sentence, and the result of the comparison on
/// tree shapes.
std::string summary(const PaperResult& result) {
  const StatementCounts counts = count_statements(result.claims);
  return fmt::format(
      "Of {} statements of the paper {} hold under its own rule, {} under another rule only, {} "
      "under none; {} are open. On the six shapes dissent is surely less often right than another "
      "method in {} comparisons, surely more often in {}.",
      result.claims.size(), counts.own, counts.other, counts.none, counts.open,
      result.shapes.surely_worse(), result.shapes.surely_better());
}

/// Returns the statements about a figure and all its parts: "figure 7" includes "figure 7 (a)".
std::string claims_table(const PaperResult& result, std::string_view figure) {
  std::vector<std::string> head = {"the paper says", "verdict"};
  std::ranges::copy(kRuleNames, std::back_inserter(head));
  Rows rows;
  for (const ClaimResult& claim : result.claims) {
    if (!claim.figure.starts_with(figure)) continue;
    std::vector<PageCell> row = {{claim.claim, "", claim.question},
                                 {verdict(claim.holds, kRuleNames), "verdict"}};
    for (std::size_t rule = 0; rule < claim.holds.size(); ++rule) {
      const std::string word(to_string(claim.holds[rule]));
      row.push_back({word, word, claim.figures[rule]});
    }
    rows.push_back(std::move(row));
  }
  return rows.empty() ? std::string() : page_table(head, rows);
}

constexpr const char* kAboutChecks =
    "One in twenty misses by chance. The simulation's tolerance for model 3 is unknown: with "
    "0.025, half of the grid, both figures agree.";

std::string checks_text(const PaperResult& result) {
  const auto agree =
      std::ranges::count_if(result.checks, [](const SimulationCheck& one) { return one.agrees; });
  std::string text = fmt::format(
      "independent simulation (papers.md, 001.3): {} of {} figures agree within error (95 %). {}\n",
      agree, result.checks.size(), kAboutChecks);
  for (const SimulationCheck& one : result.checks) {
    text += fmt::format("{} {:<66} {} there, {} here\n", one.agrees ? " " : "!", one.what,
                        to_text(one.simulated, 2), to_text(one.ours));
  }
  return text;
}

std::string checks_table(const PaperResult& result) {
  Rows rows;
  for (const SimulationCheck& one : result.checks) {
    rows.push_back({{one.what},
                    {to_text(one.simulated, 2)},
                    {to_text(one.ours)},
                    {one.agrees ? "yes" : "no", one.agrees ? "yes" : "no"}});
  }
  return page_paragraph(kAboutChecks, "note") +
         page_table(std::vector<std::string>{"figure", "simulation", "here", "agree"}, rows);
}

std::string verdicts_text(const PaperResult& result) {
  std::string text;
  for (const ClaimResult& claim : result.claims) {
    text += fmt::format("{:<12} {}\n             {}:", claim.figure, claim.claim,
                        verdict(claim.holds, kRuleNames));
    for (std::size_t rule = 0; rule < kRuleNames.size(); ++rule)
      text += fmt::format(" {} {}{}", kRuleNames[rule], to_string(claim.holds[rule]),
                          rule + 1 < kRuleNames.size() ? "," : "");
    text += '\n';
  }
  return text;
}

std::string shapes_html(const ShapesTable& table) {
  std::vector<std::string> head = {"method"};
  for (const std::string& shape : table.shapes)
    head.push_back(fmt::format("{}, {} rounds", shape, fmt::join(table.rounds, "/")));
  head.emplace_back("dissent ahead by, mean");
  Rows rows;
  for (const ShapesRow& row : table.rows) {
    std::vector<PageCell> cells = {{row.method}};
    for (std::size_t shape = 0; shape < table.shapes.size(); ++shape)
      cells.push_back({figures_on_shape(table, row, shape, " / ")});
    cells.push_back({&row == &table.rows.back() ? "" : to_signed_text(row.behind_in_all, 4)});
    rows.push_back(std::move(cells));
  }
  return page_paragraph(shapes_verdict(table) + ".", "verdict") + page_table(head, rows) +
         page_paragraph(
             "- behind a figure: surely less often right than dissent, run by run; +: surely more "
             "often. All trees are random, of space 1, with one best action; intervals are 95 %. " +
                 setting_text(table.studies.front().experiment) +
                 " and the same for the other shapes.",
             "note");
}

ordered_json shapes_json(const ShapesTable& table) {
  ordered_json all{{"verdict", shapes_verdict(table)},
                   {"surely_worse", table.surely_worse()},
                   {"surely_better", table.surely_better()}};
  all["studies"] = ordered_json::array();
  for (const Study& study : table.studies) all["studies"].push_back(study_json(study));
  return all;
}

ordered_json paper_json(const PaperResult& result) {
  ordered_json all;
  for (const ClaimResult& claim : result.claims) {
    ordered_json one{{"figure", claim.figure},
                     {"claim", claim.claim},
                     {"question", claim.question},
                     {"verdict", verdict(claim.holds, kRuleNames)}};
    for (std::size_t rule = 0; rule < kRuleNames.size(); ++rule) {
      one["rules"].push_back({{"rule", kRuleNames[rule]},
                              {"holds", std::string(to_string(claim.holds[rule]))},
                              {"figures", claim.figures[rule]}});
    }
    all["claims"].push_back(std::move(one));
  }
  for (const SimulationCheck& check : result.checks) {
    all["simulation"].push_back({{"what", check.what},
                                 {"there", check.simulated.value},
                                 {"here", check.ours.value},
                                 {"agrees", check.agrees}});
  }
  for (const PaperFigure& figure : result.figures) {
    for (const PaperPart& part : figure.parts) {
      for (const Study& study : part.by_rule) all["studies"].push_back(study_json(study));
    }
  }
  all["shapes"] = shapes_json(result.shapes);
  return all;
}

std::string paper_csv(const PaperResult& result) {
  std::string csv;
  for (const PaperFigure& figure : result.figures) {
    for (const PaperPart& part : figure.parts) csv = studies_csv(part.by_rule, std::move(csv));
  }
  return studies_csv(result.shapes.studies, std::move(csv));
}

std::string runs_text(const PaperFigure& figure) {
  const Experiment& asked = figure.parts.front().by_rule.front().experiment;
  return fmt::format(
      "{} runs of each, seed {}; the truth is the paper's order of arms, rules are how methods "
      "compare what they have seen.",
      asked.runs, asked.seed);
}

std::string paper_introduction() {
  return page_paragraph(
             "Liu et al., J. Comput. Appl. 39(8), 2019 (paper 001). Every experiment under four "
             "ways to compare chances: the paper's, to the last bit (lexicographic); rounded to "
             "the precision of the arm space (grid); losses that differ by 0.05 taken as equal "
             "(tolerance); loss + 0.1 draw (weighted). A statement holds or fails where 95 % "
             "intervals say so, else it is open. The numbers of some instances are lost; what "
             "stands in their place is stated.") +
         page_paragraph("Reproduced means: under the paper's own rule.", "note");
}

}  // namespace

std::vector<charts::ReportFile> study_files(const Study& study, const std::string& made_by) {
  std::vector<charts::ReportFile> files;
  std::string body = page_paragraph(setting_text(study.experiment) + ".");
  add_pictures(files, study_pictures(study), body);
  body += answers_table(study) + page_details("All figures as text", study_text(study)) +
          footer(made_by);
  files.push_back({"report.html", page("Best-action identification", body)});
  // A file of instances, which the report names, may have a name that is not UTF-8.
  constexpr auto kReplace = nlohmann::ordered_json::error_handler_t::replace;
  files.push_back({"result.json", study_json(study).dump(1, ' ', false, kReplace) + "\n"});
  files.push_back({"result.csv", studies_csv(std::span(&study, 1))});
  return files;
}

std::vector<charts::ReportFile> shapes_files(const ShapesTable& table, const std::string& made_by) {
  return {{"report.html", page("All methods on six shapes of trees",
                               shapes_html(table) + page_details("As text", shapes_text(table)) +
                                   footer(made_by))},
          {"result.json", shapes_json(table).dump(1) + "\n"},
          {"result.csv", studies_csv(table.studies)}};
}

std::vector<charts::ReportFile> paper_files(const PaperResult& result, const std::string& made_by) {
  std::vector<charts::ReportFile> files;
  std::string body = page_paragraph(summary(result)) + paper_introduction();
  const PaperFigure& small_trees = figure_named(result.figures, "figure 9");
  body += "<h2>Figure 4: TBBA_tree and its split</h2>\n" +
          page_paragraph(runs_text(small_trees), "note") + claims_table(result, "figure 4");
  add_pictures(files, {figure_4_picture(result.figures)}, body);
  body += "<h2>Figure 6: TTBA on the trees of figure 4</h2>\n" +
          page_paragraph(runs_text(small_trees), "note") + claims_table(result, "figure 6");
  add_pictures(files, {figure_6_picture(result.figures)}, body);
  for (const PaperFigure& figure : result.figures) {
    std::string name = figure.name;
    name.front() = 'F';
    body += fmt::format("<h2>{}: {}</h2>\n", name, escape_markup(figure.title)) +
            page_paragraph(runs_text(figure), "note") + claims_table(result, figure.name);
    if (figure.name == "figure 7") body += page_details("Table 3", table_3_text());
    add_pictures(files, figure_pictures(figure), body);
    if (figure.name == "figure 9")
      body += "<h3>Table 4</h3>\n" + claims_table(result, "table 4") +
              page_details("Deviations", deviations_text(figure, "table 4"));
    if (figure.name == "figure 10")
      body += "<h3>Table 5</h3>\n" + claims_table(result, "table 5") +
              page_details("Deviations", deviations_text(figure, "table 5"));
  }
  body += "<h2>Against an independent simulation</h2>\n" + checks_table(result);
  body += "<h2>Beyond the paper: all methods on its six shapes</h2>\n" +
          shapes_html(result.shapes) + footer(made_by);
  files.push_back({"report.html", page("Paper 001 repeated: ternary bandits", body)});
  files.push_back({"result.json", paper_json(result).dump(1) + "\n"});
  files.push_back({"result.csv", paper_csv(result)});
  return files;
}

std::string paper_text(const PaperResult& result) {
  return verdicts_text(result) + "\n" + summary(result) + "\n\n" + table_3_text() + "\n" +
         deviations_text(figure_named(result.figures, "figure 9"), "table 4") + "\n" +
         deviations_text(figure_named(result.figures, "figure 10"), "table 5") + "\n" +
         checks_text(result) + "\n" + shapes_text(result.shapes);
}

}  // namespace trivium::learning::bandits
