// Weights of a linear evaluation: one number for each feature, stored under the feature's name.
//
// A feature "mobility" is the tensor `mobility` of shape []. Features "open_windows[1]" ...
// "open_windows[5]", which must be consecutive, are the tensor `open_windows` of shape [5]; element
// 0 is "open_windows[1]". So the feature list alone determines the tensors of a file, and their
// names are those that `explain`, reports and model cards print.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/format/tensor.h"

namespace trivium::format {

struct WeightFile;

/// Tensors (F64) for features of these names; `weights` has one number for each.
/// Throws LoadError if a name has neither of the two forms, the indices of a group are not
/// consecutive, or a name appears twice.
std::vector<Tensor> linear_tensors(const std::vector<std::string>& names,
                                   std::span<const double> weights);

/// Returns the weights in the order of `file.feature_names`. The file may also have other tensors.
/// Requires: file.expect(kind, schema, names) was called before.
std::vector<double> linear_weights(const WeightFile& file);

}  // namespace trivium::format
