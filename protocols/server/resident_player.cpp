#include "protocols/server/resident_player.h"

#include <array>
#include <cstddef>
#include <utility>

namespace trivium::server {

namespace {

/// Pause between two matches: a restarted dealer needs a moment, and one that rejects players must
/// not be flooded.
constexpr std::chrono::seconds kBetweenMatches{1};

/// Indexed by acpc::MatchEnd.
constexpr std::array kEnds{"the match is over", "the connection was lost",
                           "the dealer cannot be reached", "the server shut down"};
static_assert(kEnds.size() == static_cast<std::size_t>(acpc::MatchEnd::kStopped) + 1);

}  // namespace

ResidentPlayer::ResidentPlayer(boost::asio::io_context& io, acpc::ClientConfig config, bool again,
                               ServerLog& log)
    : io_(io),
      config_(std::move(config)),
      again_(again),
      log_(log),
      dealer_(line::endpoint_text(config_.host, config_.port)),
      pause_(io) {}

void ResidentPlayer::start() {
  began_ = false;
  ended_ = false;
  client_ = std::make_shared<acpc::PlayerClient>(
      io_.get_executor(), config_, [this](const acpc::ClientEvent& event) { handle(event); },
      [this](acpc::MatchEnd end, const acpc::MatchScore& score) { match_ended(end, score); });
  client_->start();
}

void ResidentPlayer::set_policy(std::shared_ptr<const poker::Policy> policy) {
  config_.policy = std::move(policy);
  if (client_ != nullptr) client_->set_policy(config_.policy);
}

void ResidentPlayer::stop() {
  stopping_ = true;
  pause_.cancel();
  if (client_ != nullptr) client_->stop();
}

ServerStatus::AcpcPlayer ResidentPlayer::status() const {
  const bool connected = client_ != nullptr && client_->connected();
  return {dealer_, connected ? "connected" : state_, matches_,
          client_ != nullptr ? client_->score().hands() : 0};
}

void ResidentPlayer::handle(const acpc::ClientEvent& event) {
  if (event.kind == acpc::ClientEvent::Kind::kConnected) began_ = true;
  if (std::exchange(state_, event.text) == event.text) return;
  const bool expected = event.kind == acpc::ClientEvent::Kind::kConnected ||
                        event.kind == acpc::ClientEvent::Kind::kScore;
  log_.write(expected ? LogLevel::kInfo : LogLevel::kWarning, "acpc player",
             {{"dealer", dealer_}, {"state", event.text}});
}

void ResidentPlayer::match_ended(acpc::MatchEnd end, const acpc::MatchScore& score) {
  ended_ = true;
  if (end == acpc::MatchEnd::kOver) ++matches_;
  if (began_) {
    log_.write(LogLevel::kInfo, "acpc match ended",
               {{"dealer", dealer_},
                {"reason", kEnds[static_cast<std::size_t>(end)]},
                {"hands", static_cast<std::int64_t>(score.hands())},
                {"mbb_per_hand", score.mbb_per_hand()}});
  }
  if (end != acpc::MatchEnd::kUnreachable) state_ = kEnds[static_cast<std::size_t>(end)];
  if (!again_ || stopping_) return;
  pause_.expires_after(kBetweenMatches);
  pause_.async_wait([this](boost::system::error_code cancelled) {
    if (!cancelled && !stopping_) start();
  });
}

}  // namespace trivium::server
