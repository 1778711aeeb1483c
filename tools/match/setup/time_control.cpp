#include "tools/match/setup/time_control.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>
#include <vector>

#include "fmt/format.h"

#include "engine/core/text.h"

namespace trivium::match {
namespace {

constexpr int kMaxSeconds = 10'000'000;
constexpr int kMaxMoves = 10'000;
constexpr std::size_t kShown = 40;

Error clock_error(std::string_view text, const std::string& cause) {
  return Error{"match.clock", "tc: {}: {}", text::quoted(text, kShown), cause};
}

std::optional<int> parse_whole(std::string_view text, int maximum) noexcept {
  const std::optional<int> value = text::parse_number<int>(text);
  return value && *value >= 0 && *value <= maximum ? value : std::nullopt;
}

/// Removes the text before `separator`, and the separator; empty if there is none.
std::optional<std::string_view> take_before(std::string_view& text, char separator) noexcept {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view part = text.substr(0, at);
  text.remove_prefix(at + 1);
  return part;
}

Error too_long() { return Error{"match.seconds.range", "more than {} seconds", kMaxSeconds}; }

/// Formats seconds: "90", "0.5", "0.125".
std::string seconds_text(Milliseconds time) {
  std::string text = fmt::format("{}.{:03}", time.count() / 1000, time.count() % 1000);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace

Result<Milliseconds> parse_seconds(std::string_view text) {
  double seconds = 0;
  const bool plain =
      !text.empty() && text.find_first_not_of("0123456789.") == std::string_view::npos;
  const auto [end, failure] =
      std::from_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
  if (!plain || failure == std::errc::invalid_argument || end != text.data() + text.size())
    return Error{"match.seconds.form", "must be a number of seconds, such as 60 or 0.5"};
  if (failure == std::errc::result_out_of_range || seconds > kMaxSeconds) return too_long();
  const Milliseconds rounded(std::llround(seconds * 1000));
  if (seconds > 0 && rounded == Milliseconds(0))
    return Error{"match.seconds.range", "less than a thousandth of a second"};
  return rounded;
}

Status parse_clock(std::string_view text, TimeControl& control) {
  TimeControl read = control;
  read.base = read.increment = Milliseconds(0);
  read.moves = 0;
  read.clock = text != "inf" && text != "infinite";
  if (!read.clock) {
    control = read;
    return {};
  }
  std::string_view rest = text;
  if (const auto moves = take_before(rest, '/')) {
    const std::optional<int> count = parse_whole(*moves, kMaxMoves);
    if (!count)
      return clock_error(text, fmt::format("moves must be a whole number up to {}", kMaxMoves));
    read.moves = *count;
  }
  if (const std::size_t plus = rest.find('+'); plus != std::string_view::npos) {
    const Result<Milliseconds> increment = parse_seconds(rest.substr(plus + 1));
    if (!increment) return clock_error(text, "increment: " + increment.error().message);
    read.increment = *increment;
    rest = rest.substr(0, plus);
  }
  if (const auto minutes = take_before(rest, ':')) {
    const std::optional<int> count = parse_whole(*minutes, kMaxSeconds / 60);
    if (!count) return clock_error(text, "minutes must be a whole number, as in 1:30");
    read.base = std::chrono::minutes(*count);
  }
  const Result<Milliseconds> seconds = parse_seconds(rest);
  if (!seconds) return clock_error(text, "time: " + seconds.error().message);
  read.base += *seconds;
  if (read.base > std::chrono::seconds(kMaxSeconds))
    return clock_error(text, "time: " + too_long().message);
  if (read.base == Milliseconds(0)) return clock_error(text, "no time for the first move");
  control = read;
  return {};
}

Milliseconds usual_margin(const TimeControl& control) noexcept {
  constexpr Milliseconds kMin{10};
  return control.move_time ? std::max(kMin, *control.move_time / 20) : Milliseconds(0);
}

std::string to_string(const TimeControl& control) {
  std::vector<std::string> parts;
  if (control.clock) {
    std::string clock = seconds_text(control.base);
    if (control.moves > 0) clock = fmt::format("{}/{}", control.moves, clock);
    if (control.increment > Milliseconds(0))
      clock += fmt::format("+{}", seconds_text(control.increment));
    parts.push_back(std::move(clock));
  }
  if (control.move_time) parts.push_back("st=" + seconds_text(*control.move_time));
  if (control.depth) parts.push_back(fmt::format("depth={}", *control.depth));
  if (control.nodes) parts.push_back(fmt::format("nodes={}", *control.nodes));
  return parts.empty() ? "inf" : fmt::format("{}", fmt::join(parts, " "));
}

GameClock::GameClock(const TimeControl& control) noexcept
    : control_(control), remaining_(control.base), moves_left_(control.moves) {}

ClockState GameClock::state() const noexcept {
  const auto whole = std::chrono::duration_cast<Milliseconds>(remaining_);
  return {std::max(whole, Milliseconds(1)), control_.increment, moves_left_};
}

std::optional<Microseconds> GameClock::available() const noexcept {
  if (!control_.move_time) return control_.clock ? std::optional(remaining_) : std::nullopt;
  return control_.clock ? std::min<Microseconds>(remaining_, *control_.move_time)
                        : *control_.move_time;
}

std::optional<Microseconds> GameClock::charge(Microseconds used) noexcept {
  const std::optional<Microseconds> available_before = available();
  if (control_.clock) {
    remaining_ = std::max(remaining_ - used, Microseconds(0)) + control_.increment;
    if (moves_left_ > 0 && --moves_left_ == 0) {
      remaining_ += control_.base;
      moves_left_ = control_.moves;
    }
  }
  return available_before ? std::optional(*available_before - used) : std::nullopt;
}

}  // namespace trivium::match
