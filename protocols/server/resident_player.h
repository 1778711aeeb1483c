// A hold'em player that lives in the server and goes out to a dealer: match after match where it is asked to.
#pragma once

#include <memory>
#include <string>

#include "boost/asio/io_context.hpp"
#include "boost/asio/steady_timer.hpp"

#include "protocols/acpc/player_client.h"
#include "protocols/server/server_log.h"
#include "protocols/server/status.h"

namespace trivium::server {

/// All functions on the I/O thread. It must not die before run() has returned.
class ResidentPlayer {
 public:
  /// With `again`, the end of a match or a dealer that is away is followed by another try, for ever; else there is one match.
  ResidentPlayer(boost::asio::io_context& io, acpc::ClientConfig config, bool again, ServerLog& log);
  ResidentPlayer(const ResidentPlayer&) = delete;
  ResidentPlayer& operator=(const ResidentPlayer&) = delete;

  void start();
  /// Sets the policy for the next match on.
  void use(std::shared_ptr<const poker::Policy> policy);
  /// Leaves the match for good.
  void stop();

  ServerStatus::AcpcPlayer status() const;
  /// Whether no match is under way and none will be.
  bool ended() const noexcept { return ended_ && (stopping_ || !again_); }

 private:
  void hear(const acpc::ClientEvent& event);
  void match_ended(acpc::MatchEnd end, const acpc::MatchScore& score);

  boost::asio::io_context& io_;
  acpc::ClientConfig config_;
  const bool again_;
  ServerLog& log_;
  const std::string dealer_;
  boost::asio::steady_timer pause_;
  std::shared_ptr<acpc::PlayerClient> client_;
  std::string state_;  ///< what was logged last, so that a dealer who is away is reported once
  std::uint64_t matches_ = 0;
  bool began_ = false;  ///< the match under way, or the last one: the dealer was reached
  bool ended_ = true;
  bool stopping_ = false;
};

}  // namespace trivium::server
