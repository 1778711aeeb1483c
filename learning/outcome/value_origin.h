// Who made a value, as the manifest of its file tells. Files with draws beside a value go on telling it under "value", however often draws
// are learned anew.
#pragma once

#include "learning/harness/manifest.h"
#include "models/format/weight_file.h"

namespace trivium::learning {

/// `described`: the file as describe_data() has it. Of a file with draws that does not tell who made its value only the file is known.
/// Throws format::LoadError, naming the file and the place, where its manifest is none of ours: "FILE: manifest: data[0]: no object".
ValueOrigin value_origin(const format::WeightFile& file, const DataSource& described);

}  // namespace trivium::learning
