// Results for many players as CSV tables and an SVG chart.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "learning/choice/identification.h"
#include "learning/choice/people.h"

namespace trivium::learning::choice {

/// Returns a row for each group: numbers of moves, quality of predictions, and the weight of each
/// attribute with its 95 % interval (by Fit::standard_errors).
std::string groups_csv(std::span<const GroupFit> groups, std::span<const std::string> attributes);

/// Returns the same rows for players, with the gain of the own weights over each Rival, in nats per
/// held-out move. Requires: one row of `style` for each player.
std::string players_csv(std::span<const GroupFit> players, std::span<const StyleRow> style,
                        std::span<const std::string> attributes);

/// Returns log-likelihoods per held-out move, in nats: a row for each mover and a column for each
/// candidate.
std::string matrix_csv(std::span<const GroupFit> players, std::span<const StyleRow> style);

/// Returns the share of sets of games whose mover was identified among `players` players, with 95 %
/// intervals (Wilson).
std::string identification_csv(std::span<const IdentificationRow> rows, std::size_t players);
/// Returns a chart of the same by number of games, with the level of random guesses. It omits rows
/// without sets.
std::string identification_svg(std::span<const IdentificationRow> rows, std::size_t players);

}  // namespace trivium::learning::choice
