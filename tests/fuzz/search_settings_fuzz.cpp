// Text settings of searches and of the bandit experiments: any text is parsed or rejected with a
// message, and settings that can be written survive writing and reading.
#include <string_view>

#include "engine/bandits/decision_rule.h"
#include "engine/bandits/method.h"
#include "engine/chess/choice/position_classes.h"
#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/search/search_parameters.h"
#include "learning/poker_measure/best_response/bet_set.h"
#include "protocols/gtp/connect6/root_policy.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium {
namespace {

template <class Value>
void check_error(const Result<Value>& result) {
  if (result) return;
  fuzz::check_message(result.error().message);
  fuzz::check(!result.error().code.empty(), "an error has a code");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(search_settings) {
  const std::string_view text = fuzz::text_of(input);
  check_error(chess::parse_search_parameters(text));
  check_error(connect6::parse_search_parameters(text));
  check_error(bandits::parse_method(text));
  check_error(learning::poker_measure::BetPlan::parse(text));
  check_error(gtp::check_root_policy(text));
  const auto rule = bandits::parse_rule(text);
  check_error(rule);
  if (rule) {
    const auto again = bandits::parse_rule(bandits::to_string(*rule));
    fuzz::check(again.has_value() && again->kind == rule->kind,
                "a rule reads the same after writing");
  }
  const auto classes = chess::PositionClasses::parse(text);
  check_error(classes);
  if (classes) {
    const auto again = chess::PositionClasses::parse(classes->text());
    fuzz::check(again.has_value() && again->text() == classes->text(),
                "classes read the same after writing");
    fuzz::check(classes->count() >= 1 && classes->count() <= chess::PositionClasses::kMax,
                "there are as many classes as allowed");
  }
}

}  // namespace trivium
