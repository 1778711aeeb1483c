// UCI sessions for tests: chess with plain weights, a small hash table.
#pragma once

#include <memory>

#include "protocols/uci/chess/chess_seat.h"
#include "protocols/uci/session.h"
#include "tests/engine/chess/plain_weights.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::uci {

inline ChessConfig test_chess() { return {.weights = chess::plain_weights()}; }

inline SessionConfig test_config(ChessConfig chess = test_chess()) {
  SessionConfig config;
  config.seat = chess_seats(std::make_shared<const ChessConfig>(std::move(chess)));
  config.version = "0.0.0-test";
  return config;
}

/// Returns a scale whose weakest level plays nearly random moves, and whose strongest level plays
/// the best move.
inline ChessConfig chess_with_strength() {
  ChessConfig chess = test_chess();
  chess.strength = std::make_shared<const chess::StrengthScale>(chess::StrengthScale{
      {{600.5, 10, {8, 0.001, 0}, false}, {2000.5, 10, {2000, 50, 0}, true}}, {}});
  return chess;
}

inline SessionConfig with_strength() { return test_config(chess_with_strength()); }

inline line::SessionFactory session_factory(SessionConfig config = test_config()) {
  return [config](std::shared_ptr<line::Channel> channel) {
    return std::make_shared<Session>(std::move(channel), config);
  };
}

}  // namespace trivium::uci
