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

/// A scale whose weakest play anything and whose strongest the best they find.
inline SessionConfig with_strength() {
  SessionConfig config = test_config();
  config.strength = std::make_shared<const chess::StrengthScale>(
      chess::StrengthScale{{{600.5, 10, {8, 0.001, 0}, false}, {2000.5, 10, {2000, 50, 0}, true}}, {}});
  return config;
}

inline line::SessionFactory session_factory(SessionConfig config = test_config()) {
  return [config](std::shared_ptr<line::Channel> channel) { return std::make_shared<Session>(std::move(channel), config); };
}

}  // namespace trivium::uci
