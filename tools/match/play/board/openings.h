// The positions that games of a match begin from: EPD and PGN books for chess, records for Connect-6.
//
// A book is read once: every opening is tried, as a tournament must not end at hour three because of line 40,000, and an index of places in
// the file is kept, so that a book of a million positions costs eight bytes each. Openings are parsed again when they are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/result.h"
#include "protocols/client/engine.h"
#include "tools/match/setup/engine_spec.h"
#include "tools/match/setup/tournament.h"

namespace trivium::match {

struct Opening {
  std::string name;  ///< EPD id, PGN Opening or ECO tag, record id; else "12" (its number in the book, from 1); empty without a book
  client::GameSetup setup;
  std::vector<std::string> moves;  ///< legal from the setup, as engines are told them; the game is not over after them
};

/// Immutable after opening; any thread.
class OpeningBook {
 public:
  /// Blocks while the whole file is read. The error names file, line and cause: an illegal move, an opening that ends the game or stops in
  /// the middle of a turn, a packed file. A file without an opening is an error.
  static Result<OpeningBook> open(Game game, const OpeningOptions& options, std::uint64_t seed);

  /// Openings in the book, at least 1.
  std::size_t size() const noexcept;
  /// The opening of number `index` of the match, which starts again after the last: in the book's order, or in a random order that the seed
  /// decides, each once before any comes twice. Reads the file; the error says that it has changed or gone.
  Result<Opening> at(std::uint64_t index) const;

 private:
  struct Impl;
  explicit OpeningBook(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

  std::shared_ptr<const Impl> impl_;
};

/// What to tell the user when engines that search without a clock will meet in the same opening again and again: they play the same games,
/// which tell nothing new and make every interval too narrow. `timed`: some engine searches by time, no two of whose games are alike.
std::optional<std::string> repetition_warning(std::uint64_t rounds, std::size_t openings, bool timed);

}  // namespace trivium::match
