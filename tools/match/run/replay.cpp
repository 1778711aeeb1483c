#include "tools/match/run/replay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

#include "engine/poker/rules/game_definition.h"
#include "tools/match/run/finished_game.h"
#include "tools/match/run/journal_facts.h"

namespace trivium::match {

namespace {

using nlohmann::json;

/// The parts of the rules that standings depend on, as identify_tournament.cpp wrote them.
Tournament tournament_of(const TournamentIdentity& identity, const json& rules) {
  Tournament tournament;
  tournament.name = identity.name;
  const std::string& game = rules.at("game").get_ref<const std::string&>();
  tournament.game = game == "chess" ? Game::kChess : game == "connect6" ? Game::kConnect6 : Game::kPoker;
  tournament.schedule.format = static_cast<Format>(rules.at("schedule").at("format").get<int>());
  tournament.schedule.games = rules.at("schedule").at("games").get<int>();
  for (const std::string& name : identity.engines) tournament.engines.emplace_back().name = name;
  return tournament;
}

Result<GameKeeper> keeper_of(const Tournament& tournament, const json& rules) {
  if (tournament.game != Game::kPoker) return GameKeeper(std::nullopt);
  Result<poker::GameDefinition> game = poker::parse_game_definition(rules.at("table").at("game").get<std::string>());
  if (!game) return game.error();
  return GameKeeper(*std::move(game));
}

Status read_games(const Journal& journal, const GameKeeper& keeper, Standings& standings) {
  std::optional<Error> failure;
  const Status read = journal.for_each([&](const JournalEntry& entry) {
    const Result<FinishedGame> finished = keeper.read(entry);
    if (finished) {
      keeper.add(standings, scheduled(entry), *finished);
    } else {
      failure = finished.error();
    }
    return !failure;
  });
  if (!read) return read;
  if (failure) return *failure;
  return {};
}

}  // namespace

Result<Game> game_of(const TournamentIdentity& tournament) {
  try {
    return tournament_of(tournament, json::parse(tournament.rules)).game;
  } catch (const json::exception& fault) {
    return Error{fmt::format("the rules of '{}' are none of ours: {}", tournament.name, fault.what())};
  }
}

Result<Replay> replay(const Journal& journal) {
  const auto foreign = [&journal](const std::string& cause) {
    return Error{fmt::format("{}: the rules of '{}' are none of ours: {}", journal.file().string(), journal.tournament().name, cause)};
  };
  try {
    const json rules = json::parse(journal.tournament().rules);
    Tournament tournament = tournament_of(journal.tournament(), rules);
    const Result<GameKeeper> keeper = keeper_of(tournament, rules);
    if (!keeper) return foreign(keeper.error().message);
    Standings standings(journal.tournament().engines, tournament.schedule.games);
    Result<std::optional<learning::SprtTest>> test = kept_sprt(journal);
    if (!test) return test.error();
    tournament.sprt = *test;
    if (const Status read = read_games(journal, *keeper, standings); !read) return read.error();
    return Replay{std::move(tournament), std::move(standings)};
  } catch (const json::exception& fault) {
    return foreign(fault.what());
  }
}

}  // namespace trivium::match
