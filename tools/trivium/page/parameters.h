// Reads the parameters of JSON requests. Each function returns an error that names the parameter
// and what is accepted, with the code "bad_request".
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/core/result.h"

namespace trivium::tools::page {

/// Returns the text under `key`; empty if it is missing.
Result<std::string> text_of(const nlohmann::json& params, const char* key);
/// As text_of(), but the text must not be missing or empty.
Result<std::string> needed_text(const nlohmann::json& params, const char* key);
/// Returns the list under `key`, at most 4,096 texts of at most 64 bytes; empty if it is missing.
Result<std::vector<std::string>> texts_of(const nlohmann::json& params, const char* key);
/// Returns the whole number under `key`, in [min, max]; `usual` if it is missing.
Result<std::uint64_t> number_of(const nlohmann::json& params, const char* key, std::uint64_t usual,
                                std::uint64_t min, std::uint64_t max);
/// Returns the number under `key`, above 0 and at most `max`; `usual` if it is missing.
Result<double> seconds_of(const nlohmann::json& params, const char* key, double usual, double max);

}  // namespace trivium::tools::page
