// Standard input, output and error of a program whose other end may be missing: closed by whoever started it, a pipe without a reader,
// a full disk. One rule for all programs:
//
// - What cannot be written to standard output is a failure: one message on standard error, status 1.
// - What cannot be written to standard error is dropped, and the work goes on.
// - A descriptor that was closed fails when it is used. No file or socket ever gets its number.
// - SIGPIPE and SIGXFSZ are ignored: both are errors of a write.
#pragma once

#include <exception>

#include "engine/core/result.h"

namespace trivium::tools {

/// Makes the process follow the rule above. To be called once, before anything is opened.
void prepare_standard_streams();

/// Writes what standard output still holds. The error names the cause of this or any earlier write that failed; `thrown`, which may be
/// null, is what one of them threw.
Status flush_standard_output(const std::exception* thrown = nullptr);

}  // namespace trivium::tools
