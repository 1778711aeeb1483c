#include "tools/match/play/table.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <poll.h>

#include "models/format/load_error.h"
#include "protocols/client/engine.h"
#include "tools/match/play/board/board_game.h"
#include "tools/match/play/board/engine_factory.h"

namespace trivium::match {

namespace {

using format::LoadError;
using format::or_throw;

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

/// Table for board games: two engines at a time, which keep running from game to game.
/// Its functions throw format::LoadError.
class BoardTable {
 public:
  explicit BoardTable(TableContext& context)
      : context_(context), switchboard_(&context.interrupt) {}
  ~BoardTable() { dismiss_others({}); }

  /// Starts engine `index` and stops it again. The error has the last lines of the program.
  void try_engine(int index) {
    const std::unique_ptr<client::Engine> engine = make(index);
    const client::Fallible fault = engine->start();
    engine->quit();
    if (fault)
      throw LoadError("match.engine.lost", "engine {}: {}", spec(index).name,
                      with_evidence(*fault));
  }

  std::optional<FinishedGame> play(const ScheduledGame& game) {
    const Tournament& tournament = context_.tournament;
    game_ = game.number + 1;
    dismiss_others(game.seats);
    BoardGameOptions options;
    options.game = tournament.game;
    options.adjudication = tournament.adjudication;
    options.grace = tournament.grace;
    options.machine_delay = [this](auto from, auto to) { return context_.load.delay(from, to); };
    options.warn = context_.warn;
    options.warn_once = context_.warn_once;
    options.opening = or_throw(context_.openings->at(game.opening));
    if (context_.moved)
      options.moved = [&](const PlayedGame& so_far) { context_.moved(game, so_far); };

    std::vector<Contestant> sides;
    for (const int index : game.seats) {
      client::Engine& engine = started(index);
      if (context_.interrupt.raised()) return std::nullopt;
      sides.push_back({engine, spec(index), spec(index).restart != Restart::kNever});
    }
    std::optional<PlayedGame> played = or_throw(play_board_game(options, {sides[0], sides[1]}));
    after_game(game);
    return played;
  }

 private:
  const EngineSpec& spec(int index) const {
    return context_.tournament.engines[static_cast<std::size_t>(index)];
  }

  /// Creates engine `index` without starting it.
  std::unique_ptr<client::Engine> make(int index) {
    const EngineSpec& spec = this->spec(index);
    EngineSurroundings surroundings{switchboard_, context_.stop, nullptr,
                                    [this, &spec](const std::string& text) {
                                      context_.warn_once(fmt::format("{}: {}", spec.name, text));
                                    }};
    if (context_.log)
      surroundings.log = [this, &spec](char direction, std::string_view line) {
        context_.log(spec.name, game_, direction, line);
      };
    return or_throw(make_engine(spec, context_.tournament.game, surroundings));
  }

  /// Returns engine `index`, started if needed; not running if it is lost or on an interrupt. Fails
  /// if it no longer starts after several attempts.
  client::Engine& started(int index) {
    if (!engines_.contains(index)) engines_.emplace(index, make(index));
    client::Engine& engine = *engines_.at(index);
    if (context_.lost[static_cast<std::size_t>(index)]) {
      engine.quit();  // an engine lost at one table is lost at all
      return engine;
    }
    client::Fallible fault;
    for (int start = 0; start < kStarts && !engine.running(); ++start) {
      if (start > 0 && !pause(context_.interrupt)) break;
      fault = engine.start();
      if (fault && fault->kind == client::FaultKind::kInterrupted) break;
    }
    if (engine.running() || context_.interrupt.raised()) return engine;
    throw LoadError("match.engine.start", "engine {} no longer starts: {}", spec(index).name,
                    fault ? with_evidence(*fault) : "unknown reason");
  }

  /// Stops the engines that are not in `seats`.
  void dismiss_others(const std::vector<int>& seats) {
    std::erase_if(engines_, [&seats](auto& entry) {
      const bool other = std::ranges::find(seats, entry.first) == seats.end();
      if (other) entry.second->quit();
      return other;
    });
  }

  /// Applies the restart rule of each engine after a game.
  void after_game(const ScheduledGame& game) {
    for (const int index : game.seats) {
      client::Engine& engine = *engines_.at(index);
      const Restart restart = spec(index).restart;
      if (restart == Restart::kOn) engine.quit();
      if (restart == Restart::kNever && !engine.running() && !context_.interrupt.raised())
        context_.lost[static_cast<std::size_t>(index)] = true;
    }
  }

  TableContext& context_;
  client::Switchboard switchboard_;
  std::uint64_t game_ = 0;  ///< number of the current game, from 1; 0 before the first
  std::map<int, std::unique_ptr<client::Engine>> engines_;  ///< by index in the tournament
};

/// Reports the number of hands played to the context, at most once per hands_interval.
PokerRoom::HandCount count_of(const TableContext& context, const ScheduledGame& game) {
  using Clock = std::chrono::steady_clock;
  if (!context.hands_played) return {};
  return [&context, &game, reported = Clock::now()](std::uint32_t hands) mutable {
    const Clock::time_point now = Clock::now();
    if (now - reported < context.hands_interval) return;
    reported = now;
    context.hands_played(game, hands);
  };
}

/// Plays a game at a poker table. The room has all that it needs.
std::optional<FinishedGame> play_poker(const TableContext& context, const ScheduledGame& game) {
  PokerRoom::LineLog log;
  if (context.log) {
    log = [&context, &game](const std::string& engine, char direction, std::string_view line) {
      context.log(engine, game.number + 1, direction, line);
    };
  }
  return or_throw(context.poker->play(game, context.stop, log, count_of(context, game)));
}

}  // namespace

Table make_table(TableContext& context) {
  if (context.poker != nullptr) {
    return [&context](const ScheduledGame& game) {
      return format::or_error([&] { return play_poker(context, game); });
    };
  }
  return [table = std::make_shared<BoardTable>(context)](const ScheduledGame& game) {
    return format::or_error([&] { return table->play(game); });
  };
}

Status try_engines(TableContext& context) {
  if (context.poker != nullptr) return {};
  return format::or_error([&] {
    BoardTable table(context);
    for (std::size_t engine = 0; engine < context.lost.size(); ++engine) {
      if (!context.lost[engine]) table.try_engine(static_cast<int>(engine));
    }
  });
}

}  // namespace trivium::match
