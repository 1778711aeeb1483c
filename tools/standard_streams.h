// Standard input, output and error of a program. Their other end may be missing: the stream was
// closed before the start, a pipe has no reader, or a disk is full. All programs follow the same
// rules:
//
// - If standard output cannot be written, the program prints one message on standard error. Its
//   exit status is at least 1.
// - If standard error cannot be written, the message is dropped and the program continues.
// - A standard descriptor that was closed at the start stays unusable: reads and writes fail, and
//   no file or socket ever gets its number.
// - SIGPIPE and SIGXFSZ are ignored, so both conditions appear as write errors.
#pragma once

#include <exception>

#include "engine/core/result.h"

namespace trivium::tools {

/// Applies these rules to the process. Call it once, before any file is opened.
void prepare_standard_streams();

/// Flushes standard output. Fails if this or an earlier write failed, and then drops what is left
/// in the buffer, so that the error is reported once. The message names the cause. `thrown`: the
/// exception from a failed write, or null.
Status flush_standard_output(const std::exception* thrown = nullptr);

}  // namespace trivium::tools
