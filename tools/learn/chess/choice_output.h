// What the commands that learn how somebody chooses share behind the games: what is printed, what the file says of itself.
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>

#include "learning/choice/fit.h"
#include "learning/harness/manifest.h"
#include "tools/learn/chess/choice_arguments.h"

namespace trivium::tools {

/// One line; none where there is no decision.
void print_choice_sums(std::FILE* out, std::string_view name, const learning::choice::ChoiceSums& sums);
/// Prints a table with intervals unless there are too many weights for one, and errors_text().
void print_choice_weights(std::FILE* out, std::span<const std::string> names, const learning::choice::Fit& fit);
/// One line: how much errors by game differ from those of independent choices; empty where that is not known.
std::string errors_text(std::span<const learning::choice::Fit* const> fits);

/// Throws format::LoadError where there is nothing to learn from; to be called before the work.
void require_decisions(const learning::choice::Decisions& train);
/// On stderr.
void warn_if_not_converged(const learning::choice::Fit& found);

/// What is the same whatever was learned. The files that it was learned from are the games, nothing else.
learning::Manifest choice_manifest(const ChoiceData& data, std::string command, std::uint64_t seed);
}  // namespace trivium::tools
