// Origin of a value function that a learner copies unchanged into its output, while it adds a
// tensor of its own (draws of Connect-6, search errors of Reversi). The manifest stores it under
// "value", and each further run copies it.
#pragma once

#include <string>
#include <string_view>

#include "learning/harness/manifest.h"
#include "models/format/weight_file.h"

namespace trivium::learning {

/// Returns the origin of the value in a weight file. `described` is the file as returned by
/// describe_data(); `added` is the name of the tensor that such learners add. If the file has that
/// tensor and its manifest does not state the origin of the value, only `file` is set in the
/// result. Throws format::LoadError with file and place if the manifest has another form: "FILE:
/// manifest: data[0]: no object".
ValueOrigin value_origin(const format::WeightFile& file, const DataSource& described,
                         std::string_view added);

/// Returns "that of FILE, each tensor unchanged", and the command that made it if it is known.
/// `from` is the file from which the value was copied.
std::string origin_text(const ValueOrigin& origin, const DataSource& from);

/// Adds the training data of the value to the data of the manifest, each file once.
void add_value_sources(Manifest& manifest);

}  // namespace trivium::learning
