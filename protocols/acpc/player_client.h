// A player in one dealer's match: connects, plays, and reconnects if the connection breaks.
//
// ACPC has no message for the end: a match ends when the dealer closes the connection. A close
// between two hands counts as the end of the match, within a hand as a lost connection. With
// reconnection the client tries again after both, with growing delays, until the dealer is back or
// its patience has run out. After a SCORE line from the dealer the match is over, and the client
// does not reconnect.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "boost/asio/any_io_executor.hpp"
#include "boost/asio/steady_timer.hpp"

#include "engine/poker/policies/policy.h"
#include "protocols/acpc/match_score.h"
#include "protocols/acpc/player_session.h"
#include "protocols/line/channels/connector.h"
#include "protocols/line/channels/socket_channel.h"
#include "protocols/line/channels/transcript.h"

namespace trivium::acpc {

struct ReconnectPolicy {
  /// Delay before the first retry; doubled for each further one.
  std::chrono::milliseconds first_delay{250};
  std::chrono::milliseconds max_delay{10'000};
  /// Maximum time without a connection that receives a state; then the client gives up. Nothing: no
  /// limit.
  std::optional<std::chrono::milliseconds> patience{60'000};
};

/// What happened, for messages and logs.
struct ClientEvent {
  enum class Kind : std::uint8_t {
    kConnected,
    kCannotConnect,
    kDisconnected,
    kFault,  ///< a bad line from the dealer, or a decision that failed
    kScore,  ///< the dealer's SCORE line
  };
  Kind kind = Kind::kFault;
  std::string text;  ///< one line
};

enum class MatchEnd : std::uint8_t {
  kOver,         ///< the dealer closed between two hands, or sent its SCORE line
  kLost,         ///< the connection was lost in the middle of a hand, or before the first one
  kUnreachable,  ///< never connected
  kStopped,      ///< stop()
};

struct ClientConfig {
  std::string host;  ///< a name or an address, an IPv6 one without brackets
  std::uint16_t port = 0;
  std::shared_ptr<const poker::GameDefinition> game;
  std::shared_ptr<const poker::Policy> policy;  ///< must be able to play the game (can_play())
  std::uint64_t seed = 0;
  std::chrono::milliseconds connect_timeout{10'000};
  std::optional<ReconnectPolicy> reconnect;  ///< nothing: the client does not reconnect
  line::StreamLimits limits;
  std::shared_ptr<line::SearchSlots> slots;      ///< null: no limit on simultaneous decisions
  std::shared_ptr<line::Transcript> transcript;  ///< every line in and out; may be null
};

/// Requires: the executor runs one handler at a time, and all functions are called on its thread.
/// Callbacks run there too. A running client keeps itself alive; the caller need not hold it.
class PlayerClient : public std::enable_shared_from_this<PlayerClient> {
 public:
  using EventSink = std::function<void(const ClientEvent& event)>;
  /// Called once, as the last callback.
  using Ended = std::function<void(MatchEnd end, const MatchScore& score)>;

  PlayerClient(boost::asio::any_io_executor executor, ClientConfig config, EventSink events,
               Ended ended);
  PlayerClient(const PlayerClient&) = delete;
  PlayerClient& operator=(const PlayerClient&) = delete;

  /// Starts the client. Call once.
  void start();
  /// Changes the policy at the next connection that does not continue a match; it does not change
  /// within a match. Requires: `policy` can_play() the game.
  void set_policy(std::shared_ptr<const poker::Policy> policy);
  /// Leaves the match in any state; `ended` follows. Does nothing if it has ended.
  void stop();

  /// True while it is connected to the dealer.
  bool connected() const noexcept { return !channel_.expired(); }
  const MatchScore& score() const noexcept { return score_; }

 private:
  using Clock = std::chrono::steady_clock;

  void connect();
  void begin_session(line::SocketChannel::Socket socket);
  void see(const poker::MatchState& state);
  void session_ended();
  void try_again();
  void finish();
  MatchEnd verdict() const noexcept;
  std::string peer() const;

  boost::asio::any_io_executor executor_;
  ClientConfig config_;
  std::shared_ptr<const poker::Policy> next_policy_;  ///< null: no change
  EventSink events_;
  Ended ended_;
  std::shared_ptr<line::Connector> connector_;
  std::weak_ptr<line::StreamChannel> channel_;
  boost::asio::steady_timer timer_;
  MatchScore score_;
  /// When the last connection that received a state was lost; the time of start() if there is none.
  Clock::time_point last_contact_;
  std::chrono::milliseconds delay_;  ///< before the next retry
  bool connected_once_ = false;
  bool state_seen_ = false;  ///< on this connection
  bool scored_ = false;      ///< the dealer sent its SCORE line
  bool stopped_ = false;
  bool finished_ = false;
};

}  // namespace trivium::acpc
