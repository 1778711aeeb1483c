#include "tools/check/gtp/check_gtp.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "tools/check/gtp/engine.h"

namespace trivium::check {

namespace {

std::array<std::span<const GtpCheck>, 3> gtp_themes() { return {gtp_grammar_checks(), gtp_game_checks(), gtp_robust_checks()}; }

}  // namespace

std::vector<CheckRule> gtp_rules() {
  std::vector<CheckRule> rules;
  for (const auto& theme : gtp_themes()) {
    std::transform(theme.begin(), theme.end(), std::back_inserter(rules), [](const GtpCheck& check) { return check.rule; });
  }
  return rules;
}

CheckReport check_gtp(const CheckOptions& options) {
  CheckedGtpEngine engine(options);
  for (const auto& theme : gtp_themes()) examine_all(engine, theme);
  return std::move(engine).report();
}

}  // namespace trivium::check
