// A player in one dealer's match from the connection to the end: connects, plays, connects again when the connection breaks.
//
// ACPC has no farewell: a match ends when the dealer closes the connection. Between two hands that is taken for the end of the match, in
// the middle of a hand for a loss. With reconnection the client does not take the first close for an answer: it tries again, ever more
// slowly, until the dealer is back or its patience has run out; a dealer that sends a SCORE line says that all is over, and then nothing is
// tried.
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
#include "protocols/line/connector.h"
#include "protocols/line/socket_channel.h"
#include "protocols/line/transcript.h"

namespace trivium::acpc {

struct ReconnectPolicy {
  std::chrono::milliseconds first_delay{250};  ///< before the first new try; doubled with every further one
  std::chrono::milliseconds longest_delay{10'000};
  /// Time without a connection that shows a state after which the client gives up; nothing: never.
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
  std::shared_ptr<const poker::Policy> policy;  ///< one that can_play() the game
  std::uint64_t seed = 0;
  std::chrono::milliseconds connect_timeout{10'000};
  std::optional<ReconnectPolicy> reconnect;  ///< nothing: the client ends with its first connection
  line::StreamLimits limits;
  std::shared_ptr<line::SearchSlots> slots;      ///< null: as many decisions at once as there are clients
  std::shared_ptr<line::Transcript> transcript;  ///< every line in and out; may be null
};

/// All functions and callbacks run on the thread of the executor, which runs one handler at a time. While a client is under way it is work
/// for its executor; nobody needs to hold it.
class PlayerClient : public std::enable_shared_from_this<PlayerClient> {
 public:
  using EventSink = std::function<void(const ClientEvent& event)>;
  /// The last call.
  using Ended = std::function<void(MatchEnd end, const MatchScore& score)>;

  PlayerClient(boost::asio::any_io_executor executor, ClientConfig config, EventSink events, Ended ended);
  PlayerClient(const PlayerClient&) = delete;
  PlayerClient& operator=(const PlayerClient&) = delete;

  /// Begins. Once.
  void start();
  /// Sets the policy from the next connection on that does not continue a match. The policy does
  /// not change within a match. Requires: `policy` can_play() the game.
  void use(std::shared_ptr<const poker::Policy> policy);
  /// Leaves the match, whatever it is doing; `ended` follows. Nothing happens when it has ended.
  void stop();

  /// Whether it is connected to the dealer now.
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
  Clock::time_point heard_;          ///< when a connection that showed a state was lost, or the client was started
  std::chrono::milliseconds delay_;  ///< before the next try
  bool connected_once_ = false;
  bool state_seen_ = false;  ///< on this connection
  bool scored_ = false;      ///< the dealer sent its SCORE line
  bool stopped_ = false;
  bool finished_ = false;
};

}  // namespace trivium::acpc
