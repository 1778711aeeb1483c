// A GTP session on a real socket pair, and a controller for it.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>

#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "protocols/gtp/connect6/connect6_seat.h"
#include "protocols/gtp/reversi/reversi_seat.h"
#include "protocols/gtp/session.h"
#include "tests/protocols/line/conversation.h"

namespace trivium::gtp {

/// Returns simple weights: more stones in open windows are better, and own ones count more than the
/// opponent's.
inline connect6::Knowledge test_knowledge(const std::string& source = "test") {
  const auto names = connect6::feature_names();
  std::array<double, connect6::kFeatureCount> weights{};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double stones = names[i].back() == ']' ? names[i][names[i].size() - 2] - '0' : 0;
    if (names[i].starts_with("open_windows_own")) weights[i] = 0.02 * stones * stones;
    if (names[i].starts_with("open_windows_opponent")) weights[i] = -0.02 * stones * stones;
  }
  return {connect6::Weights::from_log_odds(weights, source), nullptr};
}

/// A session that plays `game`.
inline SessionConfig test_config(Connect6Config game, Milliseconds think = Milliseconds(20)) {
  SessionConfig config;
  config.games = {connect6_game(std::make_shared<const Connect6Config>(std::move(game)))};
  config.version = "1.2.3";
  config.untimed = {.move_time = think};
  return config;
}

inline SessionConfig test_config(Milliseconds think = Milliseconds(20)) {
  Connect6Config game;
  game.knowledge = test_knowledge();
  return test_config(std::move(game), think);
}

/// A session that offers all games, as the program does, and begins with Connect-6.
inline SessionConfig all_games_config() {
  SessionConfig config = test_config();
  config.games.push_back(reversi_game(std::make_shared<const ReversiConfig>()));
  return config;
}

/// A session without weights.
inline SessionConfig weightless_config() {
  Connect6Config game;
  game.weights_fault = "none found";
  return test_config(std::move(game));
}

/// A session whose searches do not end by themselves during a test.
inline SessionConfig slow_config() { return test_config(std::chrono::minutes(10)); }

constexpr auto kPatience = std::chrono::seconds(20);

/// Places a stone on `vertex`. Returns false if that is illegal.
inline bool place(connect6::Board& board, const std::string& vertex) {
  const auto cell = connect6::parse_gtp_vertex(vertex, board.size());
  if (!cell || !board.is_legal(*cell)) return false;
  board.do_move(*cell);
  return true;
}

class GtpClient {
 public:
  explicit GtpClient(SessionConfig config = test_config(), line::StreamLimits limits = {})
      : conversation_(
            [&config](auto channel) {
              return std::make_shared<Session>(std::move(channel), std::move(config));
            },
            limits) {}

  line::Client& wire() { return conversation_.client(); }
  line::Conversation& conversation() { return conversation_; }

  /// Returns the next response without its empty line; "(nothing)" if none came.
  std::string response() {
    std::string text;
    while (true) {
      const auto line = wire().read_line();
      if (!line) return "(nothing)";
      if (line->empty()) return text;
      text += (text.empty() ? "" : "\n") + *line;
    }
  }

  /// Sends `command` and returns its response.
  std::string ask(const std::string& command) {
    wire().write(command + "\n");
    return response();
  }

  /// Returns the text of a successful response to `command`, or the whole response if it failed.
  std::string text(const std::string& command) {
    const std::string whole = ask(command);
    return whole.starts_with("= ") ? whole.substr(2) : whole == "=" ? "" : whole;
  }

 private:
  line::Conversation conversation_;
};

}  // namespace trivium::gtp
