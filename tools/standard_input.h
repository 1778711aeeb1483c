// Standard input as a file, for commands that read their data more than once.
#pragma once

#include <string>

namespace trivium::tools {

/// Reads standard input to its end into a temporary file, makes this file the standard input, and
/// returns a path that can be opened any number of times. The file is in the folder of the
/// environment variable TMPDIR, or in /tmp. It has no name there, so nothing is left when the
/// program ends or is killed. Throws format::LoadError if standard input cannot be read or copied.
std::string copy_standard_input();

}  // namespace trivium::tools
