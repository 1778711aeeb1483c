// Start of a client's session on the server: checks the token, detects the protocol from the first
// line, then passes lines to a UCI or GTP session.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "protocols/line/channel.h"
#include "protocols/server/dispatch.h"

namespace trivium::server {

/// Data about a client's session for the server. I/O thread.
struct ClientRecord {
  Protocol protocol = Protocol::kDetect;
  std::uint64_t lines = 0;
  bool refused = false;   ///< sent a wrong token
  bool foreign = false;   ///< sent HTTP or TLS
  bool too_long = false;  ///< its first line was too long
};

struct ClientAdmission {
  Protocol protocol = Protocol::kDetect;
  std::string token;  ///< empty: none is required
  std::shared_ptr<const SessionConfigs> configs;
  /// Called after the right token. Returns false if the server is full; the client has then been
  /// informed and the channel closes.
  std::function<bool()> logged_in;
  /// Called after a wrong token. The callee must call `answer` at some time, which also closes the
  /// channel.
  std::function<void(std::function<void()> answer)> refused;
  std::function<void()> decided;  ///< called when the record's protocol is known
};

/// Returns a session for `channel` that updates `record`.
std::shared_ptr<line::Session> make_client_session(std::shared_ptr<line::Channel> channel,
                                                   ClientAdmission admission,
                                                   std::shared_ptr<ClientRecord> record);

}  // namespace trivium::server
