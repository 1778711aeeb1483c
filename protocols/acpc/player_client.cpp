#include "protocols/acpc/player_client.h"

#include <algorithm>
#include <utility>

namespace trivium::acpc {

using Kind = ClientEvent::Kind;

PlayerClient::PlayerClient(boost::asio::any_io_executor executor, ClientConfig config,
                           EventSink events, Ended ended)
    : executor_(std::move(executor)),
      config_(std::move(config)),
      events_(std::move(events)),
      ended_(std::move(ended)),
      timer_(executor_),
      delay_(config_.reconnect ? config_.reconnect->first_delay : std::chrono::milliseconds(0)) {}

void PlayerClient::start() {
  last_contact_ = Clock::now();
  connect();
}

void PlayerClient::set_policy(std::shared_ptr<const poker::Policy> policy) {
  next_policy_ = std::move(policy);
}

void PlayerClient::stop() {
  if (finished_) return;
  stopped_ = true;
  // Ends whichever of the three is in progress; try_again() follows.
  if (connector_ != nullptr) connector_->cancel();
  if (const auto channel = channel_.lock()) channel->close();
  timer_.cancel();
}

void PlayerClient::connect() {
  connector_ = std::make_shared<line::Connector>(executor_);
  connector_->start(config_.host, config_.port, config_.connect_timeout,
                    [self = shared_from_this()](Result<line::SocketChannel::Socket> socket) {
                      self->connector_.reset();
                      if (socket && !self->stopped_) return self->begin_session(*std::move(socket));
                      if (!self->stopped_)
                        self->events_({Kind::kCannotConnect, socket.error().message});
                      self->try_again();
                    });
}

void PlayerClient::begin_session(line::SocketChannel::Socket socket) {
  connected_once_ = true;
  state_seen_ = false;
  if (next_policy_ != nullptr && !score_.in_hand())
    config_.policy = std::exchange(next_policy_, nullptr);
  events_({Kind::kConnected, "connected to " + peer()});
  const auto stream = std::make_shared<line::SocketChannel>(std::move(socket), config_.limits);
  channel_ = stream;
  std::shared_ptr<line::Channel> channel = stream;
  if (config_.transcript != nullptr) channel = line::logged(channel, config_.transcript);

  const auto self = shared_from_this();
  PlayerCallbacks callbacks;
  callbacks.state = [self](const poker::MatchState& state) { self->see(state); };
  callbacks.score = [self](const std::string& score) {
    self->scored_ = true;
    self->events_({Kind::kScore, score});
  };
  callbacks.fault = [self](const std::string& fault) { self->events_({Kind::kFault, fault}); };
  callbacks.ended = [self] { self->session_ended(); };
  std::shared_ptr<line::Session> session = std::make_shared<PlayerSession>(
      channel, config_.game, poker::Player(config_.policy, config_.seed), std::move(callbacks),
      config_.slots);
  if (config_.transcript != nullptr) session = line::logged(session, config_.transcript);
  stream->start(std::move(session));
}

void PlayerClient::see(const poker::MatchState& state) {
  state_seen_ = true;
  if (config_.reconnect) delay_ = config_.reconnect->first_delay;
  if (const Status seen = score_.add(state); !seen) events_({Kind::kFault, seen.error().message});
}

void PlayerClient::session_ended() {
  channel_.reset();
  // A dealer may be silent for long while others play, so patience starts at the loss.
  if (state_seen_) last_contact_ = Clock::now();
  events_({Kind::kDisconnected, "the connection to " + peer() + " has ended"});
  try_again();
}

void PlayerClient::try_again() {
  const bool wanted = config_.reconnect && !stopped_ && !scored_;
  if (!wanted) return finish();
  const auto& [first_delay, max_delay, patience] = *config_.reconnect;
  if (patience && Clock::now() + delay_ > last_contact_ + *patience) return finish();
  timer_.expires_after(delay_);
  delay_ = std::min(2 * delay_, max_delay);
  timer_.async_wait([self = shared_from_this()](boost::system::error_code) {
    if (self->stopped_) return self->finish();
    self->connect();
  });
}

void PlayerClient::finish() {
  if (std::exchange(finished_, true)) return;
  ended_(verdict(), score_);
}

MatchEnd PlayerClient::verdict() const noexcept {
  if (stopped_) return MatchEnd::kStopped;
  if (!connected_once_) return MatchEnd::kUnreachable;
  if (scored_) return MatchEnd::kOver;
  return score_.empty() || score_.in_hand() ? MatchEnd::kLost : MatchEnd::kOver;
}

std::string PlayerClient::peer() const { return line::endpoint_text(config_.host, config_.port); }

}  // namespace trivium::acpc
