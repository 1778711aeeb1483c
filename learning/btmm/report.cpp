#include "learning/btmm/report.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "learning/charts/table_chart.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::learning::btmm {

namespace {

/// Series of the columns `train` and `held_out` of a table, in this order.
std::string series(bool has_held_out) {
  return fmt::format("train=training games{}", has_held_out ? ", held_out=held-out games" : "");
}

}  // namespace

std::string curve_csv(std::span<const IterationRow> curve) {
  std::string csv = "iteration,objective,train,held_out,damped\n";
  for (const IterationRow& row : curve) {
    csv += fmt::format("{},{:.9f},{:.9f},{:.9f},{}\n", row.iteration, row.objective, row.train,
                       row.held_out, row.damped ? 1 : 0);
  }
  return csv;
}

std::string curve_svg(std::span<const IterationRow> curve, std::string_view move) {
  const bool held_out =
      std::ranges::any_of(curve, [](const IterationRow& row) { return row.held_out != 0.0; });
  return charts::own_table_svg(
      curve_csv(curve),
      {.title = "Evidence by iteration",
       .x = "iteration: iteration",
       .y = {fmt::format("mean log-evidence (nats a {}): {}", move, series(held_out))}});
}

std::string ranks_csv(const Evaluation& train, const Evaluation& held_out) {
  std::string csv = "places,train,held_out\n";
  for (std::size_t places = 1; places <= train.ranks.size(); ++places) {
    csv += fmt::format("{},{:.6f},{:.6f}\n", places, train.among_first(places),
                       held_out.among_first(places));
  }
  return csv;
}

std::string ranks_svg(const Evaluation& train, const Evaluation& held_out, std::string_view move) {
  return charts::own_table_svg(
      ranks_csv(train, held_out),
      {.title = "Ranks of the moves that were played",
       .x = fmt::format("number of {}s with the greatest strengths: places", move),
       .y = {fmt::format("share of states with the played {} among them: {}", move,
                         series(held_out.all.cases > 0))},
       .logarithmic = "x",
       .y_at_least = "0..1"});
}

std::string pieces_csv(std::string_view pieces, const Evaluation& train,
                       const Evaluation& held_out) {
  std::string csv = fmt::format(
      "{},train_states,train,train_uniform,train_first,held_out_states,held_out,held_out_uniform,"
      "held_out_first\n",
      pieces);
  const auto columns = [](const ChoiceEvidence& sums) {
    return fmt::format(",{},{:.6f},{:.6f},{:.6f}", sums.cases, sums.mean(), sums.mean_uniform(),
                       sums.accuracy());
  };
  for (std::size_t count = 0; count < train.by_pieces.size(); ++count) {
    if (train.by_pieces[count].cases + held_out.by_pieces[count].cases == 0) continue;
    csv += fmt::format("{}{}{}\n", count, columns(train.by_pieces[count]),
                       columns(held_out.by_pieces[count]));
  }
  return csv;
}

std::string pieces_svg(std::string_view pieces, const Evaluation& train, const Evaluation& held_out,
                       std::string_view move) {
  const char* const shown = held_out.all.cases > 0 ? "held_out" : "train";
  return charts::own_table_svg(
      pieces_csv(pieces, train, held_out),
      {.title = fmt::format("Evidence by number of {}", pieces),
       .x = fmt::format("{0} on the board: {0}", pieces),
       .y = {fmt::format("mean log-evidence (nats a {0}): {1}={2} games, {1}_uniform=any {0}", move,
                         shown, held_out.all.cases > 0 ? "held-out" : "training")},
       .where = {fmt::format("{}_states>=1", shown)}});
}

std::vector<FeatureRow> feature_rows(std::span<const FeatureTable> tables,
                                     std::span<const double> gammas,
                                     std::span<const std::uint64_t> wins) {
  std::vector<FeatureRow> rows;
  for (std::size_t table = 0; table < tables.size(); ++table) {
    for (std::uint32_t copy = 0; copy < tables[table].copies; ++copy) {
      const std::size_t begin = rows.size();
      double sum = 0.0;
      for (std::uint32_t code = 0; code < tables[table].codes; ++code) {
        const std::size_t feature = tables[table].begin + copy * tables[table].codes + code;
        if (wins[feature] == 0) continue;
        rows.push_back({table, copy, code, gammas[feature], 400.0 * std::log10(gammas[feature]),
                        wins[feature]});
        sum += rows.back().elo;
      }
      for (std::size_t i = begin; i < rows.size(); ++i)
        rows[i].elo -= sum / static_cast<double>(rows.size() - begin);
    }
  }
  return rows;
}

std::string features_csv(const FeatureWords& words, std::span<const FeatureRow> rows) {
  std::string csv = "table,who,code,picture,gamma,elo,wins\n";
  for (const FeatureRow& row : rows) {
    csv += fmt::format("{},\"{}\",{},\"{}\",{:.9g},{:.1f},{}\n", words.table(row), words.scope(row),
                       row.code, words.picture(row), row.gamma, row.elo, row.wins);
  }
  return csv;
}

std::string features_text(const FeatureWords& words, std::span<const FeatureRow> rows,
                          std::size_t each) {
  std::string text(words.legend());
  for (const std::vector<FeatureRow>& block : by_block(rows)) {
    text += fmt::format("{} ({})\n{:>10} {:>8} {:>9}\n", words.table(block.front()),
                        words.scope(block.front()), "gamma", "Elo", "chosen");
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (i == each && block.size() > 2 * each) text += fmt::format("{:>29}\n", "...");
      if (i >= each && i + each < block.size()) continue;
      text += fmt::format("{:>10.4g} {:>8.0f} {:>9}  {}\n", block[i].gamma, block[i].elo,
                          block[i].wins, words.picture(block[i]));
    }
    text += '\n';
  }
  return text;
}

void export_mm(const StateSource& source, const std::filesystem::path& path) {
  source.require_states();
  format::PartFile out(path);
  std::string head = fmt::format("! {}\n{}\n", source.features(), source.tables().size());
  for (const FeatureTable& table : source.tables()) {
    if (table.per_team > 1)
      throw format::LoadError("patterns.table.shared",
                              "mm has no groups that share a table, as {} do", table.name);
    head += fmt::format("{} {}\n", table.range().size(), table.name);
  }
  out.write(head + "!\n");
  source.visit_states([&](const Competition& state) {
    std::string text = "#\n";
    const auto add = [&](const std::vector<FeatureId>& team) {
      text += fmt::format("{}\n", fmt::join(team, " "));
    };
    add(state.teams[state.winner]);
    for (const std::vector<FeatureId>& team : state.teams) add(team);
    out.write(text);
  });
  out.finish();
}

}  // namespace trivium::learning::btmm
