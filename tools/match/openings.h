// The positions that games of a match begin from: EPD and PGN books for chess, records for Connect-6.
//
// A book is read once into an index of places in the file, so that a book of a million positions costs eight bytes each; openings are
// parsed when they are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "protocols/client/engine.h"
#include "tools/match/engine_spec.h"

namespace trivium::match {

struct Opening {
  std::string name;  ///< EPD id, PGN Opening or ECO tag, record id; else "12" (its number in the book, from 1)
  client::GameSetup setup;
  std::vector<std::string> moves;  ///< legal from the setup, canonical text
};

enum class OpeningOrder : std::uint8_t { kSequential, kRandom };

struct OpeningOptions {
  std::filesystem::path file;  ///< empty: every game from the start position
  std::string format;          ///< "epd", "pgn", "csv", "sgf", "record"; empty: by the file's name
  OpeningOrder order = OpeningOrder::kSequential;
  std::uint64_t start = 1;  ///< first opening of the book to be used
  int plies = -1;           ///< moves of a record that are played; -1: all
  bool chess960 = false;    ///< variant of all positions
};

/// Immutable after opening; any thread.
class OpeningBook {
 public:
  /// The error names file, line and cause. A file without an opening is an error.
  static Result<OpeningBook> open(Game game, const OpeningOptions& options, std::uint64_t seed);

  /// Openings in the book, at least 1.
  std::size_t size() const noexcept;
  /// The opening of number `index` of the match, which starts again after the last: in the book's order, or in a random order that the seed
  /// decides, each once before any comes twice.
  Result<Opening> at(std::uint64_t index) const;

 private:
  struct Impl;
  std::shared_ptr<const Impl> impl_;
};

}  // namespace trivium::match
