// What the commands that learn how somebody chooses share behind the games: what is printed, what the file says of itself.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "engine/chess/choice/model.h"
#include "learning/choice/fit.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "tools/learn/choice_arguments.h"

namespace trivium::tools {

/// One line; none where there is no decision.
void print_choice_sums(std::string_view name, const learning::choice::ChoiceSums& sums);
/// With intervals, where they are not too many for a reader, and with what errors are told.
void print_choice_weights(std::span<const std::string> names, const learning::choice::Fit& fit);
/// One line: how much errors by game differ from those of independent choices; empty where that is not known.
std::string errors_text(std::span<const learning::choice::Fit* const> fits);

/// Throws format::LoadError where there is nothing to learn from; to be called before the work.
void require_decisions(const learning::choice::Decisions& train);
/// On stderr.
void warn_if_not_converged(const learning::choice::Fit& found);

/// What is the same whatever was learned. The files that it was learned from are the games, nothing else.
learning::Manifest choice_manifest(const ChoiceData& data, std::string command, std::uint64_t seed);
/// The sums as counts and figures.
void note_sums(learning::Manifest& manifest, const std::string& name, const learning::choice::ChoiceSums& sums);
/// The standard errors that are known, and how much they differ by game and by choice.
void note_errors(learning::Manifest& manifest, std::span<const std::string> names, const learning::choice::Fit& fit);

/// With what the model has besides weights of all positions: that of its search, and those of its classes.
learning::CardText choice_card_text(const chess::ChoiceModel& model);

}  // namespace trivium::tools
