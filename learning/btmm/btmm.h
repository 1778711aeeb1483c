// Output of a BTMM run (pattern strengths): the figures of its predictions, the weight file with
// its manifest, and the texts of the model card.
#pragma once

#include <span>

#include "learning/btmm/learner.h"
#include "learning/harness/crew.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::btmm {

/// Quality of the predictions of the final gammas, on the training games and the held-out games.
struct BtmmJudgment {
  Evaluation train;
  Evaluation held_out;
};

/// Evaluates `gammas` on the games of both roles. Requires: one positive gamma per feature of
/// `source`. The result does not depend on `crew`.
BtmmJudgment judge(const StateSource& source, std::span<const double> gammas, Crew crew);

/// Returns the weight file. Adds origin, seed, counts, parameters and figures to `manifest`.
/// Requires: `manifest` has tool, command and data. Throws std::length_error if a feature was
/// chosen 2^32 times or more.
format::WeightFile btmm_file(const StateSource& source, const BtmmOptions& options,
                             const BtmmResult& result, const BtmmJudgment& judgment,
                             Manifest manifest);

/// Returns the prose of the model card.
CardText btmm_card(const StateSource& source, const BtmmOptions& options);

}  // namespace trivium::learning::btmm
