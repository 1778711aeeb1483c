// `trivium-learn chess style --data FILE.pgn --out FILE`: how a player chooses moves.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/choice/attributes.h"
#include "engine/chess/choice/model.h"
#include "engine/chess/choice/move_values.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/core/text.h"
#include "learning/charts/report.h"
#include "learning/choice/card.h"
#include "learning/choice/fit.h"
#include "learning/choice/records.h"
#include "learning/choice/report/player_report.h"
#include "learning/choice/run.h"
#include "learning/choice/search_values.h"
#include "learning/choice/split.h"
#include "learning/harness/progress.h"
#include "learning/harness/run.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "models/format/strict_json.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/learn/chess/choice_arguments.h"
#include "tools/learn/chess/choice_output.h"
#include "tools/learn/commands.h"
#include "tools/learn/shown_names.h"
#include "tools/manual/writers.h"
#include "tools/places.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

// Fits the weights of `trivium-learn chess style`: with one lookahead or with each of them, to
// choose the most likely one; with or without a prior; from the start or from a checkpoint.

struct ChoiceFitting {
  std::string lookahead = "1-ply";  ///< or kBestLookahead
  std::string prior;  ///< a file of kind chess.choice, kEnginePrior, or empty for none
  learning::choice::FitOptions fit;
  learning::RunOptions run;
};

struct ChoiceArguments : StyleArguments {
  std::uint64_t search = 0;  ///< nodes per legal move (--search-nodes); 0: no search
  ChoiceFitting fitting;
};

constexpr const char* kBestLookahead = "best";
constexpr const char* kEnginePrior = "engine";

std::vector<chess::Lookahead> lookaheads_of(const ChoiceFitting& fitting) {
  if (const std::optional<chess::Lookahead> asked = chess::lookahead_named(fitting.lookahead))
    return {*asked};
  return {std::begin(chess::kLookaheads), std::end(chess::kLookaheads)};
}

/// Loads the prior named by --prior-weights. Throws UsageError, format::LoadError.
choice::Prior prior_of(const std::string& prior, const choice::Decisions& train,
                       const chess::Attributes& attributes) {
  if (prior.empty()) return {};
  if (prior == kEnginePrior) {
    if (attributes.words() != std::vector<std::string>{"engine"})
      throw UsageError("--prior-weights", "engine needs --attributes engine alone");
    const format::WeightFile file = format::read_weight_file(format::default_weights("chess"));
    if (file.feature_names != attributes.names())
      throw format::LoadError("weights.features", "{}: its features differ", file.source);
    std::vector<double> weights = format::linear_weights(file);
    weights.resize(train.width(attributes));
    return {std::move(weights), true};
  }
  const chess::ChoiceModel model = chess::ChoiceModel::load(prior);
  if (model.attributes.names() != attributes.names())
    throw UsageError("--prior-weights", fmt::format("{} has other attributes", prior));
  std::vector<double> weights = model.weights;
  if (train.searched != nullptr) weights.push_back(model.search.weight);
  return {std::move(weights), false};
}

/// Returns the requested lookahead with its fit, or the one with the maximum likelihood. In the
/// second case it prints the log-likelihood of each lookahead to `tables`. Reports progress.
/// `data_identity`: see choice::ChoiceTask. Throws UsageError if the prior has other attributes,
/// and format::LoadError if the prior or the checkpoint cannot be used.
std::pair<chess::Lookahead, choice::Fit> best_fit(const choice::Decisions& train,
                                                  const chess::Attributes& attributes,
                                                  const ChoiceFitting& fitting,
                                                  const std::string& data_identity,
                                                  learning::Phases& phases,
                                                  const Reporting& reporting) {
  const choice::ChoiceTask task{
      train,       attributes,   lookaheads_of(fitting), prior_of(fitting.prior, train, attributes),
      fitting.fit, data_identity};
  std::optional<learning::Progress> progress;
  std::string under_way;
  auto fits = choice::fit_lookaheads(task, fitting.run,
                                     [&](const std::string& phase, std::uint64_t done,
                                         std::uint64_t max_count, const std::string& detail) {
                                       if (phase != under_way) {
                                         progress.emplace(phase, max_count, phases.next());
                                         progress->expect_fewer();
                                         under_way = phase;
                                       }
                                       progress->update(done, detail);
                                     });
  progress.reset();
  if (fits.size() > 1) {
    for (const auto& [lookahead, found] : fits)
      reporting.note("{:8} log-likelihood {:.2f}", chess::lookahead_name(lookahead),
                     found.sums.log_likelihood);
  }
  return *std::ranges::max_element(fits, {},
                                   [](const auto& fit) { return fit.second.sums.log_likelihood; });
}

/// Returns the number of phases of best_fit().
int fitting_phases(const ChoiceFitting& fitting) {
  const auto fits = static_cast<int>(lookaheads_of(fitting).size());
  return fitting.prior == kEnginePrior ? 2 * fits : fits;
}

/// Searches the moves of all decisions with `nodes` nodes each. Reports progress as one phase.
std::unique_ptr<const choice::SearchValues> search_decisions(const choice::Decisions& decisions,
                                                             std::uint64_t nodes,
                                                             learning::Crew crew,
                                                             learning::Phases& phases) {
  // Games without a decision take no time and would distort the estimate of the end.
  std::vector<std::uint32_t> games;
  std::ranges::copy_if(decisions.games, std::back_inserter(games), [&](std::uint32_t number) {
    return choice::has_decisions(decisions, number);
  });
  learning::Progress progress("games searched", games.size(), phases.next());
  return std::make_unique<const choice::SearchValues>(
      *decisions.records, games, decisions.filter, nodes, chess::Weights::load_default(), crew,
      [&progress](std::size_t done) { progress.update(done); });
}

// Report that compares a player with others of its rating: selects the others, fits their weights
// and writes the page.

struct ReportTask {
  const ChoiceArguments& arguments;      ///< name the player
  const learning::choice::Split& split;  ///< the player's decisions
  const chess::Attributes& attributes;
  chess::Lookahead lookahead;
  const learning::choice::Fit& found;  ///< fit of the player
  learning::Phases& phases;            ///< has report_phases() phases left
};

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

choice::Fit fitted(const choice::Decisions& train, const ReportTask& task,
                   const choice::FitOptions& options, const std::string& what) {
  learning::Progress progress(what, options.iterations, task.phases.next());
  progress.expect_fewer();
  return choice::fit(
      train, task.attributes, options, [&progress](std::size_t iteration, double each) {
        progress.update(iteration, fmt::format("log-likelihood {:.5f} a move", each));
      });
}

/// Returns the names of the weights: those of the attributes, then "search" if `search` is not 0.
std::vector<std::string> weight_names(const chess::Attributes& attributes, std::uint64_t search) {
  std::vector<std::string> names = attributes.names();
  if (search > 0) names.emplace_back("search");
  return names;
}

/// Returns the number of phases of report_of().
int report_phases(std::uint64_t search, const choice::FitOptions& fit) {
  return 1 + (search > 0 ? 1 : 0) + (fit.prior_moves > 0 ? 1 : 0);
}

/// Returns the report as HTML. The others are the players of the same games with ratings within
/// 100 Elo of the player's mean; if there are none or the player has no rating, all other players.
/// Throws format::LoadError if there are no others at all.
std::string report_of(const ReportTask& task) {
  const choice::FitOptions& fit = task.arguments.fitting.fit;
  const std::uint64_t search = task.arguments.search;
  choice::FitOptions options;
  options.lookahead = task.lookahead;
  options.ridge = fit.ridge;
  options.iterations = fit.iterations;
  options.threads = fit.threads;  // of this process: only rank 0 writes the report
  Others others = others_of(task);
  std::unique_ptr<const choice::SearchValues> searched;
  if (search > 0) searched = search_decisions(others.train, search, options.threads, task.phases);
  others.train.searched = searched.get();

  choice::PlayerReport report;
  // Names may have commas.
  report.player = text::joined(task.arguments.data.bounds.players, " and ");
  report.others = others.name;
  report.names = weight_names(task.attributes, search);
  report.lookahead = chess::lookahead_name(task.lookahead);
  const bool has_prior = fit.prior_moves > 0;
  report.own =
      has_prior ? fitted(task.split.train, task, options, "steps of " + report.player) : task.found;
  report.rest = fitted(others.train, task, options, "steps of the others");
  if (report.rest.sums.cases == 0)
    throw format::LoadError("games.few", "--report: there are no moves of {}", others.name);
  report.own_held_out = choice::predicted(task.split.held_out, task.attributes, task.lookahead,
                                          report.own.weights, options.threads);
  report.rest_held_out = choice::predicted(task.split.held_out, task.attributes, task.lookahead,
                                           report.rest.weights, options.threads);
  report.data = text::joined(task.arguments.data.pgns, ", ", shown_name);
  report.tool = fmt::format("Trivium {} ({})", version(), commit());
  return choice::player_report_html(report);
}

/// Returns the options that decide the result, as typed; `lookahead` may be the one that was found.
std::string reproducing_command(const ChoiceArguments& arguments, std::string_view lookahead) {
  const choice::FitOptions& fit = arguments.fitting.fit;
  std::string text = "trivium-learn chess style" + words_of(arguments.data) +
                     fmt::format(" --attributes {} --lookahead {}",
                                 fmt::join(arguments.attributes, ","), lookahead);
  if (arguments.search > 0) text += fmt::format(" --search-nodes {}", arguments.search);
  if (!arguments.fitting.prior.empty()) {
    text += fmt::format(" --prior-weights {} --prior-moves {}",
                        shell_word(shown_name(arguments.fitting.prior)), fit.prior_moves);
  }
  return text + fmt::format(" --ridge {} --held-out {} --steps {} --seed {}", fit.ridge,
                            arguments.split.held_out, fit.iterations, arguments.split.seed);
}

/// Returns the weight files that decide the result besides the games: of the prior, and of the
/// engine if it searches or is the prior.
std::vector<learning::DataSource> weights_used(const ChoiceArguments& arguments) {
  std::vector<learning::DataSource> used;
  const bool by_engine = arguments.fitting.prior == kEnginePrior;
  if (!arguments.fitting.prior.empty() && !by_engine)
    used.push_back(learning::describe_data(arguments.fitting.prior, ""));
  if (arguments.search > 0 || by_engine)
    used.push_back(learning::describe_data(format::default_weights("chess"), ""));
  return used;
}

/// Returns the settings that select decisions and searches, as a JSON object.
std::string data_identity(const ChoiceArguments& arguments) {
  nlohmann::json identity = identity_of(arguments);
  nlohmann::json& weights = identity["weights"] = nlohmann::json::array();
  for (const learning::DataSource& source : weights_used(arguments))
    weights.push_back(source.sha256);
  identity["search"] = arguments.search;
  return format::json_line(identity);
}

chess::ChoiceModel model_of(const chess::Attributes& attributes, chess::Lookahead lookahead,
                            const choice::Fit& found, std::uint64_t nodes) {
  chess::ChoiceModel model{attributes, lookahead, found.weights, found.standard_errors, {}, {}, {}};
  if (nodes == 0) return model;
  model.search = {nodes, found.weights.back(), found.standard_errors.back()};
  model.weights.pop_back();
  model.standard_errors.pop_back();
  return model;
}

format::WeightFile choice_file(const ChoiceArguments& arguments, const chess::ChoiceModel& model,
                               const choice::Fit& found, const choice::ChoiceSums& held_out,
                               const learning::GamesLeftOut& left_out) {
  learning::Manifest manifest = choice_manifest(
      arguments, reproducing_command(arguments, chess::lookahead_name(model.lookahead)), left_out);
  for (learning::DataSource& weights : weights_used(arguments))
    manifest.data.push_back(std::move(weights));
  choice::note_sums(manifest, "train", found.sums);
  choice::note_sums(manifest, "held_out", held_out);
  choice::note_errors(manifest, weight_names(model.attributes, arguments.search), found);
  format::WeightFile file = model.to_file();
  file.manifest = manifest.to_json();
  return file;
}

// Files in the folder of --report.
constexpr std::array kStyleReport{"report.html"};

void check_places(const ChoiceArguments& arguments) {
  const std::string prior = arguments.fitting.prior == kEnginePrior ? "" : arguments.fitting.prior;
  prepare_output({arguments.out, arguments.report, kStyleReport, &arguments.fitting.run,
                  choice::kChoiceLearner},
                 places_named("--data", arguments.data.pgns, {{"--prior-weights", prior}}));
}

int phases_of(const ChoiceArguments& arguments) {
  const int report =
      arguments.report.empty() ? 0 : report_phases(arguments.search, arguments.fitting.fit);
  return static_cast<int>(arguments.data.pgns.size()) + (arguments.search > 0 ? 1 : 0) +
         fitting_phases(arguments.fitting) + report;
}

void run_choice(const ChoiceArguments& arguments) {
  const chess::Attributes attributes = attributes_asked(arguments.attributes);
  if (arguments.fitting.run.leads()) check_places(arguments);
  learning::Phases phases(phases_of(arguments),
                          arguments.reporting.progress(arguments.result(), arguments.fitting.run));
  learning::ProcessGroup* const processes = arguments.fitting.run.processes;
  std::string identity;
  if (arguments.fitting.run.checkpoint_folder || processes != nullptr)
    identity = data_identity(arguments);
  // The run compares it too, but the search divides its games before.
  if (processes != nullptr) learning::require_one_identity(*processes, identity);
  const GamesRead read = read_games(arguments.data, phases);
  const choice::Decisions all = choice::decisions_in(read.records, arguments.data.filter());
  choice::Split split = choice::split_by_game(all, arguments.split.seed, arguments.split.held_out);
  require_decisions(split.train);
  warn_if_none_held_out(arguments.reporting, arguments.split, split);
  std::unique_ptr<const choice::SearchValues> searched;
  if (arguments.search > 0)
    searched = search_decisions(all, arguments.search, arguments.fitting.fit.crew(), phases);
  split.train.searched = split.held_out.searched = searched.get();
  const auto [lookahead, found] =
      best_fit(split.train, attributes, arguments.fitting, identity, phases, arguments.reporting);
  const choice::ChoiceSums held_out = choice::predicted(
      split.held_out, attributes, lookahead, found.weights, arguments.fitting.fit.crew());
  if (!arguments.fitting.run.leads()) return;
  print_choice_weights(arguments.reporting, weight_names(attributes, arguments.search), found);
  print_choice_sums(arguments.reporting, "train", found.sums);
  print_choice_sums(arguments.reporting, "held out", held_out);
  warn_if_not_converged(arguments.reporting, found);
  if (!arguments.out.empty()) {
    const chess::ChoiceModel model = model_of(attributes, lookahead, found, arguments.search);
    const format::WeightFile file = choice_file(arguments, model, found, held_out, read.left_out);
    arguments.reporting.write_weights(arguments.out, file, choice::card_text(model));
  } else if (arguments.reporting.json) {
    fmt::print("{}\n", choice_json(weight_names(attributes, arguments.search), found, found.sums,
                                   held_out));
  }
  if (!arguments.report.empty()) {
    if (!arguments.out.empty())
      arguments.reporting.note("the weights are written; the report follows");
    const ReportTask task{arguments, split, attributes, lookahead, found, phases};
    learning::charts::write_report(arguments.report, "Playing style", kStyleReport,
                                   {report_of(task)});
  }
}

void add_fitting_options(Command& command, ChoiceFitting& fitting) {
  command.begin_group(kUpdateGroup);
  add_ridge(command, "--ridge", fitting.fit.ridge,
            {"the weights", "--prior-weights (default: 0)", "in nats over all moves"});
  Option* prior = command
                      .add_option("--prior-weights FILE|engine", fitting.prior,
                                  "Weights of the prior: a file of this kind, or engine for the "
                                  "engine's own, which needs --attributes engine")
                      ->old_name("--prior");
  constexpr double kUsualPriorMoves = 300;
  fitting.fit.prior_moves = kUsualPriorMoves;
  command
      .add_number("--prior-moves", fitting.fit.prior_moves, 0.0, 1e9,
                  "Number of moves that the prior counts for")
      ->needs(prior);
  add_steps(command, fitting.fit.iterations, "Maximum number of scoring steps", 10'000)
      ->old_name("--iterations");
  add_threads(command, fitting.fit.threads);
}

}  // namespace

void add_chess_style(Command& command, learning::ProcessGroup* processes) {
  auto arguments = std::make_shared<ChoiceArguments>();
  arguments->fitting.run.processes = arguments->fitting.fit.processes = processes;
  add_choice_data(command, arguments->data);
  add_license(command, arguments->data.license, "games");
  add_choice_model_options(command, arguments->attributes, arguments->fitting.lookahead,
                           {kBestLookahead});
  command
      .add_number("--search-nodes", arguments->search, 0, 1'000'000,
                  "Nodes per legal move of a search whose values are a further attribute; the "
                  "style then searches when it plays")
      ->old_name("--search");
  add_fitting_options(command, arguments->fitting);
  add_choice_split(command, arguments->split);
  add_out(command, arguments->out);
  add_report(command, arguments->report,
             "what a --player values more and less than others of that rating (report.html)")
      ->needs(command.get_option("--player"));
  add_checkpoint(command, arguments->fitting.run,
                 "; a resumed run repeats the searches of --search-nodes");
  add_reporting(command, arguments->reporting);
  command.callback([arguments] {
    if (arguments->fitting.prior.empty()) arguments->fitting.fit.prior_moves = 0;
    run_choice(*arguments);
  });
}

}  // namespace trivium::tools
