// Trivium's own players as tournament engines in this process: no pipes, nothing to install.
//
// Options (EngineSpec::options; case does not matter), with their defaults:
//
// - Hash: size of the hash table in megabytes (16)
// - Threads: number of search threads (1)
// - WeightsFile: path, relative to EngineSpec::directory (the default weights of the installation)
#pragma once

#include <memory>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// Creates the player of a board game. Its start() allocates memory and loads
/// weights; its move() thinks in the calling thread until it is done or `interrupt` is raised.
/// Requires: `interrupt` outlives it. Fails for poker, an unknown option or a bad value.
Result<std::unique_ptr<client::Engine>> make_local_engine(const EngineSpec& spec, Game game,
                                                          const client::Interrupt& interrupt);

}  // namespace trivium::match
