// Results of `trivium-learn chess style-people` as tables for a reader; lines end with '\n'.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "learning/choice/identification.h"
#include "learning/choice/people.h"

namespace trivium::tools {

/// Returns the quality of the predictions for each group, its weights unless they are too many for
/// a table, and errors_text(). `heading` names the kind of group.
std::string groups_text(const std::string& heading,
                        std::span<const learning::choice::GroupFit> groups,
                        std::span<const std::string> attributes);

/// Returns how much better a player's own weights predict its held-out moves than other weights do,
/// by player, and the number of players with such a gain.
std::string style_text(std::span<const learning::choice::GroupFit> players,
                       std::span<const learning::choice::StyleRow> rows);

/// Returns how often the weights identify the player of held-out games among `players` players.
std::string identification_text(std::span<const learning::choice::IdentificationRow> rows,
                                std::size_t players);

}  // namespace trivium::tools
