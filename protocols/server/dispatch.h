// Detects the protocol of a conversation and makes the session for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "protocols/gtp/session.h"
#include "protocols/line/channels/channel.h"
#include "protocols/uci/session.h"
#include "protocols/web/json_session.h"

namespace trivium::server {

enum class Protocol : std::uint8_t {
  kDetect,  ///< the first line that is neither empty nor a comment (#) decides: "uci" is UCI,
            ///< "json 1" is JSON, anything else GTP
  kUci,
  kGtp,
  kJson,  ///< JSON requests (protocols/web); detected by the line "json 1"
  kWeb,   ///< of listeners only: HTTP, and any of the others in a WebSocket
};

/// Returns "UCI", "GTP", "JSON", "web", or "undecided".
const char* name_of(Protocol protocol) noexcept;

/// Initial settings of new sessions.
struct SessionConfigs {
  uci::SessionConfig uci;
  gtp::SessionConfig gtp;
  web::JsonConfig json{};  ///< without methods: JSON requests are not served
};

/// Called once with the protocol of a conversation, before its session begins.
using Decided = std::function<void(Protocol)>;

/// Returns a session for `channel`. With kDetect the session waits for the line that decides, then
/// passes it and all later lines to a session of that protocol. A line that is too long decides for
/// GTP.
std::shared_ptr<line::Session> make_session(Protocol protocol,
                                            const std::shared_ptr<const SessionConfigs>& configs,
                                            std::shared_ptr<line::Channel> channel,
                                            Decided decided = nullptr);

}  // namespace trivium::server
