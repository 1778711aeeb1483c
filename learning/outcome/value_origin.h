// The origin of a value, from the manifest of its file. Files with draws beside a value keep it
// under "value", however often draws are relearned.
#pragma once

#include "learning/harness/manifest.h"
#include "models/format/weight_file.h"

namespace trivium::learning::outcome {

/// Returns the origin of the value in a weight file. `described` is the file as returned by
/// describe_data(). For a file with draws whose manifest does not state the value's origin, only
/// the file is known. Throws format::LoadError with file and place if the manifest has another
/// form: "FILE: manifest: data[0]: no object".
ValueOrigin value_origin(const format::WeightFile& file, const DataSource& described);

}  // namespace trivium::learning::outcome
