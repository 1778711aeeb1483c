#include "learning/harness/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iostream>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unistd.h>

#include "learning/harness/checkpoint.h"
#include "models/format/strict_json.h"

namespace trivium::learning {

namespace {

using namespace std::chrono_literals;

constexpr auto kTerminalPause = 100ms;
constexpr auto kPlainPause = 10s;

/// Returns the time since a checkpoint in `folder` was last written; nothing if there is none.
std::optional<std::chrono::seconds> age_of_newest(const std::filesystem::path& folder) {
  using FileClock = std::filesystem::file_time_type::clock;
  std::optional<FileClock::time_point> newest;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (!Checkpoint::is_checkpoint(entry->path())) continue;
    std::error_code gone;  // a file may be renamed meanwhile
    const FileClock::time_point written = entry->last_write_time(gone);
    if (!gone && entry->is_regular_file(gone))
      newest = newest ? std::max(*newest, written) : written;
  }
  if (!newest) return std::nullopt;
  return std::max(std::chrono::duration_cast<std::chrono::seconds>(FileClock::now() - *newest), 0s);
}

std::string readable_rate(double per_second) {
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  if (per_second >= 1) return fmt::format("{:.{}f}/s", per_second, per_second >= 100 ? 0 : 1);
  if (per_second * kMinute >= 1) return fmt::format("{:.1f}/min", per_second * kMinute);
  return fmt::format("{:.1f}/h", per_second * kHour);
}

}  // namespace

std::string readable_duration(std::chrono::seconds duration) {
  const auto total = duration.count();
  if (total < 60) return fmt::format("{} s", total);
  if (total < 3600) return fmt::format("{} min {} s", total / 60, total % 60);
  return fmt::format("{} h {} min", total / 3600, total % 3600 / 60);
}

Progress::Progress(std::string what, std::uint64_t total, Options options)
    : what_(std::move(what)),
      total_(total),
      options_(std::move(options)),
      started_(options_.now()) {
  if (options_.out == nullptr) options_.out = &std::cerr;
  if (!options_.terminal) options_.terminal = ::isatty(STDERR_FILENO) == 1;
  if (options_.delay == Clock::duration::zero()) announce();
}

Progress::~Progress() {
  if (width_ > 0) *options_.out << std::endl;
}

void Progress::erase() {
  if (width_ > 0) *options_.out << '\r' << std::string(width_, ' ') << '\r' << std::flush;
  width_ = 0;
}

void Progress::note(std::string_view text) {
  erase();
  print_note(options_, text);
}

void print_note(const Progress::Options& options, std::string_view text) {
  if (text.ends_with('\n')) text.remove_suffix(1);
  (options.out != nullptr ? *options.out : std::cerr)
      << (options.json ? format::json_line(nlohmann::ordered_json{{"note", text}})
                       : std::string(text))
      << std::endl;
}

void Progress::announce() const {
  if (options_.json || options_.quiet || std::exchange(*options_.announced, true)) return;
  if (!options_.result.empty()) *options_.out << "result: " << options_.result << '\n';
  if (options_.checkpoint.empty()) return;
  const std::optional<std::chrono::seconds> age = age_of_newest(options_.checkpoint);
  *options_.out << "checkpoint: " << options_.checkpoint.string()
                << (age ? fmt::format(", saved {} ago", readable_duration(*age))
                        : ", nothing saved yet")
                << std::endl;
}

std::optional<double> Progress::rate(std::uint64_t done, Clock::time_point now) const {
  // With fewer steps, the rate would mostly measure the start-up.
  constexpr std::uint64_t kEnoughParts = 1000;
  const std::chrono::duration<double> used = now - started_;
  const std::uint64_t enough =
      may_be_fewer_ ? 1 : (total_ - std::min(origin_, total_)) / kEnoughParts;
  if (done <= origin_ || done - origin_ < enough || used.count() <= 0) return std::nullopt;
  return static_cast<double>(done - origin_) / used.count();
}

std::optional<std::chrono::seconds> Progress::seconds_left(std::uint64_t done, double rate) const {
  if (done >= total_ || may_be_fewer_) return std::nullopt;
  return std::chrono::seconds(std::lround(static_cast<double>(total_ - done) / rate));
}

std::string Progress::line(std::uint64_t done, std::string_view detail,
                           Clock::time_point now) const {
  std::string text = options_.phases > 1
                         ? fmt::format("phase {} of {}, ", options_.phase, options_.phases)
                         : std::string();
  text += fmt::format("{}: {}", what_, done);
  if (total_known(done)) text += fmt::format(" of {}{}", may_be_fewer_ ? "at most " : "", total_);
  if (total_ > 0 && !may_be_fewer_) text += fmt::format(" ({} %)", 100 * done / total_);
  if (const std::optional<double> rate = this->rate(done, now)) {
    text += ", " + readable_rate(*rate);
    if (const auto left = seconds_left(done, *rate))
      text += fmt::format(", about {} left", readable_duration(*left));
  }
  if (const auto age = age_of_newest(options_.checkpoint))
    text += fmt::format(", checkpoint {} old", readable_duration(*age));
  if (!detail.empty()) text += fmt::format(", {}", detail);
  return text;
}

std::string Progress::json(std::uint64_t done, std::string_view detail,
                           Clock::time_point now) const {
  nlohmann::ordered_json event{
      {"phase", options_.phase}, {"phases", options_.phases}, {"what", what_}, {"done", done}};
  if (total_known(done)) event["total"] = total_;
  if (may_be_fewer_) event["at_most"] = true;
  if (const std::optional<double> rate = this->rate(done, now)) {
    event["per_second"] = *rate;
    if (const auto left = seconds_left(done, *rate)) event["seconds_left"] = left->count();
  }
  if (!options_.result.empty()) event["result"] = options_.result;
  if (const auto age = age_of_newest(options_.checkpoint))
    event["checkpoint_seconds"] = age->count();
  if (!detail.empty()) event["detail"] = detail;
  return format::json_line(nlohmann::ordered_json{{"progress", event}});
}

void Progress::update(std::uint64_t done, std::string_view detail) {
  if (options_.quiet) return;
  const bool rewrites = *options_.terminal && !options_.json;
  const Clock::time_point now = options_.now();
  const Clock::duration pause =
      rewrites ? Clock::duration(kTerminalPause) : Clock::duration(kPlainPause);
  const bool first = written_ == Clock::time_point{};
  if (std::exchange(options_.resumed, false)) {
    origin_ = done;
    started_ = now;
  }
  if (first && now - started_ < options_.delay) return;
  const bool ends = total_ > 0 && finished(done);
  if (!first && now - written_ < pause && !ends) return;
  if (first && options_.delay > Clock::duration::zero()) announce();
  written_ = now;
  std::string text = options_.json ? json(done, detail, now) : line(done, detail, now);
  if (!rewrites) {
    *options_.out << text << std::endl;
    return;
  }
  const std::size_t width = text.size();
  text.append(width_ > width ? width_ - width : 0, ' ');
  width_ = width;
  *options_.out << '\r' << text << std::flush;
  if (!finished(done)) return;
  *options_.out << std::endl;  // later output begins on a new line
  width_ = 0;
}

}  // namespace trivium::learning
