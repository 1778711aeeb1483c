// Records as text for tests: writes a CSV collection of one game, parses one SGF game.
#pragma once

#include <cstddef>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"

namespace trivium::connect6 {

/// Returns a collection of one game. Writes no texts except the id.
inline std::string write_csv(const GameRecord& game) {
  std::string text = std::string(kCsvHeader) + "\n\"";
  for (const char c : game.id) text.append(c == '"' ? 2 : 1, c);
  text += "\",\"";
  for (std::size_t i = 0; i < game.moves.size(); ++i)
    text += (i > 0 ? "," : "") + record_vertex(game.moves[i], game.size);
  return text.append("\",").append(winner_name(game.result)) += '\n';
}

/// Parses the first game of `text`.
inline Result<GameRecord> parse_sgf(std::string_view text) {
  std::istringstream in{std::string(text)};
  GameRecord game;
  const Result<bool> read = SgfReader(in).next(game);
  if (!read) return read.error();
  return game;
}

}  // namespace trivium::connect6
