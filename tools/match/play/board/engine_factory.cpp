#include "tools/match/play/board/engine_factory.h"

#include <optional>
#include <utility>

#include "fmt/format.h"

#include "engine/core/shared_table.h"
#include "engine/core/text.h"
#include "protocols/client/connect6_text_engine.h"
#include "protocols/client/gtp_engine.h"
#include "protocols/client/uci_engine.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {

namespace {

constexpr int kMaxThreads = 256;

Status read_number(std::string_view text, int maximum, int& number) {
  const std::optional<int> value = text::parse_number<int>(text);
  if (!value || *value < 1 || *value > maximum)
    return Error{"match.engine.option.range", "needs a whole number from 1 to {}, found {}",
                 maximum, text::quoted(text, 20)};
  number = *value;
  return {};
}

Status read_option(const std::string& name, const std::string& value, const EngineSpec& spec,
                   LocalOptions& options) {
  if (text::same_ignoring_case(name, "Hash"))
    return read_number(value, kMaxHashMegabytes, options.hash_megabytes);
  if (text::same_ignoring_case(name, "Threads"))
    return read_number(value, kMaxThreads, options.threads);
  if (!text::same_ignoring_case(name, "WeightsFile"))
    return Error{"match.engine.option.unknown",
                 "internal players have only the options Hash, Threads and WeightsFile"};
  if (!value.empty()) options.weights = spec.directory / value;
  return {};
}

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

Result<std::unique_ptr<client::Engine>> make_local_engine(const EngineSpec& spec, Game game,
                                                          std::stop_token stop) {
  LocalOptions options;
  for (const auto& [name, value] : spec.options) {
    if (const Status read = read_option(name, value, spec, options); !read)
      return at_place(fmt::format("engine {}, option {}", spec.name, text::quoted(name, 40)),
                      read.error());
  }
  switch (game) {
    case Game::kChess:
      return make_local_chess(std::move(options), std::move(stop));
    case Game::kConnect6:
      return make_local_connect6(std::move(options), std::move(stop));
    case Game::kReversi:
      return make_local_reversi(std::move(options), std::move(stop));
    case Game::kPoker:
      break;
  }
  return Error{"match.engine.protocol", "engine {}: internal poker players are run by the dealer",
               spec.name};
}

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
      return make_local_engine(spec, game, surroundings.stop);
    case Protocol::kAcpc:
      break;
  }
  return Error{"match.engine.protocol", "engine " + spec.name + ": ACPC players play poker only"};
}

}  // namespace trivium::match
