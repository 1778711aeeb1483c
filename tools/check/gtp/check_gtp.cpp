#include "tools/check/gtp/check_gtp.h"

#include <array>
#include <span>

#include "tools/check/gtp/engine.h"

namespace trivium::check {

namespace {

std::array<std::span<const GtpCheck>, 4> themes_of(const GtpGame& game) {
  return {gtp_grammar_checks(), game.checks(), gtp_game_checks(), gtp_robust_checks()};
}

}  // namespace

std::vector<CheckRule> gtp_rules(const GtpGame& game) { return rules_of(themes_of(game)); }

CheckReport check_gtp(const CheckOptions& options, const GtpGame& game) {
  CheckedGtpEngine engine(options, game);
  return examine_all(engine, themes_of(game));
}

}  // namespace trivium::check
