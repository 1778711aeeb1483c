#include "tools/match/run/journal_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string>
#include <string_view>

#include "engine/core/text.h"

namespace trivium::match {

namespace {

constexpr const char* kSprt = "sprt";
constexpr const char* kLost = "engines.lost";

/// Empty where there never was such a fact, as it is where it was taken back.
Result<std::string> text_of(const Journal& journal, const char* name) {
  const Result<std::optional<std::string>> fact = journal.fact(name);
  if (!fact) return fact.error();
  return fact->value_or("");
}

Error damaged(const Journal& journal, const char* name, const std::string& text) {
  return Error{fmt::format("{}: {}: '{}' cannot be meant", journal.file().string(), name, text)};
}

Status keep(Journal& journal, const char* name, const std::string& text) {
  const Result<std::string> known = text_of(journal, name);
  if (!known) return known.error();
  return *known == text ? Status() : journal.set_fact(name, text);
}

}  // namespace

Status keep_sprt(Journal& journal, const std::optional<learning::SprtTest>& test) {
  if (!test) return keep(journal, kSprt, "");
  const char* const model = test->model == learning::EloModel::kNormalised ? "normalised" : "logistic";
  return keep(journal, kSprt, fmt::format("{} {} {} {} {}", model, test->elo0, test->elo1, test->alpha, test->beta));
}

Result<std::optional<learning::SprtTest>> kept_sprt(const Journal& journal) {
  const Result<std::string> kept = text_of(journal, kSprt);
  if (!kept) return kept.error();
  if (kept->empty()) return std::optional<learning::SprtTest>();
  learning::SprtTest test;
  std::string_view rest = *kept;
  const std::string_view model = text::take_word(rest);
  test.model = model == "logistic" ? learning::EloModel::kLogistic : learning::EloModel::kNormalised;
  for (double* const number : {&test.elo0, &test.elo1, &test.alpha, &test.beta}) {
    const std::optional<double> value = text::parse_number<double>(text::take_word(rest));
    if (!value) return damaged(journal, kSprt, *kept);
    *number = *value;
  }
  if (!learning::check(test)) return damaged(journal, kSprt, *kept);
  return std::optional(test);
}

Status keep_lost_engines(Journal& journal, const std::vector<int>& engines) {
  return keep(journal, kLost, fmt::format("{}", fmt::join(engines, " ")));
}

Result<std::vector<int>> lost_engines(const Journal& journal) {
  const Result<std::string> kept = text_of(journal, kLost);
  if (!kept) return kept.error();
  std::vector<int> engines;
  const int all = static_cast<int>(journal.tournament().engines.size());
  for (std::string_view rest = text::trimmed(*kept); !rest.empty(); rest = text::trimmed(rest)) {
    const std::optional<int> engine = text::parse_number<int>(text::take_word(rest));
    if (!engine || *engine < 0 || *engine >= all) return damaged(journal, kLost, *kept);
    engines.push_back(*engine);
  }
  return engines;
}

}  // namespace trivium::match
