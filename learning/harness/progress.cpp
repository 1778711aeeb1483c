#include "learning/harness/progress.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iostream>
#include <unistd.h>

namespace trivium::learning {

namespace {

using namespace std::chrono_literals;

constexpr auto kTerminalPause = 100ms;
constexpr auto kPlainPause = 10s;

}  // namespace

std::string readable_duration(std::chrono::seconds duration) {
  const auto total = duration.count();
  if (total < 60) return fmt::format("{} s", total);
  if (total < 3600) return fmt::format("{} min {} s", total / 60, total % 60);
  return fmt::format("{} h {} min", total / 3600, total % 3600 / 60);
}

Progress::Progress(std::string what, std::uint64_t total)
    : Progress(std::move(what), total, {&std::cerr, ::isatty(STDERR_FILENO) == 1, Clock::now}) {}

Progress::Progress(std::string what, std::uint64_t total, Options options)
    : what_(std::move(what)), total_(total), options_(std::move(options)), started_(options_.now()) {
  if (options_.out == nullptr) options_.out = &std::cerr;
}

Progress::~Progress() {
  if (width_ > 0) *options_.out << std::endl;
}

void Progress::resumed_at(std::uint64_t done) noexcept { origin_ = done; }

std::string Phases::next(std::string_view what) {
  ++number_;
  return count_ > 1 ? fmt::format("phase {} of {}, {}", number_, count_, what) : std::string(what);
}

std::string Progress::line(std::uint64_t done, std::string_view detail) const {
  std::string text = fmt::format("{}: {} of {}{}", what_, done, may_be_fewer_ ? "at most " : "", total_);
  if (total_ > 0 && !may_be_fewer_) text += fmt::format(" ({} %)", 100 * done / total_);
  if (!detail.empty()) text += fmt::format(", {}", detail);
  if (may_be_fewer_) return text;
  const std::chrono::duration<double> used = options_.now() - started_;
  // Fewer steps would tell how long it took to begin.
  constexpr std::uint64_t kEnoughParts = 1000;
  if (done > origin_ && done < total_ && (done - origin_) >= (total_ - origin_) / kEnoughParts) {
    const double left = used.count() / static_cast<double>(done - origin_) * static_cast<double>(total_ - done);
    text += fmt::format(", about {} left", readable_duration(std::chrono::seconds(std::lround(left))));
  }
  return text;
}

void Progress::update(std::uint64_t done, std::string_view detail) {
  const Clock::time_point now = options_.now();
  const Clock::duration pause = options_.terminal ? Clock::duration(kTerminalPause) : Clock::duration(kPlainPause);
  const bool first = written_ == Clock::time_point{};
  if (!first && now - written_ < pause && done < total_) return;
  written_ = now;
  std::string text = line(done, detail);
  if (!options_.terminal) {
    *options_.out << text << std::endl;
    return;
  }
  const std::size_t width = text.size();
  text.append(width_ > width ? width_ - width : 0, ' ');
  width_ = width;
  *options_.out << '\r' << text << std::flush;
  if (done < total_) return;
  *options_.out << std::endl;  // what is printed next has a line of its own
  width_ = 0;
}

}  // namespace trivium::learning
