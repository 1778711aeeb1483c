// What all drivers of foreign programs share: the program's start and end, and the words for what went wrong.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"

namespace trivium::client {

struct EngineProgram {
  ProgramSpec program;
  std::filesystem::path stderr_file;                               ///< as in ConversationOptions
  std::vector<std::pair<std::string, std::string>> options;        ///< in order. UCI: option and value; GTP and text: command and arguments
  std::vector<std::string> init_commands;                          ///< lines sent after the options, as they are
  bool ponder = false;                                             ///< that it will be let ponder is told in the handshake
  Milliseconds start_patience{20'000};                             ///< for the handshake, a new game and whatever else takes no thinking
  std::function<void(char direction, std::string_view line)> log;  ///< as in ConversationOptions
  std::function<void(const std::string& text)> warn;  ///< one line for the user: an option that it does not have, ...; may be empty
};

class ProgramEngine : public Engine {
 public:
  /// Starts nothing yet. `switchboard` is that of the game's thread; engines of one game share it.
  ProgramEngine(EngineProgram program, Switchboard& switchboard);

  Fallible start() final;
  bool running() const final { return conversation_ != nullptr; }
  /// Takes at most some two seconds.
  void quit() noexcept final;
  std::vector<std::string> evidence() const final;
  std::optional<std::chrono::nanoseconds> waiting_time() const final;
  std::optional<std::chrono::nanoseconds> processor_time() const final;

 protected:
  const EngineProgram& program() const noexcept { return program_; }
  /// The program's file, for one that does not tell its name.
  std::string file_name() const;
  void warn(const std::string& text) const;

  /// From the first words until it is ready for a new game.
  virtual Fallible handshake() = 0;
  /// What makes it leave.
  virtual std::string_view farewell() const { return "quit"; }

  /// Why it is not running, where it is not: its last fault.
  Fallible loss() const;

  // The conversation of a running program. What fails ends the program.

  /// Sends lines (without the last line end).
  Fallible send(std::string_view text);
  /// The next line until `deadline`. `line` is valid until the next call.
  Fallible receive(std::string_view& line, Clock::time_point deadline);
  /// As in Conversation.
  void listen() { conversation_->listen(); }
  bool receive_heard(std::string_view& line) { return conversation_->receive_heard(line); }
  /// Passes over all that has come by now: none of it can be an answer to what is sent next.
  void forget_heard();
  /// The end of the patience with an answer to the last send().
  Clock::time_point after_request(Clock::duration patience) const { return conversation_->sent() + patience; }
  Clock::time_point usual_deadline() const { return after_request(program_.start_patience); }
  /// Between the last send() and the arrival of the line received last.
  std::chrono::microseconds elapsed() const;
  /// It has answered the last send() with `line`, which is no answer.
  Fault refusal(std::string_view line);
  /// It cannot go on, for a reason of the protocol's own.
  Fault fault(FaultKind kind, std::string text);

 private:
  /// Of what was to be done until `deadline`.
  Fault failure(Wait wait, Clock::time_point deadline);

  EngineProgram program_;
  Switchboard& switchboard_;
  std::unique_ptr<Conversation> conversation_;  ///< null: not running
  std::string asked_;                           ///< the last line sent
  Fallible last_fault_;
  std::vector<std::string> last_evidence_;  ///< of the program that ran before
};

}  // namespace trivium::client
