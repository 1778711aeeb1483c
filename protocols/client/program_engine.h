// Common base of all drivers of external programs: start, end and descriptions of faults.
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
  std::filesystem::path stderr_file;  ///< as in ConversationOptions
  /// GTP: name of the game for programs that have `set_game`; empty: it is not sent.
  std::string game;
  /// Options in the order in which they are sent. UCI: option and value; GTP and text: command and
  /// arguments.
  std::vector<std::pair<std::string, std::string>> options;
  std::vector<std::string> init_commands;  ///< lines sent unchanged after the options
  bool ponder = false;                     ///< the handshake announces pondering
  /// Time limit for the handshake, a new game and other requests without thinking.
  Milliseconds start_patience{20'000};
  std::function<void(char direction, std::string_view line)> log;  ///< as in ConversationOptions
  /// Receives one line for the user, for example about an unknown option; may be empty.
  std::function<void(const std::string& text)> warn;
};

class ProgramEngine : public Engine {
 public:
  /// Does not start the program. `switchboard` is that of the game's thread; engines of one game
  /// share it.
  ProgramEngine(EngineProgram program, Switchboard& switchboard);

  Fallible start() final;
  bool running() const final { return conversation_ != nullptr; }
  /// Takes at most about two seconds.
  void quit() noexcept final;
  std::vector<std::string> evidence() const final;
  std::optional<std::chrono::nanoseconds> waiting_time() const final;
  std::optional<std::chrono::nanoseconds> processor_time() const final;

 protected:
  const EngineProgram& program() const noexcept { return program_; }
  /// Returns the program's file name, for a program that gives no name.
  std::string file_name() const;
  void warn(const std::string& text) const;

  /// Performs all steps until the program is ready for a new game.
  virtual Fallible handshake() = 0;
  /// Returns the command that ends the program.
  virtual std::string_view farewell() const { return "quit"; }

  /// Returns its last fault if it is not running.
  Fallible loss() const;

  // The conversation with a running program. A failure ends the program.

  /// Sends lines (without the last line end).
  Fallible send(std::string_view text);
  /// Receives the next line until `deadline`. `line` is valid until the next call.
  Fallible receive(std::string_view& line, Clock::time_point deadline);
  /// As in Conversation.
  void listen() { conversation_->listen(); }
  bool receive_buffered(std::string_view& line) { return conversation_->receive_buffered(line); }
  /// Discards all input so far: none of it can be an answer to the next request.
  void discard_input();
  /// Returns the deadline for an answer to the last send().
  Clock::time_point after_request(Clock::duration patience) const {
    return conversation_->sent() + patience;
  }
  Clock::time_point usual_deadline() const { return after_request(program_.start_patience); }
  /// Returns the time between the last send() and the arrival of the last received line.
  std::chrono::microseconds elapsed() const;
  /// Ends the program. Returns the fault that `line` is not a valid answer to the last send().
  Fault refusal(std::string_view line);
  /// Ends the program. Returns a fault of this kind, with the evidence.
  Fault fault(FaultKind kind, std::string text);

 private:
  /// Ends the program. Returns the fault for `wait`, which was to end before `deadline`.
  Fault failure(Wait wait, Clock::time_point deadline);

  EngineProgram program_;
  Switchboard& switchboard_;
  std::unique_ptr<Conversation> conversation_;  ///< null: not running
  std::string asked_;                           ///< the last line sent
  Fallible last_fault_;
  std::vector<std::string> last_evidence_;  ///< of the previous program
};

}  // namespace trivium::client
