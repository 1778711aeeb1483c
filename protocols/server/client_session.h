// The beginning of a client's session on the server: it proves that it knows the token, its first line decides the protocol, then lines
// pass on to a UCI or GTP session.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "protocols/line/channel.h"
#include "protocols/server/dispatch.h"

namespace trivium::server {

/// What the server knows of a client's session. I/O thread.
struct ClientRecord {
  Protocol protocol = Protocol::kDetect;
  std::uint64_t lines = 0;
  bool refused = false;   ///< it did not know the token
  bool foreign = false;   ///< it spoke HTTP or TLS
  bool too_long = false;  ///< its first line was too long
};

struct ClientAdmission {
  Protocol protocol = Protocol::kDetect;
  std::string token;  ///< empty: none is asked for
  std::shared_ptr<const SessionConfigs> configs;
  /// The client proved that it knows the token. False: there is no room for it; it has been told so and the channel closes.
  std::function<bool()> logged_in;
  /// The client did not know the token. To be answered by `answer`, which also closes the channel, sooner or later.
  std::function<void(std::function<void()> answer)> refused;
  std::function<void()> decided;  ///< the record's protocol is known
};

/// A session for `channel` that keeps `record` up to date.
std::shared_ptr<line::Session> make_client_session(std::shared_ptr<line::Channel> channel, ClientAdmission admission,
                                                   std::shared_ptr<ClientRecord> record);

}  // namespace trivium::server
