#include "tools/match/record/view/view_lines.h"

#include <fmt/format.h>

#include "tools/match/record/standings/report.h"
#include "tools/match/record/view/view_words.h"

namespace trivium::match {

void PlainLines::tournament_started(const Tournament& tournament, const RunProgress& progress) {
  tournament_ = tournament;
  pace_ = Pace(std::chrono::steady_clock::now());
  std::string line = fmt::format("Tournament {}: {} {} of {} engines", tournament.name,
                                 games_in_all(tournament, progress.total), games_word(tournament),
                                 tournament.engines.size());
  if (progress.resumed > 0) line += fmt::format(", {} of them played before", progress.resumed);
  print(line + "\n");
}

void PlainLines::game_started(const ScheduledGame& game, const RunProgress& progress) {
  print(started_line(tournament_, game, progress.total) + "\n");
}

void PlainLines::hands_played(const ScheduledGame& game, std::uint32_t hands,
                              const RunProgress& /*progress*/) {
  print(hands_line(tournament_, game, hands) + "\n");
}

void PlainLines::game_finished(const ScheduledGame& game, const GameResult& result,
                               const Standings& standings, const RunProgress& progress) {
  ++finished_here_;
  print(finished_line(tournament_, game, result.board, result.summary) + "\n");
  const bool last = progress.finished == progress.total;  // tournament_ended() reports it
  const auto every = static_cast<std::uint64_t>(tournament_.report_every);
  if (last || every == 0 || finished_here_ % every != 0) return;
  print_standings(standings);
  print(fmt::format(
      "{}\n", progress_words(pace_, tournament_, progress, std::chrono::steady_clock::now())));
}

void PlainLines::warning(const std::string& text) {
  fmt::print(errors_, "trivium-match: warning: {}\n", text);
  std::fflush(errors_);
}

void PlainLines::tournament_ended(const Standings& standings, const RunProgress& progress,
                                  const std::string& why) {
  print_standings(standings);
  if (is_match()) print(report(standings, tournament_));
  const auto now = std::chrono::steady_clock::now();
  print(fmt::format("{}: {}\n", ended_words(pace_, tournament_, progress, now), why));
  if (const std::string line = nothing_left_line(tournament_, standings, progress); !line.empty()) {
    fmt::print(errors_, "trivium-match: {}\n", line);
    std::fflush(errors_);
  }
  print(fmt::format("Tournament finished\nFinished match\nTotal Time: {} (hours:minutes:seconds)\n",
                    hours_minutes_seconds(pace_.elapsed(now))));
}

void PlainLines::print(const std::string& text) {
  std::fputs(text.c_str(), out_);
  std::fflush(out_);
}

void PlainLines::print_standings(const Standings& standings) {
  print(is_match() ? match_lines(tournament_, standings.pairing(0, 1))
                   : report(standings, tournament_));
}

}  // namespace trivium::match
