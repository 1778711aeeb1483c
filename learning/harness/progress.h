// Progress of a long command on stderr: phase, steps, rate, time left, path of the result and age
// of the snapshot on disk.
//
// On a terminal one line is rewritten in place; elsewhere plain lines follow at intervals of ten
// seconds. For programs each line is a JSON object. Commands that are often short can delay the
// first line. Other messages of such a command are notes, so that all of its lines have one form.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace trivium::learning {

/// Time before the first line of a command or phase that is often short.
inline constexpr std::chrono::seconds kProgressDelay{5};

/// Progress of one phase of a command.
class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    bool json = false;                   ///< lines are {"progress": {"what", "done", "total", ...}}
    bool quiet = false;                  ///< prints no progress
    std::string result{};                ///< path of the result, to print; empty if not a file
    std::filesystem::path checkpoint{};  ///< folder of the snapshots; empty if there is none
    std::ostream* out = nullptr;         ///< output; stderr if null
    std::optional<bool> terminal{};      ///< output is a terminal; default: ask the system
    std::function<Clock::time_point()> now = Clock::now;
    Clock::duration delay{};  ///< a phase shorter than this prints nothing
    int phase = 1;            ///< number of the phase, from 1
    int phases = 1;           ///< number of phases of the command
    bool resumed = false;     ///< the rate ignores steps done before the first update
    /// True once the places are printed. The copies of these options, one per phase, share it.
    std::shared_ptr<bool> announced = std::make_shared<bool>(false);
  };

  /// `what` is the plural of a step: "games". `total` is the number of steps, or 0 if it is not
  /// known. The first phase that prints also prints the paths of the result and of the snapshots.
  Progress(std::string what, std::uint64_t total, Options options);
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// Reports that `done` steps have been made. `detail` describes the state ("log-loss 0.55").
  /// Prints if enough time has passed since the last line, or if all steps are done. Not
  /// thread-safe.
  void update(std::uint64_t done, std::string_view detail = {});
  /// Removes the line from a terminal, so that other output can follow. The next update prints it
  /// again.
  void erase();
  /// Erases the line and prints a note (print_note).
  void note(std::string_view text);
  /// Declares that `total` is an upper bound. Then no percentage and no time left are printed.
  void expect_fewer() noexcept { may_be_fewer_ = true; }

 private:
  /// Returns the number of steps per second, or nothing if too few steps have been made to know it.
  std::optional<double> rate(std::uint64_t done, Clock::time_point now) const;
  /// Returns the time until all steps are done, or nothing if their number is not known.
  std::optional<std::chrono::seconds> seconds_left(std::uint64_t done, double rate) const;
  std::string line(std::uint64_t done, std::string_view detail, Clock::time_point now) const;
  std::string json(std::uint64_t done, std::string_view detail, Clock::time_point now) const;
  void announce() const;
  bool total_known(std::uint64_t done) const noexcept { return total_ > 0 || done == 0; }
  bool finished(std::uint64_t done) const noexcept { return total_known(done) && done >= total_; }

  std::string what_;
  std::uint64_t total_;
  bool may_be_fewer_ = false;
  Options options_;
  std::uint64_t origin_ = 0;  // number of steps done before this run
  Clock::time_point started_;
  Clock::time_point written_{};  // time of the last line; zero if there was none
  std::size_t width_ = 0;        // width of the line on the terminal, in characters
};

/// Prints a message to `options.out`: the text as it is, or with `options.json` as one line, the
/// object {"note": TEXT}. The text may end with a line feed, and `options.quiet` has no effect.
void print_note(const Progress::Options& options, std::string_view text);

/// Options for the phases of a command, in order. Each phase counts its own steps to 100 %.
class Phases {
 public:
  /// `count` is the maximum number of phases.
  Phases(int count, Progress::Options options) : options_(std::move(options)) {
    options_.phases = count;
    options_.phase = 0;
  }

  /// Returns the options of the next phase, for its Progress.
  Progress::Options next() {
    ++options_.phase;
    return options_;
  }
  /// The same for a phase that is often short.
  Progress::Options next_delayed() {
    Progress::Options options = next();
    options.delay = kProgressDelay;
    return options;
  }
  /// Prints a note between two phases.
  void note(std::string_view text) const { print_note(options_, text); }

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

/// Returns a duration as text: "50 s", "2 min 5 s", "3 h 7 min".
std::string readable_duration(std::chrono::seconds duration);

}  // namespace trivium::learning
