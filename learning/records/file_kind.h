// Kinds of files of games and positions, by the beginning of their content and never by their name.
#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/core/readers/input_file.h"

namespace trivium::learning::records {

/// True if the text begins like a block file (learning/harness/block_file.h) of any game. Takes
/// nothing from the stream. Requires: nothing has been read yet.
bool is_block_file(input::Stream& in);

enum class ChessRecord : std::uint8_t {
  kSearchedGames,  ///< searched_games.h; also a block file of another game, which that rejects
  kEpd,            ///< positions, after comments with '#'
  kPgn,            ///< games that begin with a tag, a comment, an escape or a move number
  kOther           ///< anything else: results in CSV, a text without content, a damaged file
};

/// Returns what a text of chess is. Takes nothing from the stream. Requires: nothing has been read
/// yet.
ChessRecord kind_of(input::Stream& in);

/// The same for a regular file. Throws format::LoadError if it cannot be read.
ChessRecord kind_of(const std::filesystem::path& path);

}  // namespace trivium::learning::records
