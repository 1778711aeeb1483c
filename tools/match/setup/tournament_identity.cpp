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
  return text::joined(names, ", ",
                      [](const std::string& name) { return text::quoted(name, kQuoted); });
}

std::string shown(const Json* value) {
  if (value == nullptr) return "not there";
  return text::printable(value->dump(-1, ' ', true, Json::error_handler_t::replace), kQuoted);
}

const Json* member(const Json& object, const std::string& name) {
  const auto entry = object.find(name);
  return entry == object.end() ? nullptr : &*entry;
}

/// Appends each differing member, down to single values: "rule 'time.A.control': was "10+0.1", is
/// "5+0.1"".
void add_differences(const Json& begun, const Json& now, const std::string& place,
                     std::string& differences) {
  std::set<std::string> names;
  for (const Json* const rules : {&begun, &now}) {
    for (const auto& [name, value] : rules->items()) names.insert(name);
  }
  for (const std::string& name : names) {
    const Json* const before = member(begun, name);
    const Json* const after = member(now, name);
    const std::string here = place.empty() ? name : place + "." + name;
    if (before != nullptr && after != nullptr && *before == *after) continue;
    if (before != nullptr && after != nullptr && before->is_object() && after->is_object()) {
      add_differences(*before, *after, here, differences);
      continue;
    }
    if (!differences.empty()) differences += "; ";
    differences += fmt::format("rule {}: was {}, is {}", text::quoted(here, kQuoted), shown(before),
                               shown(after));
  }
}

std::string rules_difference(const std::string& begun, const std::string& now) {
  const Json old_rules = Json::parse(begun, nullptr, false);
  const Json new_rules = Json::parse(now, nullptr, false);
  if (!old_rules.is_object() || !new_rules.is_object()) return "its rules have changed";
  std::string differences;
  add_differences(old_rules, new_rules, "", differences);
  return differences.empty() ? "its rules are written differently" : differences;
}

}  // namespace

std::optional<std::string> difference(const TournamentIdentity& begun,
                                      const TournamentIdentity& now) {
  if (begun.engines != now.engines)
    return fmt::format("it was started with {}, not {}", list_of(begun.engines),
                       list_of(now.engines));
  const auto changed = std::ranges::mismatch(begun.identities, now.identities).in1;
  if (changed != begun.identities.end()) {
    const auto place = static_cast<std::size_t>(changed - begun.identities.begin());
    return fmt::format("engine {} has changed (its program, options or weights)",
                       text::quoted(begun.engines[place], kQuoted));
  }
  if (begun.rules != now.rules) return rules_difference(begun.rules, now.rules);
  return std::nullopt;
}

}  // namespace trivium::match
