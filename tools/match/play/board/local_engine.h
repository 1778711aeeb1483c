// Trivium's own players as engines of a tournament, in this process: no pipes, and nothing to install.
//
// Options, as in EngineSpec::options, in any case: `Hash` in megabytes (16), `Threads` (1; the Connect-6 player searches with one),
// `WeightsFile` (the shipped weights; a relative one is looked for in EngineSpec::directory).
#pragma once

#include <memory>

#include "engine/core/result.h"
#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {

/// The player of `game`, chess or Connect-6; takes neither memory nor weights before start(). It thinks in the thread that asks, and is
/// broken off by `interrupt`, which must outlive it. The error names an option that there is not, or its value.
Result<std::unique_ptr<client::Engine>> make_local_engine(const EngineSpec& spec, Game game, const client::Interrupt& interrupt);

}  // namespace trivium::match
