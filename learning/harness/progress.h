// How far a long run is and when it will end, on stderr: one line that rewrites itself on a terminal, plain lines now and then elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace trivium::learning {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  struct Options {
    std::ostream* out = nullptr;  ///< where to write; none = stderr
    bool terminal = false;        ///< may the line be rewritten
    std::function<Clock::time_point()> now = Clock::now;
  };

  /// Progress of `what` through `total` steps, written to stderr.
  Progress(std::string what, std::uint64_t total);
  Progress(std::string what, std::uint64_t total, Options options);
  /// Ends the line on a terminal.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `done` steps are finished; `detail` says something about the state ("log-loss 0.55"). Writes when enough time has passed since
  /// the last line, and always when all is done. Not for use by two threads at once.
  void update(std::uint64_t done, std::string_view detail = {});
  /// The total is a ceiling, which may be far from what will be done: of it no share is told, nor how much time is left.
  void expect_fewer() noexcept { may_be_fewer_ = true; }
  /// Steps that an earlier run did: they are not counted into the speed.
  void resumed_at(std::uint64_t done) noexcept;

 private:
  std::string line(std::uint64_t done, std::string_view detail) const;

  std::string what_;
  std::uint64_t total_;
  bool may_be_fewer_ = false;
  Options options_;
  std::uint64_t origin_ = 0;  // steps done before this run
  Clock::time_point started_;
  Clock::time_point written_{};
  std::size_t width_ = 0;  // of the line on the terminal
};

/// Names the parts of a run: "phase 2 of 3, games searched". Each part counts to 100 %.
class Phases {
 public:
  /// Number of parts. A run with a single part shows no number.
  explicit Phases(int count) noexcept : count_(count) {}

  /// Returns the name of the next part for its Progress. A run may have fewer parts than expected,
  /// but not more.
  std::string next(std::string_view what);

 private:
  int count_;
  int number_ = 0;
};

/// "50 s", "2 min 5 s", "3 h 7 min".
std::string readable_duration(std::chrono::seconds duration);

}  // namespace trivium::learning
