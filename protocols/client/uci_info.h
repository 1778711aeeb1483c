// Lenient parser for the `info` lines of UCI engines.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/core/report.h"

namespace trivium::client {

/// Fields that the line has. Views are into the line.
struct UciInfo {
  std::optional<std::int64_t> depth;
  std::optional<std::int64_t> selective_depth;
  std::optional<std::int64_t> line;  ///< multipv
  std::optional<Score> score;
  std::optional<WinDrawLoss> expectation;
  std::optional<std::int64_t> nodes;
  std::optional<std::int64_t> nodes_per_second;
  std::optional<std::int64_t> milliseconds;
  std::optional<std::int64_t> hash_per_mille;
  std::string_view principal_variation;  ///< moves separated by blanks
  std::string_view message;              ///< after "string"
};

/// Parses a line that begins with "info". Ignores unknown words and values that are not numbers.
UciInfo parse_uci_info(std::string_view line);

/// True if the line has a score for the first variation. Fast, for callers that parse only the last
/// such line.
bool has_score(std::string_view line) noexcept;

}  // namespace trivium::client
