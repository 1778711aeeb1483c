// `trivium-lab ratings`: ratings, home advantage and ties from the results of a league or of games
// in PGN.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "learning/records/file_kind.h"
#include "learning/records/pgn_games.h"
#include "learning/records/results_csv.h"
#include "learning/statistics/ratings.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/lab/commands.h"

namespace trivium::tools {

namespace {

namespace records = learning::records;
namespace statistics = learning::statistics;

constexpr const char* kRaoKupper = "rao-kupper";

struct RatingsRun {
  std::vector<std::string> files;
  std::string format;
  std::string ties = "davidson";
  bool no_home = false;
  statistics::RatingOptions options;
  Reporting reporting;
};

/// Players and results of the games.
class Results {
 public:
  void read(const RatingsRun& run, const std::string& file) {
    auto in = format::or_throw(input::Stream::open(file));
    bool is_pgn = run.format == "pgn";
    if (run.format.empty() && std::filesystem::path(file).extension() != ".csv") {
      is_pgn = records::kind_of(*in) == records::ChessRecord::kPgn;
      format::or_throw(in->status());
      if (text::trimmed(in->beginning()).empty())
        throw format::LoadError("file.empty", "{}: is empty: no games in PGN, no results in CSV",
                                in->name());
    }
    if (is_pgn) return read_pgn(std::move(in), run.reporting);
    records::read_results(
        *in, [this](auto home, auto away, Outcome outcome) { add(home, away, outcome); });
  }

  const std::vector<std::string>& names() const noexcept { return names_; }
  const learning::GamesLeftOut& left_out() const noexcept { return left_out_; }
  std::vector<statistics::RatedPairing> pairings() const {
    std::vector<statistics::RatedPairing> all;
    for (const auto& [players, games] : games_)
      all.push_back({players.first, players.second, games});
    return all;
  }
  /// Adds all games of a player, from its view.
  std::vector<statistics::GameCounts> by_player() const {
    std::vector<statistics::GameCounts> sums(names_.size());
    for (const auto& [players, games] : games_) {
      sums[players.first] += games;
      sums[players.second] += statistics::reversed(games);
    }
    return sums;
  }

 private:
  void read_pgn(std::unique_ptr<input::Stream> in, const Reporting& reporting) {
    records::PgnGames games(std::move(in), records::PgnUse::kConsistent,
                            [&](const std::string& fault) { reporting.note("{}", fault); });
    std::uint64_t without_result = 0;
    while (const std::optional<chess::PgnGame> game = games.next()) {
      const std::string_view white = game->tag("White").value_or("?"),
                             black = game->tag("Black").value_or("?");
      const bool counts = game->result && white != "?" && black != "?" && white != black;
      counts ? add(white, black, *game->result) : void(++without_result);
    }
    left_out_ += games.left_out();
    left_out_.undecided += without_result;
  }

  void add(std::string_view home, std::string_view away, Outcome outcome) {
    games_[{number_of(home), number_of(away)}].add(outcome);
  }

  std::size_t number_of(std::string_view name) {
    const auto [place, is_new] = numbers_.try_emplace(std::string(name), names_.size());
    if (is_new) names_.emplace_back(name);
    return place->second;
  }

  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<std::string> names_;
  std::map<std::pair<std::size_t, std::size_t>, statistics::GameCounts>
      games_;  // by home and away player
  learning::GamesLeftOut left_out_;
};

std::vector<std::size_t> strongest_first(const statistics::FittedRatings& fitted) {
  std::vector<std::size_t> order(fitted.ratings.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater<>{},
                           [&](std::size_t i) { return fitted.ratings[i].elo; });
  return order;
}

void print_text(const RatingsRun& run, const Results& results,
                const statistics::FittedRatings& fitted) {
  const std::vector<statistics::GameCounts> games = results.by_player();
  std::size_t widest = 6;
  for (const std::string& name : results.names())
    widest = std::max(widest, text::character_length(name));
  const auto padded = [widest](const std::string& name) {
    return name + std::string(widest - text::character_length(name), ' ');
  };
  fmt::print("{:>4}  {}  {:>7}  {:>6}  {:>5}  {:>7}\n", "rank", padded("player"), "rating", "95 %",
             "games", "points");
  std::size_t rank = 0;
  for (const std::size_t i : strongest_first(fitted)) {
    const statistics::Rating& rating = fitted.ratings[i];
    fmt::print("{:>4}  {}  {:>7.1f}  {:>6.1f}  {:>5}  {:>7.1f}\n", ++rank,
               padded(results.names()[i]), rating.elo,
               statistics::kNormal95 * rating.standard_error, games[i].games(), games[i].points());
  }
  if (fitted.home)
    fmt::print("home advantage: {:.1f} Elo ({:.1f} to {:.1f})\n", fitted.home->value,
               fitted.home->low, fitted.home->high);
  if (fitted.tie) {
    fmt::print(
        "ties ({}): parameter {:.3f} ({:.3f} to {:.3f}); between equals {:.1f} % ({:.1f} to "
        "{:.1f})\n",
        run.ties, fitted.tie->value, fitted.tie->low, fitted.tie->high,
        100 * fitted.even_ties->value, 100 * fitted.even_ties->low, 100 * fitted.even_ties->high);
  }
  fmt::print("log-likelihood: {:.3f}\n", fitted.log_likelihood);
  fmt::print("minorization-maximization: {}, within {:.1g} Elo of Newton's method\n",
             text::counted(fitted.mm_iterations, "iteration"), fitted.mm_difference);
}

nlohmann::ordered_json json_of(const std::optional<statistics::Estimate>& estimate) {
  if (!estimate) return nullptr;
  return {{"value", estimate->value}, {"low", estimate->low}, {"high", estimate->high}};
}

void print_json(const RatingsRun& run, const Results& results,
                const statistics::FittedRatings& fitted) {
  const std::vector<statistics::GameCounts> games = results.by_player();
  nlohmann::ordered_json players = nlohmann::ordered_json::array();
  for (const std::size_t i : strongest_first(fitted)) {
    players.push_back({{"name", results.names()[i]},
                       {"rating", fitted.ratings[i].elo},
                       {"standard_error", fitted.ratings[i].standard_error},
                       {"wins", games[i].wins},
                       {"ties", games[i].draws},
                       {"losses", games[i].losses}});
  }
  const nlohmann::ordered_json out{
      {"players", std::move(players)},
      {"tie_model", fitted.tie ? nlohmann::ordered_json(run.ties) : nullptr},
      {"home_advantage_elo", json_of(fitted.home)},
      {"tie_parameter", json_of(fitted.tie)},
      {"ties_between_equals", json_of(fitted.even_ties)},
      {"log_likelihood", fitted.log_likelihood},
      {"prior_draws", run.options.virtual_draws},
      {"newton_steps", fitted.newton_steps},
      {"mm_iterations", fitted.mm_iterations},
      {"mm_difference_elo", fitted.mm_difference}};
  fmt::print("{}\n", format::json_line(out));
}

void run_ratings(RatingsRun& run) {
  Results results;
  for (const std::string& file : run.files) results.read(run, file);
  if (const std::string words = results.left_out().words(); !words.empty())
    run.reporting.note("games left out: {}", words);
  run.options.ties =
      run.ties == kRaoKupper ? statistics::TieModel::kRaoKupper : statistics::TieModel::kDavidson;
  run.options.home_advantage = !run.no_home;
  const auto fitted =
      or_failure(statistics::fit_ratings(results.names().size(), results.pairings(), run.options),
                 run.files.front());
  run.reporting.json ? print_json(run, results, fitted) : print_text(run, results, fitted);
}

}  // namespace

void add_ratings(Command& app) {
  Command* command =
      app.add_subcommand("ratings",
                         "Estimate Elo ratings with home advantage (White's in chess) and ties, "
                         "from the results of a league or of games");
  auto run = std::make_shared<RatingsRun>();
  command
      ->add_option("FILE", run->files,
                   "Games in PGN, or results in CSV with the columns home, away and result, or "
                   "HomeTeam, AwayTeam and FTR, or goals as "
                   "home_goals and away_goals (FTHG, FTAG); - is standard input")
      ->required()
      ->type_name("FILE");
  command->begin_group(kDataGroup);
  command
      ->add_option(
          "--input-format", run->format,
          "Format of the files (default: CSV if the name ends in .csv, else by the beginning)")
      ->check(one_of({"csv", "pgn"}))
      ->old_name("--format");
  command->begin_group(kModelGroup);
  command->add_option("--ties", run->ties, "Model of ties")
      ->check(one_of({"davidson", kRaoKupper}));
  command->add_flag("--no-home", run->no_home, "Fit without a home advantage");
  command
      ->add_number(
          "--prior-draws", run->options.virtual_draws, 0.0, 1000.0,
          "Virtual draws of each player against an average player, added to the results; 0: none")
      ->old_name("--prior");
  add_json(*command, run->reporting.json);
  command->callback([run] { run_ratings(*run); });
}

}  // namespace trivium::tools
