#include "learning/bandits/shapes.h"

#include <algorithm>
#include <fmt/format.h>

#include "learning/bandits/estimates.h"

namespace trivium::learning::bandits {

namespace {

constexpr std::string_view kOurs = "dissent";

/// Which method of the study stands in a row at a budget.
using MethodAt = std::function<std::size_t(const Study& study, std::size_t checkpoint)>;

struct RowOf {
  std::string name;
  MethodAt method;
};

std::vector<RowOf> rows_of(const Experiment& experiment) {
  std::vector<RowOf> rows;
  for (const trivium::bandits::MethodChoice& choice : experiment.methods) {
    if (choice.info->name == "tbba_tree" || choice.text == kOurs) continue;
    rows.push_back({choice.text, [text = choice.text](const Study& study, std::size_t) {
                      return method_number(study.experiment, text);
                    }});
  }
  const auto split = [](double part) {
    return [part](const Study& study, std::size_t checkpoint) {
      return method_at(study.trials, methods_named(study.experiment, "tbba_tree"), checkpoint,
                       part);
    };
  };
  rows.insert(rows.begin() + 2, {RowOf{"tbba_tree, median split", split(0.5)},
                                 RowOf{"tbba_tree, best split", split(1)}});
  rows.push_back({std::string(kOurs), [](const Study& study, std::size_t) {
                    return method_number(study.experiment, kOurs);
                  }});
  return rows;
}

/// Run by run over all studies and budgets.
statistics::Estimate mean_behind(const std::vector<Study>& studies, const MethodAt& method) {
  std::vector<double> values(studies.front().trials.runs());
  for (const Study& study : studies) {
    const std::size_t ours = method_number(study.experiment, kOurs);
    for (std::size_t i = 0; i < study.experiment.rounds.size(); ++i) {
      const std::size_t other = method(study, i);
      for (std::size_t run = 0; run < values.size(); ++run) {
        values[run] += (study.trials.at(run, ours, i).right ? 1.0 : 0.0) -
                       (study.trials.at(run, other, i).right ? 1.0 : 0.0);
      }
    }
  }
  const auto figures =
      static_cast<double>(studies.size() * studies.front().experiment.rounds.size());
  for (double& value : values) value /= figures;
  return mean_between(values, -1, 1);
}

ShapesRow row_made(const std::vector<Study>& studies, const RowOf& row) {
  ShapesRow made{row.name, {}, {}, mean_behind(studies, row.method)};
  for (const Study& study : studies) {
    for (std::size_t i = 0; i < study.experiment.rounds.size(); ++i) {
      const std::size_t method = row.method(study, i);
      made.right.push_back(accuracy(study.trials, method, i));
      made.behind.push_back(
          difference(study.trials, method_number(study.experiment, kOurs), method, i));
    }
  }
  return made;
}

template <class Is>
std::size_t counted(const ShapesTable& table, const Is& is) noexcept {
  std::size_t count = 0;
  for (const ShapesRow& row : table.rows) {
    if (row.method != kOurs)
      count += static_cast<std::size_t>(std::ranges::count_if(row.behind, is));
  }
  return count;
}

}  // namespace

std::size_t ShapesTable::surely_worse() const noexcept {
  return counted(*this, [](const statistics::Estimate& one) { return one.high < 0; });
}
std::size_t ShapesTable::surely_better() const noexcept {
  return counted(*this, [](const statistics::Estimate& one) { return one.low > 0; });
}

ShapesTable run_shapes(const ShapesOptions& options) {
  // The others with the number that they have when none is named, and with another one: ours shall
  // not win by a number.
  std::vector<std::string> names = {"uniform", "ttba"};
  add_splits("tbba_tree", {1, 2, 3, 4, 5, 6, 7, 8, 9}, names);
  names.insert(names.end(),
               {"top_two", "top_two:0.7", "successive_rejects", "sequential_halving", "lucb",
                "lucb:0.01", "ugape", "ugape:0.01", "uct", "uct:0.3", "dissent"});
  const trivium::bandits::DecisionRule grid{trivium::bandits::RuleKind::kGrid,
                                            precision_of_space(1)};
  ShapesTable table{{}, {}, {500, 3000}, {}};
  for (const auto& [name, replies] : paper_shapes()) {
    const std::string shape = "shape " + table.shapes.emplace_back(name.substr(2));  // no letter
    if (options.on_shape) options.on_shape(shape);
    const Experiment experiment{or_invalid_argument(Instances::drawn({1, 0, replies}, {})),
                                methods_of_names(names),
                                grid,
                                table.rounds,
                                options.runs,
                                options.seed};
    table.studies.push_back(make_study(shape, experiment, options.threads));
  }
  for (const RowOf& row : rows_of(table.studies.front().experiment))
    table.rows.push_back(row_made(table.studies, row));
  return table;
}

std::string shapes_verdict(const ShapesTable& table) {
  const std::size_t all = (table.rows.size() - 1) * table.studies.size() * table.rounds.size();
  const std::size_t worse = table.surely_worse(), better = table.surely_better();
  return fmt::format(
      "{} is {}: of {} comparisons, run by run, it is surely worse in {}, surely better in {}",
      kOurs,
      worse == 0 ? "at least as good as every other method within error on all shapes"
                 : "somewhere surely worse",
      all, worse, better);
}

std::string figures_on_shape(const ShapesTable& table, const ShapesRow& row, std::size_t shape,
                             std::string_view separator) {
  std::string figures;
  for (std::size_t i = 0; i < table.rounds.size(); ++i) {
    const std::size_t at = shape * table.rounds.size() + i;
    const statistics::Estimate& behind = row.behind[at];
    figures += fmt::format("{}{:.3f}{}", i > 0 ? separator : "", row.right[at].value,
                           behind.low > 0    ? "-"
                           : behind.high < 0 ? "+"
                                             : "");
  }
  return figures;
}

std::string shapes_text(const ShapesTable& table) {
  const Experiment& asked = table.studies.front().experiment;
  std::string text = fmt::format(
      "random trees of space 1 with one best action, rule {}, {} runs, seed {}; right at",
      trivium::bandits::to_string(asked.rule), asked.runs, asked.seed);
  text += fmt::format(" {} rounds\n\n{:<25}", fmt::join(table.rounds, "/"), "");
  for (const std::string& shape : table.shapes) text += fmt::format(" {:>13}", shape);
  text += fmt::format("  {} ahead by, mean of all\n", kOurs);
  for (const ShapesRow& row : table.rows) {
    text += fmt::format("{:<25}", row.method);
    for (std::size_t shape = 0; shape < table.shapes.size(); ++shape)
      text += fmt::format(" {:>13}", figures_on_shape(table, row, shape, "/"));
    text +=
        row.method == kOurs ? "\n" : fmt::format("  {}\n", to_signed_text(row.behind_in_all, 4));
  }
  double widest = 0;
  for (const ShapesRow& row : table.rows) {
    for (const statistics::Estimate& one : row.right)
      widest = std::max(widest, (one.high - one.low) / 2);
  }
  return text + fmt::format(
                    "\n-: surely less often right than {}, +: surely more often; 95 % intervals "
                    "reach {:.3f} to either side at most\n{}\n",
                    kOurs, widest, shapes_verdict(table));
}

}  // namespace trivium::learning::bandits
