// Results of `trivium-learn chess style-people` as tables for a reader; lines end with '\n'.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "learning/choice/identification.h"
#include "learning/choice/people.h"

namespace trivium::tools {

/// Quality of the predictions for each group, and its weights unless they are too many for a table.
/// `heading` names the kind of group.
std::string groups_text(const std::string& heading,
                        std::span<const learning::choice::GroupFit> groups,
                        std::span<const std::string> attributes);

/// Gain of own weights over those of others, by player, and number of players with a gain.
std::string style_text(std::span<const learning::choice::GroupFit> players,
                       std::span<const learning::choice::StyleRow> rows);

/// How often the player of unseen games is identified.
std::string identification_text(std::span<const learning::choice::IdentificationRow> rows,
                                std::size_t players);

}  // namespace trivium::tools
