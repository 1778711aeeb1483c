// `trivium-match merge`: one journal from those of the parts of a tournament.
#include <cstdint>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/match/commands.h"
#include "tools/match/play/journal_facts.h"
#include "tools/match/setup/journal_place.h"
#include "tools/places.h"

namespace trivium::tools {
namespace {

struct MergeCommand {
  std::vector<std::string> parts;
  std::string tournament;
  std::string out;
};

/// Fails for a database, since it is one journal for all machines.
void require_file_journal(const std::string& place) {
  or_failure(match::check_journal_place(place));
  if (match::is_url(place))
    throw Failure(Error{"match.merge.url",
                        "merge unites journals in files; a database holds the games of all "
                        "machines, and export writes them"});
}

void merge_journals(const MergeCommand& command) {
  for (const std::string& part : command.parts) require_file_journal(part);
  require_file_journal(command.out);
  require_file_place(command.out);
  require_different(with_parts({{"--out", command.out}}), places_named("PART", command.parts));
  const std::uint64_t games = or_failure(match::merge_parts(
      {command.parts.begin(), command.parts.end()}, command.tournament, command.out));
  fmt::print("{}: {} of {}\n", command.out, text::counted(games, "game"),
             text::counted(command.parts.size(), "journal"));
}

}  // namespace

void add_merge(Command& app) {
  Command* const command = app.add_subcommand(
      "merge", "Unite the journals of all parts of a tournament (run -part K/N) into one journal");
  const auto options = std::make_shared<MergeCommand>();
  command->add_option("PART", options->parts, "The journals of all parts, in any order")
      ->required()
      ->type_name("FILE");
  command->add_option("--tournament NAME", options->tournament,
                      "Name of the tournament, if the journals hold several");
  command
      ->add_option("--out FILE", options->out,
                   "Journal to write; must not exist. Nothing is written if a game is missing, is "
                   "in two journals, or belongs to a tournament with other rules or engines")
      ->required()
      ->group(kOutputGroup);
  command->callback([options] { merge_journals(*options); });
}

}  // namespace trivium::tools
