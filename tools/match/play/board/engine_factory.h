// Creates the engine that a description names: a driver for its protocol, or an internal player.
#pragma once

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

// Trivium's own players as tournament engines in this process: no pipes, nothing to install.
//
// Options (EngineSpec::options; case does not matter), with their defaults:
//
// - Hash: size of the hash table in megabytes (16)
// - Threads: number of search threads (1)
// - WeightsFile: path, relative to EngineSpec::directory (the default weights of the installation)

/// Creates the player of a board game. Its start() allocates memory and loads weights; its move()
/// thinks in the calling thread until it is done or `stop` is requested. Fails for poker, an
/// unknown option or a bad value.
Result<std::unique_ptr<client::Engine>> make_local_engine(const EngineSpec& spec, Game game,
                                                          std::stop_token stop);

/// What an engine needs from the match that it plays in.
struct EngineSurroundings {
  /// Belongs to the thread that will use the engine. Its interrupt stops programs.
  client::Switchboard& switchboard;
  std::stop_token stop;  ///< stops internal players
  /// Receives every line to ('>') and from ('<') the program. May be empty.
  std::function<void(char direction, std::string_view line)> log;
  /// Receives one-line messages for the user. May be empty.
  std::function<void(const std::string& text)> warn;
};

/// Creates an engine for board games without starting it. Requires: the switchboard of
/// `surroundings` outlives the engine. Fails for a protocol or option that the engine cannot have.
Result<std::unique_ptr<client::Engine>> make_engine(const EngineSpec& spec, Game game,
                                                    const EngineSurroundings& surroundings);

}  // namespace trivium::match
