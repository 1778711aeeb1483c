// Reports a tournament in plain lines for files, pipes and scripts: start and end of every game and
// the standings at intervals, in fastchess's format (view_words.h). Warnings go to standard error.
#include <algorithm>
#include <fmt/format.h>

#include "tools/match/record/standings/report.h"
#include "tools/match/record/view/view_words.h"

namespace trivium::match {

namespace {

class PlainLines : public Observer {
 public:
  /// Writes every line at once. Both files must outlive this object.
  PlainLines(std::FILE* out, std::FILE* errors) : out_(out), errors_(errors) {}

  void tournament_started(const Tournament& tournament, const RunProgress& progress) override {
    tournament_ = tournament;
    pace_.start = std::chrono::steady_clock::now();
    std::string line = fmt::format("Tournament {}: {} {} of {} engines", tournament.name,
                                   games_in_all(tournament, progress.total), games_word(tournament),
                                   tournament.engines.size());
    if (progress.of_all_parts > 0)
      line += fmt::format(", part {} of {}", to_string(tournament.schedule.part),
                          games_in_all(tournament, progress.of_all_parts));
    if (progress.resumed > 0) line += fmt::format(", {} of them played before", progress.resumed);
    print(line + "\n");
  }

  void game_started(const ScheduledGame& game, const RunProgress& progress) override {
    const std::uint64_t last = std::max(progress.total, progress.of_all_parts);
    print(started_line(tournament_, game, last) + "\n");
  }

  void hands_played(const ScheduledGame& game, std::uint32_t hands,
                    const RunProgress& /*progress*/) override {
    print(fmt::format("Game {} ({}): {}\n", game.number + 1, players_of(tournament_, game),
                      hands_words(tournament_, hands)));
  }

  void game_finished(const ScheduledGame& game, const GameResult& result,
                     const Standings& standings, const RunProgress& progress) override {
    ++finished_here_;
    print(finished_line(tournament_, game, result.board, result.summary) + "\n");
    const bool last = progress.finished == progress.total;  // tournament_ended() reports it
    const auto every = static_cast<std::uint64_t>(tournament_.report_every);
    if (last || every == 0 || finished_here_ % every != 0) return;
    print_standings(standings);
    print(fmt::format(
        "{}\n", progress_words(pace_, tournament_, progress, std::chrono::steady_clock::now())));
  }

  void warning(const std::string& text) override {
    write_now(errors_, fmt::format("trivium-match: warning: {}\n", text));
  }

  void tournament_ended(const Standings& standings, const RunProgress& progress,
                        const std::string& why) override {
    print_standings(standings);
    if (is_match()) print(report(standings, tournament_));
    const auto now = std::chrono::steady_clock::now();
    print(fmt::format("{}: {}\n", ended_words(pace_, tournament_, progress, now), why));
    if (const std::string line = nothing_left_line(tournament_, standings, progress); !line.empty())
      write_now(errors_, fmt::format("trivium-match: {}\n", line));
    print(
        fmt::format("Tournament finished\nFinished match\nTotal Time: {} (hours:minutes:seconds)\n",
                    hours_minutes_seconds(pace_.elapsed(now))));
  }

 private:
  void print(const std::string& text) { write_now(out_, text); }

  /// Prints the standings: a match of two in fastchess's format, any other tournament as report().
  void print_standings(const Standings& standings) {
    print(is_match() ? match_lines(tournament_, standings.pairing(0, 1))
                     : report(standings, tournament_));
  }

  bool is_match() const {
    return tournament_.engines.size() == 2 && tournament_.game != Game::kPoker;
  }

  std::FILE* out_;
  std::FILE* errors_;
  Tournament tournament_;
  Pace pace_;
  std::uint64_t finished_here_ = 0;  ///< games finished in this run
};

}  // namespace

std::unique_ptr<Observer> plain_lines(std::FILE* out, std::FILE* errors) {
  return std::make_unique<PlainLines>(out, errors);
}

}  // namespace trivium::match
