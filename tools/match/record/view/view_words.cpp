#include "tools/match/record/view/view_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/text.h"
#include "learning/statistics/pair_score.h"
#include "learning/statistics/sprt.h"
#include "tools/match/record/standings/report.h"

namespace trivium::match {

namespace {

namespace statistics = learning::statistics;

constexpr std::string_view kRule = "--------------------------------------------------\n";

std::string_view side_name(Game game, int side) {
  const bool first_is_black = game == Game::kConnect6 || game == Game::kReversi;
  return (side == 0) == first_is_black ? "Black" : "White";
}

/// Half-width of an interval.
double margin(const statistics::Estimate& estimate) { return (estimate.high - estimate.low) / 2; }

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

/// Percentage of the way from 0 to the bound that the LLR approaches.
double percent(const statistics::SprtState& state) {
  const double bound = state.llr < 0 ? state.lower : state.upper;
  return bound == 0 ? 0 : 100 * state.llr / bound;
}

/// "10+0.1, 1t, 64MB, book.epd": equal values once, different ones as "1t - 2t", without unknown
/// ones.
std::string conditions(const Tournament& tournament) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::string& first, const std::string& second) {
    if (!first.empty() || !second.empty())
      parts.push_back(first == second ? first : first + " - " + second);
  };
  const auto option = [](const EngineSpec& engine, std::string_view name, std::string_view unit) {
    const auto found =
        std::ranges::find(engine.options, name, &std::pair<std::string, std::string>::first);
    return found == engine.options.end() ? "" : fmt::format("{}{}", found->second, unit);
  };
  const EngineSpec& first = tournament.engines[0];
  const EngineSpec& second = tournament.engines[1];
  add(to_string(first.time), to_string(second.time));
  add(option(first, "Threads", "t"), option(second, "Threads", "t"));
  add(option(first, "Hash", "MB"), option(second, "Hash", "MB"));
  const std::string book = tournament.openings.file.filename().string();
  add(book, book);
  return text::joined(parts, ", ");
}

/// fastchess's text for an ending by the rules; empty if it has none.
std::string rules_in_words(Game game, const PlayedGame& played) {
  static constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"stalemate", "Draw by stalemate"},
      {"draw by repetition", "Draw by 3-fold repetition"},
      {"draw by the fifty-move rule", "Draw by fifty moves rule"},
      {"draw by insufficient material", "Draw by insufficient mating material"},
  });
  if (played.reason == "checkmate")
    return fmt::format("{} mates", side_name(game, played.for_first == Outcome::kWin ? 0 : 1));
  const auto found = std::ranges::find(kWords, std::string_view(played.reason),
                                       &std::pair<std::string_view, std::string_view>::first);
  return found == kWords.end() ? "" : std::string(found->second);
}

/// Text of the loser's fault. A reason is a sentence that starts with "White" or "White: ".
std::string fault_in_words(std::string_view loser, const PlayedGame& played) {
  std::string_view what = played.reason;
  if (what.starts_with(fmt::format("{} ", loser))) return played.reason;
  if (const std::string name = fmt::format("{}: ", loser); what.starts_with(name))
    what.remove_prefix(name.size());
  switch (played.ending) {
    case Ending::kTimeLoss:
      return fmt::format("{} loses on time: {}", loser, what);
    case Ending::kStall:
      return fmt::format("{}'s connection stalls: {}", loser, what);
    case Ending::kIllegalMove:
      return fmt::format("{} makes an illegal move: {}", loser, what);
    default:
      return fmt::format("{} disconnects: {}", loser, what);  // crashes, leaves, cannot be started
  }
}

std::string played_words(const Tournament& tournament, const RunProgress& progress) {
  std::string words = fmt::format("{} of {} {}", progress.finished,
                                  games_in_all(tournament, progress.total), games_word(tournament));
  if (progress.resumed > 0) words += fmt::format(" ({} played before)", progress.resumed);
  return words;
}

}  // namespace

std::optional<std::chrono::seconds> Pace::left(const RunProgress& progress,
                                               Time now) const noexcept {
  if (progress.finished <= progress.resumed || progress.total < progress.finished)
    return std::nullopt;
  const double seconds = std::chrono::duration<double>(now - start).count();
  const auto played = static_cast<double>(progress.finished - progress.resumed);
  const auto missing = static_cast<double>(progress.total - progress.finished);
  return std::chrono::seconds(static_cast<std::int64_t>(seconds / played * missing + 0.5));
}

void write_now(std::FILE* file, const std::string& text) {
  std::fputs(text.c_str(), file);
  std::fflush(file);
}

std::string hours_minutes_seconds(std::chrono::seconds time) {
  const auto seconds = time.count();
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

std::string progress_words(const Pace& pace, const Tournament& tournament,
                           const RunProgress& progress, Pace::Time now) {
  std::string words = played_words(tournament, progress);
  if (progress.running > 0) words += fmt::format(", {} running", progress.running);
  words += fmt::format(", {} so far", hours_minutes_seconds(pace.elapsed(now)));
  const auto left = pace.left(progress, now);
  if (left && progress.finished < progress.total && !tournament.sprt)
    words += fmt::format(", about {} left", hours_minutes_seconds(*left));
  return words;
}

std::string ended_words(const Pace& pace, const Tournament& tournament, const RunProgress& progress,
                        Pace::Time now) {
  return fmt::format("{} in {}", played_words(tournament, progress),
                     hours_minutes_seconds(pace.elapsed(now)));
}

std::string result_word(Outcome for_first) {
  constexpr std::array kWords{"0-1", "1/2-1/2", "1-0"};
  return kWords.at(static_cast<std::size_t>(static_cast<int>(for_first) + 1));
}

std::string reason_in_words(Game game, const PlayedGame& played) {
  const std::string_view winner = side_name(game, played.for_first == Outcome::kWin ? 0 : 1);
  const std::string_view loser = side_name(game, played.for_first == Outcome::kWin ? 1 : 0);
  std::string words;
  if (played.ending == Ending::kRules) {
    words = rules_in_words(game, played);
  } else if (played.ending == Ending::kResignation) {
    words = fmt::format("{} resigns", loser);
  } else if (played.ending == Ending::kAdjudicated) {
    words = played.for_first == Outcome::kDraw ? "Draw by adjudication"
                                               : fmt::format("{} wins by adjudication", winner);
  } else {
    words = fault_in_words(loser, played);
  }
  if (!words.empty()) return words;
  words = played.reason;
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::string_view games_word(const Tournament& tournament) noexcept {
  return tournament.game == Game::kPoker ? "blocks" : "games";
}

std::string games_in_all(const Tournament& tournament, std::uint64_t total) {
  return fmt::format("{}{}", tournament.sprt ? "at most " : "", total);
}

std::string players_of(const Tournament& tournament, const ScheduledGame& game) {
  return text::joined(game.seats, " vs ", [&tournament](int engine) {
    return tournament.engines.at(static_cast<std::size_t>(engine)).name;
  });
}

std::string started_line(const Tournament& tournament, const ScheduledGame& game,
                         std::uint64_t total) {
  return fmt::format("Started game {} of {} ({})", game.number + 1, games_in_all(tournament, total),
                     players_of(tournament, game));
}

std::string hands_words(const Tournament& tournament, std::uint32_t hands) {
  return fmt::format("{} of {}", hands, text::counted(tournament.poker.hands, "hand"));
}

std::string finished_line(const Tournament& tournament, const ScheduledGame& game,
                          const PlayedGame* played, const std::string& summary) {
  const std::string start =
      fmt::format("Finished game {} ({}): ", game.number + 1, players_of(tournament, game));
  if (played == nullptr) return start + summary;
  return fmt::format("{}{} {{{}}}", start, result_word(played->for_first),
                     reason_in_words(tournament.game, *played));
}

std::string nothing_left_line(const Tournament& tournament, const Standings& standings,
                              const RunProgress& progress) {
  if (progress.finished == 0 || progress.finished > progress.resumed) return "";
  const bool decided = tournament.sprt && standings.sprt(*tournament.sprt).verdict !=
                                              statistics::SprtVerdict::kContinue;
  if (!decided && progress.finished < progress.total) return "";
  return fmt::format("{}all {} {} are in {}; use another -name or -journal to start again",
                     decided ? "the test is decided, and " : "", progress.finished,
                     games_word(tournament), tournament.journal.string());
}

std::string match_lines(const Tournament& tournament, const PairingScore& score) {
  const bool pairs = tournament.schedule.games == 2;
  const PairingFigures shown = figures(score);
  const double drawn = pairs ? share(score.pairs[2], statistics::ScoreSample(score.pairs).units)
                             : share(score.games.draws, score.games.games());

  std::string lines(kRule);
  lines += fmt::format("Results of {} vs {} ({}):\n", tournament.engines[0].name,
                       tournament.engines[1].name, conditions(tournament));
  lines += fmt::format("Elo: {:.2f} +/- {:.2f}, nElo: {:.2f} +/- {:.2f}\n", shown.elo.value,
                       margin(shown.elo), shown.normalized_elo.value, margin(shown.normalized_elo));
  lines += fmt::format("LOS: {:.2f} %, DrawRatio: {:.2f} %", 100 * shown.superiority, drawn);
  const std::uint64_t lost = score.pairs[0] + score.pairs[1];
  const std::uint64_t won = score.pairs[3] + score.pairs[4];
  if (pairs)
    lines += fmt::format(", PairsRatio: {:.2f}",
                         lost == 0 ? (won == 0 ? 1 : INFINITY)
                                   : static_cast<double>(won) / static_cast<double>(lost));
  const statistics::GameCounts& games = score.games;
  lines += fmt::format(
      "\nGames: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1f} ({:.2f} %)\n", games.games(),
      games.wins, games.losses, games.draws, games.points(),
      games.games() == 0 ? 0 : 100 * games.points() / static_cast<double>(games.games()));
  if (pairs) lines += fmt::format("Ptnml(0-2): [{}]\n", fmt::join(score.pairs, ", "));
  if (tournament.sprt) {
    const statistics::SprtState state = pairs ? statistics::sprt(*tournament.sprt, score.pairs)
                                              : statistics::sprt(*tournament.sprt, score.games);
    lines += fmt::format("LLR: {:.2f} ({:.1f}%) ({:.2f}, {:.2f}) [{:.2f}, {:.2f}]\n", state.llr,
                         std::copysign(percent(state), state.llr), state.lower, state.upper,
                         tournament.sprt->elo0, tournament.sprt->elo1);
  }
  return lines.append(kRule);
}

}  // namespace trivium::match
