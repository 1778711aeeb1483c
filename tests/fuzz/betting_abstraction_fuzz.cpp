// The texts that say which bets are considered: any bytes are an abstraction or an error, likewise a plan of local best response; an
// abstraction that was read is written and read back the same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/poker/betting_abstraction.h"
#include "learning/measure/bet_set.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trivium;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto plan = learning::BetPlan::parse(text); !plan) fuzz::check_message(plan.error().message);
  const auto abstraction = poker::BettingAbstraction::parse(text);
  if (!abstraction) {
    fuzz::check_message(abstraction.error().message);
    return 0;
  }
  const auto again = poker::BettingAbstraction::parse(abstraction->text());
  fuzz::check(again && *again == *abstraction, "what is written reads the same");
  return 0;
}
