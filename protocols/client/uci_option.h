// Parser for the options of a UCI engine: lines like "option name Hash type spin default 16 min 1
// max 1024".
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
  std::string initial;  ///< after "default"; "<empty>" unchanged; empty if there is none
  std::optional<std::int64_t> min;
  std::optional<std::int64_t> max;
  std::vector<std::string> choices;  ///< of a combo
};

/// Parses a line that begins with "option" and ignores unknown parts. The error states what is
/// missing or is not a number:
/// "option Hash: 'min' is not a whole number: 'x'".
Result<UciOption> parse_uci_option(std::string_view line);

/// Returns what is wrong with `value` for `option`, or nothing if it is valid.
std::optional<std::string> objection(const UciOption& option, std::string_view value);

}  // namespace trivium::client
