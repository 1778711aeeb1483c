#include "tools/learn/chess/choice_report.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <optional>

#include "learning/choice/report/player_report.h"
#include "learning/choice/search_values.h"
#include "models/format/load_error.h"
#include "tools/learn/chess/choice_fitting.h"
#include "tools/learn/commands.h"

namespace trivium::tools {

namespace choice = learning::choice;

namespace {

/// Maximum distance of others from the player's rating.
constexpr int kEloReach = 100;

/// Mean rating of the player over its games that state one.
std::optional<int> mean_elo(const choice::Records& records,
                            const std::vector<std::string>& players) {
  double sum = 0, games = 0;
  for (const choice::GameRecord& game : records.games()) {
    for (std::size_t side = 0; side < game.players.size(); ++side) {
      if (game.elos[side] <= 0 ||
          std::ranges::find(players, records.name(game.players[side])) == players.end())
        continue;
      sum += game.elos[side];
      ++games;
    }
  }
  return games == 0 ? std::nullopt : std::optional(static_cast<int>(std::lround(sum / games)));
}

struct Others {
  choice::Decisions train;
  std::string name;
};

Others others_of(const ReportTask& task) {
  Others others{task.split.train, "others in these games"};
  others.train.searched = nullptr;
  choice::DecisionFilter& filter = others.train.filter;
  filter.all_but_players = true;
  const std::optional<int> elo = mean_elo(*others.train.records, filter.players);
  if (!elo) return others;
  const choice::DecisionFilter everybody = filter;
  filter.min_elo = std::max(filter.min_elo, *elo - kEloReach);
  filter.max_elo = std::min(filter.max_elo, *elo + kEloReach);
  if (choice::has_decisions(others.train)) {
    others.name =
        fmt::format("others rated {} to {} in these games", filter.min_elo, filter.max_elo);
  } else {
    filter = everybody;
  }
  return others;
}

std::string data_text(const ChoiceData& data) {
  std::vector<std::string> names;
  for (const std::string& pgn : data.pgns)
    names.push_back(std::filesystem::path(pgn).filename().string());
  return fmt::format("{}", fmt::join(names, ", "));
}

choice::Fit fitted(const choice::Decisions& train, const ReportTask& task,
                   const choice::FitOptions& options, const std::string& what) {
  learning::Progress progress(what, options.iterations, task.phases.next());
  progress.expect_fewer();
  return choice::fit(
      train, task.attributes, options, [&progress](std::size_t iteration, double each) {
        progress.update(iteration, fmt::format("log-likelihood {:.5f} a move", each));
      });
}

}  // namespace

std::vector<std::string> weight_names(const chess::Attributes& attributes, std::uint64_t search) {
  std::vector<std::string> names = attributes.names();
  if (search > 0) names.emplace_back("search");
  return names;
}

int report_phases(std::uint64_t search, const choice::FitOptions& fit) {
  return 1 + (search > 0 ? 1 : 0) + (fit.prior_moves > 0 ? 1 : 0);
}

std::string report_of(const ReportTask& task) {
  choice::FitOptions options;
  options.lookahead = task.lookahead;
  options.ridge = task.fit.ridge;
  options.iterations = task.fit.iterations;
  options.threads = task.fit.threads;
  Others others = others_of(task);
  std::unique_ptr<const choice::SearchValues> searched;
  if (task.search > 0)
    searched = search_decisions(others.train, task.search, options.threads, task.phases);
  others.train.searched = searched.get();

  choice::PlayerReport report;
  report.player =
      fmt::format("{}", fmt::join(task.data.bounds.players, " and "));  // names may have commas
  report.others = others.name;
  report.names = weight_names(task.attributes, task.search);
  report.lookahead = chess::lookahead_name(task.lookahead);
  const bool has_prior = task.fit.prior_moves > 0;
  report.own =
      has_prior ? fitted(task.split.train, task, options, "steps of " + report.player) : task.found;
  report.rest = fitted(others.train, task, options, "steps of the others");
  if (report.rest.sums.decisions == 0)
    throw format::LoadError("games.few",
                            fmt::format("--report: there are no moves of {}", others.name));
  report.own_held_out = choice::predicted(task.split.held_out, task.attributes, task.lookahead,
                                          report.own.weights, options.threads);
  report.rest_held_out = choice::predicted(task.split.held_out, task.attributes, task.lookahead,
                                           report.rest.weights, options.threads);
  report.data = data_text(task.data);
  const learning::ToolIdentity tool = tool_identity();
  report.tool = fmt::format("Trivium {} ({})", tool.version, tool.commit);
  return choice::player_report_html(report);
}

}  // namespace trivium::tools
