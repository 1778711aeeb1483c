// UCI sessions for tests: plain weights, a small hash table.
#pragma once

#include <array>
#include <memory>

#include "engine/chess/weights.h"
#include "protocols/uci/session.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::uci {

inline SessionConfig test_config() {
  static constexpr std::array<double, chess::kFeatureCount> kPawns{1, 3, 3, 5, 9, 0.1};
  SessionConfig config;
  config.weights = chess::Weights::from_pawns(kPawns, "test");
  config.version = "0.0.0-test";
  return config;
}

inline line::SessionFactory session_factory(SessionConfig config = test_config()) {
  return [config](std::shared_ptr<line::Channel> channel) { return std::make_shared<Session>(std::move(channel), config); };
}

}  // namespace trivium::uci
