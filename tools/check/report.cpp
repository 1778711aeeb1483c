#include "tools/check/report.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "models/format/strict_json.h"

namespace trivium::check {

namespace {

constexpr std::size_t kShownId = 40;
constexpr std::string_view kPassed = "passed";
constexpr std::string_view kUnchecked = "not checked";
constexpr std::string_view kNotRun = "not run";

std::string_view word(Severity severity) noexcept {
  constexpr std::array<std::string_view, 3> kWords{"note", "warning", "error"};
  return kWords[static_cast<std::size_t>(severity)];
}

}  // namespace

bool CheckReport::passed() const noexcept {
  return !interrupted && std::ranges::find(findings, kError, &Finding::severity) == findings.end();
}

const Finding* CheckReport::gravest(std::string_view rule) const noexcept {
  const Finding* worst = nullptr;
  for (const Finding& finding : findings) {
    if (finding.rule == rule && (worst == nullptr || finding.severity > worst->severity))
      worst = &finding;
  }
  return worst;
}

bool CheckOptions::selects(const CheckRule& rule) const {
  return only.empty() ? rule.quick || !quick : std::ranges::find(only, rule.id) != only.end();
}

std::uint64_t CheckOptions::count_selected(std::span<const CheckRule> rules) const {
  const auto others = rules.subspan(1);
  return 1 + static_cast<std::uint64_t>(std::ranges::count_if(
                 others, [this](const CheckRule& rule) { return selects(rule); }));
}

std::optional<Error> unknown_rule(std::span<const std::string> ids,
                                  std::span<const CheckRule> rules) {
  constexpr const char* kCode = "check.rule.unknown";
  for (const std::string& id : ids) {
    if (std::ranges::find(rules, id, &CheckRule::id) != rules.end()) continue;
    const std::string unknown = fmt::format("unknown rule {}", text::quoted(id, kShownId));
    if (const std::string nearest = text::suggestion(id, rules, &CheckRule::id); !nearest.empty())
      return Error{kCode, unknown + nearest};
    std::vector<std::string_view> known, holding;  // all rules, and those that contain `id`
    for (const CheckRule& rule : rules) {
      known.push_back(rule.id);
      if (!id.empty() && rule.id.find(id) != std::string_view::npos) holding.push_back(rule.id);
    }
    if (!holding.empty())
      return Error{kCode, "{}; did you mean '{}'?", unknown, fmt::join(holding, "' or '")};
    return Error{kCode, "{}; accepted: {}", unknown, fmt::join(known, ", ")};
  }
  return std::nullopt;
}

std::string_view verdict(const CheckReport& report, const CheckedRule& rule) noexcept {
  if (const Finding* worst = report.gravest(rule.id)) return word(worst->severity);
  if (rule.unchecked.empty()) return kPassed;
  return report.started ? kUnchecked : kNotRun;
}

std::string to_text(const CheckReport& report, const CheckedRule& rule) {
  std::string text =
      fmt::format("{:<11}  {:<22}  {}\n", verdict(report, rule), rule.id, rule.demand);
  if (!rule.unchecked.empty()) text += fmt::format("    not checked: {}\n", rule.unchecked);
  for (const Finding& finding : report.findings) {
    if (finding.rule != rule.id) continue;
    text += fmt::format("    {}: {}\n", word(finding.severity), finding.text);
    if (finding.severity == kNote) continue;
    for (const std::string& line : finding.evidence) text += fmt::format("        {}\n", line);
  }
  return text;
}

std::string summary(const CheckReport& report) {
  std::string text = text::counted(report.rules.size(), "rule");
  std::string_view separator = ": ";
  for (const std::string_view kind :
       {kPassed, word(kError), word(kWarning), word(kNote), kUnchecked, kNotRun}) {
    const auto count = std::ranges::count(
        report.rules, kind, [&](const CheckedRule& rule) { return verdict(report, rule); });
    if (count == 0) continue;
    const bool plural = count > 1 && kind != kPassed && kind != kUnchecked && kind != kNotRun;
    text += fmt::format("{}{} {}{}", separator, count, kind, plural ? "s" : "");
    separator = ", ";
  }
  if (report.interrupted) text += "; interrupted";
  return text + '\n';
}

std::string to_json(const CheckReport& report) {
  nlohmann::ordered_json rules = nlohmann::ordered_json::array();
  for (const CheckedRule& rule : report.rules) {
    nlohmann::ordered_json entry{
        {"rule", rule.id}, {"demand", rule.demand}, {"verdict", verdict(report, rule)}};
    if (!rule.unchecked.empty()) entry["reason"] = rule.unchecked;
    rules.push_back(std::move(entry));
  }
  nlohmann::ordered_json findings = nlohmann::ordered_json::array();
  for (const Finding& finding : report.findings) {
    findings.push_back({{"rule", finding.rule},
                        {"severity", word(finding.severity)},
                        {"text", finding.text},
                        {"evidence", finding.evidence}});
  }
  const nlohmann::ordered_json object{
      {"protocol", report.protocol},       {"engine", report.engine}, {"passed", report.passed()},
      {"interrupted", report.interrupted}, {"rules", rules},          {"findings", findings}};
  return format::json_line(object);
}

}  // namespace trivium::check
