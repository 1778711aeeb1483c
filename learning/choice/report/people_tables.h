// Results for many players as files: tables (CSV) and a picture (SVG).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "learning/choice/identification.h"
#include "learning/choice/people.h"

namespace trivium::learning::choice {

/// A row for each group: moves, bits and ranks, and each of the attributes' weights with its 95 %
/// interval, by Fit::standard_errors.
std::string groups_csv(std::span<const GroupFit> groups, std::span<const std::string> attributes);

/// The same of players, each with the gain of the own weights over others' per held-out move.
std::string players_csv(std::span<const GroupFit> players, std::span<const StyleRow> style,
                        std::span<const std::string> attributes);

/// Log-likelihood a move, in nats: a row for each mover, a column for the weights that predict.
std::string matrix_csv(std::span<const GroupFit> players, std::span<const StyleRow> style);

/// Returns the share of movers identified among `players` players, with 95 % intervals.
std::string identification_csv(std::span<const IdentificationRow> rows, std::size_t players);
/// Draws the same by the number of games, with the chance level.
std::string identification_svg(std::span<const IdentificationRow> rows, std::size_t players);

}  // namespace trivium::learning::choice
