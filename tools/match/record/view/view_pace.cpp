#include "tools/match/record/view/view_pace.h"

#include <fmt/format.h>

#include "tools/match/record/view/view_words.h"

namespace trivium::match {

namespace {

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
  const double seconds = std::chrono::duration<double>(now - start_).count();
  const auto played = static_cast<double>(progress.finished - progress.resumed);
  const auto missing = static_cast<double>(progress.total - progress.finished);
  return std::chrono::seconds(static_cast<std::int64_t>(seconds / played * missing + 0.5));
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

}  // namespace trivium::match
