// UCI sessions for tests: plain weights, a small hash table.
#pragma once

#include <memory>

#include "protocols/uci/session.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::uci {

inline SessionConfig test_config() {
  SessionConfig config;
  config.weights = chess::plain_weights();
  config.version = "0.0.0-test";
  return config;
}

inline line::SessionFactory session_factory(SessionConfig config = test_config()) {
  return [config](std::shared_ptr<line::Channel> channel) { return std::make_shared<Session>(std::move(channel), config); };
}

}  // namespace trivium::uci
