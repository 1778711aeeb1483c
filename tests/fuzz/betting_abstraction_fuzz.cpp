// Any bytes are a betting abstraction or an error, and likewise a plan of local best response; a
// parsed abstraction survives writing and reading.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/poker/strategy/betting_abstraction.h"
#include "learning/poker_measure/best_response/bet_set.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::poker {

TRIVIUM_FUZZ_TARGET(betting_abstraction) {
  const std::string_view text = fuzz::text_of(input);
  if (const auto plan = learning::poker_measure::BetPlan::parse(text); !plan)
    fuzz::check_message(plan.error().message);
  const auto abstraction = poker::BettingAbstraction::parse(text);
  if (!abstraction) {
    fuzz::check_message(abstraction.error().message);
    return;
  }
  const auto again = poker::BettingAbstraction::parse(abstraction->text());
  fuzz::check(again && *again == *abstraction, "what is written reads the same");
}

}  // namespace trivium::poker
