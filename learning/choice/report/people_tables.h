// Results for many players as CSV tables and an SVG chart: weights of groups and players
// (people.h), whether they are specific to a player, and whether they identify the player
// (identification.h).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "learning/choice/identification.h"
#include "learning/choice/people.h"

namespace trivium::learning::choice {

/// Returns a CSV table with a row for each group: numbers of moves, quality of predictions in the
/// training and held-out games, and the weight of each attribute with its 95 % interval. The
/// interval comes from Fit::standard_errors.
std::string groups_csv(std::span<const GroupFit> groups, std::span<const std::string> attributes);

/// Returns a CSV table with a row for each player: the columns of groups_csv(), then the number of
/// held-out games, the other player whose weights predict them best, and the gain of the player's
/// own weights over each of kRivals with its standard error, in nats per held-out move. Requires:
/// one row of `style` for each player.
std::string players_csv(std::span<const GroupFit> players, std::span<const StyleRow> style,
                        std::span<const std::string> attributes);

/// Returns a CSV table of log-likelihoods per held-out move, in nats. A row is the player whose
/// moves are predicted. A column is the player whose weights predict them; the last is all players
/// together. Requires: one row of `style` for each player.
std::string matrix_csv(std::span<const GroupFit> players, std::span<const StyleRow> style);

/// Returns a CSV table with a row for each number of games: the share of sets of that many held-out
/// games whose player was identified, with its 95 % Wilson interval; the mean of the players'
/// shares; and the share that random guesses among `players` players reach.
std::string identification_csv(std::span<const IdentificationRow> rows, std::size_t players);
/// Returns the table of identification_csv() as an SVG chart by the number of games. Omits rows
/// without sets.
std::string identification_svg(std::span<const IdentificationRow> rows, std::size_t players);

}  // namespace trivium::learning::choice
