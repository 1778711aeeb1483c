// The player's side of one ACPC connection: receives states, sends actions.
//
// States are parsed on arrival. Decisions, and learning from finished hands, run one after the
// other on a worker, in the order of their states; later states wait.
// A state that asks for an action is answered each time it arrives, always with the same action,
// because a policy depends only on the hand and, if it learns, the hands before it. So a dealer may
// repeat a state after a lost connection. If a decision fails, the answer is a check or, if that is
// not free, a fold. A finished hand is learned from once. Lines that are neither states nor
// comments nor the SCORE line are reported as faults and skipped.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/poker/player.h"
#include "engine/poker/rules/records.h"
#include "protocols/line/channels/channel.h"
#include "protocols/line/search_slots.h"
#include "protocols/line/search_worker.h"

namespace trivium::acpc {

/// Notifications to the session's owner, called on the I/O thread. None may be empty.
struct PlayerCallbacks {
  /// Every valid state, before it is answered.
  std::function<void(const poker::MatchState& state)> state;
  std::function<void(const std::string& score)> score;  ///< the dealer sent a SCORE line
  /// A bad line, or a decision that failed; the session continues.
  std::function<void(const std::string& fault)> fault;
  std::function<void()> ended;  ///< the connection is closed; the last call
};

class PlayerSession final : public line::Session {
 public:
  /// Sends the version line. `game` is the dealer's game, and the player's policy must be able to
  /// play it. A null `slots` means no limit.
  PlayerSession(std::shared_ptr<line::Channel> channel,
                std::shared_ptr<const poker::GameDefinition> game, poker::Player player,
                PlayerCallbacks callbacks, std::shared_ptr<line::SearchSlots> slots = nullptr);
  ~PlayerSession() override;

  void receive(std::string_view line) override;
  void line_too_long() override;
  bool busy() const override { return worker_.busy(); }
  void end(line::SessionEnd how) override;

 private:
  /// A state to learn from or to answer.
  struct Task {
    std::string line;
    poker::MatchState state;
  };
  struct Outcome {
    std::optional<poker::Action> action;
    std::optional<std::string> fault;
  };

  void receive_state(std::string_view line);
  /// Starts the first waiting task. Requires: there is one, and the worker is not busy.
  void work();
  /// Runs on the worker.
  Outcome learn_and_choose(const Task& task);
  /// Answers the task and starts the next one.
  void finish(const Task& task, const Outcome& outcome);
  void answer(const Task& task, const Outcome& outcome);

  std::shared_ptr<line::Channel> channel_;
  std::shared_ptr<const poker::GameDefinition> game_;
  poker::Player player_;  ///< used only by the worker while it is busy
  const bool learns_;
  PlayerCallbacks callbacks_;
  line::SearchWorker worker_;
  std::deque<Task> tasks_;
  bool ended_ = false;
};

}  // namespace trivium::acpc
