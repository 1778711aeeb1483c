#include "engine/connect6/root_policy.h"

#include "engine/core/text.h"

namespace trivium::connect6 {

Result<RootPolicy> parse_root_policy(std::string_view text) {
  if (text == "search") return RootPolicy{};
  Result<bandits::MethodChoice> method = bandits::parse_method(text);
  if (method && !method->info->plans) return RootPolicy{*std::move(method)};
  const std::string_view name = text.substr(0, text.find(':'));
  for (const bandits::MethodInfo* info : bandits::methods()) {
    if (info->name != name || info->plans) continue;
    const std::string& message = method.error().message;  // "method: dissent takes no number": the place is another one here
    return Error{"connect6.root_policy.number", "root policy" + message.substr(message.find(':'))};
  }
  return Error{"connect6.root_policy.unknown", "root policy: " + text::quoted(text, 40) + " is none of " + root_policy_names()};
}

std::string root_policy_names() {
  std::string names = "search";
  for (const bandits::MethodInfo* info : bandits::methods()) {
    if (!info->plans) names += ", " + std::string(info->name);
  }
  return names;
}

}  // namespace trivium::connect6
