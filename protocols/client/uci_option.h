// An option that a UCI engine offers: one line "option name Hash type spin default 16 min 1 max 1024", read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::client {

struct UciOption {
  enum class Type : std::uint8_t { kCheck, kSpin, kCombo, kButton, kString };

  std::string name;
  Type type = Type::kString;
  std::string initial;  ///< after "default"; "<empty>" as it stands; empty where there is none
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::vector<std::string> choices;  ///< of a combo
};

/// Reads a line that begins with "option". What can be understood is enough: the error says what is missing or no number:
/// "option Hash: 'min' is no whole number: 'x'".
Result<UciOption> parse_uci_option(std::string_view line);

/// What is wrong with `value` for `option`; nothing if it will do. "Hash: 0 is below its least value 1".
std::optional<std::string> objection(const UciOption& option, std::string_view value);

}  // namespace trivium::client
