// `trivium-match page`: a tournament as one page of HTML.
#include <cstdint>
#include <memory>
#include <string>

#include "models/format/file_io.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/match/commands.h"
#include "tools/match/match_page.h"
#include "tools/match/record/ledger.h"
#include "tools/match/setup/journal_place.h"
#include "tools/places.h"

namespace trivium::tools {
namespace {

struct PageCommand {
  std::string journal;
  std::string tournament;
  std::uint64_t games = 1000;
  std::string out;
};

int write_page(const PageCommand& command) {
  or_failure(match::check_journal_place(command.journal));
  require_file_place(command.out);
  require_different({{"--out", command.out}}, {{"JOURNAL", command.journal}});
  const std::unique_ptr<match::Ledger> ledger =
      or_failure(match::read_ledger(command.journal, command.tournament));
  format::write_file_atomically(command.out, or_failure(match_page(*ledger, command.games)));
  return 0;
}

}  // namespace

void add_page(Command& app, int& status) {
  Command* const command = app.add_subcommand(
      "page", "Write a tournament as one HTML file: standings, tests, faults, games to replay");
  const auto options = std::make_shared<PageCommand>();
  command->add_option("JOURNAL", options->journal, "The journal of the tournament")
      ->required()
      ->type_name("FILE");
  command->add_option("--tournament NAME", options->tournament,
                      "Name of the tournament, if the journal holds several");
  command
      ->add_option("--games N", options->games,
                   "Maximum number of games to replay: the last ones; each takes some 5 KB")
      ->check(number_range<std::uint64_t>(0, 1'000'000'000));
  command->add_option("--out FILE", options->out, "HTML file to write")
      ->required()
      ->group(kOutputGroup);
  command->callback([options, &status] { status = write_page(*options); });
}

}  // namespace trivium::tools
