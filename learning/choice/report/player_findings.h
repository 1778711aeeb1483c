// What the report of a player opens with: the findings in plain words, built from the figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "learning/choice/report/player_report.h"
#include "learning/choice/report/weight_comparison.h"

namespace trivium::learning::choice {

/// The name of an attribute as markup, which may be broken into lines after its dots and
/// underlines.
std::string attribute_html(const PlayerReport& report, std::size_t attribute);

/// The weights that clearly predict the player's held-out moves better, or kNeither.
enum class Forecast : std::uint8_t { kNotTried, kNeither, kOwn, kOthers };

/// What the own weights gain over the others' on moves held out, in nats of all these moves.
double gain_of(const PlayerReport& report) noexcept;

/// Clearly is a likelihood ratio of 20. Where moves are played by the one weights, the likelihood
/// ratio of the other, fixed before these moves, has the mean 1 and so exceeds 20 with a chance of
/// at most 1 in 20, however many moves there are (Markov's inequality; Royall 1997).
Forecast forecast_of(const PlayerReport& report) noexcept;

/// "Anna weighs mobility 23 % more than others of her rating (95 %: 12 to 34 %) and attack 10 %
/// less (4 to 16 %). Of ...": clear differences, the largest in standard errors first, or that
/// these games show none. Returns markup.
std::string findings_html(const PlayerReport& report, const WeightComparison& compared);

}  // namespace trivium::learning::choice
