#include "tools/check/uci/check_uci.h"

#include <array>
#include <span>

#include "tools/check/uci/engine.h"

namespace trivium::check {

namespace {

std::array<std::span<const UciCheck>, 8> uci_themes() {
  return {uci_handshake_checks(), uci_option_checks(), uci_limit_checks(),  uci_search_checks(),
          uci_move_checks(),      uci_info_checks(),   uci_robust_checks(), uci_lifetime_checks()};
}

}  // namespace

std::vector<CheckRule> uci_rules() { return rules_of(uci_themes()); }

CheckReport check_uci(const CheckOptions& options) {
  CheckedUciEngine engine(options);
  return examine_all(engine, uci_themes());
}

}  // namespace trivium::check
