#include "tools/match/play/finished_game.h"

#include <cstddef>
#include <fmt/format.h>
#include <utility>

#include "models/format/load_error.h"
#include "tools/match/play/journal_facts.h"

namespace trivium::match {

namespace {

std::vector<double> points_of(const PlayedGame& played) {
  const double first = (1.0 + static_cast<double>(played.for_first)) / 2;
  return {first, 1 - first};
}

bool loses_engine(Ending ending) noexcept {
  return is_fault(ending) && ending != Ending::kTimeLoss && ending != Ending::kIllegalMove;
}

}  // namespace

Result<GameCodec> GameCodec::make(Game game, const std::string& poker_game) {
  if (game != Game::kPoker) return GameCodec(std::nullopt);
  Result<poker::GameDefinition> definition = poker::game_named(poker_game);
  if (!definition) return definition.error();
  return GameCodec(*std::move(definition));
}

JournalEntry GameCodec::entry(const ScheduledGame& game, const FinishedGame& finished,
                              std::uint64_t seed) const {
  JournalEntry entry{game, seed, {}, {}, {}};
  if (const auto* const played = std::get_if<PlayedGame>(&finished)) {
    entry.points = points_of(*played);
    entry.ending = to_string(played->ending);
    entry.body = to_json(*played);
  } else {
    const auto& block = std::get<PlayedBlock>(finished);
    entry.points = block.chips();
    entry.ending = to_string(block.ending());
    entry.body = to_text(block);
  }
  return entry;
}

Result<FinishedGame> GameCodec::read(const JournalEntry& entry) const {
  return format::or_error([&]() -> FinishedGame {
    const std::string place = fmt::format("game {}", entry.number + 1);
    if (poker_game_) return format::or_throw(parse_block(entry.body, *poker_game_), place);
    return format::or_throw(parse_played_game(entry.body), place);
  });
}

void GameCodec::add(Standings& standings, const ScheduledGame& game,
                    const FinishedGame& finished) const {
  if (const auto* const played = std::get_if<PlayedGame>(&finished)) {
    standings.add(game, *played);
    return;
  }
  const auto& block = std::get<PlayedBlock>(finished);
  const BlockWinnings won = winnings(block, *poker_game_);
  standings.add_block(game, won.raw, won.expected);
  for (const BlockFault& fault : block.faults) {
    standings.add_fault(game.seats[static_cast<std::size_t>(fault.seat)], fault.kind, fault.times);
  }
}

Result<std::size_t> GameCodec::add_all(Standings& standings, const Ledger& journal) const {
  return format::or_error([&]() -> std::size_t {
    format::or_throw(journal.for_each([&](const JournalEntry& entry) {
      add(standings, entry, format::or_throw(read(entry)));
      return true;
    }));
    for (std::size_t round = 0;; ++round) {
      const auto kept = kept_swiss_round(journal, round);
      if (!kept) return round;
      if (kept->bye) standings.add_bye(*kept->bye);
    }
  });
}

GameResult GameCodec::result(const FinishedGame& finished) const {
  GameResult result;
  if (const auto* const played = std::get_if<PlayedGame>(&finished)) {
    result.board = played;
    result.summary = played->reason;
    result.points = points_of(*played);
    return result;
  }
  const auto& block = std::get<PlayedBlock>(finished);
  result.summary = match::summary(block, *poker_game_);
  result.points = block.chips();
  for (const BlockFault& fault : block.faults) result.faults.emplace_back(fault.seat, fault.kind);
  return result;
}

std::optional<Ending> engine_failure(const FinishedGame& finished) {
  if (const auto* const played = std::get_if<PlayedGame>(&finished)) {
    return loses_engine(played->ending) ? std::optional(played->ending) : std::nullopt;
  }
  for (const BlockFault& fault : std::get<PlayedBlock>(finished).faults) {
    if (loses_engine(fault.kind)) return fault.kind;
  }
  return std::nullopt;
}

Result<Recollection> recollect(const Ledger& journal) {
  return format::or_error([&] {
    Recollection recalled = format::or_throw(recall(journal.tournament()), journal.place());
    recalled.tournament.sprt = kept_sprt(journal);
    return recalled;
  });
}

Result<Replay> replay(const Ledger& journal) {
  return format::or_error([&] {
    Recollection recalled = format::or_throw(recollect(journal));
    Standings standings(journal.tournament().engines, recalled.tournament.schedule.games);
    const GameCodec codec(std::move(recalled.poker_game));
    format::or_throw(codec.add_all(standings, journal));
    return Replay{std::move(recalled.tournament), std::move(standings)};
  });
}

}  // namespace trivium::match
