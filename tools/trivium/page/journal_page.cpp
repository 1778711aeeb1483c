#include "tools/trivium/page/journal_page.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/obf.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/record/journal.h"
#include "tools/match/record/live_games.h"
#include "tools/match/record/played_game.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/setup/tournament_identity.h"
#include "tools/trivium/page/board_page.h"
#include "tools/trivium/page/listed_files.h"
#include "tools/trivium/page/parameters.h"

namespace trivium::tools::page {

namespace fs = std::filesystem;
using nlohmann::json;
using web::Answer;

namespace {

constexpr std::uint64_t kUsualGames = 100;
constexpr std::uint64_t kMaxGames = 1000;

match::Journal journal_in(const std::vector<fs::path>& folders, const json& params) {
  const std::string name = needed_text(params, "name");
  const std::string tournament = text_of(params, "tournament");
  const fs::path file = or_refuse(find_listed(folders, name, may_be_journal));
  return or_refuse(match::Journal::open_for_reading(file, tournament));
}

double milliseconds(std::chrono::microseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

/// The smallest time left after a move, by side; null if no time limit ran.
json closest_calls(const match::PlayedGame& game) {
  json times = json::array();
  for (const std::chrono::microseconds time : game.closest_call) {
    const bool none = time == std::chrono::microseconds::max();
    times.push_back(none ? json() : json(milliseconds(time)));
  }
  return times;
}

json seat_names(const match::Tournament& tournament, const match::JournalEntry& entry) {
  json names = json::array();
  for (const int engine : entry.seats)
    names.push_back(tournament.engines[static_cast<std::size_t>(engine)].name);
  return names;
}

/// A row of the list of games.
json row_of(const match::Tournament& tournament, const match::JournalEntry& entry) {
  json row{
      {"number", entry.number}, {"round", entry.round},   {"seats", seat_names(tournament, entry)},
      {"points", entry.points}, {"ending", entry.ending}, {"fault", false}};
  if (tournament.game == match::Game::kPoker) return row;
  const Result<match::PlayedGame> game = match::parse_played_game(entry.body);
  if (!game) return row;
  row.update({{"moves", game->moves.size()},
              {"reason", game->reason},
              {"fault", match::is_fault(game->ending)},
              {"excused", game->excused},
              {"closest_call_ms", closest_calls(*game)}});
  if (match::is_fault(game->ending)) row["evidence"] = game->evidence;
  return row;
}

Answer games_of_journal(const std::vector<fs::path>& folders, const json& params) {
  const std::uint64_t from = number_of(params, "after", 0, 0, std::uint64_t{1} << 53);
  const std::uint64_t count = number_of(params, "count", kUsualGames, 1, kMaxGames);
  const match::Journal journal = journal_in(folders, params);
  const match::Recollection recalled = or_refuse(match::recall(journal.tournament()));
  json games = json::array();
  or_refuse(journal.for_each(
      [&](const match::JournalEntry& entry) {
        games.push_back(row_of(recalled.tournament, entry));
        return games.size() < count;
      },
      from));
  return json{{"games", std::move(games)}, {"games_total", journal.games()}};
}

/// The start of a game as the methods of boards take it.
std::string start_of(match::Game game, const client::GameSetup& setup) {
  if (game == match::Game::kConnect6 && setup.board_size != connect6::kDefaultSize)
    return std::to_string(setup.board_size);
  if (game == match::Game::kReversi && setup.board_size != reversi::kDefaultSize) {
    return reversi::write_obf(
        {reversi::Position::start(setup.board_size), reversi::Color::kBlack, {}});
  }
  return setup.fen;
}

/// The moves as the methods of boards take them; in Connect-6 those of a turn together.
std::vector<std::string> moves_of(match::Game kind, const match::PlayedGame& game) {
  std::vector<std::string> moves;
  std::vector<connect6::Cell> stones;
  for (const match::PlayedMove& move : game.moves) {
    if (kind == match::Game::kConnect6) {
      const auto cell = connect6::parse_gtp_vertex(move.text, game.setup.board_size);
      if (cell) stones.push_back(*cell);
    } else {
      moves.push_back(kind == match::Game::kReversi ? text::lower_case(move.text) : move.text);
    }
  }
  return kind == match::Game::kConnect6 ? turns_of(stones, game.setup.board_size) : moves;
}

/// A score of a report, from the mover's view: {"hundredths": 35} or {"mate": 5}; null if none.
json score_json(const std::optional<Score>& score) {
  if (!score) return nullptr;
  return {{score->kind == Score::Kind::kMate ? "mate" : "hundredths", score->value}};
}

/// The whole of a board game, with the moves as the board of the page takes them.
json game_report(const match::Tournament& tournament, const match::JournalEntry& entry,
                 const match::PlayedGame& game) {
  json times = json::array(), depths = json::array(), values = json::array();
  for (const match::PlayedMove& move : game.moves) {
    times.push_back(milliseconds(move.time));
    depths.push_back(move.search.depth);
    values.push_back(score_json(move.search.score));
  }
  json report = row_of(tournament, entry);
  report.update({{"game", match::to_string(tournament.game)},
                 {"start", start_of(tournament.game, game.setup)},
                 {"opening", game.opening},
                 {"moves", moves_of(tournament.game, game)},
                 {"times_ms", std::move(times)},
                 {"depths", std::move(depths)},
                 {"values", std::move(values)},
                 {"evidence", game.evidence}});
  return report;
}

/// Adds the running board games with their moves so far, and the number of games of the tournament
/// (null unless it runs).
void add_running(json& report, const match::Tournament& tournament,
                 const match::RunningGames& running) {
  report["games_planned"] = running.planned ? json(*running.planned) : json();
  json& boards = report["running"] = json::array();
  for (const auto& [number, game] : running.games) {
    boards.push_back({{"number", number},
                      {"game", match::to_string(tournament.game)},
                      {"start", start_of(tournament.game, game.setup)},
                      {"moves", moves_of(tournament.game, game)},
                      {"seats", game.engines}});
  }
}

Answer journal_report(const std::vector<fs::path>& folders, const json& params) {
  const match::Journal journal = journal_in(folders, params);
  const match::Replay replayed = or_refuse(match::replay(journal));
  json report = json::parse(match::report_json(replayed.standings, replayed.tournament, nullptr));
  report["games_total"] = journal.games();
  add_running(report, replayed.tournament, match::running_games(journal.file()));
  return report;
}

Answer one_game(const std::vector<fs::path>& folders, const json& params) {
  const std::uint64_t number = number_of(params, "number", 0, 0, std::uint64_t{1} << 53);
  const match::Journal journal = journal_in(folders, params);
  const match::Recollection recalled = or_refuse(match::recall(journal.tournament()));
  Answer answer = Error{"not_found", fmt::format("game {} was not played", number + 1)};
  or_refuse(journal.for_each(
      [&](const match::JournalEntry& entry) {
        if (entry.number != number) return false;
        if (recalled.tournament.game == match::Game::kPoker) {
          json report = row_of(recalled.tournament, entry);
          report["log"] = entry.body;
          answer = std::move(report);
          return false;
        }
        const Result<match::PlayedGame> game = match::parse_played_game(entry.body);
        answer =
            game ? Answer(game_report(recalled.tournament, entry, *game)) : Answer(game.error());
        return false;
      },
      number));
  return answer;
}

/// Changes when the running games do.
std::string live_state(const match::RunningGames& running) {
  std::string state;
  for (const auto& [number, game] : running.games)
    state += fmt::format("{}:{} ", number, game.moves.size());
  return state;
}

/// Reports the number of games and the running ones when they have changed.
Answer poll_journal(const std::vector<fs::path>& folders, const json& params, json& seen) {
  const match::Journal journal = journal_in(folders, params);
  const std::uint64_t games = journal.games();
  const match::RunningGames running = match::running_games(journal.file());
  const json state{games, live_state(running)};
  if (seen == state) return json();
  const match::Recollection recalled = or_refuse(match::recall(journal.tournament()));
  seen = state;
  json news{{"games_total", games}};
  add_running(news, recalled.tournament, running);
  return news;
}

}  // namespace

void add_journal_methods(web::Methods& methods, std::vector<fs::path> folders) {
  const auto add = [&](const char* name, auto answer) {
    methods.methods[name] = {web::Lane::kReading, [folders, answer](const web::Call& call) {
                               return answer(folders, call.params);
                             }};
  };
  add("journals", [](const std::vector<fs::path>& places, const json&) -> Answer {
    return json{{"journals", listing_of(listed_files(places, may_be_journal))}};
  });
  add("journal", journal_report);
  add("journal_games", games_of_journal);
  add("game", one_game);
  methods.topics["journal"] = {web::Lane::kReading, [folders](const json& params, json& seen) {
                                 return poll_journal(folders, params, seen);
                               }};
}

bool may_be_journal(const fs::directory_entry& entry) {
  std::error_code failure;
  if (!entry.is_regular_file(failure)) return false;
  constexpr std::string_view kMagic = "SQLite format 3";
  std::array<char, kMagic.size()> start{};
  std::ifstream file(entry.path(), std::ios::binary);
  file.read(start.data(), start.size());
  return file.gcount() == static_cast<std::streamsize>(start.size()) &&
         std::string_view(start.data(), start.size()) == kMagic;
}

}  // namespace trivium::tools::page
