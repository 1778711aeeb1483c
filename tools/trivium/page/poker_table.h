// A table at which a person plays hands of poker against a policy.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "engine/core/result.h"
#include "engine/poker/player.h"
#include "engine/poker/rules/card_dealer.h"
#include "engine/poker/rules/hand.h"
#include "learning/poker_measure/matches/aivat.h"
#include "tools/trivium/page/poker_page.h"

namespace trivium::tools::page {

/// Not thread-safe.
class PokerTable {
 public:
  /// Deals the first hand; the engine plays until it is the person's turn. `rules` is the policy
  /// "rule" of the same game, whose figures why() shows.
  PokerTable(std::uint64_t id, std::string game_name, const PolicyShelf::Entry& entry,
             std::shared_ptr<const poker::Policy> rules, std::uint32_t seed);

  /// Plays `text` ("f", "c", "r400") for the person, then the engine's actions. The error
  /// "bad_move" states what is legal.
  Status act(const std::string& text);
  /// Deals the next hand. Fails if the present one is not over.
  Status next_hand();

  /// Returns what the person may see.
  nlohmann::json view() const;
  /// Explains the person's decision: the engine's mix with these cards, the chance to win and the
  /// price of a call. Fails if it is not the person's turn.
  Result<nlohmann::json> why() const;

 private:
  void deal();
  void play_engines();
  void settle();
  /// Position of the person in this hand.
  int person() const noexcept { return static_cast<int>(hands_ % players()); }
  std::uint64_t players() const noexcept { return static_cast<std::uint64_t>(game().players); }
  const poker::GameDefinition& game() const noexcept { return *entry_.game; }
  bool persons_turn() const noexcept {
    return !hand_.betting().finished() && hand_.betting().actor() == person();
  }
  nlohmann::json seats() const;
  nlohmann::json legal_actions() const;
  nlohmann::json log() const;
  /// Returns the person's winnings of the finished hand by AIVAT, in chips; nothing if it cannot be
  /// estimated.
  std::optional<double> estimate();

  std::uint64_t id_;
  std::string game_name_;
  PolicyShelf::Entry entry_;
  std::shared_ptr<const poker::Policy> rules_;
  poker::CardDealer dealer_;
  poker::Player engine_;
  std::uint64_t hands_ = 0;  ///< finished before this one
  poker::Hand hand_;
  double chips_ = 0;  ///< won by the person in finished hands
  double aivat_ = 0;
  std::uint64_t estimated_ = 0;  ///< hands in `aivat_`
  std::optional<learning::poker_measure::Aivat> estimator_;
};

}  // namespace trivium::tools::page
