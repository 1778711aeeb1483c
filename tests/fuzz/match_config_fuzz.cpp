// Any description of a tournament is rejected with a message or fulfills its invariants; so is any
// command line.
//
// The input is used as both: as JSON, and as arguments of a command line, one per line.
#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tools/match/setup/description.h"
#include "tools/match/setup/description_json.h"

namespace trivium::match {
namespace {

using fuzz::check;

void check_engine(const EngineSpec& engine) {
  check(!engine.name.empty(), "an engine has a name");
  check(engine.command.empty() == (engine.protocol == Protocol::kInternal),
        "programs have a command, our players have none");
  for (const std::string& word : engine.command)
    check(word.find('\0') == std::string::npos, "words of a command end where they end");
  for (const std::string& one : engine.environment)
    check(one.find('=') != 0, "a variable has a name");
  check(!(engine.time.clock && engine.time.move_time) || engine.protocol == Protocol::kAcpc ||
            engine.protocol == Protocol::kInternal,
        "a clock and a time for each move exclude one another");
}

void check_tournament(const Tournament& tournament) {
  check(tournament.engines.size() >= 2, "somebody meets somebody");
  std::set<std::string> names;
  for (const EngineSpec& engine : tournament.engines) {
    check_engine(engine);
    check(names.insert(engine.name).second, "names are unique");
  }
  check(tournament.schedule.games == 1 || tournament.schedule.games == 2,
        "openings are played once or twice");
  check(tournament.schedule.rounds >= 1, "something is played");
  check(tournament.concurrency >= 1, "it can be played");
  check(!tournament.name.empty() && tournament.name.find('/') == std::string::npos,
        "the name can be a file's");
  check(!tournament.journal.empty(), "there is a journal");
  check(!tournament.sprt || tournament.engines.size() == 2, "a test compares two");
  check(!tournament.openings.chess960 || !tournament.openings.file.empty(),
        "Chess960 has start positions");
}

void check_arguments(const Result<std::vector<Argument>>& arguments) {
  if (!arguments) {
    fuzz::check_message(arguments.error().message);
    return;
  }
  const std::string saved = to_json(*arguments);
  const auto again = parse_description(saved);
  if (again) check(to_json(*again) == saved, "what is saved is saved as it was");
  const Result<Description> read = describe(*arguments);
  if (read) {
    check_tournament(read->tournament);
    for (const std::string& warning : read->warnings) fuzz::check_message(warning);
  } else {
    fuzz::check_message(read.error().message);
  }
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

TRIVIUM_FUZZ_TARGET(match_config) {
  const std::string_view text = fuzz::text_of(input);
  check_arguments(parse_description(text));
  check_arguments(parse_arguments(lines_of(text)));
}

}  // namespace trivium::match
