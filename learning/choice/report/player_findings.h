// Summary of a player report: sentences that state which weights clearly differ from those of
// others, and whether held-out games confirm it. player_report.h puts them at the top of the page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "learning/choice/report/player_report.h"
#include "learning/choice/report/weight_comparison.h"

namespace trivium::learning::choice {

/// Returns the name of an attribute as HTML that allows line breaks after dots and underscores.
std::string attribute_html(const PlayerReport& report, std::size_t attribute);

/// Whose weights predict the player's held-out moves clearly better. kNotTried: there are no such
/// moves, or their likelihoods are unknown.
enum class Forecast : std::uint8_t { kNotTried, kNeither, kOwn, kOthers };

/// Returns the log-likelihood of the held-out moves by the own weights minus that by the others'
/// weights, in nats.
double gain_of(const PlayerReport& report) noexcept;

/// Compares both weights. The difference is clear if the likelihood ratio is at least 20. If moves
/// follow one of the weights, the likelihood ratio of the other, which was fixed before, has the
/// mean 1. It reaches 20 with a probability of at most 1/20 for any number of moves (Markov's
/// inequality; Royall 1997).
Forecast forecast_of(const PlayerReport& report) noexcept;

/// Returns the summary as HTML: the clear differences, the largest in standard errors first, or
/// that there are none, and whether held-out games confirm them. Example: "Anna weighs mobility
/// 23 % more than others rated 2310 to 2510 in these games (95 %: 12 to 34 %) and attack 10 % less
/// (5 to 15 %). No difference is visible in material and centre."
std::string findings_html(const PlayerReport& report, const WeightComparison& compared);

}  // namespace trivium::learning::choice
