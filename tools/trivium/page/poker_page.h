// Methods of JSON requests about poker: ranges of a strategy, reviews of logs, and a table at which
// a person plays hands against a strategy.
//
// A table belongs to one session. The person's seat changes with each hand; the engine sees only
// its own cards. With two players, winnings are also estimated by AIVAT, which removes part of the
// luck of the cards.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "engine/core/result.h"
#include "engine/poker/policies/policy.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/hand.h"
#include "protocols/web/json_session.h"

namespace trivium::tools::page {

/// Strategies by game and name, each loaded once. Thread-safe.
class PolicyShelf {
 public:
  struct Entry {
    std::shared_ptr<const poker::GameDefinition> game;
    std::shared_ptr<const poker::Policy> policy;
  };

  /// Returns a built-in game and one of its policies. `policy` is a name without a file: "cfr", not
  /// "cfr:FILE". The error has the code "not_found".
  Result<Entry> find(const std::string& game, const std::string& policy);

 private:
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, Entry> entries_;  ///< under mutex_
};

/// Plays an action ("f", "c", "r400") in `hand`. The error "bad_move" states what is legal.
Status do_action(poker::Hand& hand, std::string_view text);

/// Returns the games and the policies of each, for the answer to `hello`.
nlohmann::json poker_choices();

/// Adds the methods range, poker_review and poker_new, poker_act, poker_next, poker_why and
/// poker_close.
void add_poker_methods(web::Methods& methods, std::shared_ptr<PolicyShelf> shelf);

}  // namespace trivium::tools::page
