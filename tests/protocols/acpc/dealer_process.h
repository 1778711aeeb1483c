// A trivium-dealer in a folder of its own, and players who connect to it. For tests of the program.
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
  /// `trivium-dealer match ARGUMENTS`, in an empty folder that is removed in the end.
  explicit DealerProcess(const std::string& arguments);
  ~DealerProcess();
  DealerProcess(const DealerProcess&) = delete;
  DealerProcess& operator=(const DealerProcess&) = delete;

  /// Kills it as `kill -9` does and starts it again in the same folder.
  void kill_and_start(const std::string& arguments);

  const std::vector<std::uint16_t>& ports() const { return ports_; }
  /// A client at the seat's port, which has said nothing yet.
  line::Client connect(int seat) const;

  /// The exit status, after the end. Nothing if it does not end.
  std::optional<int> wait() { return child_->wait(); }
  /// What it said on standard output after the ports; after the end.
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

/// What a player does with a state in which he is to act: the lines he sends. Nothing: he hangs up.
using Answer = std::function<std::optional<std::string>(const std::string& shown, const poker::MatchState& state)>;

/// Says the version and plays until the dealer, or the player himself, ends it. Calls `seated` when the first line has come. Returns every
/// line that was received.
std::vector<std::string> play(line::Client client, const poker::GameDefinition& game, const Answer& answer,
                              const std::function<void()>& seated = {});

/// One who always calls.
std::optional<std::string> call(const std::string& shown, const poker::MatchState& state);

/// Plays a whole match, seat i by answers[i], each on a thread of its own. Returns what each received.
std::vector<std::vector<std::string>> play_match(const DealerProcess& dealer, const poker::GameDefinition& game,
                                                 const std::vector<Answer>& answers);

}  // namespace trivium::acpc
