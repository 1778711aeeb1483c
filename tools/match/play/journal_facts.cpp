#include "tools/match/play/journal_facts.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string>
#include <string_view>

#include "engine/core/text.h"

namespace trivium::match {

namespace {

using learning::statistics::SprtVerdict;

constexpr const char* kSprt = "sprt";
constexpr const char* kVerdict = "sprt.verdict";
constexpr std::array<std::string_view, 3> kVerdictWords{"", "H0", "H1"};  // by SprtVerdict
constexpr const char* kLost = "engines.lost";
constexpr const char* kPart = "part";
constexpr const char* kKnown = "engines.known";
constexpr const char* kNoFile = "-";

/// Empty if the fact does not exist or was withdrawn.
Result<std::string> text_of(const Ledger& journal, const char* name) {
  const Result<std::optional<std::string>> fact = journal.fact(name);
  if (!fact) return fact.error();
  return fact->value_or("");
}

Error damaged(const Ledger& journal, const char* name, const std::string& text) {
  return Error{"match.journal.damaged", "{}: {}: '{}' is invalid", journal.place(), name, text};
}

Status keep(Ledger& journal, const char* name, const std::string& text) {
  const Result<std::string> known = text_of(journal, name);
  if (!known) return known.error();
  return *known == text ? Status() : journal.set_fact(name, text);
}

/// Stores a fact unless there is one, and returns the stored one.
Result<std::string> keep_first(Ledger& journal, const std::string& name, const std::string& text) {
  return journal.change_fact(
      name, [&text](const std::optional<std::string>& old) { return old.value_or(text); });
}

int engines_of(const Ledger& journal) {
  return static_cast<int>(journal.tournament().engines.size());
}

/// Returns the number of an engine; empty if `word` is no number below `all`.
std::optional<int> parse_engine(std::string_view word, int all) {
  const std::optional<int> engine = text::parse_number<int>(word);
  return engine && *engine >= 0 && *engine < all ? engine : std::nullopt;
}

/// Returns the engines in `text`; empty if it has another word than a number below `all`.
std::optional<std::vector<int>> parse_engines(std::string_view text, int all) {
  std::vector<int> engines;
  for (const std::string& word : text::words(text)) {
    const std::optional<int> engine = parse_engine(word, all);
    if (!engine) return std::nullopt;
    engines.push_back(*engine);
  }
  return engines;
}

std::string name_of_round(std::size_t number) { return fmt::format("swiss.round.{}", number); }

/// Formats pairings as "0-3 1-2 4"; the last entry is a bye.
std::string to_text(const SwissRound& round) {
  std::string text;
  for (const auto& [first, second] : round.pairings)
    text += fmt::format("{}{}-{}", text.empty() ? "" : " ", first, second);
  if (round.bye) text += fmt::format(" {}", *round.bye);
  return text;
}

/// Empty if the text has another form or an engine is not below `engines`.
std::optional<SwissRound> parse_round(std::string_view text, int engines) {
  SwissRound round;
  for (std::string_view word = text::take_word(text); !word.empty(); word = text::take_word(text)) {
    const std::size_t dash = word.find('-');
    const std::optional<int> first = parse_engine(word.substr(0, dash), engines);
    if (!first) return std::nullopt;
    if (dash == std::string_view::npos) {
      round.bye = first;
      continue;
    }
    const std::optional<int> second = parse_engine(word.substr(dash + 1), engines);
    if (!second) return std::nullopt;
    round.pairings.push_back({*first, *second});
  }
  return round;
}

}  // namespace

Status keep_sprt(Ledger& journal, const std::optional<learning::statistics::SprtTest>& test) {
  std::string text;
  if (test) {
    const char* const model =
        test->model == learning::statistics::EloModel::kNormalized ? "normalised" : "logistic";
    text = fmt::format("{} {} {} {} {}", model, test->elo0, test->elo1, test->alpha, test->beta);
  }
  if (journal.sharing() == nullptr) return keep(journal, kSprt, text);
  const Result<std::string> first = keep_first(journal, kSprt, text);
  if (!first) return first.error();
  if (*first == text) return {};
  const auto shown = [](const std::string& one) {
    return one.empty() ? "no sequential test" : fmt::format("the sequential test '{}'", one);
  };
  return Error{"match.journal.other_test",
               "{}: the other runners have {}, this one has {}: use their -sprt, or another name "
               "(-name)",
               journal.place(), shown(*first), shown(text)};
}

Result<std::optional<learning::statistics::SprtTest>> kept_sprt(const Ledger& journal) {
  const Result<std::string> kept = text_of(journal, kSprt);
  if (!kept) return kept.error();
  if (kept->empty()) return std::optional<learning::statistics::SprtTest>();
  learning::statistics::SprtTest test;
  std::string_view rest = *kept;
  const std::string_view model = text::take_word(rest);
  test.model = model == "logistic" ? learning::statistics::EloModel::kLogistic
                                   : learning::statistics::EloModel::kNormalized;
  for (double* const number : {&test.elo0, &test.elo1, &test.alpha, &test.beta}) {
    const std::optional<double> value = text::parse_number<double>(text::take_word(rest));
    if (!value) return damaged(journal, kSprt, *kept);
    *number = *value;
  }
  if (!learning::statistics::check(test)) return damaged(journal, kSprt, *kept);
  return std::optional(test);
}

Result<SprtVerdict> keep_verdict(Ledger& journal, SprtVerdict verdict) {
  const std::string word(kVerdictWords[static_cast<std::size_t>(verdict)]);
  const Result<std::string> kept = verdict == SprtVerdict::kContinue
                                       ? text_of(journal, kVerdict)
                                       : keep_first(journal, kVerdict, word);
  if (!kept) return kept.error();
  const auto first = text::named<SprtVerdict>(kVerdictWords, *kept);
  if (!first) return damaged(journal, kVerdict, *kept);
  return *first;
}

Status keep_lost_engines(Ledger& journal, const std::vector<int>& engines) {
  const Result<std::string> kept =
      journal.change_fact(kLost, [&](const std::optional<std::string>& old) {
        std::set<int> lost(engines.begin(), engines.end());
        const auto known = parse_engines(old.value_or(""), engines_of(journal));
        if (known) lost.insert(known->begin(), known->end());
        return fmt::format("{}", fmt::join(lost, " "));
      });
  return kept ? Status() : Status(kept.error());
}

Result<std::vector<int>> lost_engines(const Ledger& journal) {
  const Result<std::string> kept = text_of(journal, kLost);
  if (!kept) return kept.error();
  const auto engines = parse_engines(*kept, engines_of(journal));
  if (!engines) return damaged(journal, kLost, *kept);
  return *engines;
}

Result<SwissRound> keep_swiss_round(Ledger& journal, std::size_t number, const SwissRound& round) {
  const Result<std::string> first = keep_first(journal, name_of_round(number), to_text(round));
  if (!first) return first.error();
  if (*first == to_text(round)) return round;
  const Result<std::optional<SwissRound>> kept = kept_swiss_round(journal, number);
  if (!kept) return kept.error();
  return **kept;
}

Result<std::optional<SwissRound>> kept_swiss_round(const Ledger& journal, std::size_t number) {
  const std::string name = name_of_round(number);
  const Result<std::optional<std::string>> text = journal.fact(name);
  if (!text) return text.error();
  if (!*text) return std::optional<SwissRound>();
  const int engines = engines_of(journal);
  std::optional<SwissRound> round = parse_round(**text, engines);
  if (!round || round->pairings.size() != static_cast<std::size_t>(engines / 2))
    return damaged(journal, name.c_str(), **text);
  return round;
}

Status keep_part(Ledger& journal, const Part& part, std::uint64_t games) {
  if (journal.sharing() != nullptr) return {};
  const Result<std::optional<KeptPart>> kept = kept_part(journal);
  if (!kept) return kept.error();
  const Part before = *kept ? (*kept)->part : Part();
  if (journal.games() > 0 && before != part) {
    const auto words = [](const Part& one) {
      return one.is_whole() ? std::string("the whole tournament") : "part " + to_string(one);
    };
    return Error{"match.part.other",
                 "{}: holds games of {}, not of {}: use another journal (-journal)",
                 journal.place(), words(before), words(part)};
  }
  return keep(journal, kPart, part.is_whole() ? "" : fmt::format("{} {}", to_string(part), games));
}

Result<std::optional<KeptPart>> kept_part(const Ledger& journal) {
  const Result<std::string> kept = text_of(journal, kPart);
  if (!kept) return kept.error();
  if (kept->empty()) return std::optional<KeptPart>();
  std::string_view rest = *kept;
  const std::optional<Part> part = parse_part(text::take_word(rest));
  const auto games = text::parse_number<std::uint64_t>(text::take_word(rest));
  if (!part || !games) return damaged(journal, kPart, *kept);
  return std::optional(KeptPart{*part, *games});
}

Status keep_known_policies(Ledger& journal, const std::vector<KnownPolicy>& known) {
  std::string lines;
  for (const KnownPolicy& one : known)
    lines += fmt::format("{} {} {}\n", one.engine, one.sha256.empty() ? kNoFile : one.sha256,
                         one.policy);
  return keep(journal, kKnown, lines);
}

Result<std::vector<KnownPolicy>> kept_known_policies(const Ledger& journal) {
  const Result<std::string> kept = text_of(journal, kKnown);
  if (!kept) return kept.error();
  std::vector<KnownPolicy> known;
  for (std::string_view rest = *kept; !rest.empty();) {
    std::string_view line = text::take_line(rest);
    const std::optional<int> engine = parse_engine(text::take_word(line), engines_of(journal));
    const std::string_view hash = text::take_word(line);
    const std::string_view policy = text::trimmed(line);
    if (!engine || policy.empty()) return damaged(journal, kKnown, *kept);
    known.push_back(
        {*engine, std::string(policy), hash == kNoFile ? std::string() : std::string(hash)});
  }
  return known;
}

}  // namespace trivium::match
