// Readers of openings, one for each book format. Internal to openings.cpp.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>

#include "engine/core/result.h"
#include "tools/match/play/board/openings.h"

namespace trivium::match {

class OpeningReader {
 public:
  virtual ~OpeningReader() = default;

  /// Returns the next opening, cut to OpeningOptions::plies, with an empty name if the text has
  /// none; nothing at the end of the text. The error names the line.
  virtual std::optional<Result<Opening>> next() = 0;
  /// Offset of the next opening, in bytes from the start of this reader. A new reader that starts
  /// there reads the same.
  virtual std::uint64_t offset() = 0;
};

/// Creates the reader for `options.format` or, if that is empty, for the suffix of `options.file`.
/// Requires: `options` and `in` outlive the reader. The error lists the formats of `game`.
Result<std::unique_ptr<OpeningReader>> make_opening_reader(Game game, const OpeningOptions& options,
                                                           std::istream& in);

}  // namespace trivium::match
