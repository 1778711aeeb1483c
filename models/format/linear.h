// Weights of a linear evaluation: one number a feature, stored by the feature's name.
//
// A feature "mobility" is the tensor `mobility` of shape []; features "open_windows[1]" ... "open_windows[5]", which must follow one
// another, are the tensor `open_windows` of shape [5], its element 0 being the first of them. So a feature list alone says what a file
// holds, and the names are those that `explain`, reports and model cards print.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/format/tensor.h"

namespace trivium::format {

struct WeightFile;

/// Tensors (F64) for features of these names; `weights` has one number for each.
/// Throws LoadError when a name is not of the two forms, the numbers of a group do not rise by one, or a name appears twice.
std::vector<Tensor> linear_tensors(const std::vector<std::string>& names, std::span<const double> weights);

/// The weights in the order of `file.feature_names`; a kind may have other tensors beside them. Call file.expect(kind, schema, names)
/// before.
std::vector<double> linear_weights(const WeightFile& file);

}  // namespace trivium::format
