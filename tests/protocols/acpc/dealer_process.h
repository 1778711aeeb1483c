// A trivium-dealer in its own folder, and players that connect to it. For tests of the program.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/poker/rules/records.h"
#include "tests/protocols/line/conversation.h"
#include "tests/protocols/server/child.h"

namespace trivium::acpc {

class DealerProcess {
 public:
  /// Starts `trivium-dealer match ARGUMENTS` in an empty folder that is removed at the end.
  explicit DealerProcess(const std::string& arguments);
  ~DealerProcess();
  DealerProcess(const DealerProcess&) = delete;
  DealerProcess& operator=(const DealerProcess&) = delete;

  /// Kills it as `kill -9` does and starts it again in the same folder.
  void kill_and_start(const std::string& arguments);

  const std::vector<std::uint16_t>& ports() const { return ports_; }
  /// Returns a client at the seat's port that has sent nothing yet.
  line::Client connect(int seat) const;

  /// Returns the exit status after the end; nothing if it does not end.
  std::optional<int> wait() { return child_->wait(); }
  /// Returns its standard output after the ports. Requires: it has ended.
  std::string output() { return child_->client().read_rest(); }
  std::string log() const;
  std::string transactions() const;
  std::string errors() const;

 private:
  void start(const std::string& arguments);

  std::string folder_;
  std::unique_ptr<server::Child> child_;
  std::vector<std::uint16_t> ports_;
};

/// Returns a player's lines for a state in which it must act. Nothing: it disconnects.
using Answer = std::function<std::optional<std::string>(const std::string& shown,
                                                        const poker::MatchState& state)>;

/// Sends the version and plays until the dealer or the player ends the connection. Calls `seated`
/// when the first line has arrived. Returns every received line.
std::vector<std::string> play(line::Client client, const poker::GameDefinition& game,
                              const Answer& answer, const std::function<void()>& seated = {});

/// Returns a player that always calls.
std::optional<std::string> call(const std::string& shown, const poker::MatchState& state);

/// Plays a whole match, seat i with answers[i], each on its own thread. Returns the lines that each
/// received.
std::vector<std::vector<std::string>> play_match(const DealerProcess& dealer,
                                                 const poker::GameDefinition& game,
                                                 const std::vector<Answer>& answers);

}  // namespace trivium::acpc
