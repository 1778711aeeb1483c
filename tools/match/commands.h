// The subcommands of `trivium-match`, and how they name and open a journal. Each function with an
// `app` adds its subcommand and a callback, which runs the work.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "tools/match/record/ledger.h"

namespace trivium::tools {

class Command;

inline constexpr const char* kMatchProgram = "trivium-match";

/// Exit statuses of a tournament. One with a sequential test ends with kH0, kH1 or kUndecided; one
/// without a test with kPlayed, or with kFailure if it is interrupted.
enum class MatchStatus : int {
  kPlayed = 0,
  kFailure = 1,
  kBadUsage = 2,
  kH0 = 3,
  kH1 = 4,
  kUndecided = 5,
};

/// Plays the tournament that `words` describe, with or without a leading "run". Returns the exit
/// status.
int run_tournament(std::span<const std::string> words);

/// A tournament in a journal, as commands name it.
struct JournalChoice {
  std::string place;       ///< file or URL
  std::string tournament;  ///< empty: the only one
};
/// Adds the argument JOURNAL and the option --tournament.
void add_journal(Command& command, JournalChoice& choice);
/// Opens the journal for reading. Throws Failure.
std::unique_ptr<match::Ledger> opened(const JournalChoice& choice);

void add_export(Command& app);
/// Adds `merge`: one journal from those of the parts of a tournament.
void add_merge(Command& app);
/// Adds `page`: a page of HTML from a journal.
void add_page(Command& app);
void add_status(Command& app);

}  // namespace trivium::tools
