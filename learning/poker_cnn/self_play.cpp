#include "learning/poker_cnn/self_play.h"

#include <algorithm>
#include <array>

#include "engine/poker/player.h"
#include "engine/poker/rules/records.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/poker_measure/showdown/deals.h"

namespace trivium::learning::poker_cnn {

namespace {

constexpr std::uint64_t kDeals = 0x6465616C73;
constexpr std::uint64_t kActionStream = 0x64696365;

/// Returns all pairs of players; a single player is paired with itself.
std::vector<std::array<std::size_t, 2>> pairs_of(std::size_t players) {
  if (players == 1) return {{0, 0}};
  std::vector<std::array<std::size_t, 2>> pairs;
  for (std::size_t first = 0; first < players; ++first) {
    for (std::size_t second = first + 1; second < players; ++second)
      pairs.push_back({first, second});
  }
  return pairs;
}

/// Plays hand `number` and returns its STATE line. `players` are those of `named`.
std::string play(const poker::GameDefinition& game, std::uint64_t seed, std::uint64_t number,
                 const std::array<NamedPlayer, 2>& named, std::array<poker::Player, 2>& players) {
  Rng rng = stream_rng(seed, kDeals, number);
  poker::Hand hand(game, static_cast<std::uint32_t>(number),
                   poker_measure::random_deal(game, poker_measure::kBothPlayers, rng));
  const auto sits = [&](int position) {
    return (static_cast<std::uint64_t>(position) + number) % 2;
  };
  while (!hand.betting().finished())
    hand.do_action(players[sits(hand.betting().actor())].choose(hand));
  std::vector<std::string> names;
  for (int position = 0; position < 2; ++position) {
    names.push_back(named[sits(position)].name);
    players[sits(position)].observe(hand, position);
  }
  return poker::write_state(hand, hand.payoffs(), names);
}

}  // namespace

Status play_hands(const poker::GameDefinition& game, const std::vector<NamedPlayer>& players,
                  const SelfPlayOptions& options,
                  const std::function<void(std::string_view line)>& take) {
  if (const Status fit = poker_measure::check_two_players(game, "self-play"); !fit) return fit;
  if (players.empty()) return Error{"poker.self_play.players", "self-play needs a player"};
  for (const NamedPlayer& player : players) {
    if (const Status can = player.policy->can_play(game); !can)
      return at_place(player.name, can.error());
  }
  const std::vector<std::array<std::size_t, 2>> pairs = pairs_of(players.size());
  const auto blocks = static_cast<std::size_t>((options.hands + kBlockHands - 1) / kBlockHands);
  if (blocks == 0) return {};
  DoneCount done(options.progress);
  const auto play_block = [&](std::size_t number) {
    const auto [first, second] = pairs[number % pairs.size()];
    const std::array named{players[first], players[second]};
    const auto player = [&](std::size_t which) {
      return poker::Player(named[which].policy,
                           stream_seed(options.seed, kActionStream, 2 * number + which));
    };
    std::array opponents{player(0), player(1)};
    std::vector<std::string> lines;
    const std::uint64_t begin = number * kBlockHands;
    const std::uint64_t end = std::min(begin + kBlockHands, options.hands);
    for (std::uint64_t hand = begin; hand < end; ++hand)
      lines.push_back(play(game, options.seed, hand, named, opponents));
    done.add(end - begin);
    return lines;
  };
  // Each block is a shard, so that its lines are passed on as soon as all earlier ones are.
  const auto hand_on = [&](int, const std::vector<std::string>& lines) {
    for (const std::string& line : lines) take(line);
  };
  Shards(blocks, options.threads).reduce(0, play_block, hand_on);
  return {};
}

}  // namespace trivium::learning::poker_cnn
