// Start positions of a match: EPD and PGN books for chess, game records for Connect-6 and Reversi.
//
// A book is checked completely when it is opened, so that a bad line 40,000 cannot end a tournament
// hours later. Only the offsets of openings are kept, 8 bytes each; an opening is parsed again when
// it is used.
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
  /// EPD id, PGN tag Opening or ECO, or id of a record; else the number in the book, from 1. Empty
  /// without a book.
  std::string name;
  client::GameSetup setup;
  /// Legal moves from the setup, in the notation of engines. The game is not over after them.
  std::vector<std::string> moves;
};

/// Immutable after opening; thread-safe.
class OpeningBook {
 public:
  /// Reads the whole file; blocks. The error names file, line and cause: an illegal move, an
  /// opening that ends the game or stops in the middle of a turn, a packed file, no opening at all.
  static Result<OpeningBook> open(Game game, const OpeningOptions& options, std::uint64_t seed);

  /// Returns the number of openings, at least 1: without a book the start position counts.
  std::size_t size() const noexcept;
  /// Returns the opening for index `index` of the match, in the book's order or in a random order
  /// given by the seed; starts again after the last one. Reads the file; fails if it has changed.
  Result<Opening> at(std::uint64_t index) const;

 private:
  struct Impl;
  explicit OpeningBook(std::shared_ptr<const Impl> impl) noexcept : impl_(std::move(impl)) {}

  std::shared_ptr<const Impl> impl_;
};

/// Returns a warning that deterministic engines will repeat games, which makes intervals too
/// narrow; empty if there are as many openings as rounds or an engine has a time limit (`timed`).
std::optional<std::string> repetition_warning(std::uint64_t rounds, std::size_t openings,
                                              bool timed);

}  // namespace trivium::match
