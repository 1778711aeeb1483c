// Openings out of a text, one after the other, in each of the forms that books come in. Internal to openings.cpp.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string_view>

#include "engine/core/result.h"
#include "tools/match/play/board/openings.h"

namespace trivium::match {

class OpeningReader {
 public:
  virtual ~OpeningReader() = default;

  /// The next opening, cut to its plies, without a name where the text has none. Or why it cannot be read, with its line; or nothing at the
  /// end of the text.
  virtual std::optional<Result<Opening>> next() = 0;
  /// Bytes between the place where this reader began and what next() reads next: from there on a new reader reads the same.
  virtual std::uint64_t offset() = 0;
};

/// For a book of `options.format`, or as the name of `options.file` says. `in` must outlive the reader. The error names the forms that
/// `game` has.
Result<std::unique_ptr<OpeningReader>> make_opening_reader(Game game, const OpeningOptions& options, std::istream& in);

}  // namespace trivium::match
