// Training positions of the draw model: one random position per game, with its value and the game's
// result.
//
// Drawn games are long and their positions are correlated, so each game contributes one position.
// Candidates are positions at the start of a turn of two stones in which the side to move cannot
// win at once, all threats can be parried, and some window is still open (otherwise a draw is
// certain). The value is that of a search with DrawReading::nodes, as the engine reports it. A game
// is skipped if this value is not a log-odds: if the search proves a result, or if all turns that
// it searched lose but the loss is not proved. Each search starts without earlier results, so a
// position depends only on moves, seed, nodes and weights. Games are searched in portions; a killed
// run resumes with the next portion.
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

/// A training position: the features that the draw model uses, and the result.
struct DrawPosition {
  std::int16_t value = 0;           ///< log-odds of the side to move, in hundredths
  std::uint16_t windows = 0;        ///< connect6::living_windows(), at least 1
  std::uint16_t empty = 0;          ///< number of empty cells
  std::uint16_t stones = 0;         ///< number of stones on the board
  Outcome result = Outcome::kDraw;  ///< for the side to move

  /// Returns the room as in draw_model.h: living windows per empty cell.
  double room() const noexcept { return connect6::room(windows, empty); }

  friend bool operator==(const DrawPosition&, const DrawPosition&) = default;
};

struct DrawData {
  std::vector<DrawPosition> train;
  std::vector<DrawPosition> held_out;
  std::uint64_t games = 0;  ///< number of games with a known result
  std::uint64_t drawn = 0;  ///< number of drawn games

  auto fields() noexcept {  ///< for learning::Transfer
    return std::tie(train, held_out, games, drawn);
  }
};

/// Name of the learner in snapshots.
inline constexpr const char* kDrawsLearner = "draws";

/// Options of a run. With a checkpoint, the draw model is fitted after each portion, for the curve.
struct DrawReading : RunOptions {
  std::uint64_t seed = 1;     ///< selects the position of each game
  std::uint64_t nodes = 300;  ///< node limit of a search; 0: static evaluation instead
};

/// Called with the number of games read so far, including those before a resumption. The numbers
/// ascend.
using DrawListener = std::function<void(std::uint64_t)>;

/// Returns the positions of all files in order. `data_identity` is a JSON object of everything that
/// determines the games and the knowledge, for checkpoints. Requires: `knowledge` has weights.
/// Throws format::LoadError if a game is a draw on a board that is not full, because it was then
/// not played to the end. Also throws as run() does.
DrawData read_positions(std::span<const records::GameSet> files,
                        const connect6::Knowledge& knowledge, const DrawReading& reading,
                        const DrawListener& on_read = {}, const std::string& data_identity = "{}");

}  // namespace trivium::learning::outcome
