#include "tools/command_line.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdio_ext.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "engine/core/descriptor.h"
#include "engine/core/spelling.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/command.h"
#include "tools/manual/writers.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

// Standard input, output and error of a program. Their other end may be missing: the stream was
// closed before the start, a pipe has no reader, or a disk is full. All programs follow the same
// rules:
//
// - If standard output cannot be written, the program prints one message on standard error. Its
//   exit status is at least 1.
// - If standard error cannot be written, the message is dropped and the program continues.
// - A standard descriptor that was closed at the start stays unusable: reads and writes fail, and
//   no file or socket ever gets its number.
// - SIGPIPE and SIGXFSZ are ignored, so both conditions appear as write errors.

/// Opens each closed standard descriptor on /dev/null in the wrong direction, so that its use
/// fails.
void hold_descriptors() {
  constexpr std::array kUnusable{O_WRONLY, O_RDONLY, O_RDONLY};
  for (int standard = 0; standard < static_cast<int>(kUnusable.size()); ++standard) {
    if (fcntl(standard, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free number. That is `standard`, since all lower descriptors are
    // open by now. Without /dev/null it stays closed.
    (void)open("/dev/null", kUnusable[static_cast<std::size_t>(standard)]);
  }
}

ssize_t write_or_drop(void*, const char* bytes, std::size_t size) {
  write_all(STDERR_FILENO, {bytes, size});
  return static_cast<ssize_t>(size);
}

/// Replaces stderr by a stream that never fails, because fmt::print() throws when a stream fails.
void make_errors_unfailing() {
  std::FILE* const stream = fopencookie(nullptr, "w", {nullptr, write_or_drop, nullptr, nullptr});
  if (stream == nullptr) return;
  std::setvbuf(stream, nullptr, _IONBF, 0);
  stderr = stream;
}

std::string cause_of(const std::exception* thrown) {
  const auto* const failure = dynamic_cast<const std::system_error*>(thrown);
  if (failure != nullptr) return failure->code().message();
  return errno != 0 ? std::generic_category().message(errno) : "cannot be written";
}

/// Applies these rules to the process. Call it once, before any file is opened.
void prepare_standard_streams() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  hold_descriptors();
  make_errors_unfailing();
}

/// Flushes standard output. Fails if this or an earlier write failed, and then drops what is left
/// in the buffer, so that the error is reported once. The message names the cause. `thrown`: the
/// exception from a failed write, or null.
Status flush_standard_output(const std::exception* thrown) {
  errno = 0;
  if (thrown == nullptr) std::cout.flush();
  if (std::ferror(stdout) == 0 && std::cout && std::fflush(stdout) == 0) return {};
  const Error error{"output.write", "standard output: " + cause_of(thrown)};
  __fpurge(stdout);  // so that an error is reported once
  std::clearerr(stdout);
  std::cout.clear();
  return error;
}

constexpr int kFailure = 1;
constexpr const char* kNoCode = "failure";  // for errors without a code

/// Option that writes installed files. It is for the build, so --help omits it.
void add_generate(Command& app, const OwnCommand* own) {
  const auto generate = [&app, own](const std::string& kind) {
    CommandEntry program = command_table(app);
    if (own != nullptr) {
      const auto listed =
          std::ranges::find(program.subcommands, own->entry.name, &CommandEntry::name);
      if (listed != program.subcommands.end()) *listed = own->entry;
    }
    fmt::print("{}", kind == "man" ? man_page(program, version(), commit_date())
                                   : bash_completion(program));
    throw Finished();
  };
  app.add_option_function("--generate", generate,
                          "Write the manual page or the completion to standard output")
      ->check(one_of({"man", "bash-completion"}))
      ->group("")
      ->trigger_on_parse();
}

/// Returns false after a message if standard output could not be written completely. `thrown` may
/// be null.
bool output_arrived(const char* name, const std::exception* thrown) {
  const Status flushed = flush_standard_output(thrown);
  if (!flushed) fmt::print(stderr, "{}: {}\n", name, flushed.error().message);
  return flushed.has_value();
}

/// Returns the message of an exception other than LoadError. System errors are not reported as
/// defects of the program.
std::string words_of(const std::exception& error) {
  if (const auto* const file = dynamic_cast<const std::filesystem::filesystem_error*>(&error);
      file != nullptr) {
    return fmt::format("{}: {}", file->path1().string(), file->code().message());
  }
  if (dynamic_cast<const std::system_error*>(&error) != nullptr) return error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return "not enough memory";
  return fmt::format("unexpected: {}", error.what());
}

/// Returns "; did you mean FILE?" for the path of a missing file in the message of `error`; empty
/// if no file has a similar name. The path is one of the places before the cause: "--option: PATH:
/// cause".
std::string file_suggestion(const Error& error) {
  const bool missing = error.code == "file.open" || error.code == "file.missing" ||
                       error.message.find("No such file") != std::string::npos;
  const bool typed = error.code != "server.answer";  // the socket is not named on the command line
  if (!missing || !typed || error.message.find("did you mean") != std::string::npos) return {};
  std::string_view rest = error.message;
  for (std::size_t end = rest.find(": "); end != std::string_view::npos; end = rest.find(": ")) {
    const std::string_view place = rest.substr(0, end);
    std::error_code failure;
    if (!place.starts_with('-') && !std::filesystem::exists(place, failure)) {
      if (const std::string nearest = text::nearest_file(place); !nearest.empty())
        return fmt::format("; did you mean '{}'?", nearest);
    }
    rest.remove_prefix(end + 2);
  }
  return {};
}

/// Reports a failure on stderr and, with --json, also as JSON on standard output. All failures are
/// reported here.
void report(const char* name, const Error& failure, bool json) {
  const Error error = with_suggestion(failure);
  fmt::print(stderr, "{}: {}\n", name, error.message);
  if (!json) return;
  const nlohmann::ordered_json object{
      {"error", {{"code", error.code.empty() ? kNoCode : error.code}, {"message", error.message}}}};
  fmt::print("{}\n", format::json_line(object));
}

/// Converts a request for help or version about the own command `command` to its flags: "help
/// COMMAND" and "COMMAND help" to "COMMAND --help". Empty if `words` are not such a request.
std::optional<std::vector<std::string>> own_question(std::vector<std::string> words,
                                                     const std::string& command) {
  constexpr std::size_t kTwo = 2;
  if (words.size() < kTwo) return {};
  if (words[0] == "help" && words[1] == command) {
    words.erase(words.begin());
    words.emplace_back("--help");
    return words;
  }
  if (words.size() > kTwo || words[0] != command || (words[1] != "help" && words[1] != "version"))
    return {};
  words[1].insert(0, "--");
  return words;
}

/// True with --json, or with -json for a tournament, whose flags have one dash.
bool asks_for_json(const Application& app, const OwnCommand* own,
                   const std::vector<std::string>& words) {
  const bool is_own = own != nullptr && own->takes(words);
  return app.asks_for_json(words) || (is_own && std::ranges::find(words, "-json") != words.end());
}

/// Returns the words after the program's name in the current spelling. Prints one warning if old
/// spellings were used.
std::vector<std::string> words_of_today(const char* name, const Application& app, int argc,
                                        char** argv) {
  Application::Renewed renewed =
      app.renewed(std::vector<std::string>(argv + std::min(argc, 1), argv + argc));
  if (!renewed.replaced.empty())
    fmt::print(stderr, "{}: old spelling, accepted until 0.4.0: {}\n", name,
               fmt::join(renewed.replaced, ", "));
  return std::move(renewed.words);
}

int run_program(Application& app, const OwnCommand* own, const std::vector<std::string>& words) {
  if (own != nullptr) {
    if (const auto question = own_question(words, own->entry.word())) return own->run(*question);
    if (own->takes(words)) return own->run(words);
  }
  app.parse(words);
  return 0;
}

}  // namespace

int run_command_line(const char* name, const char* description, int argc, char** argv,
                     const std::function<void(Command& app)>& add_commands, const OwnCommand* own,
                     std::string* message) {
  const auto report_error = [&](const Error& failure, bool as_json) {
    report(name, failure, as_json);
    if (message != nullptr) *message = failure.message;
  };
  bool json = false;
  int status = kFailure;
  try {
    prepare_standard_streams();
    Application app(name, description, fmt::format("{} {} ({})", name, version(), commit()));
    Command& program = app.command();
    add_generate(program, own);
    if (own != nullptr) program.add_subcommand(own->entry.word(), own->entry.description);
    add_commands(program);
    const std::vector<std::string> words = words_of_today(name, app, argc, argv);
    json = asks_for_json(app, own, words);
    status = run_program(app, own, words);
  } catch (const Finished& finished) {
    status = finished.status;
  } catch (const Failure& failure) {
    report_error(failure.error(), json);
    status = failure.status();
  } catch (const format::LoadError& error) {
    report_error(Error(error.code(), error.what()), json);
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0 && !output_arrived(name, &error)) return kFailure;
    report_error(Error("failure.unexpected", words_of(error)), json);
  }
  return output_arrived(name, nullptr) ? status : std::max(status, kFailure);
}

Error with_suggestion(Error error) {
  error.message += file_suggestion(error);
  return error;
}

}  // namespace trivium::tools
