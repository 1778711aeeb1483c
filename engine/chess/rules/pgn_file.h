// Reads the games of an open PGN file, one at a time.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "engine/chess/rules/pgn.h"
#include "engine/core/readers/input_file.h"

namespace trivium::chess {

class PgnFile {
 public:
  explicit PgnFile(std::unique_ptr<input::Stream> in) : in_(std::move(in)), reader_(*in_) {}

  /// Returns the next game or its error, without the file name; nothing at the end and after a read
  /// error, which status() returns.
  std::optional<Result<PgnGame>> next() {
    std::optional<Result<PgnGame>> game = reader_.next();
    if (!status()) game.reset();
    return game;
  }
  const Status& status() const noexcept { return in_->status(); }
  /// Name of the file for messages.
  const std::string& name() const noexcept { return in_->name(); }

 private:
  std::unique_ptr<input::Stream> in_;
  PgnReader reader_;
};

}  // namespace trivium::chess
