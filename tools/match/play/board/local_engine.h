// Trivium's own players as tournament engines in this process: no pipes, nothing to install.
//
// Options, as in EngineSpec::options, case-insensitive: `Hash` in megabytes (16), `Threads` (1; the
// Connect-6 player uses one), `WeightsFile` (default: the shipped weights; relative to
// EngineSpec::directory).
#pragma once

#include <memory>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// Creates the player of `game`, chess or Connect-6. It allocates and loads weights in start(),
/// thinks in the calling thread and is stopped by `interrupt`, which must outlive it. Fails on an
/// unknown option or a bad value.
Result<std::unique_ptr<client::Engine>> make_local_engine(const EngineSpec& spec, Game game,
                                                          const client::Interrupt& interrupt);

}  // namespace trivium::match
