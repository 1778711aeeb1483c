// Output of a run: the weight file with its manifest, and the texts of the model card.
#pragma once

#include <string>

#include "learning/btmm/learner.h"
#include "learning/harness/manifest.h"
#include "learning/harness/model_card.h"
#include "models/format/weight_file.h"

namespace trivium::learning::btmm {

/// The same run judged at its end.
struct BtmmJudgement {
  Evaluation train;
  Evaluation held_out;
};

BtmmJudgement judge(const records::GameSet& games, const connect6::PatternLayout& layout,
                    std::span<const double> gammas, std::size_t threads);

/// Requires: `manifest` has tool, command and data; adds counts, parameters and figures. Throws
/// std::length_error if a feature was chosen 2^32 times or more.
format::WeightFile btmm_file(const records::GameSet& games, const connect6::PatternSet& set,
                             const BtmmOptions& options, const BtmmResult& result,
                             const BtmmJudgement& judgement, Manifest manifest);

CardText btmm_card(const connect6::PatternSet& set, const BtmmOptions& options);

}  // namespace trivium::learning::btmm
