// The subcommands of `trivium-match`. Each function adds its subcommand and a callback. The
// callback runs the work and stores the exit status in `status`, which must outlive the command.
#pragma once

#include <span>
#include <string>

#include "engine/core/result.h"

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

void add_export(Command& app, int& status);
/// Adds `merge`: one journal from those of the parts of a tournament.
void add_merge(Command& app, int& status);
/// Adds `page`: a page of HTML from a journal.
void add_page(Command& app, int& status);
void add_status(Command& app, int& status);

}  // namespace trivium::tools
