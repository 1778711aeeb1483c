#include "tools/check/uci/check_uci.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "tools/check/uci/checks.h"

namespace trivium::check {

namespace {

std::array<std::span<const UciCheck>, 8> uci_themes() {
  return {uci_handshake_checks(), uci_option_checks(), uci_limit_checks(),  uci_search_checks(),
          uci_move_checks(),      uci_info_checks(),   uci_robust_checks(), uci_lifetime_checks()};
}

}  // namespace

std::vector<CheckRule> uci_rules() {
  std::vector<CheckRule> rules;
  for (const auto& theme : uci_themes()) {
    std::transform(theme.begin(), theme.end(), std::back_inserter(rules), [](const UciCheck& check) { return check.rule; });
  }
  return rules;
}

CheckReport check_uci(const CheckOptions& options) {
  CheckedUciEngine engine(options);
  for (const auto& theme : uci_themes()) examine_all(engine, theme);
  return std::move(engine).report();
}

}  // namespace trivium::check
