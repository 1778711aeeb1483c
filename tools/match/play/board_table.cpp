#include "tools/match/play/board_table.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <poll.h>
#include <utility>

#include "tools/match/play/board/board_game.h"
#include "tools/match/play/board/engine_factory.h"

namespace trivium::match {

namespace {

/// Number of restarts of an engine that has played before, and the time between them.
constexpr int kStarts = 3;
constexpr auto kPause = std::chrono::seconds(1);

/// Describes a fault, followed by the last lines of the program.
std::string with_evidence(const client::Fault& fault) {
  std::string text = fault.text;
  for (const std::string& line : fault.evidence) text += "\n  " + line;
  return text;
}

/// Sleeps; returns false if interrupted.
bool pause(const client::Interrupt& interrupt) {
  pollfd wake{interrupt.descriptor(), POLLIN, 0};
  static_cast<void>(poll(&wake, 1, static_cast<int>(std::chrono::milliseconds(kPause).count())));
  return !interrupt.raised();
}

}  // namespace

BoardTable::BoardTable(TableContext& context)
    : context_(context), switchboard_(&context.interrupt) {}

BoardTable::~BoardTable() { dismiss_others({}); }

Result<std::unique_ptr<client::Engine>> BoardTable::make(int index) {
  const EngineSpec& spec = context_.tournament.engines[static_cast<std::size_t>(index)];
  EngineSurroundings surroundings{switchboard_, context_.interrupt, nullptr,
                                  [this, &spec](const std::string& text) {
                                    context_.warn_once(fmt::format("{}: {}", spec.name, text));
                                  }};
  if (context_.log)
    surroundings.log = [this, &spec](char direction, std::string_view line) {
      context_.log(spec.name, game_, direction, line);
    };
  return make_engine(spec, context_.tournament.game, surroundings);
}

Status BoardTable::try_engine(int index) {
  const Result<std::unique_ptr<client::Engine>> engine = make(index);
  if (!engine) return engine.error();
  const client::Fallible fault = (*engine)->start();
  (*engine)->quit();
  if (!fault) return {};
  return Error{"match.engine.lost", "engine {}: {}",
               context_.tournament.engines[static_cast<std::size_t>(index)].name,
               with_evidence(*fault)};
}

Result<client::Engine*> BoardTable::started(int index) {
  std::unique_ptr<client::Engine>& engine = engines_[index];
  if (!engine) {
    Result<std::unique_ptr<client::Engine>> made = make(index);
    if (!made) return made.error();
    engine = *std::move(made);
  }
  if (context_.lost[static_cast<std::size_t>(index)]) {
    engine->quit();  // an engine lost at one table is lost at all
    return engine.get();
  }
  client::Fallible fault;
  for (int start = 0; start < kStarts && !engine->running(); ++start) {
    if (start > 0 && !pause(context_.interrupt)) break;
    fault = engine->start();
    if (fault && fault->kind == client::FaultKind::kInterrupted) break;
  }
  if (engine->running() || context_.interrupt.raised()) return engine.get();
  return Error{"match.engine.start", "engine {} no longer starts: {}",
               context_.tournament.engines[static_cast<std::size_t>(index)].name,
               fault ? with_evidence(*fault) : "unknown reason"};
}

void BoardTable::dismiss_others(const std::vector<int>& seats) {
  for (auto& [index, engine] : engines_) {
    if (std::ranges::find(seats, index) == seats.end()) engine->quit();
  }
  std::erase_if(engines_, [&seats](const auto& entry) {
    return std::ranges::find(seats, entry.first) == seats.end();
  });
}

Result<std::optional<FinishedGame>> BoardTable::play(const ScheduledGame& game) {
  const Tournament& tournament = context_.tournament;
  game_ = game.number + 1;
  dismiss_others(game.seats);
  BoardGameOptions options;
  options.game = tournament.game;
  options.adjudication = tournament.adjudication;
  options.grace = tournament.grace;
  options.machine_delay = [this](auto from, auto to) { return context_.load.delay(from, to); };
  options.warn = [this](const EngineSpec& engine, const std::string& text) {
    context_.warn(fmt::format("{}: {}", engine.name, text));
  };
  options.warn_once = [this](const EngineSpec& engine, const std::string& text) {
    context_.warn_once(fmt::format("{}: {}", engine.name, text));
  };
  Result<Opening> opening = context_.openings->at(game.opening);
  if (!opening) return opening.error();
  options.opening = *std::move(opening);
  if (context_.moved)
    options.moved = [&](const PlayedGame& so_far) { context_.moved(game, so_far); };

  std::vector<Contestant> sides;
  for (const int index : game.seats) {
    const Result<client::Engine*> engine = started(index);
    if (!engine) return engine.error();
    if (context_.interrupt.raised()) return std::optional<FinishedGame>();
    const auto place = static_cast<std::size_t>(index);
    const EngineSpec& spec = tournament.engines[place];
    sides.push_back({**engine, spec, spec.restart != Restart::kNever});
  }
  Result<std::optional<PlayedGame>> played = play_board_game(options, {sides[0], sides[1]});
  if (!played) return played.error();
  after_game(game);
  if (!*played) return std::optional<FinishedGame>();
  return std::optional<FinishedGame>(*std::move(*played));
}

void BoardTable::after_game(const ScheduledGame& game) {
  for (const int index : game.seats) {
    const auto place = static_cast<std::size_t>(index);
    client::Engine& engine = *engines_.at(index);
    switch (context_.tournament.engines[place].restart) {
      case Restart::kOn:
        engine.quit();
        break;
      case Restart::kNever:
        if (!engine.running() && !context_.interrupt.raised()) context_.lost[place] = true;
        break;
      case Restart::kAuto:
        break;
    }
  }
}

}  // namespace trivium::match
