// Which protocol a conversation speaks, and the session for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "protocols/gtp/session.h"
#include "protocols/line/channel.h"
#include "protocols/uci/session.h"

namespace trivium::server {

enum class Protocol : std::uint8_t {
  kDetect,  ///< the first line that is neither empty nor a comment (#) decides: "uci" is UCI, anything else GTP
  kUci,
  kGtp,
};

/// "UCI", "GTP", or "undecided".
const char* name_of(Protocol protocol) noexcept;

/// What every new session starts with.
struct SessionConfigs {
  uci::SessionConfig uci;
  gtp::SessionConfig gtp;
};

/// Hears once which protocol a conversation speaks, before the session for it begins.
using Decided = std::function<void(Protocol)>;

/// A session for `channel`. Under kDetect it becomes one of the two with the line that decides, which it passes on.
std::shared_ptr<line::Session> make_session(Protocol protocol, const std::shared_ptr<const SessionConfigs>& configs,
                                            std::shared_ptr<line::Channel> channel, Decided decided = nullptr);

}  // namespace trivium::server
