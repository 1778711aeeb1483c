// Start positions of a match: EPD and PGN books for chess, records for Connect-6.
//
// A book is checked completely when it is opened, so that a bad line 40,000 cannot end a tournament
// hours later. Only the offsets of openings are kept (8 bytes each); each is parsed again on use.
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
  std::string name;  ///< EPD id, PGN Opening or ECO tag, record id; else its number in the book,
                     ///< from 1; empty without a book
  client::GameSetup setup;
  std::vector<std::string>
      moves;  ///< legal from the setup, in engine notation; the game is not over after them
};

/// Immutable after opening; thread-safe.
class OpeningBook {
 public:
  /// Reads the whole file; blocks. The error names file, line and cause: an illegal move, an
  /// opening that ends the game or stops in the middle of a turn, a packed file, no opening at all.
  static Result<OpeningBook> open(Game game, const OpeningOptions& options, std::uint64_t seed);

  /// Number of openings in the book, at least 1.
  std::size_t size() const noexcept;
  /// Returns the opening for index `index` of the match, in the book's order or in a random order
  /// given by the seed; starts again after the last one. Reads the file; fails if it has changed.
  Result<Opening> at(std::uint64_t index) const;

 private:
  struct Impl;
  explicit OpeningBook(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

  std::shared_ptr<const Impl> impl_;
};

/// Warning that deterministic engines will repeat games: they start from the same opening again and
/// no engine has a time limit (`timed` false). Repeated games make intervals too narrow.
std::optional<std::string> repetition_warning(std::uint64_t rounds, std::size_t openings,
                                              bool timed);

}  // namespace trivium::match
