// Makes the engine that a description speaks of: a driver for its protocol, or a player of our own.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

struct EngineSurroundings {
  client::Switchboard& switchboard;    ///< of the thread that will use the engine
  const client::Interrupt& interrupt;  ///< breaks off what it is doing
  /// Every line to ('>') and from ('<') the program. May be empty.
  std::function<void(char direction, std::string_view line)> log;
  /// One line for the user. May be empty.
  std::function<void(const std::string& text)> warn;
};

/// For board games; starts nothing yet. `surroundings` must outlive the engine. The error says why there can be no such player.
Result<std::unique_ptr<client::Engine>> make_engine(const EngineSpec& spec, Game game, const EngineSurroundings& surroundings);

}  // namespace trivium::match
