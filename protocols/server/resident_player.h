// A hold'em player in the server that connects to a dealer, for one match or for match after match.
#pragma once

#include <memory>
#include <string>

#include "boost/asio/io_context.hpp"
#include "boost/asio/steady_timer.hpp"

#include "protocols/acpc/player_client.h"
#include "protocols/server/server_log.h"
#include "protocols/server/status.h"

namespace trivium::server {

/// All functions run on the I/O thread. Must outlive the running of the context.
class ResidentPlayer {
 public:
  /// With `again`, it reconnects after the end of a match or if the dealer is unavailable, without
  /// limit; otherwise it plays one match.
  ResidentPlayer(boost::asio::io_context& io, acpc::ClientConfig config, bool again,
                 ServerLog& log);
  ResidentPlayer(const ResidentPlayer&) = delete;
  ResidentPlayer& operator=(const ResidentPlayer&) = delete;

  void start();
  /// Sets the policy for the next match on.
  void set_policy(std::shared_ptr<const poker::Policy> policy);
  /// Leaves the match and starts no other.
  void stop();

  ServerStatus::AcpcPlayer status() const;
  /// True if no match is running and none will start.
  bool ended() const noexcept { return ended_ && (stopping_ || !again_); }

 private:
  void handle(const acpc::ClientEvent& event);
  void match_ended(acpc::MatchEnd end, const acpc::MatchScore& score);

  boost::asio::io_context& io_;
  acpc::ClientConfig config_;
  const bool again_;
  ServerLog& log_;
  const std::string dealer_;
  boost::asio::steady_timer pause_;
  std::shared_ptr<acpc::PlayerClient> client_;
  std::string state_;  ///< last logged state, so that an unavailable dealer is reported once
  std::uint64_t matches_ = 0;
  bool began_ = false;  ///< the dealer was reached in the present or last match
  bool ended_ = true;
  bool stopping_ = false;
};

}  // namespace trivium::server
