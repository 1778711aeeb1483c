#include "tools/match/setup/tournament_identity.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "engine/core/text.h"
#include "engine/poker/policies/policies.h"
#include "learning/harness/manifest.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"

namespace trivium::match {

namespace {

using format::or_throw;
using nlohmann::json;

constexpr std::size_t kQuoted = 100;

std::string list_of(const std::vector<std::string>& names) {
  return text::joined(names, ", ",
                      [](const std::string& name) { return text::quoted(name, kQuoted); });
}

std::string shown(const json* value) {
  if (value == nullptr) return "not there";
  return text::printable(value->dump(-1, ' ', true, json::error_handler_t::replace), kQuoted);
}

const json* member(const json& object, const std::string& name) {
  const auto entry = object.find(name);
  return entry == object.end() ? nullptr : &*entry;
}

/// Appends each differing member, down to single values: "rule 'time.A.control': was "10+0.1", is
/// "5+0.1"".
void add_differences(const json& begun, const json& now, const std::string& place,
                     std::string& differences) {
  std::set<std::string> names;
  for (const json* const rules : {&begun, &now}) {
    for (const auto& [name, value] : rules->items()) names.insert(name);
  }
  for (const std::string& name : names) {
    const json* const before = member(begun, name);
    const json* const after = member(now, name);
    const std::string here = place.empty() ? name : place + "." + name;
    if (before != nullptr && after != nullptr && *before == *after) continue;
    if (before != nullptr && after != nullptr && before->is_object() && after->is_object()) {
      add_differences(*before, *after, here, differences);
      continue;
    }
    if (!differences.empty()) differences += "; ";
    differences += fmt::format("rule {}: was {}, is {}", text::quoted(here, kQuoted), shown(before),
                               shown(after));
  }
}

std::string rules_difference(const std::string& begun, const std::string& now) {
  const json old_rules = json::parse(begun, nullptr, false);
  const json new_rules = json::parse(now, nullptr, false);
  if (!old_rules.is_object() || !new_rules.is_object()) return "its rules have changed";
  std::string differences;
  add_differences(old_rules, new_rules, "", differences);
  return differences.empty() ? "its rules are written differently" : differences;
}

json adjudication_rules(const Adjudication& rules) {
  return {{"resign_moves", rules.resign_moves},
          {"resign_score", rules.resign_score},
          {"resign_two_sided", rules.resign_two_sided},
          {"draw_move", rules.draw_move},
          {"draw_moves", rules.draw_moves},
          {"draw_score", rules.draw_score},
          {"longest", rules.max_moves}};
}

// These functions throw format::LoadError if a file cannot be read.

json opening_rules(const OpeningOptions& openings) {
  if (openings.file.empty()) return nullptr;
  return {{"sha256", learning::describe_data(openings.file, {}).sha256},
          {"random", openings.order == OpeningOrder::kRandom},
          {"start", openings.start},
          {"plies", openings.plies},
          {"chess960", openings.chess960}};
}

json poker_rules(const PokerTable& table) {
  return {{"game", poker::write_game_definition(or_throw(poker::game_named(table.game)))},
          {"hands", table.hands},
          {"all_orders", table.all_orders},
          {"hand_ms", table.hand_time.count()},
          {"response_ms", table.response_time.count()}};
}

json schedule_rules(const ScheduleOptions& schedule) {
  return {{"format", to_string(schedule.format)},
          {"seats", schedule.seats},
          {"seeds", schedule.seeds},
          {"games", schedule.games},
          {"same_opening_in_round", schedule.same_opening_in_round}};
}

/// Rules: everything that decides a game except its engines.
json rules_of(const Tournament& tournament, int version) {
  json rules{{"game", to_string(tournament.game)},
             {"seed", tournament.seed},
             {"schedule", schedule_rules(tournament.schedule)}};
  if (version > 1) rules["identity"] = version;  // absent otherwise, as in journals of 0.2.0
  for (const EngineSpec& engine : tournament.engines) {
    rules["time"][engine.name] = {{"control", to_string(engine.time)},
                                  {"margin_ms", engine.time.margin.count()},
                                  {"ponder", engine.ponder},
                                  {"restart", to_string(engine.restart)}};
  }
  if (tournament.game == Game::kPoker) {
    rules["table"] = poker_rules(tournament.poker);
    return rules;
  }
  rules["openings"] = opening_rules(tournament.openings);
  rules["adjudication"] = adjudication_rules(tournament.adjudication);
  if (tournament.game == Game::kConnect6 || tournament.game == Game::kReversi)
    rules["board_size"] = tournament.board_size;
  if (!tournament.grace) rules["grace"] = false;  // absent otherwise, as in journals of 0.1.0
  return rules;
}

/// Files of a poker player's policy, if known: the default files affect its play too, although no
/// word of the description names them.
void add_policy_files(const Tournament& tournament, EngineSpec& engine) {
  if (tournament.game != Game::kPoker) return;
  const std::string policy =
      engine.protocol == Protocol::kInternal ? local_policy(engine) : engine.aivat_policy;
  if (policy.empty()) return;
  const poker::GameDefinition game = or_throw(poker::game_named(tournament.poker.game));
  const auto files = format::or_error([&] { return poker::policy_files(policy, game); });
  std::ranges::copy(or_throw(files, "engine " + engine.name), std::back_inserter(engine.files));
}

/// Empty if the value is no format. Journals of schema 1 have a number.
std::optional<Format> read_format(const json& value) {
  if (value.is_string())
    return text::named<Format>(kFormatWords, value.get_ref<const std::string&>());
  const auto number = value.get<std::size_t>();
  return number < kFormatWords.size() ? std::optional(static_cast<Format>(number)) : std::nullopt;
}

Result<Recollection> read_rules(const TournamentIdentity& identity, const json& rules) {
  Recollection recalled;
  Tournament& tournament = recalled.tournament;
  tournament.name = identity.name;
  const std::optional<Game> game =
      text::named<Game>(kGameWords, rules.at("game").get_ref<const std::string&>());
  if (!game) return Error{"match.journal.game", "another game"};
  tournament.game = *game;
  const std::optional<Format> format = read_format(rules.at("schedule").at("format"));
  if (!format) return Error{"match.journal.format", "unknown format"};
  tournament.schedule.format = *format;
  tournament.schedule.games = rules.at("schedule").at("games").get<int>();
  for (const std::string& name : identity.engines) tournament.engines.emplace_back().name = name;
  if (tournament.game != Game::kPoker) return recalled;
  Result<poker::GameDefinition> table =
      poker::parse_game_definition(rules.at("table").at("game").get<std::string>());
  if (!table) return table.error();
  tournament.poker.hands = rules.at("table").at("hands").get<std::uint32_t>();
  recalled.poker_game = *std::move(table);
  return recalled;
}

}  // namespace

Result<Recollection> recall(const TournamentIdentity& identity) {
  const auto foreign = [&identity](const std::string& cause) {
    return Error{"match.journal.rules", "the rules of '{}' are invalid: {}", identity.name, cause};
  };
  try {
    Result<Recollection> recalled = read_rules(identity, json::parse(identity.rules));
    return recalled ? std::move(recalled) : foreign(recalled.error().message);
  } catch (const json::exception& fault) {
    return foreign(fault.what());
  }
}

int identity_version(const TournamentIdentity& identity) {
  const json rules = json::parse(identity.rules, nullptr, false);
  if (!rules.is_object()) return 1;
  const auto version = rules.find("identity");
  return version != rules.end() && version->is_number_integer() ? version->get<int>() : 1;
}

Result<TournamentIdentity> identify(const Tournament& tournament, int version) {
  if (version < 1 || version > kIdentityVersion) {
    return Error{"match.journal.identity",
                 "tournament '{}' has identities of version {}; this program knows 1 to {}",
                 tournament.name, version, kIdentityVersion};
  }
  return format::or_error([&] {
    TournamentIdentity identity;
    identity.name = tournament.name;
    identity.rules = format::json_line(rules_of(tournament, version));
    for (EngineSpec engine : tournament.engines) {
      add_policy_files(tournament, engine);
      identity.identities.push_back(or_throw(engine_identity(engine, tournament.game, version)));
      identity.engines.push_back(engine.name);
    }
    return identity;
  });
}

std::optional<std::string> difference(const TournamentIdentity& begun,
                                      const TournamentIdentity& now) {
  if (begun.engines != now.engines)
    return fmt::format("it was started with {}, not {}", list_of(begun.engines),
                       list_of(now.engines));
  const auto changed = std::ranges::mismatch(begun.identities, now.identities).in1;
  if (changed != begun.identities.end()) {
    const auto place = static_cast<std::size_t>(changed - begun.identities.begin());
    return fmt::format("engine {} has changed (its program, options or weights)",
                       text::quoted(begun.engines[place], kQuoted));
  }
  if (begun.rules != now.rules) return rules_difference(begun.rules, now.rules);
  return std::nullopt;
}

}  // namespace trivium::match
