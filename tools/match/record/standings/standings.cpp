#include "tools/match/record/standings/standings.h"

namespace trivium::match {
namespace {

learning::statistics::GameCounts difference(const learning::statistics::GameCounts& all,
                                            const learning::statistics::GameCounts& part) noexcept {
  return {all.wins - part.wins, all.draws - part.draws, all.losses - part.losses};
}

/// Returns the same pairing from the other engine's view.
PairingScore reversed(const PairingScore& score) noexcept {
  return {
      .games = learning::statistics::reversed(score.games),
      .moving_first = learning::statistics::reversed(difference(score.games, score.moving_first)),
      .pairs = learning::statistics::reversed(score.pairs)};
}

using Winnings = std::vector<std::vector<double>>;

/// Adds the winnings of one rotation by seat to `sums`, which are by place: the index of an engine
/// among those at the table, by number. places[seat] is the place of the engine in a seat.
void add_rotation(Winnings& sums, std::span<const std::vector<double>> by_seat,
                  std::span<const std::size_t> places, bool first) {
  if (first) sums.assign(by_seat.size(), std::vector<double>(places.size()));
  sums.resize(std::min(sums.size(), by_seat.size()));
  for (std::size_t hand = 0; hand < sums.size(); ++hand) {
    for (std::size_t seat = 0; seat < places.size(); ++seat)
      sums[hand][places[seat]] += by_seat[hand][seat];
  }
}

}  // namespace

Standings::Standings(std::vector<std::string> names, int games_per_encounter)
    : names_(std::move(names)),
      games_per_encounter_(games_per_encounter),
      engines_(names_.size()),
      byes_(names_.size()),
      poker_(names_.size()) {}

void Standings::add(const ScheduledGame& game, const PlayedGame& played) {
  ++games_;
  const int first = game.seats.at(0);
  const int second = game.seats.at(1);
  const bool lower_first = first < second;
  const Outcome outcome = lower_first ? played.for_first : opposite(played.for_first);
  PairingScore& score = pairings_[std::minmax(first, second)];
  score.games.add(outcome);
  if (lower_first) score.moving_first.add(outcome);

  if (games_per_encounter_ == 2) {
    const auto half_points = static_cast<std::size_t>(static_cast<int>(outcome) + 1);
    const auto [waiting, alone] = waiting_games_.try_emplace(game.encounter, half_points);
    if (!alone) {
      ++score.pairs.at(waiting->second + half_points);
      waiting_games_.erase(waiting);
    }
  }

  if (is_fault(played.ending) && played.culprit)
    add_fault(*played.culprit == 0 ? first : second, played.ending);
  for (const std::size_t side : {0U, 1U}) {
    EngineRecord& record = engines_.at(static_cast<std::size_t>(game.seats[side]));
    record.closest_call = std::min(record.closest_call, played.closest_call[side]);
    record.excused += static_cast<std::uint64_t>(played.excused[side]);
    record.thinking += played.thinking[side];
  }
}

void Standings::add_block(const ScheduledGame& game, std::span<const std::vector<double>> raw,
                          std::span<const std::vector<double>> expected,
                          std::span<const std::vector<double>> aivat) {
  ++games_;
  std::vector<int> engines = game.seats;
  std::sort(engines.begin(), engines.end());
  std::vector<std::size_t> places;
  for (const int engine : game.seats) {
    places.push_back(static_cast<std::size_t>(
        std::lower_bound(engines.begin(), engines.end(), engine) - engines.begin()));
    poker_.at(static_cast<std::size_t>(engine)).hands += raw.size();
  }
  if (engines.size() == 2) {
    auto& [lower, higher] = heads_up_[{engines[0], engines[1]}];
    lower.hands += raw.size();
    higher.hands += raw.size();
  }

  Deals& deals = waiting_deals_[game.encounter];
  const bool first = deals.rotations == 0;
  add_rotation(deals.raw, raw, places, first);
  add_rotation(deals.expected, expected, places, first);
  add_rotation(deals.aivat, aivat, places, first);
  if (++deals.rotations < games_per_encounter_) return;
  enter(deals, engines);
  waiting_deals_.erase(game.encounter);
}

void Standings::enter(const Deals& deals, const std::vector<int>& engines) {
  for (std::size_t hand = 0; hand < deals.raw.size(); ++hand) {
    for (std::size_t place = 0; place < engines.size(); ++place) {
      const double raw = deals.raw[hand][place] / deals.rotations;
      const double expected = deals.expected[hand][place] / deals.rotations;
      const auto enter_into = [&](PokerRecord& record) {
        record.raw.add(raw);
        record.expected.add(expected);
        if (hand < deals.aivat.size()) record.aivat.add(deals.aivat[hand][place] / deals.rotations);
      };
      enter_into(poker_.at(static_cast<std::size_t>(engines[place])));
      if (engines.size() != 2) continue;
      auto& [lower, higher] = heads_up_[{engines[0], engines[1]}];
      enter_into(place == 0 ? lower : higher);
    }
  }
}

void Standings::add_fault(int engine, Ending ending, std::uint64_t times) {
  engines_.at(static_cast<std::size_t>(engine)).faults[ending] += times;
}

PairingScore Standings::pairing(int engine, int opponent) const {
  const auto found = pairings_.find(std::minmax(engine, opponent));
  if (found == pairings_.end()) return {};
  return engine < opponent ? found->second : reversed(found->second);
}

PairingScore Standings::total(int engine) const {
  PairingScore total;
  for (const auto& [pairing, score] : pairings_) {
    if (pairing.first != engine && pairing.second != engine) continue;
    const PairingScore own = pairing.first == engine ? score : reversed(score);
    total.games += own.games;
    total.moving_first += own.moving_first;
    std::transform(total.pairs.begin(), total.pairs.end(), own.pairs.begin(), total.pairs.begin(),
                   std::plus());
  }
  return total;
}

PokerRecord Standings::poker(int engine, int opponent) const {
  const auto found = heads_up_.find(std::minmax(engine, opponent));
  if (found == heads_up_.end()) return {};
  return engine < opponent ? found->second.first : found->second.second;
}

std::vector<learning::statistics::Rating> Standings::ratings() const {
  std::vector<learning::statistics::RatedPairing> rated;
  for (const auto& [pairing, score] : pairings_) {
    rated.push_back({.first = static_cast<std::size_t>(pairing.first),
                     .second = static_cast<std::size_t>(pairing.second),
                     .games = score.games});
  }
  return learning::statistics::bradley_terry(names_.size(), rated);
}

learning::statistics::SprtState Standings::sprt(const learning::statistics::SprtTest& test) const {
  const PairingScore score = pairing(0, 1);
  return games_per_encounter_ == 2 ? learning::statistics::sprt(test, score.pairs)
                                   : learning::statistics::sprt(test, score.games);
}

}  // namespace trivium::match
