#include <algorithm>
#include <array>
#include <set>

#include "engine/core/text.h"
#include "protocols/client/uci_info.h"
#include "tools/check/uci/check_uci.h"
#include "tools/check/uci/info.h"

namespace trivium::check {

namespace {

using client::UciInfo;

constexpr std::size_t kShownInfo = 120;
/// Maximum number of findings of one kind.
constexpr int kShownFaults = 3;

constexpr auto kPositions = std::to_array<std::string_view>({
    "",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 b - - 0 9",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k7/8/2K5/8/8/8/8/5R2 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/8/8/8/8/8/1q6/K7 w - - 0 1",
    "6k1/5ppp/r7/8/8/8/5PPP/6K1 w - - 0 1",
});

/// Runs searches with much output and passes each to `judge`.
template <class Judge>
void for_each_search(CheckedUciEngine& engine, Judge judge) {
  for (const std::string_view fen : kPositions) {
    judge(engine.position(fen).search("go movetime 120"));
    judge(engine.search("go depth 4"));
  }
}

void info_given(CheckedUciEngine& engine) {
  for_each_search(engine, [&](const UciSearch& search) {
    const std::vector<UciInfo> infos = search.parsed();
    if (std::ranges::none_of(infos, [](const UciInfo& info) { return info.score.has_value(); }))
      engine.give_up(kError, "a search without an info line that has a score");
    const auto no_line = [](const UciInfo& info) { return info.principal_variation.empty(); };
    if (std::ranges::all_of(infos, no_line))
      engine.give_up(kWarning, "a search without an info line that has a pv");
  });
}

void info_form(CheckedUciEngine& engine) {
  std::set<std::string> seen;
  std::set<std::string> unknown;
  for_each_search(engine, [&](const UciSearch& search) {
    for (const std::string& line : search.infos) {
      for (const std::string& fault : info_faults(line)) {
        const std::string field = fault.substr(0, fault.find(':'));
        if (seen.insert(field).second)
          engine.found(kError, "{}, in {}", fault, text::quoted(line, kShownInfo));
      }
      for (const std::string& field : unknown_info_fields(line)) {
        if (unknown.insert(field).second)
          engine.found(kNote, "info has a field that UCI does not know: {}", field);
      }
    }
    for (const std::string& line : search.noise) {
      if (text::trimmed(line).empty() || !seen.insert("noise").second) continue;
      engine.found(kWarning, "during a search: {}", text::quoted(line, kShownInfo));
    }
  });
}

void pv_legal(CheckedUciEngine& engine) {
  int faults = 0;
  for_each_search(engine, [&](const UciSearch& search) {
    for (const std::string& line : search.infos) {
      const auto why =
          illegal_move_in(engine.board(), client::parse_uci_info(line).principal_variation);
      if (why && ++faults <= kShownFaults)
        engine.found(kError, "pv: {}, in {}", *why, text::quoted(line, kShownInfo));
    }
  });
}

/// A figure that must not decrease during a search.
struct Rising {
  std::string_view name;
  std::optional<std::int64_t> UciInfo::*field;
};
constexpr auto kRising = std::to_array<Rising>(
    {{"depth", &UciInfo::depth}, {"nodes", &UciInfo::nodes}, {"time", &UciInfo::milliseconds}});

void figures_rise(CheckedUciEngine& engine) {
  std::set<std::string_view> seen;
  for_each_search(engine, [&](const UciSearch& search) {
    std::array<std::int64_t, kRising.size()> last{};
    for (const std::string& line : search.infos) {
      const UciInfo info = client::parse_uci_info(line);
      if (!info.score || info.line.value_or(1) != 1) continue;
      for (std::size_t i = 0; i < kRising.size(); ++i) {
        const std::int64_t before = last[i];
        last[i] = (info.*kRising[i].field).value_or(before);
        if (last[i] < before && seen.insert(kRising[i].name).second)
          engine.found(kWarning, "{} falls from {} to {}, in {}", kRising[i].name, before, last[i],
                       text::quoted(line, kShownInfo));
      }
    }
  });
}

/// True within a factor of two, or if the time is too short for a quotient.
bool speed_agrees(const UciInfo& info) {
  constexpr std::int64_t kMinTime = 50;
  if (!info.nodes || !info.milliseconds || !info.nodes_per_second || *info.milliseconds < kMinTime)
    return true;
  const double speed =
      1000.0 * static_cast<double>(*info.nodes) / static_cast<double>(*info.milliseconds);
  const double said = static_cast<double>(*info.nodes_per_second);
  return said <= 2 * speed + 1000 && speed <= 2 * said + 1000;
}

bool depths_agree(const UciInfo& info) {
  const bool about_a_line =
      info.score && info.score->kind != Score::Kind::kMate && !info.principal_variation.empty();
  return !about_a_line || !info.depth || info.selective_depth.value_or(0) == 0 ||
         *info.selective_depth >= *info.depth;
}

void figures_agree(CheckedUciEngine& engine) {
  std::set<std::string> seen;
  const auto found = [&](Severity severity, const std::string& what, const std::string& line) {
    if (seen.insert(what).second)
      engine.found(severity, "{}, in {}", what, text::quoted(line, kShownInfo));
  };
  // A clock with a resolution of hundredths may be ahead by one.
  constexpr std::int64_t kTick = 10;
  for_each_search(engine, [&](const UciSearch& search) {
    const std::int64_t taken = std::chrono::ceil<std::chrono::milliseconds>(search.elapsed).count();
    for (const std::string& line : search.infos) {
      const UciInfo info = client::parse_uci_info(line);
      if (!speed_agrees(info)) found(kWarning, "nps is not nodes per time", line);
      if (info.milliseconds.value_or(0) > taken + kTick)
        found(kWarning, "reported time is longer than the search", line);
      if (!depths_agree(info)) found(kNote, "seldepth is below depth", line);
    }
  });
}

void silent_afterwards(CheckedUciEngine& engine) {
  for (const std::string_view go : {"go depth 3", "go movetime 60", "go infinite"}) {
    engine.position({}).begin(go);
    if (!engine.answer(std::chrono::milliseconds(400))) engine.finish("stop");
    for (const auto until = Clock::now() + kSilence; const auto line = engine.line(until);) {
      if (line->starts_with("info") || line->starts_with("bestmove"))
        engine.give_up(kError, "{} after the bestmove of '{}'", text::quoted(*line, kShownInfo),
                       go);
    }
  }
}

constexpr auto kUciInfosChecks = std::to_array<UciCheck>({
    {{"info-given", "A search reports its score and its principal variation."}, info_given},
    {{"info-form",
      "Fields of info are known ones with values of their type; a score is cp or mate and a whole "
      "number."},
     info_form},
    {{"pv-legal", "The moves of every pv are legal from the position."}, pv_legal},
    {{"figures-rise", "Depth, nodes and time of a search do not fall."}, figures_rise},
    {{"figures-agree",
      "nps is nodes per time; reported time does not exceed real time; seldepth is at least "
      "depth."},
     figures_agree},
    {{"silent-afterwards", "After its bestmove a search sends nothing."}, silent_afterwards},
});

}  // namespace

std::span<const UciCheck> uci_info_checks() { return kUciInfosChecks; }

}  // namespace trivium::check
