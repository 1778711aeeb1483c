// Start of a client's session on the server: checks the token, detects the protocol from the first
// line, then passes lines to a UCI or GTP session. Closes connections that begin with HTTP or TLS
// before it executes any line, because a web page can make a browser send commands in a request.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "protocols/line/channels/channel.h"
#include "protocols/server/dispatch.h"

namespace trivium::server {

/// Facts about a client's session. The session writes them, the server reads them; both run on the
/// I/O thread.
struct ClientRecord {
  Protocol protocol = Protocol::kDetect;
  std::uint64_t lines = 0;  ///< number of lines received
  bool refused = false;     ///< its first line was not the right token
  bool foreign = false;     ///< sent HTTP or TLS
  bool too_long = false;    ///< its first line, or the first after the token, was too long
};

/// How a session admits its client. The functions are called on the I/O thread.
struct ClientAdmission {
  Protocol protocol = Protocol::kDetect;
  std::string token;  ///< empty: none is required
  std::shared_ptr<const SessionConfigs> configs;
  /// Called after the right token; not called if no token is required. Returns false if the server
  /// is full; it has then informed the client, and the channel closes.
  std::function<bool()> logged_in;
  /// Called after a wrong token. `answer` sends the error and closes the channel. The callee must
  /// call it once, now or later.
  std::function<void(std::function<void()> answer)> refused;
  std::function<void()> decided;  ///< called when ClientRecord::protocol is known; may be empty
};

/// Returns a session for `channel` that updates `record`.
std::shared_ptr<line::Session> make_client_session(std::shared_ptr<line::Channel> channel,
                                                   ClientAdmission admission,
                                                   std::shared_ptr<ClientRecord> record);

}  // namespace trivium::server
