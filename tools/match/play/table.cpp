#include "tools/match/play/table.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <poll.h>
#include <utility>

#include "protocols/client/engine.h"
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

template <class Played>
Result<std::optional<FinishedGame>> as_finished(Result<std::optional<Played>> played) {
  if (!played) return played.error();
  if (!*played) return std::optional<FinishedGame>();
  return std::optional<FinishedGame>(**std::move(played));
}

/// Table for board games: two engines at a time, which keep running from game to game.
class BoardTable final : public Table {
 public:
  explicit BoardTable(TableContext& context)
      : context_(context), switchboard_(&context.interrupt) {}
  ~BoardTable() override { dismiss_others({}); }

  /// Starts engine `index` and stops it again. The error has the last lines of the program.
  Status try_engine(int index) {
    const Result<std::unique_ptr<client::Engine>> engine = make(index);
    if (!engine) return engine.error();
    const client::Fallible fault = (*engine)->start();
    (*engine)->quit();
    if (!fault) return {};
    return Error{"match.engine.lost", "engine {}: {}", spec(index).name, with_evidence(*fault)};
  }

  Result<std::optional<FinishedGame>> play(const ScheduledGame& game) override {
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
      sides.push_back({**engine, spec(index), spec(index).restart != Restart::kNever});
    }
    Result<std::optional<PlayedGame>> played = play_board_game(options, {sides[0], sides[1]});
    if (played) after_game(game);
    return as_finished(std::move(played));
  }

 private:
  const EngineSpec& spec(int index) const {
    return context_.tournament.engines[static_cast<std::size_t>(index)];
  }

  /// Creates engine `index` without starting it.
  Result<std::unique_ptr<client::Engine>> make(int index) {
    const EngineSpec& spec = this->spec(index);
    EngineSurroundings surroundings{switchboard_, context_.stop, nullptr,
                                    [this, &spec](const std::string& text) {
                                      context_.warn_once(fmt::format("{}: {}", spec.name, text));
                                    }};
    if (context_.log)
      surroundings.log = [this, &spec](char direction, std::string_view line) {
        context_.log(spec.name, game_, direction, line);
      };
    return make_engine(spec, context_.tournament.game, surroundings);
  }

  /// Returns engine `index`, started if needed; not running if it is lost or on an interrupt. Fails
  /// if it no longer starts after several attempts.
  Result<client::Engine*> started(int index) {
    if (!engines_.contains(index)) {
      Result<std::unique_ptr<client::Engine>> made = make(index);
      if (!made) return made.error();
      engines_[index] = *std::move(made);
    }
    client::Engine* const engine = engines_.at(index).get();
    if (context_.lost[static_cast<std::size_t>(index)]) {
      engine->quit();  // an engine lost at one table is lost at all
      return engine;
    }
    client::Fallible fault;
    for (int start = 0; start < kStarts && !engine->running(); ++start) {
      if (start > 0 && !pause(context_.interrupt)) break;
      fault = engine->start();
      if (fault && fault->kind == client::FaultKind::kInterrupted) break;
    }
    if (engine->running() || context_.interrupt.raised()) return engine;
    return Error{"match.engine.start", "engine {} no longer starts: {}", spec(index).name,
                 fault ? with_evidence(*fault) : "unknown reason"};
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

/// Poker table; the room has all that it needs.
class PokerSeats final : public Table {
 public:
  explicit PokerSeats(const TableContext& context) : context_(context) {}

  Result<std::optional<FinishedGame>> play(const ScheduledGame& game) override {
    PokerRoom::LineLog log;
    if (context_.log) {
      log = [this, number = game.number + 1](const std::string& engine, char direction,
                                             std::string_view line) {
        context_.log(engine, number, direction, line);
      };
    }
    return as_finished(context_.poker->play(game, context_.stop, log, count_of(game)));
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Reports the number of hands played to the context, at most once per hands_interval.
  PokerRoom::HandCount count_of(const ScheduledGame& game) const {
    if (!context_.hands_played) return {};
    return [this, &game, reported = Clock::now()](std::uint32_t hands) mutable {
      const Clock::time_point now = Clock::now();
      if (now - reported < context_.hands_interval) return;
      reported = now;
      context_.hands_played(game, hands);
    };
  }

  const TableContext& context_;
};

}  // namespace

std::unique_ptr<Table> make_table(TableContext& context) {
  if (context.poker != nullptr) return std::make_unique<PokerSeats>(context);
  return std::make_unique<BoardTable>(context);
}

Status try_engines(TableContext& context) {
  if (context.poker != nullptr) return {};
  BoardTable table(context);
  for (int engine = 0; engine < static_cast<int>(context.tournament.engines.size()); ++engine) {
    if (context.lost[static_cast<std::size_t>(engine)]) continue;
    if (const Status tried = table.try_engine(engine); !tried) return tried;
  }
  return {};
}

}  // namespace trivium::match
