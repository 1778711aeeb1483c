#include "tools/learn_poker_cnn/logged_data.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <set>
#include <utility>

#include "engine/poker/network/encoder.h"
#include "learning/poker_cnn/baselines.h"
#include "learning/poker_measure/matches/hand_log.h"
#include "models/format/load_error.h"
#include "tools/command.h"

namespace trivium::tools {

namespace cnn = learning::poker_cnn;

namespace {

/// Throws format::LoadError if a requested player has no hand; the message lists the players.
void require_players(const cnn::LoggedHands& hands, const std::vector<std::string>& players) {
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

std::vector<cnn::Decision> decisions_in(const cnn::LoggedHands& hands,
                                        std::span<const std::uint32_t> numbers,
                                        std::span<const std::string> players) {
  std::vector<cnn::Decision> all;
  for (const std::uint32_t number : numbers) {
    const std::vector<cnn::Decision> some =
        hands.decisions(number, number + std::size_t{1}, players);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace

poker::GameDefinition encodable_game(const DataOptions& options) {
  poker::GameDefinition game = or_usage_error("--game", poker::game_named(options.game));
  or_usage_error("--game", poker::encodable(game));
  return game;
}

cnn::LoggedHands logged_hands(const DataOptions& options, const poker::GameDefinition& game) {
  std::vector<poker::StateRecord> records;
  for (const std::string& log : options.logs) {
    Result<std::vector<poker::StateRecord>> read =
        learning::poker_measure::read_hand_log(log, game);
    if (!read) throw format::LoadError(read.error().code, read.error().message);
    const auto unpaid = std::ranges::find_if(
        *read, [](const poker::StateRecord& record) { return record.payoffs.empty(); });
    if (unpaid != read->end())
      throw format::LoadError("poker.log.hand", "{}: hand {} does not say who won", log,
                              unpaid->hand.id());
    std::ranges::move(*read, std::back_inserter(records));
  }
  return {game, std::move(records)};
}

std::vector<NamedPlace> places_read(const DataOptions& options) {
  std::vector<NamedPlace> read = places_named("--data", options.logs);
  if (std::filesystem::exists(options.game)) read.push_back({"--game", options.game});
  return read;
}

std::vector<cnn::Decision> Data::train() const {
  std::vector<cnn::Decision> all;
  for (const std::vector<cnn::Decision>& part : parts)
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Data split_data(const cnn::LoggedHands& hands, const DataOptions& options, std::uint64_t seed) {
  constexpr std::size_t kTestedShare = 6;
  require_players(hands, options.players);
  const std::size_t there = hands.records().size();
  const auto share = static_cast<std::size_t>(options.held_out * static_cast<double>(there));
  const std::size_t test = options.test_hands > 0 ? options.test_hands
                           : options.held_out > 0 ? share
                                                  : there / kTestedShare;
  const std::size_t train =
      options.train_hands > 0 ? options.train_hands : there - std::min(there, test);
  if (train + test > there) {
    throw format::LoadError("poker.log.few",
                            "--data: the logs have {} hands, not {} to train and {} to test on",
                            there, train, test);
  }
  Data data;
  data.split = cnn::split_hands(there, train, test, seed);
  for (std::size_t part = 0; part < options.parts; ++part) {
    const std::size_t begin = train * part / options.parts;
    const std::size_t end = train * (part + 1) / options.parts;
    data.parts.push_back(decisions_in(
        hands, std::span(data.split.train).subspan(begin, end - begin), options.players));
    if (data.parts.back().empty())
      throw format::LoadError(
          "poker.log.few", "--data: part {} of the hands has no decision to learn from", part + 1);
  }
  data.test = decisions_in(hands, data.split.test, options.players);
  return data;
}

std::vector<Predicted> baselines(const cnn::LoggedHands& hands, const Data& data) {
  const std::vector<cnn::Decision> train = data.train();
  return {{"most frequent", cnn::FrequencyModel(hands, train).evaluate(hands, data.test)},
          {"strength and odds", cnn::OddsModel(hands, train).evaluate(hands, data.test)}};
}

void print_sizes(std::FILE* out, const Data& data) {
  fmt::print(out, "hands: {} to train on, {} to test on; decisions: {} and {}\n",
             data.split.train.size(), data.split.test.size(), data.train().size(),
             data.test.size());
}

void print_table(std::FILE* out, std::span<const Predicted> predicted) {
  constexpr std::array<std::string_view, poker::kMaxRounds> kRounds{"preflop", "flop", "turn",
                                                                    "river"};
  constexpr std::array<std::string_view, cnn::kActions> kNames{"fold", "call", "raise"};
  fmt::print(out, "{:8} {:6} {:>9}", "", "", "decisions");
  for (const Predicted& one : predicted) fmt::print(out, " {:>17}", one.name);
  fmt::print(out, "\n");
  const auto line = [&](std::string_view round, std::string_view action, const auto& accuracy_of) {
    fmt::print(out, "{:8} {:6} {:>9}", round, action, accuracy_of(predicted.front().evaluation).of);
    for (const Predicted& one : predicted)
      fmt::print(out, " {:>17.4f}", accuracy_of(one.evaluation).share());
    fmt::print(out, "\n");
  };
  for (std::size_t round = 0; round < kRounds.size(); ++round) {
    for (std::size_t action = 0; action < kNames.size(); ++action) {
      line(kRounds[round], kNames[action],
           [&](const cnn::Evaluation& evaluation) { return evaluation.by_round[round][action]; });
    }
  }
  line("all", "", [](const cnn::Evaluation& evaluation) { return evaluation.all(); });
  fmt::print(out, "{:25}", "cross entropy, nats");
  for (const Predicted& one : predicted) fmt::print(out, " {:>17.4f}", one.evaluation.loss);
  fmt::print(out, "\n");
}

}  // namespace trivium::tools
