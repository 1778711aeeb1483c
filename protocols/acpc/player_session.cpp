#include "protocols/acpc/player_session.h"

#include <fmt/format.h>
#include <utility>

#include "engine/core/text.h"
#include "protocols/acpc/version.h"

namespace trivium::acpc {

namespace {

constexpr std::string_view kScoreKey = "SCORE:";
constexpr std::size_t kShownState = 200;
// A dealer asks one question at a time; so many at once are no match.
constexpr std::size_t kMaxQuestions = 1000;

}  // namespace

PlayerSession::PlayerSession(std::shared_ptr<line::Channel> channel, std::shared_ptr<const poker::GameDefinition> game,
                             poker::Player player, PlayerCallbacks callbacks, std::shared_ptr<line::SearchSlots> slots)
    : channel_(std::move(channel)),
      game_(std::move(game)),
      player_(std::move(player)),
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

void PlayerSession::end() {
  ended_ = true;
  questions_.clear();
  worker_.hurry();
  callbacks_.ended();
  callbacks_ = {};
}

void PlayerSession::receive_state(std::string_view line) {
  Result<poker::MatchState> state = poker::parse_match_state(line, *game_);
  if (!state) return callbacks_.fault(fmt::format("{} in {}", state.error().message, text::quoted(line, kShownState)));
  callbacks_.state(*state);
  player_.observe(state->hand, state->viewer);
  if (!state->on_turn()) return;
  if (questions_.size() == kMaxQuestions) {
    callbacks_.fault("too many states wait for an answer: the connection is closed");
    return channel_->close();
  }
  questions_.push_back({std::string(line), *std::move(state), player_});
  if (!worker_.busy()) decide();
}

void PlayerSession::decide() {
  struct Decision {
    Question question;
    poker::Action action;
  };
  auto decision = std::make_shared<Decision>(Decision{std::move(questions_.front()), {}});
  questions_.pop_front();
  const auto self = std::static_pointer_cast<PlayerSession>(shared_from_this());
  worker_.start([decision] { decision->action = decision->question.player.choose(decision->question.state.hand); },
                [self, decision] {
                  if (self->ended_) return;
                  const auto& [question, action] = *decision;
                  if (self->worker_.fault()) {
                    self->callbacks_.fault(fmt::format("no decision: {}", *self->worker_.fault()));
                    self->answer(question, poker::check_or_fold(question.state.hand.betting()));
                  } else {
                    self->answer(question, action);
                  }
                  if (!self->questions_.empty()) self->decide();
                });
}

void PlayerSession::answer(const Question& question, poker::Action action) {
  channel_->send(fmt::format("{}:{}{}", question.line, poker::action_text(action), kLineEnd));
}

}  // namespace trivium::acpc
