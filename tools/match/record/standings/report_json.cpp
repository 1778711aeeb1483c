#include <cmath>
#include <nlohmann/json.hpp>

#include "models/format/strict_json.h"
#include "tools/match/record/standings/report.h"

namespace trivium::match {
namespace {

namespace statistics = learning::statistics;

using nlohmann::ordered_json;

/// JSON has no infinity.
ordered_json finite(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json json_of(const statistics::GameCounts& games) {
  return {{"wins", games.wins}, {"draws", games.draws}, {"losses", games.losses}};
}

ordered_json json_of(const statistics::Estimate& estimate) {
  return {{"value", finite(estimate.value)},
          {"low", finite(estimate.low)},
          {"high", finite(estimate.high)}};
}

ordered_json json_of(const statistics::Moments& winnings) {
  return {{"mean", winnings.count() == 0 ? ordered_json(nullptr) : ordered_json(winnings.mean())},
          {"standard_error", finite(winnings.standard_error())}};
}

ordered_json json_of(const EngineRecord& record) {
  ordered_json faults = ordered_json::object();
  for (const auto& [kind, times] : record.faults) faults[std::string(to_string(kind))] = times;
  ordered_json object{{"faults", std::move(faults)},
                      {"mean_move_time_us", finite(record.thinking.mean_time())},
                      {"least_time_left_us", nullptr},
                      {"excused_late_moves", record.excused}};
  if (record.closest_call != std::chrono::microseconds::max())
    object["least_time_left_us"] = record.closest_call.count();
  return object;
}

ordered_json json_of(const PokerRecord& record) {
  ordered_json object{{"hands", record.hands},
                      {"deals", record.raw.count()},
                      {"mbb_per_hand", json_of(record.raw)},
                      {"mbb_per_hand_all_in_expectation", json_of(record.expected)}};
  if (record.aivat.count() > 0) object["mbb_per_hand_aivat"] = json_of(record.aivat);
  return object;
}

ordered_json json_of(const Standings& standings, const statistics::SprtTest& test) {
  const statistics::SprtState state = standings.sprt(test);
  const char* const verdict = state.verdict == statistics::SprtVerdict::kH0   ? "H0"
                              : state.verdict == statistics::SprtVerdict::kH1 ? "H1"
                                                                              : "undecided";
  return {{"model", test.model == statistics::EloModel::kNormalized ? "normalised" : "logistic"},
          {"elo0", test.elo0},
          {"elo1", test.elo1},
          {"alpha", test.alpha},
          {"beta", test.beta},
          {"llr", state.llr},
          {"lower", state.lower},
          {"upper", state.upper},
          {"verdict", verdict}};
}

/// Result of one engine against another, by pairs if there are any.
ordered_json json_of(const PairingScore& score) {
  ordered_json object = json_of(score.games);
  object["moving_first"] = json_of(score.moving_first);
  object["pairs"] = score.pairs;
  const PairingFigures shown = figures(score);
  object["elo"] = json_of(shown.elo);
  object["normalised_elo"] = json_of(shown.normalized_elo);
  object["likelihood_of_superiority"] = shown.superiority;
  return object;
}

ordered_json engines(const Standings& standings, const Tournament& tournament) {
  ordered_json list = ordered_json::array();
  const std::vector<statistics::Rating> ratings = standings.ratings();
  for (const int engine : ranked(standings, tournament)) {
    ordered_json object{{"rank", list.size() + 1},
                        {"name", standings.names()[static_cast<std::size_t>(engine)]}};
    if (tournament.game == Game::kPoker) {
      object.update(json_of(standings.poker(engine)));
    } else {
      const statistics::Rating& rating = ratings[static_cast<std::size_t>(engine)];
      const statistics::GameCounts games = standings.total(engine).games;
      object["games"] = games.games();
      object.update(json_of(games));
      object["points"] = standings.points(engine);
      object["elo"] = games.games() == 0 ? ordered_json(nullptr) : ordered_json(rating.elo);
      object["elo_standard_error"] = finite(rating.standard_error);
    }
    if (tournament.schedule.format == Format::kSwiss) object["byes"] = standings.byes(engine);
    object.update(json_of(standings.engine(engine)));
    list.push_back(std::move(object));
  }
  return list;
}

/// Pairings that have met, lower number first.
ordered_json pairings(const Standings& standings, const Tournament& tournament) {
  ordered_json list = ordered_json::array();
  const int engines = static_cast<int>(standings.names().size());
  for (int first = 0; first < engines; ++first) {
    for (int second = first + 1; second < engines; ++second) {
      const PairingScore score = standings.pairing(first, second);
      const PokerRecord poker = standings.poker(first, second);
      if (score.games.games() == 0 && poker.hands == 0) continue;
      ordered_json object{{"first", standings.names()[static_cast<std::size_t>(first)]},
                          {"second", standings.names()[static_cast<std::size_t>(second)]}};
      object.update(tournament.game == Game::kPoker ? json_of(poker) : json_of(score));
      list.push_back(std::move(object));
    }
  }
  return list;
}

ordered_json json_of(const AivatScore& score, const Tournament& tournament) {
  ordered_json known = ordered_json::array();
  ordered_json list = ordered_json::array();
  for (const int engine : ranked(score.standings, tournament)) {
    const auto number = static_cast<std::size_t>(engine);
    const std::string& name = score.standings.names()[number];
    if (!score.policies[number].empty())
      known.push_back({{"name", name}, {"policy", score.policies[number]}});
    ordered_json object{{"name", name}};
    object.update(json_of(score.standings.poker(engine)));
    list.push_back(std::move(object));
  }
  return {{"known", std::move(known)},
          {"hands", score.hands},
          {"hands_at_all_in_expectation", score.all_in_hands},
          {"engines", std::move(list)},
          {"pairings", pairings(score.standings, tournament)}};
}

}  // namespace

std::string report_json(const Standings& standings, const Tournament& tournament,
                        const AivatScore* aivat) {
  ordered_json object{{"tournament", tournament.name},
                      {"games", standings.games()},
                      {"engines", engines(standings, tournament)},
                      {"pairings", pairings(standings, tournament)}};
  if (tournament.sprt) object["sprt"] = json_of(standings, *tournament.sprt);
  if (aivat != nullptr) object["aivat"] = json_of(*aivat, tournament);
  return format::json_line(object);
}

}  // namespace trivium::match
