#include "learning/poker_measure/matches/policy_match.h"

#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "engine/core/rng.h"
#include "engine/poker/rules/records.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "learning/poker_measure/matches/aivat.h"
#include "learning/poker_measure/matches/all_in_expectation.h"
#include "learning/poker_measure/showdown/deals.h"
#include "learning/poker_measure/showdown/showdown_value.h"

namespace trivium::learning::poker_measure {

using poker::Hand;
using poker::Policy;

namespace {

constexpr std::uint64_t kMatchDeals = 0x6D61746368;
constexpr std::size_t kPairsPerShard = 8;

using Seats = std::array<const Policy*, 2>;
/// Winnings of position 0 in chips, by estimator.
using MatchEstimates = std::array<double, kEstimators>;

/// Plays `hand` to its end with sampled actions.
void play(Hand& hand, const Seats& seats, Rng& rng) {
  poker::ActionDistribution choice;
  while (!hand.betting().finished()) {
    const auto actor = static_cast<std::size_t>(hand.betting().actor());
    hand.do_action(poker::draw_action(*seats[actor], hand, rng, choice));
  }
}

/// Results of one shard.
struct PlayedPairs {
  PolicyMatchResult result;
  std::vector<std::string> lines;  ///< STATE lines; empty without a log
};

/// Plays pairs of hands and estimates their results.
class Table {
 public:
  Table(const poker::GameDefinition& game, const Policy& first, const Policy& second,
        const PolicyMatchOptions& options)
      : game_(game), players_{&first, &second}, options_(options) {
    asked_[static_cast<std::size_t>(Estimator::kAivatOneKnown)] = options.one_known;
    asked_[static_cast<std::size_t>(Estimator::kAivatBothKnown)] = options.both_known;
    if (!options.one_known && !options.both_known) return;
    aivat_.emplace(game, std::make_shared<const ShowdownValue>(game, options.threads),
                   options.seed);
  }

  /// Plays pair `number` and adds its results to `part`.
  void play_pair(std::uint64_t number, PlayedPairs& part) const {
    Rng rng = stream_rng(options_.seed, kMatchDeals, number);
    const poker::Deal deal = random_deal(game_, kBothPlayers, rng);
    // The first policy has position 0, then position 1 with the other cards.
    const MatchEstimates first = play_hand(2 * number, deal, 0, rng, part.lines);
    const MatchEstimates second = play_hand(2 * number + 1, deal, 1, rng, part.lines);
    const double unit = in_milli_blinds(game_, 1);
    for (std::size_t k = 0; k < kEstimators; ++k) {
      if (!asked_[k]) continue;
      part.result.won[k].add(unit * first[k], -unit * second[k]);
      part.result.less_raw[k].add(unit * (first[k] - first[0]), -unit * (second[k] - second[0]));
    }
  }

 private:
  /// Plays a hand with the first policy at `position`.
  MatchEstimates play_hand(std::uint64_t number, const poker::Deal& deal, int position, Rng& rng,
                           std::vector<std::string>& lines) const {
    const auto at = static_cast<std::size_t>(position);
    Hand hand(game_, static_cast<std::uint32_t>(number), deal);
    Seats seats{};
    seats[at] = players_[0];
    seats[1 - at] = players_[1];
    play(hand, seats, rng);
    if (options_.log != nullptr)
      lines.push_back(
          poker::write_state(hand, hand.payoffs(), {options_.names[at], options_.names[1 - at]}));
    MatchEstimates estimates{hand.payoffs()[0], expected_payoffs(hand)[0], 0, 0};
    Aivat::Known one{};
    one[at] = players_[0];
    if (asked_[2]) estimates[2] = estimate(hand, one);
    if (asked_[3]) estimates[3] = estimate(hand, seats);
    return estimates;
  }

  /// Returns the AIVAT estimate. Throws std::logic_error if a policy gives different probabilities
  /// for a single holding than for a range.
  double estimate(const Hand& hand, const Aivat::Known& known) const {
    const Result<double> worth = aivat_->estimate(hand, known);
    if (!worth) throw std::logic_error(worth.error().message);
    return *worth;
  }

  const poker::GameDefinition& game_;
  Seats players_;
  const PolicyMatchOptions& options_;
  std::array<bool, kEstimators> asked_{true, true, false, false};
  std::optional<Aivat> aivat_;  ///< set if at least one AIVAT estimator is used
};

}  // namespace

std::string_view name_of(Estimator estimator) noexcept {
  constexpr std::array<std::string_view, kEstimators> kNames{"raw", "all-in", "aivat one known",
                                                             "aivat both known"};
  return kNames[static_cast<std::size_t>(estimator)];
}

Result<PolicyMatchResult> play_policy_match(const poker::GameDefinition& game, const Policy& first,
                                            const Policy& second,
                                            const PolicyMatchOptions& options) {
  if (const Status fit = check_two_players(game, "a match of policies"); !fit) return fit.error();
  for (const Policy* policy : {&first, &second}) {
    if (const Status can = policy->can_play(game); !can) return can.error();
  }
  const Table table(game, first, second, options);
  const auto pairs = static_cast<std::size_t>(options.pairs);
  const Shards shards((pairs + kPairsPerShard - 1) / kPairsPerShard, options.threads);
  DoneCount done(options.progress);
  const auto work = [&](std::size_t shard) {
    PlayedPairs part;
    const Range range = shards.range(shard, pairs);
    for (std::size_t number = range.begin; number < range.end; ++number)
      table.play_pair(number, part);
    done.add(range.end - range.begin);
    return part;
  };
  const auto merge = [&](PolicyMatchResult& result, PlayedPairs part) {
    add_to(result, part.result);
    for (const std::string& line : part.lines) options.log(line);
  };
  return shards.reduce(PolicyMatchResult(), work, merge);
}

}  // namespace trivium::learning::poker_measure
