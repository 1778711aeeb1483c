// Readers of openings, one for each book format. Internal to openings.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>

#include "engine/core/result.h"
#include "tools/match/play/board/openings.h"

namespace trivium::match {

/// Reads the openings of a text one after the other.
struct OpeningReader {
  /// Returns the next opening, cut to OpeningOptions::plies, with an empty name if the text has
  /// none; nothing at the end of the text. The error names the line.
  std::function<std::optional<Result<Opening>>()> next;
  /// Returns the offset of the next opening, in bytes from the start of this reader. A new reader
  /// that starts there reads the same.
  std::function<std::uint64_t()> offset;
};

/// Creates the reader for `options.format` or, if that is empty, for the suffix of `options.file`.
/// Requires: `options` and `in` outlive the reader; a board game. The error lists its formats.
Result<OpeningReader> make_opening_reader(Game game, const OpeningOptions& options,
                                          std::istream& in);

}  // namespace trivium::match
