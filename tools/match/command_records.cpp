// Commands that read a journal: `export` writes its games, `status` prints its standings and, of a
// database, its runners.
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "models/format/strict_json.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/match/commands.h"
#include "tools/match/play/aivat_replay.h"
#include "tools/match/play/finished_game.h"
#include "tools/match/record/export.h"
#include "tools/match/record/standings/report.h"
#include "tools/match/setup/journal_place.h"
#include "tools/match/setup/tournament_identity.h"
#include "tools/places.h"

namespace trivium::tools {
namespace {

using nlohmann::ordered_json;

struct ExportChoice {
  JournalChoice journal;
  std::string format;
  std::string out;
  std::string event;
  std::string site;
};

match::RecordFormat format_of(const ExportChoice& choice, const match::Ledger& journal) {
  if (const auto named = text::named<match::RecordFormat>(match::kRecordFormatWords, choice.format))
    return *named;
  return match::usual_format(or_failure(match::recall(journal.tournament())).tournament.game);
}

Status print_piece(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size())
    return Error{"output.write", "standard output: not written"};
  return {};
}

void export_journal(const ExportChoice& choice) {
  require_different({{"--out", choice.out}}, {{"JOURNAL", choice.journal.place}});
  const std::unique_ptr<match::Ledger> ledger = opened(choice.journal);
  const match::RecordOptions options{format_of(choice, *ledger), choice.event, choice.site};
  or_failure(choice.out.empty()
                 ? match::export_games(*ledger, options, print_piece)
                 : match::export_games(*ledger, options, std::filesystem::path(choice.out)));
}

struct StatusChoice {
  JournalChoice journal;
  Reporting reporting;
  bool aivat = false;
  std::size_t threads = 1;
};

match::AivatScore aivat_of(const match::Ledger& journal, const StatusChoice& status) {
  const std::uint64_t hands = or_failure(match::hands_in(journal));
  learning::Progress progress("hands", hands, status.reporting.progress());
  // The last block may have more hands than the schedule; progress stays at 100 %.
  const auto report = [&](std::uint64_t done) { progress.update(std::min(done, hands)); };
  return or_failure(match::score_by_aivat(journal, {status.threads, report}));
}

ordered_json runners_json(const std::vector<match::JoinedRunner>& runners) {
  ordered_json list = ordered_json::array();
  for (const match::JoinedRunner& runner : runners) {
    list.push_back({{"host", runner.host},
                    {"version", runner.version},
                    {"kernel", runner.kernel},
                    {"speed", runner.speed},
                    {"games", runner.games},
                    {"late", runner.late},
                    {"seen", runner.seen},
                    {"ended", runner.has_ended}});
  }
  return list;
}

void print_runners(const std::vector<match::JoinedRunner>& runners) {
  constexpr std::size_t kShown = 100;  // characters of a text that another machine has entered
  if (!runners.empty()) fmt::print("\nRunners:\n");
  for (const match::JoinedRunner& runner : runners) {
    fmt::print("{}: {}, {} too late, speed {:.0f}, version {}{}, {} {}\n",
               text::printable(runner.host, kShown), text::counted(runner.games, "game"),
               runner.late, runner.speed, text::printable(runner.version, kShown),
               text::printable(runner.kernel, kShown), runner.has_ended ? "ended" : "seen",
               runner.seen);
  }
}

void print_status(const StatusChoice& status) {
  const std::unique_ptr<match::Ledger> ledger = opened(status.journal);
  const match::Replay replayed = or_failure(match::replay(*ledger));
  std::optional<match::AivatScore> aivat;
  if (status.aivat) aivat = aivat_of(*ledger, status);
  const std::vector<match::JoinedRunner> runners = or_failure(ledger->runners());
  if (status.reporting.json) {
    ordered_json report = ordered_json::parse(
        match::report_json(replayed.standings, replayed.tournament, aivat ? &*aivat : nullptr));
    if (!runners.empty()) report["runners"] = runners_json(runners);
    fmt::print("{}\n", format::json_line(report));
  } else {
    fmt::print("{}", match::report(replayed.standings, replayed.tournament));
    if (aivat) fmt::print("{}", match::report_aivat(*aivat, replayed.tournament));
    print_runners(runners);
  }
}

}  // namespace

void add_journal(Command& command, JournalChoice& choice) {
  command.add_option("JOURNAL", choice.place, "The journal of the tournament")
      ->required()
      ->type_name("FILE");
  command.add_option("--tournament NAME", choice.tournament,
                     "Name of the tournament, if the journal holds several");
}

std::unique_ptr<match::Ledger> opened(const JournalChoice& choice) {
  or_failure(match::check_journal_place(choice.place));
  return or_failure(match::read_ledger(choice.place, choice.tournament));
}

void add_export(Command& app) {
  Command* const command = app.add_subcommand("export", "Write the games of a journal, in order");
  const auto choice = std::make_shared<ExportChoice>();
  add_journal(*command, choice->journal);
  command
      ->add_option("--format", choice->format, "Output format; default: the usual one of the game")
      ->check(one_of(std::vector<std::string>(match::kRecordFormatWords.begin(),
                                              match::kRecordFormatWords.end())));
  command
      ->add_option("--out FILE", choice->out,
                   "Output file, replaced when everything is written; default: standard output")
      ->group(kOutputGroup);
  command->add_option("--event", choice->event,
                      "PGN: the tag Event; without it, the tournament's name");
  command->add_option("--site", choice->site, "PGN: the tag Site");
  command->callback([choice] { export_journal(*choice); });
}

void add_status(Command& app) {
  Command* const command = app.add_subcommand(
      "status",
      "Print the standings of a tournament, running or not, and the runners of one in a "
      "database");
  const auto choice = std::make_shared<StatusChoice>();
  add_journal(*command, choice->journal);
  add_reporting(*command, choice->reporting);
  Option* const aivat =
      command->add_flag("--aivat", choice->aivat,
                        "Poker with two players: also print AIVAT estimates (less variance) for "
                        "players of known policy. In hold'em up to 0.1 seconds per hand");
  add_threads(*command, choice->threads, " (--aivat)")->needs(aivat);
  command->callback([choice] { print_status(*choice); });
}

}  // namespace trivium::tools
