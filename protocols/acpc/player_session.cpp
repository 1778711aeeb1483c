#include "protocols/acpc/player_session.h"

#include <fmt/format.h>
#include <new>
#include <utility>

#include "engine/core/text.h"
#include "protocols/acpc/version.h"

namespace trivium::acpc {

namespace {

constexpr std::string_view kScoreKey = "SCORE:";
constexpr std::size_t kShownState = 200;
// A dealer asks one question at a time, so more waiting states than this do not come from a dealer.
constexpr std::size_t kMaxTasks = 1000;

}  // namespace

PlayerSession::PlayerSession(std::shared_ptr<line::Channel> channel,
                             std::shared_ptr<const poker::GameDefinition> game,
                             poker::Player player, PlayerCallbacks callbacks,
                             std::shared_ptr<line::SearchSlots> slots)
    : channel_(std::move(channel)),
      game_(std::move(game)),
      player_(std::move(player)),
      learns_(player_.learns()),
      callbacks_(std::move(callbacks)),
      worker_(channel_, std::move(slots)) {
  channel_->send(version_line().append(kLineEnd));
}

PlayerSession::~PlayerSession() = default;

void PlayerSession::receive(std::string_view line) {
  const std::string_view text = text::trimmed(line);
  if (text.empty() || is_comment(text)) return;
  if (text.starts_with(kScoreKey)) return callbacks_.score(text::printable(text, kShownState));
  receive_state(text);
}

void PlayerSession::line_too_long() { callbacks_.fault("a line was too long and was dropped"); }

void PlayerSession::end(line::SessionEnd) {
  if (std::exchange(ended_, true)) return;
  tasks_.clear();
  worker_.skip_waiting();
  callbacks_.ended();
  callbacks_ = {};
}

void PlayerSession::receive_state(std::string_view line) {
  Result<poker::MatchState> state = poker::parse_match_state(line, *game_);
  if (!state)
    return callbacks_.fault(
        fmt::format("{} in {}", state.error().message, text::quoted(line, kShownState)));
  callbacks_.state(*state);
  if (!state->on_turn() && !(learns_ && state->hand.betting().finished())) return;
  if (tasks_.size() == kMaxTasks) {
    callbacks_.fault("too many states wait for an answer: the connection is closed");
    return channel_->close();
  }
  tasks_.push_back({std::string(line), *std::move(state)});
  if (!worker_.busy()) work();
}

void PlayerSession::work() {
  struct Job {
    Task task;
    Outcome outcome;
  };
  const auto job = std::make_shared<Job>(Job{std::move(tasks_.front()), {}});
  tasks_.pop_front();
  const auto self = std::static_pointer_cast<PlayerSession>(shared_from_this());
  try {
    worker_.start([self, job] { job->outcome = self->learn_and_choose(job->task); },
                  [self, job] {
                    if (self->worker_.fault()) job->outcome.fault = self->worker_.fault();
                    self->finish(job->task, job->outcome);
                  });
  } catch (const std::bad_alloc&) {
    finish(job->task, {std::nullopt, "not enough memory"});
  }
}

PlayerSession::Outcome PlayerSession::learn_and_choose(const Task& task) {
  Outcome outcome;
  const poker::Hand& hand = task.state.hand;
  if (learns_) player_.observe(hand, task.state.viewer);
  if (task.state.on_turn()) outcome.action = player_.choose(hand);
  return outcome;
}

void PlayerSession::finish(const Task& task, const Outcome& outcome) {
  if (ended_) return;
  answer(task, outcome);
  if (!tasks_.empty()) work();
}

void PlayerSession::answer(const Task& task, const Outcome& outcome) {
  const bool on_turn = task.state.on_turn();
  if (outcome.fault)
    callbacks_.fault(
        fmt::format("{}: {}", on_turn ? "no decision" : "nothing learned", *outcome.fault));
  if (!on_turn) return;
  const poker::Action action =
      outcome.action.value_or(poker::check_or_fold(task.state.hand.betting()));
  channel_->send(fmt::format("{}:{}{}", task.line, poker::action_text(action), kLineEnd));
}

}  // namespace trivium::acpc
