#include "tools/check/gtp/check_gtp.h"

#include <array>
#include <span>

#include "tools/check/gtp/engine.h"

namespace trivium::check {

namespace {

using GtpThemes = std::array<std::span<const GtpCheck>, 4>;

GtpThemes connect6_themes() {
  return {gtp_grammar_checks(), gtp_connect6_checks(), gtp_game_checks(), gtp_robust_checks()};
}

GtpThemes reversi_themes() {
  return {gtp_grammar_checks(), gtp_reversi_checks(), gtp_game_checks(), gtp_robust_checks()};
}

}  // namespace

std::vector<CheckRule> gtp_rules() { return rules_of(connect6_themes()); }
std::vector<CheckRule> reversi_gtp_rules() { return rules_of(reversi_themes()); }

CheckReport check_gtp(const CheckOptions& options) {
  CheckedGtpEngine engine(options, kConnect6Gtp);
  return examine_all(engine, connect6_themes());
}

CheckReport check_reversi_gtp(const CheckOptions& options) {
  CheckedGtpEngine engine(options, kReversiGtp);
  return examine_all(engine, reversi_themes());
}

}  // namespace trivium::check
