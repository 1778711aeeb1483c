// Reads the origin of a value function from the manifest of its weight file. In files with a draw
// model the manifest stores it under "value", and each retraining of the draw model copies it.
#pragma once

#include "learning/harness/manifest.h"
#include "models/format/weight_file.h"

namespace trivium::learning::outcome {

/// Returns the origin of the value in a weight file. `described` is the file as returned by
/// describe_data(). If the file has a draw model and its manifest does not state the origin of the
/// value, only `file` is set in the result. Throws format::LoadError with file and place if the
/// manifest has another form: "FILE: manifest: data[0]: no object".
ValueOrigin value_origin(const format::WeightFile& file, const DataSource& described);

}  // namespace trivium::learning::outcome
