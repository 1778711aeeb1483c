#include "tools/match/setup/usual_name.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "models/format/sha256.h"

namespace trivium::match {

namespace {

using nlohmann::json;

constexpr std::size_t kMaxNames = 60;
constexpr std::size_t kHashDigits = 8;

/// Members as a list, since their order identifies them; not meant for readers.
json settings_of(const EngineSpec& engine) {
  const TimeControl& time = engine.time;
  return json::array({engine.name, to_string(engine.protocol), engine.command,
                      engine.directory.string(), engine.environment, engine.options,
                      engine.init_commands, to_string(time), time.margin.count(), engine.ponder,
                      to_string(engine.restart)});
}

json settings_of(const Tournament& tournament) {
  const ScheduleOptions& schedule = tournament.schedule;
  const OpeningOptions& openings = tournament.openings;
  const Adjudication& ends = tournament.adjudication;
  const PokerTable& table = tournament.poker;
  json settings{{"game", to_string(tournament.game)},
                {"seed", tournament.seed},
                {"board_size", tournament.board_size}};
  for (const EngineSpec& engine : tournament.engines)
    settings["engines"].push_back(settings_of(engine));
  settings["schedule"] = json::array(
      {to_string(schedule.format), schedule.seeds, schedule.games, schedule.same_opening_in_round});
  settings["openings"] =
      json::array({openings.file.string(), openings.format, openings.order == OpeningOrder::kRandom,
                   openings.start, openings.plies, openings.chess960});
  settings["adjudication"] =
      json::array({ends.resign_moves, ends.resign_score, ends.resign_two_sided, ends.draw_move,
                   ends.draw_moves, ends.draw_score, ends.max_moves});
  if (!tournament.grace) settings["grace"] = false;
  settings["poker"] = json::array({table.game, table.hands, table.all_orders,
                                   table.hand_time.count(), table.response_time.count()});
  return settings;
}

/// True for characters that are safe in file names and shell words.
bool is_plain(char c) noexcept {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("._+-").find(c) != std::string_view::npos;
}

}  // namespace

std::string usual_name(const Tournament& tournament) {
  std::string name;
  for (const EngineSpec& engine : tournament.engines)
    name += (name.empty() ? "" : "-") + engine.name;
  name.resize(std::min(name.size(), kMaxNames));
  std::ranges::replace_if(
      name, [](char c) { return !is_plain(c); }, '_');
  if (name.starts_with('.') || name.starts_with('-'))
    name.front() = '_';  // neither hidden nor a flag
  const std::string settings =
      settings_of(tournament).dump(-1, ' ', false, json::error_handler_t::replace);
  return name + "-" + format::sha256_hex(settings).substr(0, kHashDigits);
}

}  // namespace trivium::match
