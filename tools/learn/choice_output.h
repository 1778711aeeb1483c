// What the commands that learn how somebody chooses share behind the games: what is printed, what the file says of itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "learning/choice/fit.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "tools/learn/choice_arguments.h"

namespace trivium::tools {

/// One line; none where there is no decision.
void print_choice_sums(std::string_view name, const learning::choice::ChoiceSums& sums);
/// With intervals; nothing where there are too many for a reader.
void print_choice_weights(std::span<const std::string> names, std::span<const double> weights, std::span<const double> standard_errors);

/// Throws format::LoadError where there was nothing to learn from.
void require_decisions(const learning::choice::Fit& found);
/// On stderr.
void warn_if_not_converged(const learning::choice::Fit& found);

/// What is the same whatever was learned.
learning::Manifest choice_manifest(const ChoiceData& data, std::string command, std::uint64_t seed);
/// The sums as counts and figures.
void note_sums(learning::Manifest& manifest, const std::string& name, const learning::choice::ChoiceSums& sums);
/// The standard errors that are known.
void note_errors(learning::Manifest& manifest, std::span<const std::string> names, std::span<const double> standard_errors);

learning::CardText choice_card_text();

}  // namespace trivium::tools
