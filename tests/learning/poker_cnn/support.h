// Logs of hands between Trivium's policies, for tests.
#pragma once

#include <doctest/doctest.h>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/poker/policies/policies.h"
#include "learning/poker_cnn/decisions.h"
#include "learning/poker_cnn/self_play.h"
#include "tests/engine/poker/support.h"
#include "tests/learning/poker_measure/poker_support.h"

namespace trivium::learning::poker_cnn {

/// Plays hands of a built-in game between the policies with these names.
inline LoggedHands hands_of(std::string_view played, const std::vector<std::string>& policies,
                            const SelfPlayOptions& options) {
  const poker::GameDefinition& game = poker::game(played);
  std::vector<NamedPlayer> players;
  for (const std::string& name : policies) {
    auto policy = poker::policy_named(name, game);
    if (!policy) FAIL(policy.error().message);
    players.push_back({name, *policy});
  }
  std::vector<poker::StateRecord> records;
  const Status done = play_hands(game, players, options, [&](std::string_view line) {
    records.push_back(record_of(std::string(line), game));
  });
  if (!done) FAIL(done.error().message);
  return {game, std::move(records)};
}

}  // namespace trivium::learning::poker_cnn
