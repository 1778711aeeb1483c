// The player's side of one ACPC connection: states in, actions out.
//
// A state is parsed when it comes. Decisions, and learning from finished hands, run on a worker one after the other in the order of
// their states; what comes meanwhile waits.
// Every state that asks us to act is answered once for each time it comes, with the same action, for a player's choice depends on nothing
// but the hand and, where he learns, the hands before it: a dealer that repeats itself after a lost connection sees no other player. A
// finished hand is learned from once. Lines that are no states are reported and skipped.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/poker/player.h"
#include "engine/poker/rules/records.h"
#include "protocols/line/channel.h"
#include "protocols/line/search_slots.h"
#include "protocols/line/search_worker.h"

namespace trivium::acpc {

/// What a session tells its owner, on the I/O thread. None may be empty.
struct PlayerCallbacks {
  std::function<void(const poker::MatchState& state)> state;  ///< every good state, before it is answered
  std::function<void(const std::string& score)> score;        ///< the dealer sent a SCORE line
  std::function<void(const std::string& fault)> fault;        ///< a bad line, or a decision that failed; the session goes on
  std::function<void()> ended;                                ///< the connection is gone; the last call
};

class PlayerSession final : public line::Session {
 public:
  /// Sends the version line. `game` is the dealer's, and one that the player's policy can play. A null `slots` is no limit.
  PlayerSession(std::shared_ptr<line::Channel> channel, std::shared_ptr<const poker::GameDefinition> game, poker::Player player,
                PlayerCallbacks callbacks, std::shared_ptr<line::SearchSlots> slots = nullptr);
  ~PlayerSession() override;

  void receive(std::string_view line) override;
  void line_too_long() override;
  bool busy() const override { return worker_.busy(); }
  void end(line::SessionEnd how) override;

 private:
  /// A state from which the player learns, or that it must answer.
  struct Task {
    std::string line;
    poker::MatchState state;
  };
  struct Outcome {
    std::optional<poker::Action> action;
    std::optional<std::string> fault;
  };

  void receive_state(std::string_view line);
  /// Starts the first task that waits. Requires: there is one, and the worker is not busy.
  void work();
  /// On the worker.
  Outcome learn_and_choose(const Task& task);
  /// Answers the task and starts the next one.
  void finish(const Task& task, const Outcome& outcome);
  void answer(const Task& task, const Outcome& outcome);

  std::shared_ptr<line::Channel> channel_;
  std::shared_ptr<const poker::GameDefinition> game_;
  poker::Player player_;  ///< the worker's own while that is busy
  const bool learns_;
  PlayerCallbacks callbacks_;
  line::SearchWorker worker_;
  std::deque<Task> tasks_;
  bool ended_ = false;
};

}  // namespace trivium::acpc
