// Output shared by the commands that learn how players choose moves: printed results and manifests.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "learning/choice/fit.h"
#include "learning/harness/manifest.h"
#include "tools/common_options.h"
#include "tools/learn/chess/choice_arguments.h"

namespace trivium::tools {

/// Prints one line with the quality of the predictions; nothing if there is no decision.
void print_choice_sums(const Reporting& reporting, std::string_view name,
                       const learning::choice::ChoiceSums& sums);
/// Prints a table of the weights with 95 % intervals, unless there are more than 40, and
/// errors_text().
void print_choice_weights(const Reporting& reporting, std::span<const std::string> names,
                          const learning::choice::Fit& fit);
/// Returns the same as one line of JSON, with all weights: tables "weights" and "predictions".
std::string choice_json(std::span<const std::string> names, const learning::choice::Fit& fit,
                        const learning::choice::ChoiceSums& train,
                        const learning::choice::ChoiceSums& held_out);
/// Returns one line with the ratio of the standard errors by game to those of independent choices;
/// empty if it is unknown.
std::string errors_text(std::span<const learning::choice::Fit* const> fits);

/// Throws format::LoadError if `train` has no decision. Call it before the work.
void require_decisions(const learning::choice::Decisions& train);
/// Prints a note if the fit has not converged.
void warn_if_not_converged(const Reporting& reporting, const learning::choice::Fit& found);

/// Returns the common part of the manifests. Its data are the files of games and no others.
learning::Manifest choice_manifest(const StyleArguments& arguments, std::string command,
                                   const learning::GamesLeftOut& left_out);
}  // namespace trivium::tools
