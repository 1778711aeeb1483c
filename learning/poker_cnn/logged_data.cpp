#include "learning/poker_cnn/logged_data.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>
#include <utility>

#include "engine/core/result.h"
#include "engine/poker/rules/records.h"
#include "learning/poker_measure/matches/hand_log.h"
#include "models/format/load_error.h"

namespace trivium::learning::poker_cnn {

namespace {

/// Throws format::LoadError if a requested player has no hand; the message lists the players.
void require_players(const LoggedHands& hands, const std::vector<std::string>& players) {
  if (players.empty()) return;
  std::set<std::string> names;
  for (const poker::StateRecord& record : hands.records())
    names.insert(record.names.begin(), record.names.end());
  for (const std::string& player : players) {
    if (!names.contains(player))
      throw format::LoadError("poker.log.player", "--player: no {} plays in the logs, but {}",
                              player, fmt::join(names, ", "));
  }
}

std::vector<Decision> decisions_in(const LoggedHands& hands, std::span<const std::uint32_t> numbers,
                                   std::span<const std::string> players) {
  std::vector<Decision> all;
  for (const std::uint32_t number : numbers) {
    const std::vector<Decision> some = hands.decisions(number, number + std::size_t{1}, players);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

LoggedHands logged_hands(std::span<const std::string> logs, const poker::GameDefinition& game) {
  std::vector<poker::StateRecord> records;
  for (const std::string& log : logs) {
    std::vector<poker::StateRecord> read =
        format::or_throw(poker_measure::read_hand_log(log, game));
    const auto unpaid = std::ranges::find_if(
        read, [](const poker::StateRecord& record) { return record.payoffs.empty(); });
    if (unpaid != read.end())
      throw format::LoadError("poker.log.hand", "{}: hand {} does not say who won", log,
                              unpaid->hand.id());
    std::ranges::move(read, std::back_inserter(records));
  }
  return {game, std::move(records)};
}

std::vector<Decision> Data::train() const {
  std::vector<Decision> all;
  for (const std::vector<Decision>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Data split_data(const LoggedHands& hands, const DataChoice& choice, std::uint64_t seed) {
  constexpr std::size_t kTestedShare = 6;
  require_players(hands, choice.players);
  const std::size_t there = hands.records().size();
  const auto share = static_cast<std::size_t>(choice.held_out * static_cast<double>(there));
  const std::size_t test = choice.test_hands > 0 ? choice.test_hands
                           : choice.held_out > 0 ? share
                                                 : there / kTestedShare;
  const std::size_t train =
      choice.train_hands > 0 ? choice.train_hands : there - std::min(there, test);
  if (train + test > there) {
    throw format::LoadError("poker.log.few",
                            "--data: the logs have {} hands, not {} to train and {} to test on",
                            there, train, test);
  }
  Data data;
  data.split = split_hands(there, train, test, seed);
  for (std::size_t part = 0; part < choice.parts; ++part) {
    const std::size_t begin = train * part / choice.parts;
    const std::size_t end = train * (part + 1) / choice.parts;
    data.parts.push_back(decisions_in(
        hands, std::span(data.split.train).subspan(begin, end - begin), choice.players));
    if (data.parts.back().empty())
      throw format::LoadError(
          "poker.log.few", "--data: part {} of the hands has no decision to learn from", part + 1);
  }
  data.test = decisions_in(hands, data.split.test, choice.players);
  return data;
}

}  // namespace trivium::learning::poker_cnn
