#include "tools/match/play/journal_facts.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>
#include <string>
#include <string_view>

#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::match {

namespace {

using format::LoadError;
using format::or_throw;
using learning::statistics::SprtVerdict;

constexpr const char* kSprt = "sprt";
constexpr const char* kVerdict = "sprt.verdict";
constexpr std::array<std::string_view, 3> kVerdictWords{"", "H0", "H1"};  // by SprtVerdict
constexpr const char* kLost = "engines.lost";
constexpr const char* kPart = "part";
constexpr const char* kKnown = "engines.known";
constexpr const char* kNoFile = "-";

/// Empty if the fact does not exist or was withdrawn.
std::string text_of(const Ledger& journal, const char* name) {
  return or_throw(journal.fact(name)).value_or("");
}

LoadError damaged(const Ledger& journal, const char* name, const std::string& text) {
  return {"match.journal.damaged", "{}: {}: '{}' is invalid", journal.place(), name, text};
}

void keep(Ledger& journal, const char* name, const std::string& text) {
  if (text_of(journal, name) != text) or_throw(journal.set_fact(name, text));
}

/// Stores a fact unless there is one, and returns the stored one.
std::string keep_first(Ledger& journal, const std::string& name, const std::string& text) {
  return or_throw(journal.change_fact(
      name, [&text](const std::optional<std::string>& old) { return old.value_or(text); }));
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

void keep_sprt(Ledger& journal, const std::optional<learning::statistics::SprtTest>& test) {
  std::string text;
  if (test) {
    const char* const model =
        test->model == learning::statistics::EloModel::kNormalized ? "normalised" : "logistic";
    text = fmt::format("{} {} {} {} {}", model, test->elo0, test->elo1, test->alpha, test->beta);
  }
  if (journal.sharing() == nullptr) return keep(journal, kSprt, text);
  const std::string first = keep_first(journal, kSprt, text);
  if (first == text) return;
  const auto shown = [](const std::string& one) {
    return one.empty() ? "no sequential test" : fmt::format("the sequential test '{}'", one);
  };
  throw LoadError("match.journal.other_test",
                  "{}: the other runners have {}, this one has {}: use their -sprt, or another "
                  "name (-name)",
                  journal.place(), shown(first), shown(text));
}

std::optional<learning::statistics::SprtTest> kept_sprt(const Ledger& journal) {
  const std::string kept = text_of(journal, kSprt);
  if (kept.empty()) return std::nullopt;
  learning::statistics::SprtTest test;
  std::string_view rest = kept;
  const std::string_view model = text::take_word(rest);
  test.model = model == "logistic" ? learning::statistics::EloModel::kLogistic
                                   : learning::statistics::EloModel::kNormalized;
  for (double* const number : {&test.elo0, &test.elo1, &test.alpha, &test.beta}) {
    const std::optional<double> value = text::parse_number<double>(text::take_word(rest));
    if (!value) throw damaged(journal, kSprt, kept);
    *number = *value;
  }
  if (!learning::statistics::check(test)) throw damaged(journal, kSprt, kept);
  return test;
}

SprtVerdict keep_verdict(Ledger& journal, SprtVerdict verdict) {
  const std::string word(kVerdictWords[static_cast<std::size_t>(verdict)]);
  const std::string kept = verdict == SprtVerdict::kContinue ? text_of(journal, kVerdict)
                                                             : keep_first(journal, kVerdict, word);
  const auto first = text::named<SprtVerdict>(kVerdictWords, kept);
  if (!first) throw damaged(journal, kVerdict, kept);
  return *first;
}

void keep_lost_engines(Ledger& journal, const std::vector<int>& engines) {
  or_throw(journal.change_fact(kLost, [&](const std::optional<std::string>& old) {
    std::set<int> lost(engines.begin(), engines.end());
    const auto known = parse_engines(old.value_or(""), engines_of(journal));
    if (known) lost.insert(known->begin(), known->end());
    return fmt::format("{}", fmt::join(lost, " "));
  }));
}

std::vector<int> lost_engines(const Ledger& journal) {
  const std::string kept = text_of(journal, kLost);
  const auto engines = parse_engines(kept, engines_of(journal));
  if (!engines) throw damaged(journal, kLost, kept);
  return *engines;
}

SwissRound keep_swiss_round(Ledger& journal, std::size_t number, const SwissRound& round) {
  const std::string first = keep_first(journal, name_of_round(number), to_text(round));
  if (first == to_text(round)) return round;
  return *kept_swiss_round(journal, number);
}

std::optional<SwissRound> kept_swiss_round(const Ledger& journal, std::size_t number) {
  const std::string name = name_of_round(number);
  const std::optional<std::string> text = or_throw(journal.fact(name));
  if (!text) return std::nullopt;
  const int engines = engines_of(journal);
  std::optional<SwissRound> round = parse_round(*text, engines);
  if (!round || round->pairings.size() != static_cast<std::size_t>(engines / 2))
    throw damaged(journal, name.c_str(), *text);
  return round;
}

void keep_part(Ledger& journal, const Part& part, std::uint64_t games) {
  if (journal.sharing() != nullptr) return;
  const Part before = kept_part(journal).value_or(KeptPart()).part;
  if (journal.games() > 0 && before != part) {
    const auto words = [](const Part& one) {
      return one.is_whole() ? std::string("the whole tournament") : "part " + to_string(one);
    };
    throw LoadError("match.part.other",
                    "{}: holds games of {}, not of {}: use another journal (-journal)",
                    journal.place(), words(before), words(part));
  }
  keep(journal, kPart, part.is_whole() ? "" : fmt::format("{} {}", to_string(part), games));
}

std::optional<KeptPart> kept_part(const Ledger& journal) {
  const std::string kept = text_of(journal, kPart);
  if (kept.empty()) return std::nullopt;
  std::string_view rest = kept;
  const std::optional<Part> part = parse_part(text::take_word(rest));
  const auto games = text::parse_number<std::uint64_t>(text::take_word(rest));
  if (!part || !games) throw damaged(journal, kPart, kept);
  return KeptPart{*part, *games};
}

void keep_known_policies(Ledger& journal, const std::vector<KnownPolicy>& known) {
  std::string lines;
  for (const KnownPolicy& one : known)
    lines += fmt::format("{} {} {}\n", one.engine, one.sha256.empty() ? kNoFile : one.sha256,
                         one.policy);
  keep(journal, kKnown, lines);
}

std::vector<KnownPolicy> kept_known_policies(const Ledger& journal) {
  const std::string kept = text_of(journal, kKnown);
  std::vector<KnownPolicy> known;
  for (std::string_view rest = kept; !rest.empty();) {
    std::string_view line = text::take_line(rest);
    const std::optional<int> engine = parse_engine(text::take_word(line), engines_of(journal));
    const std::string_view hash = text::take_word(line);
    const std::string_view policy = text::trimmed(line);
    if (!engine || policy.empty()) throw damaged(journal, kKnown, kept);
    known.push_back(
        {*engine, std::string(policy), hash == kNoFile ? std::string() : std::string(hash)});
  }
  return known;
}

}  // namespace trivium::match
