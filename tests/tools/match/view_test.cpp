// Output of a tournament for people and programs. Results come from a table; nothing is played.
#include <array>
#include <chrono>
#include <cstdio>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/text_search.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/record/view/observer.h"
#include "tools/match/record/view/view_table.h"
#include "tools/match/record/view/view_words.h"

namespace trivium::match {
namespace {

using learning::statistics::GameCounts;
using learning::statistics::PairCounts;

Tournament match_of_two() {
  Tournament tournament;
  tournament.engines.resize(2);
  tournament.engines[0].name = "A";
  tournament.engines[1].name = "B";
  for (EngineSpec& engine : tournament.engines) engine.time.nodes = 1000;
  tournament.engines[0].options = {{"Hash", "16"}, {"Threads", "1"}};
  tournament.engines[1].options = {{"Threads", "2"}};
  return tournament;
}

PlayedGame played(Outcome for_first, Ending ending, std::string reason) {
  PlayedGame game;
  game.engines = {"A", "B"};
  game.for_first = for_first;
  game.ending = ending;
  game.reason = std::move(reason);
  game.closest_call.fill(std::chrono::microseconds::max());
  return game;
}

/// Game `number` of a match of two; colors are reversed in every other game.
ScheduledGame scheduled_game(std::uint64_t number) {
  ScheduledGame game;
  game.number = number;
  game.encounter = number / 2;
  game.round = static_cast<std::uint32_t>(number / 2);
  game.rotation = static_cast<int>(number % 2);
  game.opening = number / 2;
  game.seats = number % 2 == 0 ? std::vector<int>{0, 1} : std::vector<int>{1, 0};
  return game;
}

/// Reports a match to `observer`: each letter is a game from the first mover's view, w, d or l.
void show(Observer& observer, const Tournament& tournament, std::string_view results,
          std::uint64_t total, std::uint64_t resumed = 0) {
  Standings standings({"A", "B"}, 2);
  RunProgress progress{resumed, total, resumed, 0};
  observer.tournament_started(tournament, progress);
  for (std::uint64_t number = 0; number < results.size(); ++number) {
    progress.running = 1;
    observer.game_started(scheduled_game(number), progress);
    const Outcome outcome = results[number] == 'w'   ? Outcome::kWin
                            : results[number] == 'l' ? Outcome::kLoss
                                                     : Outcome::kDraw;
    const PlayedGame game =
        played(outcome, Ending::kRules, outcome == Outcome::kDraw ? "stalemate" : "checkmate");
    standings.add(scheduled_game(number), game);
    progress.running = 0;
    ++progress.finished;
    observer.game_finished(scheduled_game(number), {&game, "", {}, {}}, standings, progress);
  }
  observer.tournament_ended(standings, progress, "all games played");
}

/// A file whose text can be read.
class Paper {
 public:
  ~Paper() { std::fclose(file_); }
  std::FILE* file() { return file_; }
  std::string text() {
    std::rewind(file_);
    std::string text;
    for (int c = std::fgetc(file_); c != EOF; c = std::fgetc(file_)) text += static_cast<char>(c);
    return text;
  }
  /// Waits for `part` while another thread writes, much longer than any step that does not hang.
  bool comes_to_hold(const std::string& part) const {
    using namespace std::chrono_literals;
    std::string text(1 << 16, '\0');
    const auto end = std::chrono::steady_clock::now() + 20s;
    for (; std::chrono::steady_clock::now() < end; std::this_thread::sleep_for(10ms)) {
      const ssize_t size = pread(fileno(file_), text.data(), text.size(), 0);
      if (size > 0 && std::string_view(text).substr(0, static_cast<std::size_t>(size)).find(part) !=
                          std::string_view::npos)
        return true;
    }
    return false;
  }

 private:
  std::FILE* file_ = std::tmpfile();
};

TEST_CASE("the reason of the end of a game has the words that scripts search for") {
  const auto words = [](Outcome outcome, Ending ending, const std::string& reason) {
    return reason_in_words(Game::kChess, played(outcome, ending, reason));
  };
  CHECK(words(Outcome::kWin, Ending::kRules, "checkmate") == "White mates");
  CHECK(words(Outcome::kLoss, Ending::kRules, "checkmate") == "Black mates");
  CHECK(words(Outcome::kDraw, Ending::kRules, "draw by repetition") == "Draw by 3-fold repetition");
  CHECK(words(Outcome::kDraw, Ending::kRules, "draw by the fifty-move rule") ==
        "Draw by fifty moves rule");
  CHECK(words(Outcome::kDraw, Ending::kAdjudicated, "draw by adjudication: move 80") ==
        "Draw by adjudication");
  CHECK(words(Outcome::kWin, Ending::kAdjudicated, "x") == "White wins by adjudication");
  CHECK(words(Outcome::kWin, Ending::kResignation, "Black resigns") == "Black resigns");
  CHECK(words(Outcome::kLoss, Ending::kTimeLoss, "White loses on time: 12.0 ms over") ==
        "White loses on time: 12.0 ms over");
  CHECK(words(Outcome::kLoss, Ending::kCrash, "White: ended by signal 11") ==
        "White disconnects: ended by signal 11");
  CHECK(words(Outcome::kWin, Ending::kStall, "Black: silent for 60 s") ==
        "Black's connection stalls: silent for 60 s");
  CHECK(words(Outcome::kWin, Ending::kIllegalMove, "Black makes an illegal move: e2e5") ==
        "Black makes an illegal move: e2e5");
  CHECK(reason_in_words(Game::kConnect6, played(Outcome::kLoss, Ending::kRules, "six in a row")) ==
        "Six in a row");
  CHECK(reason_in_words(Game::kReversi, played(Outcome::kDraw, Ending::kRules,
                                               "draw, 32 discs each")) == "Draw, 32 discs each");
  CHECK(reason_in_words(Game::kReversi, played(Outcome::kWin, Ending::kResignation, "x")) ==
        "White resigns");
  CHECK(reason_in_words(Game::kConnect6, played(Outcome::kLoss, Ending::kResignation, "x")) ==
        "Black resigns");
}

TEST_CASE("lines of a game have the form of fastchess") {
  const Tournament tournament = match_of_two();
  const PlayedGame game = played(Outcome::kLoss, Ending::kRules, "checkmate");
  CHECK(started_line(tournament, scheduled_game(0), 200) == "Started game 1 of 200 (A vs B)");
  CHECK(finished_line(tournament, scheduled_game(1), &game, "") ==
        "Finished game 2 (B vs A): 0-1 {Black mates}");
  CHECK(finished_line(tournament, scheduled_game(0), nullptr, "A +12.5 mbb/g") ==
        "Finished game 1 (A vs B): A +12.5 mbb/g");
}

TEST_CASE("standings have fastchess's format") {
  Tournament tournament = match_of_two();
  tournament.openings.file = "books/some.epd";
  tournament.sprt = learning::statistics::SprtTest{};
  // pairs that agree carry more information than single games
  const PairingScore pairs{{6, 10, 4}, {}, {0, 2, 5, 2, 1}};
  const std::string lines = match_lines(tournament, pairs);
  const PairingFigures shown = figures(pairs);
  CHECK(shown.elo.high == learning::statistics::elo(pairs.pairs).high);
  CHECK(contains(lines, fmt::format("Elo: {:.2f} +/- {:.2f}, ", shown.elo.value,
                                    (shown.elo.high - shown.elo.low) / 2)));
  CHECK(contains(lines, fmt::format("LOS: {:.2f} %", 100 * shown.superiority)));
  CHECK(contains(lines, "Results of A vs B (nodes=1000, 1t - 2t, 16MB - , some.epd):\n"));
  CHECK(contains(lines, "\nElo: 34.86 +/- "));
  CHECK(contains(lines, ", DrawRatio: 50.00 %, PairsRatio: 1.50\n"));
  CHECK(contains(lines, "\nGames: 20, Wins: 6, Losses: 4, Draws: 10, Points: 11.0 (55.00 %)\n"));
  CHECK(contains(lines, "\nPtnml(0-2): [0, 2, 5, 2, 1]\n"));
  CHECK(contains(lines, "%) (-2.94, 2.94) [0.00, 5.00]\n"));
}

TEST_CASE("no figure is nan, whatever the results") {
  const std::array<PairingScore, 4> scores{{{},
                                            {{8, 0, 0}, {}, {0, 0, 0, 0, 4}},
                                            {{0, 0, 8}, {}, {4, 0, 0, 0, 0}},
                                            {{0, 8, 0}, {}, {0, 0, 4, 0, 0}}}};
  for (const PairingScore& score : scores) {
    Tournament tournament = match_of_two();
    tournament.sprt = learning::statistics::SprtTest{};
    CHECK_FALSE(contains(match_lines(tournament, score), "nan"));
    tournament.schedule.games = 1;
    CHECK_FALSE(contains(match_lines(tournament, score), "nan"));
  }
}

TEST_CASE("remaining time is estimated from the games of this run only") {
  const Pace::Time start{};
  const Pace pace{start};
  using std::chrono::seconds;
  CHECK_FALSE(pace.left({50, 100, 50, 2}, start + seconds(10)).has_value());
  CHECK(pace.left({60, 100, 50, 2}, start + seconds(10)) == seconds(40));
  CHECK(pace.left({100, 100, 50, 0}, start + seconds(10)) == seconds(0));
  Tournament tournament = match_of_two();
  CHECK(progress_words(pace, tournament, {60, 100, 50, 2}, start + seconds(10)) ==
        "60 of 100 games (50 played before), 2 running, 0:00:10 so far, about 0:00:40 left");
  CHECK(progress_words(pace, tournament, {0, 100, 0, 1}, start + seconds(3661)) ==
        "0 of 100 games, 1 running, 1:01:01 so far");
  CHECK(ended_words(pace, tournament, {60, 100, 50, 0}, start + seconds(10)) ==
        "60 of 100 games (50 played before) in 0:00:10");
}

TEST_CASE("in poker blocks are counted, in every line and in the table") {
  Tournament tournament = match_of_two();
  tournament.game = Game::kPoker;
  tournament.journal = "x.db";
  const auto start = std::chrono::steady_clock::now();
  CHECK(ended_words(Pace{start}, tournament, {6, 6, 2, 0}, start) ==
        "6 of 6 blocks (2 played before) in 0:00:00");
  CHECK(nothing_left_line(tournament, Standings({"A", "B"}, 2), {2, 2, 2, 0})
            .starts_with("all 2 blocks are in x.db"));
  Paper out;
  const auto own_lines = plain_lines(out.file(), out.file());
  Observer& lines = *own_lines;
  lines.tournament_started(tournament, {0, 6, 0, 0});
  CHECK(out.text() == "Tournament match: 6 blocks of 2 engines\n");
}

TEST_CASE("a part has its own number of games, and the numbers of games of the whole tournament") {
  Tournament tournament = match_of_two();
  tournament.schedule.part = {1, 3};
  Paper out;
  const auto own_lines = plain_lines(out.file(), out.file());
  Observer& lines = *own_lines;
  lines.tournament_started(tournament, {0, 4, 0, 0, 12});
  lines.game_started(scheduled_game(3), {0, 4, 0, 1, 12});
  CHECK(out.text() ==
        "Tournament match: 4 games of 2 engines, part 1/3 of 12\nStarted game 4 of 12 (B vs A)\n");
}

TEST_CASE("a sequential test has no total number of games and no remaining time") {
  const Pace::Time start{};
  Tournament tournament = match_of_two();
  tournament.sprt = learning::statistics::SprtTest{};
  const Pace::Time now = start + std::chrono::seconds(10);
  CHECK(progress_words(Pace{start}, tournament, {35, 1'000'000, 0, 1}, now) ==
        "35 of at most 1000000 games, 1 running, 0:00:10 so far");
  CHECK(ended_words(Pace{start}, tournament, {35, 1'000'000, 0, 0}, now) ==
        "35 of at most 1000000 games in 0:00:10");
  CHECK(started_line(tournament, scheduled_game(34), 1'000'000) ==
        "Started game 35 of at most 1000000 (A vs B)");
}

TEST_CASE("a run without a game left to play prints where the games are and how to start again") {
  Tournament tournament = match_of_two();
  tournament.journal = "x.db";
  const std::string line = "all 2 games are in x.db; use another -name or -journal to start again";
  Standings even({"A", "B"}, 2);
  CHECK(nothing_left_line(tournament, even, {2, 2, 2, 0}) == line);
  CHECK(nothing_left_line(tournament, even, {2, 2, 1, 0}).empty());  // one was played now
  CHECK(nothing_left_line(tournament, even, {2, 4, 2, 0}).empty());  // interrupted before the first
  CHECK(nothing_left_line(tournament, even, {}).empty());

  Paper out;
  Paper errors;
  const auto own_lines = plain_lines(out.file(), errors.file());
  Observer& lines = *own_lines;
  show(lines, tournament, "", 2, 2);
  CHECK(errors.text() == "trivium-match: " + line + "\n");
  Paper events;
  const auto own_json = json_events(events.file());
  Observer& json = *own_json;
  show(json, tournament, "", 2, 2);
  CHECK(contains(events.text(), R"({"event":"warning","text":"all 2 games are in x.db)"));
  Paper screen;
  {
    const auto own_table = live_table(screen.file());
    Observer& table = *own_table;
    show(table, tournament, "", 2, 2);
  }
  CHECK(contains(screen.text(), "Ended: all games played\r\n" + line + "\n"));

  tournament.sprt =
      learning::statistics::SprtTest{0, 5, 0.05, 0.05, learning::statistics::EloModel::kLogistic};
  CHECK(nothing_left_line(tournament, even, {2, 100, 2, 0}).empty());
  Standings decided({"A", "B"}, 2);
  for (std::uint64_t number = 0; number < 800; ++number) {
    const bool first_wins =
        number % 4 == 0;  // A wins one game of a pair in two, and draws the rest
    decided.add(scheduled_game(number),
                played(first_wins ? Outcome::kWin : Outcome::kDraw, Ending::kRules, ""));
  }
  CHECK(nothing_left_line(tournament, decided, {800, 1000, 800, 0}) ==
        "the test is decided, and all 800 games are in x.db; use another -name or -journal to "
        "start again");
}

TEST_CASE("plain lines report every game, and the standings at intervals") {
  Paper out;
  Paper errors;
  Tournament tournament = match_of_two();
  tournament.report_every = 2;
  const auto own_lines = plain_lines(out.file(), errors.file());
  Observer& lines = *own_lines;
  show(lines, tournament, "wdlw", 4);
  lines.warning("engine A was restarted");
  const std::string text = out.text();
  CHECK(
      text.starts_with("Tournament match: 4 games of 2 engines\nStarted game 1 of 4 (A vs "
                       "B)\nFinished game 1 (A vs B): 1-0 {White mates}\n"
                       "Started game 2 of 4 (B vs A)\n"));
  CHECK(count_of(text, "Results of A vs B") == 2);  // after two games and at the end
  CHECK(contains(text, "Games: 4, Wins: 1, Losses: 2, Draws: 1, Points: 1.5 (37.50 %)\n"));
  CHECK(contains(text,
                 ": all games played\nTournament finished\nFinished match\nTotal Time: 0:00:0"));
  CHECK(text.ends_with(" (hours:minutes:seconds)\n"));
  CHECK(errors.text() == "trivium-match: warning: engine A was restarted\n");
}

TEST_CASE(
    "plain lines report the standings only at the end if requested, and the games played before") {
  Paper out;
  Tournament tournament = match_of_two();
  tournament.report_every = 0;
  const auto own_lines = plain_lines(out.file(), out.file());
  Observer& lines = *own_lines;
  show(lines, tournament, "wd", 6, 4);
  CHECK(
      out.text().starts_with("Tournament match: 6 games of 2 engines, 4 of them played before\n"));
  CHECK(count_of(out.text(), "Results of A vs B") == 1);
}

TEST_CASE("events are one JSON object per line, whatever the names contain") {
  Paper out;
  Tournament tournament = match_of_two();
  tournament.engines[0].name = "A \"\xC3\x28\n";
  tournament.report_every = 1;
  const auto own_events = json_events(out.file());
  Observer& events = *own_events;
  show(events, tournament, "lw", 2);
  events.warning("one\ntwo");
  std::vector<nlohmann::json> lines;
  const std::string text = out.text();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(nlohmann::json::parse(text.substr(at, end - at)));
    at = end + 1;
  }
  std::vector<std::string> names;
  for (const auto& line : lines) names.push_back(line.at("event"));
  CHECK(names == std::vector<std::string>{"tournament_started", "game_started", "game_finished",
                                          "standings", "game_started", "game_finished", "standings",
                                          "tournament_ended", "warning"});
  CHECK(lines[0].at("engines").size() == 2);
  CHECK(lines[0].at("total") == 2);
  CHECK(lines[1].at("game") == 1);
  CHECK(lines[2].at("result") == "0-1");
  CHECK(lines[2].at("reason") == "Black mates");
  CHECK(lines[2].at("ending") == "rules");
  CHECK(lines[4].at("engines")[0] == "B");
  CHECK(lines[7].at("why") == "all games played");
  CHECK(lines[7].at("standings").is_object());
}

TEST_CASE("all views of a tournament report the progress of a poker block") {
  Tournament tournament = match_of_two();
  tournament.game = Game::kPoker;
  tournament.poker.hands = 1000;
  const auto show_block = [&tournament](Observer& observer) {
    const RunProgress progress{0, 2, 0, 1};
    observer.tournament_started(tournament, progress);
    observer.game_started(scheduled_game(1), progress);
    observer.hands_played(scheduled_game(1), 350, progress);
  };
  Paper out;
  const auto own_lines = plain_lines(out.file(), out.file());
  Observer& lines = *own_lines;
  show_block(lines);
  CHECK(out.text().ends_with("Started game 2 of 2 (B vs A)\nGame 2 (B vs A): 350 of 1000 hands\n"));

  Paper events;
  const auto own_json = json_events(events.file());
  Observer& json = *own_json;
  show_block(json);
  const std::string text = events.text();
  const auto last = nlohmann::json::parse(text.substr(text.rfind("{\"event\"")));
  CHECK(last.at("event") == "hands_played");
  CHECK(last.at("game") == 2);
  CHECK(last.at("hands") == 350);
  CHECK(last.at("of") == 1000);

  Paper screen;
  {
    const auto own_table = live_table(screen.file());
    Observer& table = *own_table;
    show_block(table);
    CHECK(screen.comes_to_hold("B vs A, 350 of 1000 hands\r\n"));
  }
}

TEST_CASE("a picture replaces the previous one, in the number of rows that it takes now") {
  Redrawing screen;
  CHECK(screen.next({"one", "two"}, {24, 80}) == "\r\x1b[Jone\r\ntwo\r\n");
  CHECK(screen.next({"three"}, {24, 80}) == "\r\x1b[2A\x1b[Jthree\r\n");
  CHECK(screen.next({"x"}, {24, 4}) ==
        "\r\x1b[2A\x1b[Jx\r\n");  // "three" takes two rows of four columns
  CHECK(screen.next({"too long", "b"}, {24, 5}) ==
        "\r\x1b[1A\x1b[Jtoo \r\nb\r\n");  // the last column stays free
  CHECK(screen.next({"a", "b", "c"}, {3, 80}) == "\r\x1b[2A\x1b[Ja\r\nb\r\n");
}

TEST_CASE(
    "the live table ends with the standings, leaves the cursor visible below, and redraws at most "
    "four times a second") {
  Paper out;
  const auto start = std::chrono::steady_clock::now();
  {
    const auto own_table = live_table(out.file());
    Observer& table = *own_table;
    Tournament tournament = match_of_two();
    table.warning("the machine is oversubscribed");
    show(table, tournament, std::string(2000, 'd'), 2000);
  }
  const double elapsed =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const std::string text = out.text();
  CHECK(static_cast<double>(count_of(text, "\x1b[J")) <= 2 + elapsed * 4);
  CHECK_FALSE(contains(text, "\x1b[?25"));
  const std::string last = text.substr(text.rfind("\x1b[J"));
  CHECK(contains(last, "match: 2000 of 2000 games"));
  CHECK(contains(last, "Finished game 2000 (B vs A): 1/2-1/2 {Draw by stalemate}\r\n"));
  CHECK(contains(last, "the machine is oversubscribed\r\n"));
  CHECK(last.ends_with("Ended: all games played\r\n"));
}

}  // namespace
}  // namespace trivium::match
