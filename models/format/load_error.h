// The one exception of files: a weight file, a manifest or a checkpoint that cannot be used, or any file that cannot be written.
//
// Its message is one line that names the file, what was found and what was expected, or the cause; a program can print it as it is.
#pragma once

#include <stdexcept>

namespace trivium::format {

class LoadError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace trivium::format
