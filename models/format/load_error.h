// Exception for a weight file, manifest or checkpoint that cannot be used, and for any file that
// cannot be written.
//
// The message is one line that a program can print unchanged. It names the file and either what was
// found and expected, or the cause.
#pragma once

#include <cerrno>
#include <fmt/core.h>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>

#include "engine/core/result.h"

namespace trivium::format {

class LoadError : public std::runtime_error {
 public:
  LoadError(std::string stable_code, const std::string& message)
      : std::runtime_error(message), code_(std::move(stable_code)) {}
  /// Formats the message.
  template <class Value, class... Values>
  LoadError(std::string stable_code, fmt::format_string<Value, Values...> text, Value&& value,
            Values&&... values)
      : LoadError(std::move(stable_code),
                  fmt::format(text, std::forward<Value>(value), std::forward<Values>(values)...)) {}
  explicit LoadError(const Error& error) : LoadError(error.code, error.message) {}

  /// Stable error code in lower-case words with dots: "weights.dtype" (as in trivium::Error).
  const std::string& code() const noexcept { return code_; }

 private:
  std::string code_;
};

/// Returns the error for a file that could not be written; errno has the cause.
inline LoadError write_failure(const std::string& path) {
  return {"file.write", path + ": " + std::generic_category().message(errno)};
}

/// Returns the value of a Result. Throws its error as a LoadError if there is none, with "PLACE: "
/// before its message if `place` is given.
template <class T>
T or_throw(Result<T> result, std::string_view place = {}) {
  if (!result) throw LoadError(place.empty() ? result.error() : at_place(place, result.error()));
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Returns the value of `work()`, or the LoadError that it throws as an Error.
template <class Work>
Result<std::invoke_result_t<const Work&>> or_error(const Work& work) {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<const Work&>>) {
      work();
      return {};
    } else {
      return work();
    }
  } catch (const LoadError& failure) {
    return Error{failure.code(), failure.what()};
  }
}

}  // namespace trivium::format
