// Reads the parameters of JSON requests. If one is invalid, a function throws a Refusal with the
// code "bad_request", which names the parameter and what is accepted.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/result.h"

namespace trivium::tools::page {

/// Ends a method or a topic of page_methods(), whose answer is then `error`.
struct Refusal : std::runtime_error {
  explicit Refusal(Error cause) : std::runtime_error(cause.message), error(std::move(cause)) {}

  Error error;
};

/// Returns the value of a Result; throws its error as a Refusal if there is none.
template <class T>
T or_refuse(Result<T> result) {
  if (!result) throw Refusal(result.error());
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

/// Returns the text under `key`; empty if it is missing.
std::string text_of(const nlohmann::json& params, const char* key);
/// As text_of(), but the text must not be missing or empty.
std::string needed_text(const nlohmann::json& params, const char* key);
/// Returns the list under `key`, at most 4,096 texts of at most 64 bytes; empty if it is missing.
std::vector<std::string> texts_of(const nlohmann::json& params, const char* key);
/// Returns the whole number under `key`, in [min, max]; `usual` if it is missing.
std::uint64_t number_of(const nlohmann::json& params, const char* key, std::uint64_t usual,
                        std::uint64_t min, std::uint64_t max);
/// Returns the number under `key`, above 0 and at most `max`; `usual` if it is missing.
double seconds_of(const nlohmann::json& params, const char* key, double usual, double max);

}  // namespace trivium::tools::page
