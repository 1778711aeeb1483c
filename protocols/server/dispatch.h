// Detects the protocol of a conversation and makes the session for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "protocols/gtp/session.h"
#include "protocols/line/channel.h"
#include "protocols/uci/session.h"

namespace trivium::server {

enum class Protocol : std::uint8_t {
  kDetect,  ///< the first line that is neither empty nor a comment (#) decides: "uci" is UCI,
            ///< anything else GTP
  kUci,
  kGtp,
};

/// Returns "UCI", "GTP", or "undecided".
const char* name_of(Protocol protocol) noexcept;

/// Initial settings of new sessions.
struct SessionConfigs {
  uci::SessionConfig uci;
  gtp::SessionConfig gtp;
};

/// Called once with the protocol of a conversation, before its session begins.
using Decided = std::function<void(Protocol)>;

/// Returns a session for `channel`. Under kDetect the first line decides which of the two it
/// becomes, and is passed on.
std::shared_ptr<line::Session> make_session(Protocol protocol,
                                            const std::shared_ptr<const SessionConfigs>& configs,
                                            std::shared_ptr<line::Channel> channel,
                                            Decided decided = nullptr);

}  // namespace trivium::server
