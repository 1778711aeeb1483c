// `trivium-match page`: a tournament as one page of HTML, from its journal alone: standings,
// crosstable, sequential test, faults, delays, and all games to replay.
#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/vertex.h"
#include "learning/charts/chart.h"
#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "learning/statistics/intervals.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/match/commands.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/record/played_game.h"
#include "tools/match/record/record_writer.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/record/standings/standings.h"
#include "tools/match/record/view/view_words.h"
#include "tools/match/setup/tournament.h"
#include "tools/match/setup/tournament_identity.h"
#include "tools/places.h"
#include "tools/single/board_view.h"
#include "tools/single/single_page.h"

namespace trivium::tools {

namespace {

namespace charts = learning::charts;
using charts::PageCell;
using format::or_throw;
using match::PlayedGame;
using nlohmann::ordered_json;

/// The board of a game; nothing if a move does not fit the rules.
std::optional<BoardView> board_of(match::Game kind, const PlayedGame& game) {
  if (kind == match::Game::kChess) {
    const Result<chess::PgnGame> replayed = match::replayed_chess(game);
    return replayed ? std::optional(board_view(replayed->start, replayed->moves)) : std::nullopt;
  }
  if (kind == match::Game::kConnect6) {
    connect6::Board board(game.setup.board_size);
    for (const match::PlayedMove& played : game.moves) {
      const auto cell = connect6::parse_gtp_vertex(played.text, game.setup.board_size);
      if (!cell || !board.is_legal(*cell)) return std::nullopt;
      board.do_move(*cell);
    }
    return board_view(game.setup.board_size, board.history());
  }
  reversi::Game played(game.setup.board_size);
  for (const match::PlayedMove& text : game.moves) {
    const auto move = reversi::parse_move(text.text, game.setup.board_size);
    if (!move || !played.position().is_legal(*move)) return std::nullopt;
    played.do_move(*move);
  }
  return board_view(played);
}

/// "+0.34/12 0.523s": score and depth of the engine, and its time; empty for moves of an opening.
std::string note_of(const match::PlayedMove& move) {
  if (move.book) return "book";
  std::string note;
  if (const auto& score = move.search.score) {
    note = score->kind == Score::Kind::kMate ? fmt::format("#{}", score->value)
                                             : fmt::format("{:+.2f}", score->value / 100.0);
    note += fmt::format("/{} ", move.search.depth);
  }
  return note + fmt::format("{:.3f}s", std::chrono::duration<double>(move.time).count());
}

/// Maximum number of points of the curve of a sequential test: more are not visible.
constexpr std::size_t kMaxPoints = 1000;

/// What the page needs of all games, and the last ones to replay.
struct Tale {
  match::Tournament tournament;
  match::Standings standings;
  std::vector<charts::Point> llr{};  ///< by number of games; about kMaxPoints at most
  std::vector<std::vector<PageCell>> faults{};
  ordered_json games = ordered_json::array();
  std::uint64_t left_out = 0;  ///< number of the first games, which are not in `games`
};

ordered_json board_game_json(const match::Tournament& tournament,
                             const match::ScheduledGame& scheduled, const PlayedGame& game) {
  ordered_json notes = ordered_json::array();
  for (const match::PlayedMove& move : game.moves) notes.push_back(note_of(move));
  ordered_json report{{"number", scheduled.number + 1},
                      {"seats", game.engines},
                      {"result", match::result_word(game.for_first)},
                      {"reason", match::reason_in_words(tournament.game, game)},
                      {"fault", match::is_fault(game.ending)},
                      {"notes", std::move(notes)}};
  if (const std::optional<BoardView> board = board_of(tournament.game, game))
    report["board"] = to_json(*board);
  return report;
}

ordered_json block_json(const match::Tournament& tournament, const match::JournalEntry& entry,
                        const match::GameResult& result) {
  ordered_json hands = ordered_json::array();
  for (std::string_view rest = entry.body; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    if (line.starts_with("STATE:")) hands.push_back({{"state", line}});
  }
  std::vector<std::string> seats;
  for (const int engine : entry.seats)
    seats.push_back(tournament.engines[static_cast<std::size_t>(engine)].name);
  return {{"number", entry.number + 1},      {"seats", seats},
          {"result", result.summary},        {"reason", ""},
          {"fault", !result.faults.empty()}, {"hands", hands}};
}

void add_fault(Tale& tale, const match::ScheduledGame& scheduled, const PlayedGame& game) {
  if (!match::is_fault(game.ending)) return;
  const auto culprit = static_cast<std::size_t>(game.culprit.value_or(0));
  tale.faults.push_back({{fmt::format("{}", scheduled.number + 1)},
                         {game.engines[culprit]},
                         {std::string(match::to_string(game.ending)), "no"},
                         {game.reason},
                         {text::joined(game.evidence, "\n")}});
}

void add_faults(Tale& tale, const match::ScheduledGame& scheduled,
                const match::PlayedBlock& block) {
  for (const match::BlockFault& fault : block.faults) {
    const int engine = scheduled.seats[static_cast<std::size_t>(fault.seat)];
    tale.faults.push_back({{fmt::format("{}", scheduled.number + 1)},
                           {tale.tournament.engines[static_cast<std::size_t>(engine)].name},
                           {std::string(match::to_string(fault.kind)), "no"},
                           {fmt::format("{} ({}, first in hand {})", fault.text,
                                        text::counted(fault.times, "time"), fault.hand + 1)},
                           {text::joined(fault.evidence, "\n")}});
  }
}

/// Adds the state of the test after the last game. Removes every second point where there are too
/// many; the distance between two points then doubles.
void add_point(Tale& tale, std::uint64_t& distance) {
  const std::uint64_t games = tale.standings.games();
  if (games % distance != 0) return;
  tale.llr.push_back({static_cast<double>(games), tale.standings.sprt(*tale.tournament.sprt).llr});
  if (tale.llr.size() <= kMaxPoints) return;
  distance *= 2;
  std::erase_if(tale.llr, [distance](const charts::Point& point) {
    return static_cast<std::uint64_t>(point.x) % distance != 0;
  });
}

/// Throws format::LoadError.
Tale tale_of(const match::Ledger& journal, std::uint64_t most_games) {
  const match::Recollection recalled = or_throw(match::recollect(journal));
  const match::GameCodec codec(recalled.poker_game);
  Tale tale{recalled.tournament,
            match::Standings(journal.tournament().engines, recalled.tournament.schedule.games)};
  const std::uint64_t games_now = journal.games();  // those that end from now on are added
  tale.left_out = games_now - std::min(games_now, most_games);
  std::uint64_t distance = 1;  // between two points of the curve, in games
  or_throw(journal.for_each([&](const match::JournalEntry& entry) {
    const match::FinishedGame game = or_throw(codec.read(entry));
    codec.add(tale.standings, entry, game);
    const bool replayed = tale.standings.games() > tale.left_out;
    if (const auto* const played = std::get_if<PlayedGame>(&game)) {
      if (replayed) tale.games.push_back(board_game_json(tale.tournament, entry, *played));
      add_fault(tale, entry, *played);
      if (tale.tournament.sprt) add_point(tale, distance);
    } else {
      add_faults(tale, entry, std::get<match::PlayedBlock>(game));
      if (replayed) tale.games.push_back(block_json(tale.tournament, entry, codec.result(game)));
    }
    return true;
  }));
  const auto games = static_cast<double>(tale.standings.games());
  if (!tale.llr.empty() && tale.llr.back().x < games)
    tale.llr.push_back({games, tale.standings.sprt(*tale.tournament.sprt).llr});
  return tale;
}

std::vector<int> by_rank(const Tale& tale) {
  return match::by_strength(tale.standings.names().size(),
                            [&](int engine) { return tale.standings.points(engine); });
}

const std::string& name_in(const Tale& tale, int engine) {
  return tale.standings.names()[static_cast<std::size_t>(engine)];
}

std::string standings_table(const Tale& tale) {
  const std::vector<std::string> head{"name", "games",  "won", "drawn",
                                      "lost", "points", "Elo", "late moves excused"};
  const auto ratings = tale.standings.ratings();
  std::vector<std::vector<PageCell>> rows;
  for (const int engine : by_rank(tale)) {
    const auto& games = tale.standings.total(engine).games;
    const auto& rating = ratings[static_cast<std::size_t>(engine)];
    rows.push_back({{name_in(tale, engine)},
                    {fmt::format("{}", games.games())},
                    {fmt::format("{}", games.wins)},
                    {fmt::format("{}", games.draws)},
                    {fmt::format("{}", games.losses)},
                    {fmt::format("{:.1f}", tale.standings.points(engine))},
                    {fmt::format("{:+.0f} ±{:.0f}", rating.elo,
                                 learning::statistics::kNormal95 * rating.standard_error)},
                    {fmt::format("{}", tale.standings.engine(engine).excused)}});
  }
  return charts::page_table(head, rows);
}

std::string crosstable(const Tale& tale) {
  const std::vector<int> engines = by_rank(tale);
  std::vector<std::string> head{"points against"};
  for (const int engine : engines) head.push_back(name_in(tale, engine));
  std::vector<std::vector<PageCell>> rows;
  for (const int engine : engines) {
    std::vector<PageCell>& row = rows.emplace_back();
    row.push_back({name_in(tale, engine)});
    for (const int opponent : engines) {
      if (engine == opponent) {
        row.push_back({"·"});
        continue;
      }
      const auto& games = tale.standings.pairing(engine, opponent).games;
      row.push_back(
          {games.games() > 0 ? fmt::format("{:.1f} / {}", games.points(), games.games()) : ""});
    }
  }
  return charts::page_table(head, rows);
}

std::string sprt_figure(const Tale& tale) {
  const learning::statistics::SprtTest& test = *tale.tournament.sprt;
  const learning::statistics::SprtState state = tale.standings.sprt(test);
  charts::Chart chart{"Sequential test", {"games"}, {"log-likelihood ratio"}};
  chart.lines = {{"", tale.llr}};
  chart.references = {{"H1", state.upper}, {"H0", state.lower}};
  return charts::page_figure(
      charts::svg_of(charts::Picture{"Log-likelihood ratio of the sequential test", {chart}}));
}

std::string section(std::string_view heading, const std::string& body) {
  return fmt::format("<h2>{}</h2>\n", heading) + body;
}

/// Returns the page, which needs no other file. All figures are of all games; to replay, the page
/// has the last `most_games` games, some 5 KB each, and says how many it leaves out. Throws
/// format::LoadError if a game is damaged.
std::string match_page(const match::Ledger& journal, std::uint64_t most_games) {
  const Tale tale = tale_of(journal, most_games);
  const bool poker = tale.tournament.game == match::Game::kPoker;
  const std::string report = match::report(tale.standings, tale.tournament);
  std::string body = section(
      "Standings", poker ? fmt::format("<pre>{}</pre>\n", charts::escape_markup(report))
                         : standings_table(tale) +
                               charts::page_details("All figures as text, with clocks", report));
  if (!poker) body += section("Crosstable", crosstable(tale));
  if (!tale.llr.empty()) body += section("Sequential test", sprt_figure(tale));
  if (!tale.faults.empty()) {
    const std::vector<std::string> head{"game", "engine", "fault", "what happened", "evidence"};
    body += section("Faults", charts::page_table(head, tale.faults));
  }
  body += charts::page_paragraph(
      "Figures after ± are 95 % intervals. The page was made from the journal by trivium-match "
      "page.",
      "note");
  if (tale.left_out > 0) {
    body += charts::page_paragraph(
        fmt::format("The games below are the last of the tournament; the first {} are left out "
                    "(option --count). All figures are of all games.",
                    tale.left_out),
        "note");
  }
  body += replay_section("Games");
  return single_page(journal.tournament().name, body, {{"games", tale.games}});
}

struct PageCommand {
  JournalChoice journal;
  std::uint64_t games = 1000;
  std::string out;
};

void write_page(const PageCommand& command) {
  require_file_place(command.out);
  require_different({{"--out", command.out}}, {{"JOURNAL", command.journal.place}});
  const std::unique_ptr<match::Ledger> ledger = opened(command.journal);
  format::write_file_atomically(command.out, match_page(*ledger, command.games));
}

}  // namespace

void add_page(Command& app) {
  Command* const command = app.add_subcommand(
      "page", "Write a tournament as one HTML file: standings, tests, faults, games to replay");
  const auto options = std::make_shared<PageCommand>();
  add_journal(*command, options->journal);
  add_count(*command, options->games,
            "Maximum number of games to replay: the last ones; each takes some 5 KB", 0,
            1'000'000'000);
  command->add_option("--out FILE", options->out, "HTML file to write")
      ->required()
      ->group(kOutputGroup);
  command->callback([options] { write_page(*options); });
}

}  // namespace trivium::tools
