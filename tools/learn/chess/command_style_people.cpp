// `trivium-learn chess style-people`: styles of rating bands and players, compared.
#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/choice/move_values.h"
#include "learning/charts/report.h"
#include "learning/choice/identification.h"
#include "learning/choice/people.h"
#include "learning/choice/report/people_tables.h"
#include "learning/choice/split.h"
#include "learning/harness/progress.h"
#include "learning/statistics/intervals.h"
#include "models/format/load_error.h"
#include "tools/common_options.h"
#include "tools/learn/chess/choice_arguments.h"
#include "tools/learn/chess/choice_output.h"
#include "tools/learn/commands.h"
#include "tools/match/record/standings/text_table.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

// Results of `trivium-learn chess style-people` as tables for a reader; lines end with '\n'.

namespace choice = learning::choice;
using match::TextTable;

constexpr std::size_t kMaxColumns = 8;

/// Returns a share with its interval: "30.8 % (25.5 to 36.6)".
std::string share_text(const learning::statistics::Estimate& share) {
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * share.value, 100 * share.low,
                     100 * share.high);
}

std::string figures_text(const std::string& heading, std::span<const choice::GroupFit> groups) {
  TextTable table({heading, "moves", "bits", "of", "compr. %", "held out", "bits", "of", "compr. %",
                   "top 1 %", "top 5 %"},
                  0);
  for (const choice::GroupFit& group : groups) {
    std::vector<std::string> row{group.name};
    for (const choice::ChoiceSums* sums : {&group.fit.sums, &group.held_out}) {
      row.push_back(fmt::format("{}", sums->cases));
      row.push_back(fmt::format("{:.4f}", sums->bits_each()));
      row.push_back(fmt::format("{:.4f}", sums->random_bits_each()));
      row.push_back(match::percentage(-sums->log_likelihood, -sums->uniform));
    }
    const auto held_out = static_cast<double>(group.held_out.cases);
    row.push_back(match::percentage(group.held_out.first, held_out));
    row.push_back(match::percentage(group.held_out.in_five, held_out));
    table.add(std::move(row));
  }
  return table.text();
}

std::string weights_text(const std::string& heading, std::span<const choice::GroupFit> groups,
                         std::span<const std::string> attributes) {
  std::vector<std::string> head{heading};
  for (const std::string& attribute : attributes) head.insert(head.end(), {attribute, "+-"});
  TextTable table(std::move(head), 0);
  for (const choice::GroupFit& group : groups) {
    std::vector<std::string> row{group.name};
    for (std::size_t k = 0; k < attributes.size(); ++k) {
      row.push_back(fmt::format("{:.4f}", group.fit.weights[k]));
      row.push_back(
          fmt::format("{:.4f}", learning::statistics::kNormal95 * group.fit.standard_errors[k]));
    }
    table.add(std::move(row));
  }
  return table.text();
}

/// Returns the quality of the predictions for each group, its weights unless they are too many for
/// a table, and errors_text() (choice_output.h). `heading` names the kind of group.
std::string groups_text(const std::string& heading, std::span<const choice::GroupFit> groups,
                        std::span<const std::string> attributes) {
  std::string text = figures_text(heading, groups);
  if (attributes.size() <= kMaxColumns) text += '\n' + weights_text(heading, groups, attributes);
  std::vector<const choice::Fit*> fits;
  for (const choice::GroupFit& group : groups) fits.push_back(&group.fit);
  return text + errors_text(fits);
}

/// Returns how much better a player's own weights predict its held-out moves than other weights do,
/// by player, and the number of players with such a gain. `rows[i]` belongs to `players[i]`.
std::string style_text(std::span<const choice::GroupFit> players,
                       std::span<const choice::StyleRow> rows) {
  std::vector<std::string> head{"own weights over", "games", "moves"};
  for (const std::string_view rival : choice::kRivals)
    head.insert(head.end(), {std::string(rival), "+-"});
  head.emplace_back("best of other players");
  TextTable table(std::move(head), 0);
  for (std::size_t p = 0; p < rows.size(); ++p) {
    std::vector<std::string> row{players[p].name, fmt::format("{}", rows[p].games),
                                 fmt::format("{}", rows[p].moves)};
    for (const choice::Gain& gain : rows[p].gain) {
      row.push_back(match::signed_figure(gain.each, 5));
      row.push_back(match::error_figure(learning::statistics::kNormal95 * gain.standard_error, 5));
    }
    row.push_back(players[rows[p].best_other].name);
    table.add(std::move(row));
  }
  std::string text = "held-out log-likelihood per move, in nats:\n" + table.text();
  for (std::size_t rival = 0; rival < choice::kRivals.size(); ++rival) {
    std::uint64_t better = 0, clearly = 0;
    for (const choice::StyleRow& row : rows) {
      const choice::Gain& gain = row.gain[rival];
      better += gain.each > 0;
      clearly += gain.is_clear();
    }
    text +=
        fmt::format("own weights predict better than {}: {} of {} players, {}; significantly: {}\n",
                    choice::kRivals[rival], better, rows.size(),
                    share_text(learning::statistics::share_of(better, rows.size())), clearly);
  }
  return text;
}

/// Returns how often the weights identify the player of held-out games among `players` players.
std::string identification_text(std::span<const choice::IdentificationRow> rows,
                                std::size_t players) {
  std::string text = fmt::format("identified player, of {} players (chance {:.1f} %):\n", players,
                                 100 / static_cast<double>(players));
  TextTable table({"games seen", "sets", "right", "mean of players", "of all sets (95 %)"}, 4);
  for (const choice::IdentificationRow& row : rows) {
    table.add(
        {fmt::format("{}", row.games), fmt::format("{}", row.sets), fmt::format("{}", row.right),
         row.sets == 0 ? "n/a" : fmt::format("{:.1f} %", 100 * row.mean_share),
         row.sets == 0 ? "n/a" : share_text(learning::statistics::share_of(row.right, row.sets))});
  }
  return text + table.text();
}

constexpr std::array kPeopleFiles{"bands.csv", "players.csv", "matrix.csv", "identification.csv",
                                  "identification.svg"};
constexpr std::array<std::size_t, 5> kSetSizes = {1, 5, 10, 20, 50};

struct PeopleArguments : StyleArguments {
  std::string lookahead = "1-ply";
  std::vector<int> bands{2000, 2200, 2400, 2600, 2700};
  std::size_t players = 20;
  std::vector<std::string> names;
  double prior_moves =
      3000;  ///< best of 300 to 10,000 for 40 players, half of them with fewer than 800 moves
  std::size_t threads = 1;
};

/// Results: fits of the rating bands, of all players together and of each player, and how well the
/// players' weights predict and identify them in held-out games.
struct PeopleFound {
  std::vector<choice::GroupFit> bands;
  choice::GroupFit together;
  std::vector<choice::GroupFit> players;
  std::vector<choice::StyleRow> style;
  std::vector<choice::IdentificationRow> identified;
};

void require_sensible(const PeopleArguments& arguments) {
  if (std::ranges::adjacent_find(arguments.bands, std::ranges::greater_equal()) !=
      arguments.bands.end()) {
    throw UsageError("--bands", "each limit must be above the one before it");
  }
  if (arguments.names.empty()) return;
  const std::set<std::string> different(arguments.names.begin(), arguments.names.end());
  if (different.size() < arguments.names.size())
    throw UsageError("--player", "the same name is given twice");
  if (different.size() < 2)
    throw UsageError("--player", "at least two are needed for a comparison");
}

std::vector<choice::GroupFit> fitted_groups(const std::string& what, const choice::Split& split,
                                            const std::vector<choice::Group>& groups,
                                            const chess::Attributes& attributes,
                                            const choice::FitOptions& options,
                                            learning::Phases& phases) {
  learning::Progress progress(what, groups.size(), phases.next());
  std::vector<choice::GroupFit> fits =
      choice::fit_groups(split, groups, attributes, options,
                         [&](std::size_t done, std::string_view name, std::size_t iteration) {
                           progress.update(done, fmt::format("{}, step {}", name, iteration));
                         });
  progress.update(groups.size());
  return fits;
}

std::vector<std::string> players_asked(const choice::Decisions& all,
                                       const PeopleArguments& arguments) {
  if (!arguments.names.empty()) return arguments.names;
  std::vector<std::string> names =
      choice::busiest_players(all, arguments.players, arguments.threads);
  if (names.size() < 2)
    throw format::LoadError("games.player",
                            "--data: no two players with moves to learn from are in the games");
  return names;
}

std::vector<choice::PredictedSide> predicted_sides(const choice::Decisions& held_out,
                                                   const std::vector<std::string>& names,
                                                   const PeopleFound& found,
                                                   const chess::Attributes& attributes,
                                                   const choice::FitOptions& options,
                                                   learning::Phases& phases) {
  std::vector<std::vector<double>> candidates;
  for (const choice::GroupFit& player : found.players) candidates.push_back(player.fit.weights);
  candidates.push_back(found.together.fit.weights);
  learning::Progress progress("held-out games", held_out.games.size(), phases.next());
  return choice::predict_sides(held_out, names, candidates, attributes, options.lookahead,
                               options.threads, [&](std::size_t games) { progress.update(games); });
}

PeopleFound found_in(const choice::Decisions& all, const chess::Attributes& attributes,
                     const PeopleArguments& arguments, learning::Phases& phases) {
  const std::vector<std::string> names = players_asked(all, arguments);
  const choice::Split split =
      choice::split_by_game(all, arguments.split.seed, arguments.split.held_out);
  warn_if_none_held_out(arguments.reporting, arguments.split, split);
  choice::FitOptions options;
  options.lookahead = *chess::lookahead_named(arguments.lookahead);
  options.threads = arguments.threads;
  PeopleFound found;
  found.together = fitted_groups("players together", split, {choice::together(all.filter, names)},
                                 attributes, options, phases)
                       .front();
  if (found.together.fit.sums.cases == 0)
    throw format::LoadError("games.few",
                            "--data: the games have no move of these players to learn from");
  choice::FitOptions with_prior = options;
  with_prior.prior = found.together.fit.weights;
  with_prior.prior_moves = arguments.prior_moves;
  found.players = fitted_groups("players", split, choice::groups_of(all.filter, names), attributes,
                                with_prior, phases);
  for (const choice::GroupFit& player : found.players) {
    if (player.fit.sums.cases == 0)
      throw format::LoadError("games.few", "--player: no move of {} to learn from", player.name);
  }
  const std::vector<choice::PredictedSide> sides =
      predicted_sides(split.held_out, names, found, attributes, options, phases);
  found.style = choice::style_rows(sides, names.size());
  found.identified = choice::identify(sides, names.size(), kSetSizes, arguments.split.seed);
  found.bands = fitted_groups("bands", split, choice::rating_bands(all.filter, arguments.bands),
                              attributes, options, phases);
  std::erase_if(found.bands, [](const choice::GroupFit& band) { return band.fit.sums.cases == 0; });
  return found;
}

void print_people(const Reporting& reporting, const PeopleFound& found,
                  const chess::Attributes& attributes) {
  std::vector<choice::GroupFit> rows = found.players;
  rows.push_back(found.together);
  reporting.table("{}\n{}\n{}\n{}", groups_text("rating", found.bands, attributes.names()),
                  groups_text("player", rows, attributes.names()),
                  style_text(found.players, found.style),
                  identification_text(found.identified, found.players.size()));
}

std::vector<learning::charts::ReportFile> people_files(const PeopleFound& found,
                                                       const chess::Attributes& attributes) {
  const std::size_t players = found.players.size();
  return learning::charts::named_files(
      kPeopleFiles, {choice::groups_csv(found.bands, attributes.names()),
                     choice::players_csv(found.players, found.style, attributes.names()),
                     choice::matrix_csv(found.players, found.style),
                     choice::identification_csv(found.identified, players),
                     choice::identification_svg(found.identified, players)});
}

void run_people(const PeopleArguments& arguments) {
  require_sensible(arguments);
  const chess::Attributes attributes = attributes_asked(arguments.attributes);
  prepare_output({.report = arguments.report, .report_files = kPeopleFiles},
                 places_named("--data", arguments.data.pgns));
  constexpr int kPhasesOfFits = 4;
  learning::Phases phases(static_cast<int>(arguments.data.pgns.size()) + kPhasesOfFits,
                          arguments.reporting.progress(arguments.report));
  const choice::Records records = read_games(arguments.data, phases).records;
  const PeopleFound found = found_in(choice::decisions_in(records, arguments.data.filter()),
                                     attributes, arguments, phases);
  print_people(arguments.reporting, found, attributes);
  const std::vector<learning::charts::ReportFile> files = people_files(found, attributes);
  learning::charts::write_report(arguments.report, "Styles of players", files);
  if (arguments.reporting.json) fmt::print("{}\n", learning::charts::tables_json(files));
}

void add_people_options(Command& command, PeopleArguments& arguments) {
  add_choice_model_options(command, arguments.attributes, arguments.lookahead);
  command.begin_group(kDataGroup);
  command
      .add_number("--bands ELO,...", arguments.bands, 2, 10'000,
                  "Rising limits between rating bands, by the rating of the side to move")
      ->delimiter(',');
  Option* count = command.add_number("--players", arguments.players, 2, 1000,
                                     "Number of players, those with most moves");
  command
      .add_option("--player NAME", arguments.names,
                  "This player instead, by name; repeated for each")
      ->excludes(count);
  add_choice_split(command, arguments.split, 0.01);
  command
      .add_number("--prior-moves", arguments.prior_moves, 0.0, 1e9,
                  "Number of moves that the weights of all players count for in those of each")
      ->group(kUpdateGroup);
  add_threads(command, arguments.threads);
  add_report(command, arguments.report,
             "rating bands, players, their distances, and how many are identified")
      ->old_name("--out");
  add_reporting(command, arguments.reporting);
}

}  // namespace

void add_chess_style_people(Command& command) {
  auto arguments = std::make_shared<PeopleArguments>();
  arguments->split.held_out = 0.2;
  constexpr bool kByPlayer = false;
  add_choice_data(command, arguments->data, kByPlayer);
  add_license(command, arguments->data.license, "games")->group("");  // a report states none
  add_people_options(command, *arguments);
  command.callback([arguments] { run_people(*arguments); });
}

}  // namespace trivium::tools
