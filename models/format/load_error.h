// The one exception of files: a weight file, a manifest or a checkpoint that cannot be used, or any file that cannot be written.
//
// Its message is one line that names the file, what was found and what was expected, or the cause; a program can print it as it is.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "engine/core/result.h"

namespace trivium::format {

class LoadError : public std::runtime_error {
 public:
  LoadError(std::string stable_code, const std::string& message) : std::runtime_error(message), code_(std::move(stable_code)) {}
  explicit LoadError(const Error& error) : LoadError(error.code, error.message) {}

  /// Lower-case words with dots: "weights.dtype" (as in trivium::Error).
  const std::string& code() const noexcept { return code_; }

 private:
  std::string code_;
};

/// Returns the value of a Result. Throws its error as a LoadError if there is none.
template <class T>
T or_throw(Result<T> result) {
  if (!result) throw LoadError(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace trivium::format
