#include "protocols/client/child_process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <time.h>
#include <unistd.h>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"

namespace trivium::client {

namespace {

constexpr std::size_t kShownPath = 200;

std::string reason(int error) { return std::generic_category().message(error); }

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Creates a pipe with both ends above the standard descriptors, so that dup2() in the child never
/// gets equal ones.
std::optional<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Pipe made{Descriptor(ends[0]), Descriptor(ends[1])};
  for (Descriptor* end : {&made.read, &made.write}) {
    if (end->get() > STDERR_FILENO) continue;
    Descriptor moved(fcntl(end->get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (moved.get() < 0) return std::nullopt;
    *end = std::move(moved);
  }
  return made;
}

void make_nonblocking(const Descriptor& end) {
  fcntl(end.get(), F_SETFL, fcntl(end.get(), F_GETFL) | O_NONBLOCK);
}

/// Returns this process's environment with `added`, which replaces variables of the same name.
std::vector<std::string> merged_environment(const std::vector<std::string>& added) {
  const auto same_name = [](std::string_view left, std::string_view right) {
    return left.substr(0, left.find('=')) == right.substr(0, right.find('='));
  };
  std::vector<std::string> merged;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const bool replaced = std::ranges::any_of(
        added, [&](const std::string& other) { return same_name(*entry, other); });
    if (!replaced) merged.emplace_back(*entry);
  }
  merged.insert(merged.end(), added.begin(), added.end());
  return merged;
}

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> result;
  for (std::string& word : words) result.push_back(word.data());
  result.push_back(nullptr);
  return result;
}

/// The child's report that it could not start the program.
struct StartFailure {
  int error;
  bool directory;  ///< true: chdir() failed; false: exec failed
};

/// All data of the child, allocated before the fork: between fork and exec nothing may allocate.
struct Launch {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* directory;  ///< null: unchanged
  std::array<int, 3> standard;
  int failure;
  pid_t parent;
};

[[noreturn]] void become(const Launch& launch) noexcept {
  // The parent may have died before PR_SET_PDEATHSIG took effect.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != launch.parent) _exit(EXIT_FAILURE);
  setpgid(0, 0);
  for (int number = 0; number < 3; ++number)
    dup2(launch.standard[static_cast<std::size_t>(number)], number);
  close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
  for (const int number : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD, SIGXFSZ})
    std::signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  StartFailure failure{0, false};
  if (launch.directory != nullptr && chdir(launch.directory) != 0) {
    failure = {errno, true};
  } else {
    execve(launch.program, launch.arguments, launch.environment);
    failure.error = errno;
  }
  static_cast<void>(!write(launch.failure, &failure, sizeof failure));
  _exit(EXIT_FAILURE);
}

/// Waits until the program runs. Returns the failure if it does not.
std::optional<StartFailure> start_failure(const Descriptor& reports) {
  StartFailure failure{};
  ssize_t got = 0;
  do {
    got = read(reports.get(), &failure, sizeof failure);
  } while (got < 0 && errno == EINTR);
  return got == sizeof failure ? std::optional(failure) : std::nullopt;
}

ExitStatus reap(pid_t id) noexcept {
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) return {0, WTERMSIG(status)};
  return {WEXITSTATUS(status), 0};
}

bool runnable(const std::filesystem::path& file) {
  std::error_code failure;
  return std::filesystem::is_regular_file(file, failure) && access(file.c_str(), X_OK) == 0;
}

}  // namespace

Result<std::filesystem::path> locate_program(const std::string& word,
                                             const std::filesystem::path& directory) {
  const std::string shown = text::quoted(word, kShownPath);
  std::error_code failure;
  if (word.find('/') != std::string::npos) {
    for (const std::filesystem::path& file : {std::filesystem::path(word), directory / word}) {
      if (!std::filesystem::is_regular_file(file, failure)) continue;
      if (!runnable(file))
        return Error("client.program.not_executable", fmt::format("{}: not executable", shown));
      return std::filesystem::absolute(file);
    }
    const std::string nearest = text::nearest_file(word);
    const std::string meant =
        nearest.empty() ? "" : fmt::format("; did you mean {}?", text::quoted(nearest, kShownPath));
    return Error("client.program.missing", fmt::format("{}: no such program{}", shown, meant));
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "" : path;
  while (!word.empty() && !rest.empty()) {
    const std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    const std::filesystem::path file = std::filesystem::path(folder) / word;
    if (runnable(file)) return std::filesystem::absolute(file);
  }
  return Error{"client.program.missing", fmt::format("{}: no such program in PATH", shown)};
}

std::string ExitStatus::words() const {
  if (signal != 0) return fmt::format("ended by signal {} ({})", signal, strsignal(signal));
  return fmt::format("ended with status {}", status);
}

Result<ChildProcess> ChildProcess::start(const ProgramSpec& spec) {
  if (spec.command.empty()) return Error{"client.program.empty", "cannot start an empty command"};
  const Result<std::filesystem::path> program = locate_program(spec.command[0], spec.directory);
  if (!program) return program.error();
  const auto failed = [&](const std::string& what, int error) {
    return Error{"client.program.start",
                 fmt::format("cannot start {}: {}{}", text::quoted(program->string(), kShownPath),
                             what, reason(error))};
  };
  std::signal(SIGPIPE, SIG_IGN);
  // If inherited as ignored (from some shells and supervisors), the kernel would discard exit
  // statuses.
  struct sigaction of_children {};
  if (sigaction(SIGCHLD, nullptr, &of_children) == 0 && of_children.sa_handler == SIG_IGN)
    std::signal(SIGCHLD, SIG_DFL);

  std::optional<Pipe> input = make_pipe();
  std::optional<Pipe> output = make_pipe();
  std::optional<Pipe> errors = make_pipe();
  std::optional<Pipe> reports = make_pipe();
  if (!input || !output || !errors || !reports) return failed("pipe: ", errno);

  std::vector<std::string> words = spec.command;
  std::vector<std::string> variables = merged_environment(spec.environment);
  const std::vector<char*> arguments = pointers(words);
  const std::vector<char*> environment = pointers(variables);
  const Launch launch{program->c_str(),
                      arguments.data(),
                      environment.data(),
                      spec.directory.empty() ? nullptr : spec.directory.c_str(),
                      {input->read.get(), output->write.get(), errors->write.get()},
                      reports->write.get(),
                      getpid()};
  const pid_t id = fork();
  if (id < 0) return failed("fork: ", errno);
  if (id == 0) become(launch);

  make_nonblocking(input->write);
  make_nonblocking(output->read);
  make_nonblocking(errors->read);
  reports->write = Descriptor();
  if (const std::optional<StartFailure> failure = start_failure(reports->read)) {
    reap(id);
    return failed(
        failure->directory
            ? fmt::format("directory {}: ", text::quoted(spec.directory.string(), kShownPath))
            : "",
        failure->error);
  }
  return ChildProcess(id, std::move(input->write), std::move(output->read),
                      std::move(errors->read));
}

ChildProcess::ChildProcess(pid_t id, Descriptor input, Descriptor output,
                           Descriptor errors) noexcept
    : id_(id), input_(std::move(input)), output_(std::move(output)), errors_(std::move(errors)) {}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)),
      ended_(other.ended_),
      input_(std::move(other.input_)),
      output_(std::move(other.output_)),
      errors_(std::move(other.errors_)) {}

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(ended_, other.ended_);
  std::swap(input_, other.input_);
  std::swap(output_, other.output_);
  std::swap(errors_, other.errors_);
  return *this;
}

ChildProcess::~ChildProcess() {
  if (id_ >= 0) kill();
}

std::optional<ExitStatus> ChildProcess::exit_status() noexcept {
  if (ended_) return ended_;
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
      info.si_pid != id_)
    return std::nullopt;
  // Until it has been waited for, its process group number is not reused.
  ::kill(-id_, SIGKILL);
  ended_ = reap(id_);
  return ended_;
}

void ChildProcess::signal(int number) noexcept {
  if (!exit_status()) ::kill(-id_, number);
}

ExitStatus ChildProcess::kill() noexcept {
  if (!exit_status()) {
    ::kill(-id_, SIGKILL);
    ended_ = reap(id_);
  }
  return *ended_;
}

namespace {

/// Returns the second number of a schedstat file: nanoseconds spent runnable, waiting for a
/// processor.
std::optional<std::chrono::nanoseconds> waited(const std::filesystem::path& schedstat) {
  std::ifstream file(schedstat);
  std::int64_t running = 0;
  std::int64_t waiting = 0;
  if (!(file >> running >> waiting)) return std::nullopt;
  return std::chrono::nanoseconds(waiting);
}

}  // namespace

std::optional<std::chrono::nanoseconds> waiting_time(pid_t id) {
  std::optional<std::chrono::nanoseconds> sum = waited("/proc/thread-self/schedstat");
  if (!sum) return std::nullopt;
  std::error_code failure;
  std::filesystem::directory_iterator threads(fmt::format("/proc/{}/task", id), failure);
  for (const std::filesystem::directory_iterator end; !failure && threads != end;
       threads.increment(failure)) {
    // A thread may end meanwhile.
    if (const std::optional<std::chrono::nanoseconds> one = waited(threads->path() / "schedstat"))
      *sum += *one;
  }
  return sum;
}

std::optional<std::chrono::nanoseconds> processor_time(pid_t id) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(id, &clock) != 0 || clock_gettime(clock, &used) != 0) return std::nullopt;
  return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

}  // namespace trivium::client
