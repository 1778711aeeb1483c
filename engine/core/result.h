// A value, or the error that explains why there is none.
//
// Invalid text from a user (FEN, GTP, PGN, flags, ...) is an ordinary event, so parsers return it
// as a value: Result<T> holds a T or an Error. C++20 has no std::expected; this file has the small
// part of it that we use.
#pragma once

#include <fmt/core.h>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace trivium {

/// The reason why an input or a request was rejected.
struct Error {
  Error() = default;
  Error(std::string stable_code, std::string text)
      : code(std::move(stable_code)), message(std::move(text)) {}
  /// Formats the message.
  template <class Value, class... Values>
  Error(std::string stable_code, fmt::format_string<Value, Values...> text, Value&& value,
        Values&&... values)
      : Error(std::move(stable_code),
              fmt::format(text, std::forward<Value>(value), std::forward<Values>(values)...)) {}

  std::string code;     ///< lower-case words with dots ("pgn.move.illegal"); does not change
  std::string message;  ///< one line without a line end: place, cause, what is accepted; may change
                        ///< between versions
};

/// Returns the error with "PLACE: " before its message and with the same code.
inline Error at_place(std::string_view place, const Error& error) {
  return {error.code, std::string(place) + ": " + error.message};
}

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const noexcept { return state_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// The value. Requires: the Result has a value.
  T& operator*() & { return std::get<0>(state_); }
  const T& operator*() const& { return std::get<0>(state_); }
  T&& operator*() && { return std::get<0>(std::move(state_)); }
  T* operator->() { return &std::get<0>(state_); }
  const T* operator->() const { return &std::get<0>(state_); }

  /// The error. Requires: the Result has no value.
  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  std::variant<T, Error> state_;
};

/// Success without a value, or an Error.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool has_value() const noexcept { return !error_; }
  explicit operator bool() const noexcept { return has_value(); }
  /// The error. Requires: has_value() is false.
  const Error& error() const& { return *error_; }

 private:
  std::optional<Error> error_;
};

using Status = Result<void>;

/// Returns the value. Throws std::invalid_argument with the message of the error if there is none.
template <class T>
T or_invalid_argument(Result<T> result) {
  if (!result) throw std::invalid_argument(result.error().message);
  return *std::move(result);
}

}  // namespace trivium
