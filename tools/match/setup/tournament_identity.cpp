#include "tools/match/setup/tournament_identity.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>

#include "engine/core/text.h"

namespace trivium::match {
namespace {

using Json = nlohmann::json;

constexpr std::size_t kQuoted = 100;

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + text::quoted(name, kQuoted);
  return list;
}

/// What stands under `name` in the rules, short enough for a message.
std::string shown(const Json& rules, const std::string& name) {
  const auto entry = rules.find(name);
  if (entry == rules.end()) return "not there";
  return text::printable(entry->dump(-1, ' ', true, Json::error_handler_t::replace), kQuoted);
}

std::string rules_difference(const std::string& begun, const std::string& now) {
  const Json old_rules = Json::parse(begun, nullptr, false);
  const Json new_rules = Json::parse(now, nullptr, false);
  if (!old_rules.is_object() || !new_rules.is_object()) return "its rules have changed";
  std::set<std::string> names;
  for (const Json* const rules : {&old_rules, &new_rules}) {
    for (const auto& [name, value] : rules->items()) names.insert(name);
  }
  std::string differences;
  for (const std::string& name : names) {
    const auto before = old_rules.find(name);
    const auto after = new_rules.find(name);
    if (before != old_rules.end() && after != new_rules.end() && *before == *after) continue;
    if (!differences.empty()) differences += "; ";
    differences += fmt::format("rule {}: was {}, is {}", text::quoted(name, kQuoted), shown(old_rules, name), shown(new_rules, name));
  }
  return differences.empty() ? "its rules are written differently" : differences;
}

}  // namespace

std::optional<std::string> difference(const TournamentIdentity& begun, const TournamentIdentity& now) {
  if (begun.engines != now.engines) return fmt::format("it was begun by {}, not {}", list_of(begun.engines), list_of(now.engines));
  const auto changed = std::ranges::mismatch(begun.identities, now.identities).in1;
  if (changed != begun.identities.end()) {
    const auto place = static_cast<std::size_t>(changed - begun.identities.begin());
    return fmt::format("engine {} has changed (its program, options or weights)", text::quoted(begun.engines[place], kQuoted));
  }
  if (begun.rules != now.rules) return rules_difference(begun.rules, now.rules);
  return std::nullopt;
}

}  // namespace trivium::match
