// Standard input, output and error of a program. Their other end may be missing: the stream was
// closed before the start, a pipe has no reader, or a disk is full. All programs follow the same
// rules:
//
// - If standard output cannot be written, the program prints one message on standard error and
// fails with status 1.
// - If standard error cannot be written, the message is dropped and the program continues.
// - Use of a descriptor that was closed is an error. No file or socket ever gets its number.
// - SIGPIPE and SIGXFSZ are ignored, so both conditions appear as write errors.
#pragma once

#include <exception>

#include "engine/core/result.h"

namespace trivium::tools {

/// Applies these rules to the process. Call it once, before any file is opened.
void prepare_standard_streams();

/// Flushes standard output. The error names the cause of this or an earlier failed write. `thrown`
/// is an exception from a failed write, or null.
Status flush_standard_output(const std::exception* thrown = nullptr);

}  // namespace trivium::tools
