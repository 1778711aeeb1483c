// Output shared by the commands that learn how players choose moves: printed results and manifests.
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

/// One line; empty if there is no decision.
void print_choice_sums(std::FILE* out, std::string_view name,
                       const learning::choice::ChoiceSums& sums);
/// Prints a table with intervals unless there are too many weights, and errors_text().
void print_choice_weights(std::FILE* out, std::span<const std::string> names,
                          const learning::choice::Fit& fit);
/// One line: ratio of errors by game to those of independent choices; empty if unknown.
std::string errors_text(std::span<const learning::choice::Fit* const> fits);

/// Throws format::LoadError if there is nothing to learn from; call it before the work.
void require_decisions(const learning::choice::Decisions& train);
/// Prints a warning to stderr if the fit has not converged.
void warn_if_not_converged(const learning::choice::Fit& found);

/// Common part of manifests. The data are the games and no other files.
learning::Manifest choice_manifest(const ChoiceData& data, std::string command, std::uint64_t seed);
}  // namespace trivium::tools
