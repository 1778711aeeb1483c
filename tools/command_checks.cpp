// Errors of usage, and the checks of option values.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "engine/core/spelling.h"
#include "engine/core/text.h"
#include "tools/command.h"

namespace trivium::tools {

namespace {

constexpr const char* kMissing = "file.missing";  // code of the checks of files and folders

/// Returns the message that there is no file or folder (`kind`) of the name `missing`, with the
/// nearest name in its folder.
std::string nothing_at(const std::string& missing, std::string_view kind) {
  if (missing == "-")
    return fmt::format("standard input is not accepted here; a {} is needed", kind);
  const std::string nearest = text::nearest_file(missing);
  const std::string suggestion =
      nearest.empty() ? std::string() : fmt::format("; did you mean {}?", in_quotes(nearest));
  return fmt::format("there is no {} {}{}", kind, in_quotes(missing), suggestion);
}

/// Text for help and messages.
template <class T>
std::string shown(T number) {
  if constexpr (std::is_integral_v<T>) return fmt::format("{}", number);
  return fmt::format("{:.15g}", static_cast<double>(number));
}

/// True for the largest int and for numbers of 2^53 or more, which are no limit to a reader.
template <class T>
bool is_unlimited(T maximum) {
  const auto number = static_cast<double>(maximum);
  return number == std::numeric_limits<int>::max() || number >= 0x1p53;
}

/// Bounds for help.
template <class T>
std::string bounds(T minimum, T maximum) {
  if (is_unlimited(maximum)) return fmt::format("{} or more", shown(minimum));
  return fmt::format("{} to {}", shown(minimum), shown(maximum));
}

/// Returns why `text` is no number from `minimum` to `maximum`, both included; empty if it is one.
template <class T>
std::string fault_of_number(const std::string& text, T minimum, T maximum) {
  const std::optional<T> value = text::parse_number<T>(text);
  if (value && *value >= minimum && *value <= maximum) return {};
  constexpr std::size_t kShown = 40;
  return fmt::format("{} is not a {}number {} {}", text::quoted(text, kShown),
                     std::is_integral_v<T> ? "whole " : "", is_unlimited(maximum) ? "of" : "from",
                     bounds(minimum, maximum));
}

}  // namespace

std::string in_quotes(std::string_view word) {
  constexpr std::size_t kMax = 60;
  return text::quoted(word, kMax);
}

Failure::Failure(Error error, int status)
    : std::runtime_error(error.message), error_(std::move(error)), status_(status) {}

UsageError::UsageError(const Error& error)
    : Failure(Error(error.code.empty() ? "usage.option.value" : error.code, error.message),
              error.code.starts_with("file.") ? 1 : 2) {}

UsageError::UsageError(const std::string& name, const std::string& message)
    : UsageError(name, Error("usage.option.value", message)) {}

UsageError::UsageError(const std::string& name, const Error& cause)
    : UsageError(at_place(name, cause)) {}

UsageError UsageError::required(const std::string& name) {
  const bool option = name.starts_with('-');
  return UsageError(
      Error(option ? "usage.option.missing" : "usage.argument.missing", "{}: is missing", name));
}

UsageError UsageError::needs(const std::string& name, const std::string& other) {
  return UsageError(Error("usage.option.needs", "{}: needs {}", name, other));
}

UsageError UsageError::excludes(const std::string& name, const std::string& other) {
  return UsageError(Error("usage.option.excludes", "{}: cannot be given with {}", name, other));
}

Check existing_file() {
  const auto fault = [](const std::string& word) -> std::string {
    std::error_code failure;
    if (std::filesystem::is_directory(word, failure))
      return fmt::format("{} is a folder; a file is needed", in_quotes(word));
    return std::filesystem::exists(word, failure) ? std::string() : nothing_at(word, "file");
  };
  return {fault, {.name = "FILE", .files = true}, kMissing};
}

Check existing_folder() {
  const auto fault = [](const std::string& word) -> std::string {
    std::error_code failure;
    if (std::filesystem::is_directory(word, failure)) return {};
    return std::filesystem::exists(word, failure)
               ? fmt::format("{} is not a folder", in_quotes(word))
               : nothing_at(word, "folder");
  };
  return {fault, {.name = "DIR", .folders = true}, kMissing};
}

Check existing_path() {
  const auto fault = [](const std::string& word) -> std::string {
    std::error_code failure;
    return std::filesystem::exists(word, failure) ? std::string()
                                                  : nothing_at(word, "file or folder");
  };
  return {fault, {.name = "FILE", .files = true}, kMissing};
}

Check nonnegative_number() { return number_range(0, std::numeric_limits<int>::max()); }

Check one_of(std::vector<std::string> words) {
  const auto fault = [words](const std::string& word) {
    return std::ranges::find(words, word) != words.end()
               ? std::string()
               : fmt::format("{} is not one of {}", in_quotes(word), fmt::join(words, ", "));
  };
  const std::string name = fmt::format("{}", fmt::join(words, "|"));
  return {fault, {.name = name.size() <= kMaxValueName ? name : "", .choices = std::move(words)}};
}

Check one_of(std::initializer_list<const char*> words) {
  return one_of(std::vector<std::string>(words.begin(), words.end()));
}

Check one_of(std::span<const int> numbers) {
  std::vector<std::string> words;
  for (const int number : numbers) words.push_back(std::to_string(number));
  return one_of(std::move(words));
}

template <class T>
Check number_range(T minimum, T maximum) {
  const auto fault = [minimum, maximum](const std::string& text) {
    return fault_of_number(text, minimum, maximum);
  };
  return {fault, {.bounds = bounds(minimum, maximum)}};
}

template Check number_range(int, int);
template Check number_range(unsigned, unsigned);
template Check number_range(std::uint16_t, std::uint16_t);
template Check number_range(std::int64_t, std::int64_t);
template Check number_range(std::uint64_t, std::uint64_t);
template Check number_range(double, double);

}  // namespace trivium::tools
