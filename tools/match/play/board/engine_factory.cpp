#include "tools/match/play/board/engine_factory.h"

#include <utility>

#include "protocols/client/connect6_text_engine.h"
#include "protocols/client/gtp_engine.h"
#include "protocols/client/uci_engine.h"
#include "tools/match/play/board/local_engine.h"

namespace trivium::match {

namespace {

client::EngineProgram program_of(const EngineSpec& spec, Game game,
                                 const EngineSurroundings& surroundings) {
  client::EngineProgram program;
  program.program = {spec.command, spec.directory, spec.environment};
  program.stderr_file = spec.stderr_file;
  // Programs with several games have this command; those of Connect-6 need none.
  if (game == Game::kReversi) program.game = "Othello";
  program.options = spec.options;
  program.init_commands = spec.init_commands;
  program.ponder = spec.ponder;
  program.start_patience = spec.start_patience;
  program.log = surroundings.log;
  program.warn = surroundings.warn;
  return program;
}

}  // namespace

Result<std::unique_ptr<client::Engine>> make_engine(const EngineSpec& spec, Game game,
                                                    const EngineSurroundings& surroundings) {
  using Made = Result<std::unique_ptr<client::Engine>>;
  switch (spec.protocol) {
    case Protocol::kUci:
      return Made(std::make_unique<client::UciEngine>(program_of(spec, game, surroundings),
                                                      surroundings.switchboard));
    case Protocol::kGtp:
      return Made(std::make_unique<client::GtpEngine>(program_of(spec, game, surroundings),
                                                      surroundings.switchboard));
    case Protocol::kConnect6Text:
      return Made(std::make_unique<client::Connect6TextEngine>(program_of(spec, game, surroundings),
                                                               surroundings.switchboard));
    case Protocol::kInternal:
      return make_local_engine(spec, game, surroundings.interrupt);
    case Protocol::kAcpc:
      break;
  }
  return Error{"match.engine.protocol", "engine " + spec.name + ": ACPC players play poker only"};
}

}  // namespace trivium::match
