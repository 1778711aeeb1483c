// Positions that say how likely draws are: one of each game, drawn at random, with what it is worth and how the game ended.
//
// Drawn games are long: were all their positions taken, few games would say nearly everything, again and again. A position is one at which
// a turn of two stones begins, nobody can win at once, all can be parried, and a window lives: without one a draw is certain. Its value is
// that of a search with DrawReading::nodes, which is what users see. Where the search proves a win or knows only that some turns lose, no
// value stands for chances, and the game teaches nothing. A search is started anew for each position, so that a game's position depends on
// its moves, seed, nodes and knowledge only. Games are searched portion by portion; a killed run continues with the next one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/draw_model.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/core/outcome.h"
#include "learning/harness/run.h"
#include "learning/records/game_set.h"

namespace trivium::learning::outcome {

/// A position as far as the model of draws looks at it.
struct DrawPosition {
  std::int16_t value = 0;           ///< hundredths, for the side to move
  std::uint16_t windows = 0;        ///< connect6::living_windows(), at least 1
  std::uint16_t empty = 0;          ///< cells
  std::uint16_t stones = 0;         ///< on the board
  Outcome result = Outcome::kDraw;  ///< for the side to move

  double room() const noexcept { return connect6::room(windows, empty); }

  friend bool operator==(const DrawPosition&, const DrawPosition&) = default;
};

struct DrawData {
  std::vector<DrawPosition> train;
  std::vector<DrawPosition> held_out;
  std::uint64_t games = 0;  ///< with a known result
  std::uint64_t drawn = 0;  ///< of them
};

/// Snapshots are named by it.
inline constexpr const char* kDrawsLearner = "draws";

struct DrawReading : RunOptions {
  std::uint64_t seed = 1;     ///< of which position of a game
  std::uint64_t nodes = 300;  ///< positions that a search looks at; 0: the evaluation's own value
  std::size_t threads = 1;    ///< no part of the result
};

/// Is called with the number of games that have been read, by earlier runs too; no number twice.
using DrawListener = std::function<void(std::uint64_t)>;

/// The positions of all files in their order. `knowledge` has weights. `data_identity` is a JSON object of everything that decides the
/// games and the knowledge, for a checkpoint. Throws format::LoadError where a game ends in a draw though its board is not full: it was cut
/// off, and nobody knows how it would have ended; and as run() does.
DrawData read_positions(std::span<const records::GameSet> files, const connect6::Knowledge& knowledge, const DrawReading& reading,
                        const DrawListener& on_read = {}, const std::string& data_identity = "{}");

}  // namespace trivium::learning::outcome
