#include "tools/match/play/aivat_replay.h"

#include <fmt/format.h>
#include <memory>
#include <optional>
#include <vector>

#include "engine/poker/rules/records.h"
#include "learning/poker_measure/best_response/best_response.h"
#include "learning/poker_measure/matches/aivat.h"
#include "learning/poker_measure/showdown/deals.h"
#include "learning/poker_measure/showdown/showdown_value.h"
#include "models/format/load_error.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/play/journal_facts.h"
#include "tools/match/play/poker/known_policy.h"
#include "tools/match/setup/tournament_identity.h"

namespace trivium::match {

namespace {

namespace poker_measure = learning::poker_measure;

using format::LoadError;
using format::or_throw;
using Policies = std::vector<std::shared_ptr<const poker::Policy>>;

constexpr std::size_t kSeats = 2;
constexpr std::uint64_t kSeed = 1;  // for boards that AIVAT samples; same as trivium-lab

// These functions throw format::LoadError.

Recollection recall_poker(const Ledger& journal) {
  Recollection recalled = or_throw(recall(journal.tournament()), journal.place());
  if (!recalled.poker_game)
    throw LoadError("match.aivat.game", "{}: AIVAT is for poker", journal.place());
  return recalled;
}

/// Policies by engine; null if unknown.
Policies policies_of(const Ledger& journal, const std::vector<KnownPolicy>& known,
                     const poker::GameDefinition& game) {
  if (known.empty()) {
    throw LoadError("match.aivat.policy",
                    "{}: AIVAT needs at least one player with a known policy: a non-learning "
                    "internal player, or a program with aivat=KIND. Repeat "
                    "the tournament's command with aivat= to name one",
                    journal.place());
  }
  const std::vector<std::string>& names = journal.tournament().engines;
  Policies policies(names.size());
  for (const KnownPolicy& one : known) {
    const auto engine = static_cast<std::size_t>(one.engine);
    policies[engine] = or_throw(policy_of(one, game),
                                fmt::format("{}: engine {}", journal.place(), names[engine]));
  }
  return policies;
}

/// Estimates one block after the other.
struct Scorer {
  const poker::GameDefinition& game;
  const Policies& policies;
  const poker_measure::Aivat& aivat;
  const AivatOptions& options;
  AivatScore& score;
  std::uint64_t done = 0;  ///< number of hands

  void add(const JournalEntry& entry, const PlayedBlock& block) {
    const poker_measure::Aivat::Known by_seat{policy_at(entry, 0), policy_at(entry, 1)};
    const bool counts = by_seat[0] != nullptr || by_seat[1] != nullptr;
    if (counts) estimate(entry, block, by_seat);
    done += block.hands.size();
    if (!counts && options.progress) options.progress(done);
  }

  const poker::Policy* policy_at(const JournalEntry& entry, std::size_t seat) const {
    return policies[static_cast<std::size_t>(entry.seats.at(seat))].get();
  }

  void estimate(const JournalEntry& entry, const PlayedBlock& block,
                const poker_measure::Aivat::Known& by_seat) {
    std::vector<std::optional<double>> worth(block.hands.size());
    const auto progress = [this](std::uint64_t hands) { options.progress(done + hands); };
    const auto one = [&](std::size_t number) {
      const std::uint64_t copy = entry.number * block.hands.size() + number;
      worth[number] = worth_of(block, number, by_seat, copy);
    };
    learning::for_each_item(worth.size(), options.threads, one,
                            options.progress ? progress : learning::WorkProgress());
    const BlockWinnings won = winnings(block, game);
    std::vector<std::vector<double>> values = won.expected;
    const double unit = poker_measure::in_milli_blinds(game, 1);
    for (std::size_t number = 0; number < worth.size(); ++number) {
      if (worth[number]) {
        const std::size_t first = number % kSeats;  // engine in position 0
        values[number][first] = unit * *worth[number];
        values[number][1 - first] = -values[number][first];
      } else {
        ++score.all_in_hands;
      }
    }
    score.hands += worth.size();
    score.standings.add_block(entry, won.raw, won.expected, values);
  }

  /// Returns the estimate in chips of position 0; empty if the hand does not fit the policies.
  std::optional<double> worth_of(const PlayedBlock& block, std::size_t number,
                                 const poker_measure::Aivat::Known& by_seat,
                                 std::uint64_t copy) const {
    poker_measure::Aivat::Known known{};
    for (std::size_t position = 0; position < kSeats; ++position) {
      const std::size_t seat = (position + number) % kSeats;
      if (!faulty(block, seat, number)) known[position] = by_seat[seat];
    }
    if (known[0] == nullptr && known[1] == nullptr) return std::nullopt;
    const Result<poker::StateRecord> record = poker::parse_state(block.hands[number].state, game);
    if (!record || !poker_measure::check_whole(record->hand)) return std::nullopt;
    const Result<double> worth = aivat.estimate(record->hand, known, copy);
    return worth ? std::optional(*worth) : std::nullopt;
  }

  static bool faulty(const PlayedBlock& block, std::size_t seat, std::size_t hand) {
    for (const BlockFault& fault : block.faults) {
      if (static_cast<std::size_t>(fault.seat) == seat && fault.hand <= hand) return true;
    }
    return false;
  }
};

}  // namespace

Result<std::uint64_t> hands_in(const Ledger& journal) {
  return format::or_error(
      [&] { return journal.games() * recall_poker(journal).tournament.poker.hands; });
}

Result<AivatScore> score_by_aivat(const Ledger& journal, const AivatOptions& options) {
  return format::or_error([&] {
    const std::string file = journal.place();
    const Recollection recalled = recall_poker(journal);
    const poker::GameDefinition& game = *recalled.poker_game;
    const std::vector<KnownPolicy> known = kept_known_policies(journal);
    const Policies policies = policies_of(journal, known, game);
    or_throw(poker_measure::check_two_players(game, "AIVAT"), file);
    const poker_measure::Aivat aivat(
        game, std::make_shared<const poker_measure::ShowdownValue>(game, options.threads), kSeed);

    const std::vector<std::string>& names = journal.tournament().engines;
    AivatScore score{std::vector<std::string>(names.size()),
                     Standings(names, recalled.tournament.schedule.games)};
    for (const KnownPolicy& one : known)
      score.policies[static_cast<std::size_t>(one.engine)] = one.policy;
    const GameCodec codec(game);
    Scorer scorer{game, policies, aivat, options, score};
    or_throw(journal.for_each([&](const JournalEntry& entry) {
      scorer.add(entry, std::get<PlayedBlock>(or_throw(codec.read(entry))));
      return true;
    }));
    return score;
  });
}

}  // namespace trivium::match
