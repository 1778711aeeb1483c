#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <memory>
#include <pthread.h>
#include <string_view>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

#include "tools/command.h"
#include "tools/manual/writers.h"
#include "tools/match/commands.h"
#include "tools/match/play/runner.h"
#include "tools/match/setup/description.h"
#include "tools/match/setup/description_json.h"
#include "tools/match/setup/flags.h"
#include "tools/places.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

/// Blocks SIGINT and SIGTERM while it exists, in this thread and in the threads that it starts.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    sigaddset(&held_, SIGINT);
    sigaddset(&held_, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
  ~HeldSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

  /// Blocks until a signal arrives.
  void wait() const {
    int number = 0;
    sigwait(&held_, &number);
  }

 private:
  sigset_t held_{};
  sigset_t before_{};
};

/// Handles blocked signals: the first one finishes the run, the second stops it, the third ends
/// the process.
class SignalWatch {
 public:
  /// Calls `report` from another thread.
  SignalWatch(const HeldSignals& signals, match::RunControl& control,
              std::function<void(const std::string&)> report)
      : signals_(signals),
        control_(control),
        report_(std::move(report)),
        thread_([this](const std::stop_token& leaving) { watch(leaving); }) {}
  ~SignalWatch() {
    thread_.request_stop();
    pthread_kill(thread_.native_handle(), SIGTERM);
  }

 private:
  void watch(const std::stop_token& leaving) {
    for (int count = 1;; ++count) {
      signals_.wait();
      if (leaving.stop_requested()) return;
      if (count == 1) {
        control_.finish();
        report_("no new games; running games are finished. Interrupt again to abort them");
      } else if (count == 2) {
        control_.stop();
        report_("running games are aborted; the same command plays them again");
      } else {
        std::_Exit(static_cast<int>(MatchStatus::kFailure));  // the journal is always consistent
      }
    }
  }

  const HeldSignals& signals_;
  match::RunControl& control_;
  std::function<void(const std::string&)> report_;
  std::jthread thread_;
};

/// True if the output can be redrawn in place.
bool is_live_terminal() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDOUT_FILENO) != 0 && terminal != nullptr && std::string_view(terminal) != "dumb";
}

/// Observer of the tournament, and thread-safe output of messages that do not come from the runner.
struct Audience {
  std::unique_ptr<match::Observer> observer;
  std::function<void(const std::string&)> report;
};

Audience make_audience(const match::Description& description) {
  const auto on_stderr = [](const std::string& text) {
    fmt::print(stderr, "{}: {}\n", kMatchProgram, text);
  };
  if (description.tournament.json) return {match::json_events(stdout), on_stderr};
  if (is_live_terminal() && !description.plain_lines) {
    auto table = match::live_table(stdout);
    const auto in_picture = [live = table.get()](const std::string& text) { live->warning(text); };
    return {std::move(table), in_picture};
  }
  return {match::plain_lines(stdout, stderr), on_stderr};
}

Status save_description(std::span<const match::Argument> arguments,
                        const std::filesystem::path& file) {
  errno = 0;
  std::ofstream out(file);
  out << match::to_json(arguments);
  if (!out.flush())
    return Error{"output.write", "{}: {}", file.string(), std::generic_category().message(errno)};
  return {};
}

MatchStatus status_of(match::RunEnd end, bool tested) {
  if (end == match::RunEnd::kSprtH0) return MatchStatus::kH0;
  if (end == match::RunEnd::kSprtH1) return MatchStatus::kH1;
  if (tested) return MatchStatus::kUndecided;
  return end == match::RunEnd::kInterrupted ? MatchStatus::kFailure : MatchStatus::kPlayed;
}

/// Throws format::LoadError if an output file (games, log, description) would overwrite the journal
/// or the book.
void require_different_places(const match::Description& description) {
  const match::Tournament& tournament = description.tournament;
  const std::vector<NamedPlace> read{{"-openings", tournament.openings.file},
                                     {"-journal", tournament.journal}};
  for (const NamedPlace& written :
       {NamedPlace{"-pgnout", tournament.record}, NamedPlace{"-log", tournament.log},
        NamedPlace{"-save-config", description.save_to}}) {
    require_different({written}, read);  // several outputs may share one pipe
  }
}

int play(const match::Description& description) {
  const HeldSignals signals;
  match::RunControl control;
  const Audience audience = make_audience(description);
  const SignalWatch watch(signals, control, audience.report);
  for (const std::string& warning : description.warnings) audience.observer->warning(warning);
  const match::RunOutcome outcome =
      or_failure(match::run(description.tournament, *audience.observer, control));
  return static_cast<int>(status_of(outcome.end, description.tournament.sprt.has_value()));
}

bool asks(std::span<const std::string> words, std::initializer_list<std::string_view> for_one) {
  return std::ranges::find_first_of(words, for_one) != words.end();
}

}  // namespace

int run_tournament(std::span<const std::string> words) {
  if (!words.empty() && words[0] == "run") words = words.subspan(1);
  if (asks(words, {"-h", "-help", "--help"})) {
    fmt::print("{}", help_text(match::run_entry(kMatchProgram)));
    return 0;
  }
  if (asks(words, {"-v", "-version", "--version"})) {
    fmt::print("{} {} ({})\n", kMatchProgram, version(), commit());
    return 0;
  }
  const int bad_usage = static_cast<int>(MatchStatus::kBadUsage);
  const Result<std::vector<match::Argument>> arguments =
      match::with_config(or_failure(match::parse_arguments(words), {}, bad_usage));
  if (!arguments) throw UsageError(arguments.error());
  match::Description description = or_failure(match::describe(*arguments), {}, bad_usage);
  description.tournament.version = fmt::format("{} ({})", version(), commit());
  require_different_places(description);
  if (!description.save_to.empty()) or_failure(save_description(*arguments, description.save_to));
  return play(description);
}

}  // namespace trivium::tools
