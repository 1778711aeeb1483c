#include "tools/check/gtp/check_gtp.h"

#include <array>
#include <span>

#include "tools/check/gtp/engine.h"

namespace trivium::check {

namespace {

std::array<std::span<const GtpCheck>, 3> gtp_themes() {
  return {gtp_grammar_checks(), gtp_game_checks(), gtp_robust_checks()};
}

}  // namespace

std::vector<CheckRule> gtp_rules() { return rules_of(gtp_themes()); }

CheckReport check_gtp(const CheckOptions& options) {
  CheckedGtpEngine engine(options);
  return examine_all(engine, gtp_themes());
}

}  // namespace trivium::check
