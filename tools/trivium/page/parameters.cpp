#include "tools/trivium/page/parameters.h"

#include <fmt/format.h>

namespace trivium::tools::page {

using nlohmann::json;

namespace {

constexpr std::size_t kMaxTexts = 4096;
constexpr std::size_t kMaxTextBytes = 64;

[[noreturn]] void refuse(const char* key, const std::string& needed) {
  throw Refusal(Error("bad_request", "{}: needs {}", key, needed));
}

/// Returns the member `key`, or null if it is missing or null.
const json* member(const json& params, const char* key) {
  const auto found = params.find(key);
  return found == params.end() || found->is_null() ? nullptr : &*found;
}

}  // namespace

std::string text_of(const json& params, const char* key) {
  const json* const value = member(params, key);
  if (value == nullptr) return {};
  if (!value->is_string()) refuse(key, "a text");
  return value->get<std::string>();
}

std::string needed_text(const json& params, const char* key) {
  std::string text = text_of(params, key);
  if (text.empty()) refuse(key, "a text that is not empty");
  return text;
}

std::vector<std::string> texts_of(const json& params, const char* key) {
  std::vector<std::string> texts;
  const json* const value = member(params, key);
  if (value == nullptr) return texts;
  const std::string needed =
      fmt::format("a list of at most {} texts of at most {} bytes", kMaxTexts, kMaxTextBytes);
  if (!value->is_array() || value->size() > kMaxTexts) refuse(key, needed);
  for (const json& text : *value) {
    if (!text.is_string() || text.get_ref<const std::string&>().size() > kMaxTextBytes)
      refuse(key, needed);
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

std::uint64_t number_of(const json& params, const char* key, std::uint64_t usual, std::uint64_t min,
                        std::uint64_t max) {
  const json* const value = member(params, key);
  if (value == nullptr) return usual;
  const bool negative =
      value->is_number_integer() && !value->is_number_unsigned() && value->get<std::int64_t>() < 0;
  const bool fits = value->is_number_integer() && !negative && value->get<std::uint64_t>() >= min &&
                    value->get<std::uint64_t>() <= max;
  if (!fits) refuse(key, fmt::format("a whole number from {} to {}", min, max));
  return value->get<std::uint64_t>();
}

double seconds_of(const json& params, const char* key, double usual, double max) {
  const json* const value = member(params, key);
  if (value == nullptr) return usual;
  const bool fits = value->is_number() && value->get<double>() > 0 && value->get<double>() <= max;
  if (!fits) refuse(key, fmt::format("a number above 0, up to {}", max));
  return value->get<double>();
}

}  // namespace trivium::tools::page
