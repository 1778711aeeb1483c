// Progress of a long command on stderr: phase, steps, rate, time left, where the result will be and
// how old the snapshot on disk is.
//
// On a terminal one line rewrites itself; elsewhere plain lines come every ten seconds. Programs
// read one JSON object a line instead. Commands that are often short can delay the first line.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trivium::learning {

enum class ProgressStyle : std::uint8_t {
  kText,
  kJson,   ///< lines of JSON: {"progress": {"what", "done", "total", ...}}
  kQuiet,  ///< nothing
};

/// Progress of one phase of a command.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    ProgressStyle style = ProgressStyle::kText;
    std::string result{};  ///< where the result will be, for the user; empty: not a file
    std::filesystem::path checkpoint{};  ///< folder of the snapshots; empty: none
    std::ostream* out = nullptr;         ///< stderr if null
    std::optional<bool>
        terminal{};  ///< whether the line may be rewritten; default: if stderr is a terminal
    std::function<Clock::time_point()> now = Clock::now;
    Clock::duration delay{};  ///< a phase that is shorter prints nothing
    int phase = 1;            ///< from 1
    int phases = 1;
    bool resumed = false;  ///< steps before the first update are of an earlier run and do not count
                           ///< for the rate
  };

  /// `what` is the plural of a step: "games". `total` is 0 if it is not known. The first phase of a
  /// command also prints where the result and the snapshots will be.
  Progress(std::string what, std::uint64_t total, Options options);
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` steps are finished; `detail` describes the state ("log-loss 0.55"). Writes if enough
  /// time has passed since the last line, and always when all is done. Not thread-safe.
  void update(std::uint64_t done, std::string_view detail = {});
  /// Removes the line from a terminal, for other output; the next update writes it again.
  void erase();
  /// Declares the total an upper bound: no share of it and no time left are reported.
  void expect_fewer() noexcept { may_be_fewer_ = true; }

 private:
  /// Steps per second, once enough are done to know it.
  std::optional<double> rate(std::uint64_t done, Clock::time_point now) const;
  std::string line(std::uint64_t done, std::string_view detail, Clock::time_point now) const;
  std::string json(std::uint64_t done, std::string_view detail, Clock::time_point now) const;
  void announce() const;
  bool total_known(std::uint64_t done) const noexcept { return total_ > 0 || done == 0; }
  bool finished(std::uint64_t done) const noexcept { return total_known(done) && done >= total_; }

  std::string what_;
  std::uint64_t total_;
  bool may_be_fewer_ = false;
  Options options_;
  std::uint64_t origin_ = 0;  // steps done before this run
  Clock::time_point started_;
  Clock::time_point written_{};
  std::size_t width_ = 0;  // of the line on the terminal
};

/// The phases of a command, in their order. Each counts its own steps to 100 %.
class Phases {
 public:
  /// A command of `count` phases, or fewer.
  Phases(int count, Progress::Options options) : options_(std::move(options)) {
    options_.phases = count;
    options_.phase = 0;
  }

  /// Returns the options of the next phase, for its Progress.
  Progress::Options next() {
    ++options_.phase;
    return options_;
  }

 private:
  Progress::Options options_;
};

/// Calls `work` with a callback for (steps done, total), and shows them as the next phase. The
/// phase begins with the first call. Returns the result of `work`.
template <class Work>
auto with_progress(const char* what, Phases& phases, const Work& work) {
  std::optional<Progress> progress;
  return work([&](std::uint64_t done, std::uint64_t total) {
    if (!progress) progress.emplace(what, total, phases.next());
    progress->update(done);
  });
}

/// "50 s", "2 min 5 s", "3 h 7 min".
std::string readable_duration(std::chrono::seconds duration);

}  // namespace trivium::learning
