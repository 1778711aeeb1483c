// What a UCI engine says while it thinks: an `info` line, read generously.
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
  std::string_view principal_variation;  ///< moves with blanks between them
  std::string_view message;              ///< after "string"
};

/// Reads a line that begins with "info". Unknown words and values that are no numbers are passed over, as if they were not there.
UciInfo parse_uci_info(std::string_view line);

/// Whether the line says how the search stands in its first variation: cheap, for those who read only the last such line.
bool has_score(std::string_view line) noexcept;

}  // namespace trivium::client
