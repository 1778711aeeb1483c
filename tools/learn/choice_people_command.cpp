#include "tools/learn/choice_people_command.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/chess/choice/move_values.h"
#include "learning/choice/identification.h"
#include "learning/choice/people.h"
#include "learning/choice/report/people_tables.h"
#include "learning/choice/split.h"
#include "learning/harness/progress.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/learn/choice_arguments.h"
#include "tools/learn/choice_people_text.h"
#include "tools/number_range.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace choice = learning::choice;

constexpr std::array kPeopleFiles =
    std::to_array<const char*>({"bands.csv", "players.csv", "matrix.csv", "identification.csv", "identification.svg"});
constexpr std::array<std::size_t, 5> kSetSizes = {1, 5, 10, 20, 50};

struct PeopleArguments {
  ChoiceData data;
  std::vector<std::string> attributes = usual_attributes();
  std::string lookahead = "1-ply";
  std::vector<int> bands{2000, 2200, 2400, 2600, 2700};
  std::size_t players = 20;
  std::vector<std::string> names;
  ChoiceSplit split{.held_out = 0.2};
  double prior_moves = 3000;  ///< of 300 to 10,000 the best for 40 players, half of them with fewer than 800 moves
  std::size_t threads = 1;
  std::string out;
};

/// Players, all of them together, and what their weights make of the games held out.
struct PeopleFound {
  std::vector<choice::GroupFit> bands;
  choice::GroupFit together;
  std::vector<choice::GroupFit> players;
  std::vector<choice::StyleRow> style;
  std::vector<choice::IdentificationRow> identified;
};

void require_sensible(const PeopleArguments& arguments) {
  if (std::ranges::adjacent_find(arguments.bands, std::ranges::greater_equal()) != arguments.bands.end()) {
    throw UsageError("--bands", "each limit must be above the one before it");
  }
  if (arguments.names.empty()) return;
  const std::set<std::string> different(arguments.names.begin(), arguments.names.end());
  if (different.size() < arguments.names.size()) throw UsageError("--player", "the same name is given twice");
  if (different.size() < 2) throw UsageError("--player", "at least two are needed, to be compared");
}

std::vector<choice::GroupFit> fitted_groups(const std::string& what, const choice::Split& split, const std::vector<choice::Group>& groups,
                                            const chess::Attributes& attributes, const choice::FitOptions& options) {
  learning::Progress progress(what, groups.size());
  std::vector<choice::GroupFit> fits =
      choice::fit_groups(split, groups, attributes, options, [&](std::size_t done, std::string_view name, std::size_t iteration) {
        progress.update(done, fmt::format("{}, step {}", name, iteration));
      });
  progress.update(groups.size());
  return fits;
}

std::vector<std::string> players_asked(const choice::Decisions& all, const PeopleArguments& arguments) {
  if (!arguments.names.empty()) return arguments.names;
  std::vector<std::string> names = choice::busiest_players(all, arguments.players, arguments.threads);
  if (names.size() < 2) throw format::LoadError("games.player", "--pgn: no two players with moves to learn from are in the games");
  return names;
}

std::vector<choice::ForetoldSide> foretold_sides(const choice::Decisions& held_out, const std::vector<std::string>& names,
                                                 const PeopleFound& found, const chess::Attributes& attributes,
                                                 const choice::FitOptions& options) {
  std::vector<std::vector<double>> candidates;
  for (const choice::GroupFit& player : found.players) candidates.push_back(player.fit.weights);
  candidates.push_back(found.together.fit.weights);
  learning::Progress progress("games held out", held_out.games.size());
  return choice::foretell_sides(held_out, names, candidates, attributes, options.lookahead, options.threads,
                                [&](std::size_t games) { progress.update(games); });
}

PeopleFound found_in(const choice::Decisions& all, const chess::Attributes& attributes, const PeopleArguments& arguments) {
  const std::vector<std::string> names = players_asked(all, arguments);
  const choice::Split split = choice::split_by_game(all, arguments.split.seed, arguments.split.held_out);
  warn_if_none_held_out(arguments.split, split);
  choice::FitOptions options;
  options.lookahead = *chess::lookahead_named(arguments.lookahead);
  options.threads = arguments.threads;
  PeopleFound found;
  found.together = fitted_groups("players together", split, {choice::together(all.filter, names)}, attributes, options).front();
  if (found.together.fit.sums.decisions == 0)
    throw format::LoadError("games.few", "--pgn: no move of the games is one to learn from: none of the players moves");
  choice::FitOptions with_prior = options;
  with_prior.prior = found.together.fit.weights;
  with_prior.prior_moves = arguments.prior_moves;
  found.players = fitted_groups("players", split, choice::groups_of(all.filter, names), attributes, with_prior);
  for (const choice::GroupFit& player : found.players) {
    if (player.fit.sums.decisions == 0)
      throw format::LoadError("games.few", fmt::format("--player: no move to learn from is by {}", player.name));
  }
  const std::vector<choice::ForetoldSide> sides = foretold_sides(split.held_out, names, found, attributes, options);
  found.style = choice::style_rows(sides, names.size());
  found.identified = choice::identify(sides, names.size(), kSetSizes, arguments.split.seed);
  found.bands = fitted_groups("bands", split, choice::rating_bands(all.filter, arguments.bands), attributes, options);
  std::erase_if(found.bands, [](const choice::GroupFit& band) { return band.fit.sums.decisions == 0; });
  return found;
}

void print_people(const PeopleFound& found, const chess::Attributes& attributes) {
  std::vector<choice::GroupFit> rows = found.players;
  rows.push_back(found.together);
  fmt::print("{}\n{}\n{}\n{}", groups_text("rating", found.bands, attributes.names()), groups_text("player", rows, attributes.names()),
             style_text(found.players, found.style), identification_text(found.identified, found.players.size()));
}

void write_people(const std::filesystem::path& folder, const PeopleFound& found, const chess::Attributes& attributes) {
  const std::size_t players = found.players.size();
  const std::array texts{choice::groups_csv(found.bands, attributes.names()),
                         choice::players_csv(found.players, found.style, attributes.names()),
                         choice::matrix_csv(found.players, found.style), choice::identification_csv(found.identified, players),
                         choice::identification_svg(found.identified, players)};
  for (std::size_t i = 0; i < texts.size(); ++i) format::write_file_atomically(folder / kPeopleFiles[i], texts[i]);
}

int run_people(const PeopleArguments& arguments) {
  require_sensible(arguments);
  const chess::Attributes attributes = attributes_asked(arguments.attributes);
  std::vector<NamedPlace> written;
  prepare_files(arguments.out, kPeopleFiles, written);
  require_different(written, places_named("--pgn", arguments.data.pgns));
  const choice::Records records = read_games(arguments.data.pgns).records;
  const PeopleFound found = found_in(choice::decisions_in(records, arguments.data.filter()), attributes, arguments);
  print_people(found, attributes);
  if (!arguments.out.empty()) write_people(arguments.out, found, attributes);
  return 0;
}

void add_people_options(Command& command, PeopleArguments& arguments) {
  add_choice_looking(command, arguments.attributes, arguments.lookahead);
  command.add_option("--bands", arguments.bands, "Limits of rating between bands, rising; of the mover")
      ->delimiter(',')
      ->check(number_range(2, 10'000))
      ->type_name("ELO,...")
      ->capture_default_str();
  Option* count = command.add_option("--players", arguments.players, "How many players, those with most moves")
                      ->check(number_range<std::size_t>(2, 1000))
                      ->capture_default_str();
  command.add_option("--player", arguments.names, "These instead, by the name in the games; given for each")
      ->type_name("NAME")
      ->excludes(count);
  add_choice_split(command, arguments.split, 0.01);
  command.add_option("--prior-moves", arguments.prior_moves, "How many moves the weights of all players together count for in each one's")
      ->check(number_range(0.0, 1e9))
      ->capture_default_str();
  add_choice_threads(command, arguments.threads);
  command.add_option("--out", arguments.out, "Folder for bands.csv, players.csv, matrix.csv, identification.csv and identification.svg")
      ->type_name("DIR");
}

}  // namespace

void add_choice_people(Command& app, int& status) {
  Command* command = app.add_subcommand(
      "choice-people", "How people of different strength choose chess moves, and whether a player can be told by his weights");
  auto arguments = std::make_shared<PeopleArguments>();
  constexpr bool kByPlayer = false;
  add_choice_data(*command, arguments->data, kByPlayer);
  add_people_options(*command, *arguments);
  command->callback([arguments, &status] { status = run_people(*arguments); });
}

}  // namespace trivium::tools
