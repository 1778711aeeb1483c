// Self-play of Connect-6 by pattern strengths: stones are sampled by their strengths, and wins and
// parries within one turn are played exactly (game_table.h).
//
// Openings are random. A game records the length of its opening, because the learner does not train
// on these stones. A game depends only on the seed, its number, the gammas and the options, not on
// the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/connect6/game_table.h"
#include "learning/btmm/connect6/stone_chooser.h"
#include "learning/harness/checkpoint.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

struct SelfPlayOptions {
  std::uint64_t seed = 1;
  Choice choice;
  GameOptions game;
};

/// Plays and returns games [first, first + count). Requires: `gammas` has one positive number per
/// feature of layout.set(). Throws std::invalid_argument if the options are invalid
/// (GameOptions::check(), ChooserFactory).
std::vector<records::Connect6Game> play_games(const connect6::PatternLayout& layout,
                                              std::span<const double> gammas,
                                              const SelfPlayOptions& options, std::uint64_t first,
                                              std::size_t count, std::size_t threads);

/// Stores the games of a self-play run on disk in pieces, so that a killed run can be resumed.
///
/// A game is a function of its number, and a piece is named by the number of its first game. A
/// resumed run reads the pieces that exist and plays the others. The games are identical for any
/// number of interruptions and threads.
class GamePieces {
 public:
  /// Opens `folder`, which is created if missing. `identity` is a JSON object of everything that
  /// determines a game except its number; it does not contain the number of games. Throws
  /// format::LoadError if the folder holds another run, if it holds this run and `resume` is false,
  /// or if another process uses it.
  GamePieces(std::filesystem::path folder, std::string identity, bool resume);

  /// Returns games [first, first + count), or nothing if the file is missing or damaged or has
  /// fewer games. Throws only std::bad_alloc.
  std::optional<std::vector<records::Connect6Game>> find(std::uint64_t first,
                                                         std::size_t count) const;
  /// Stores `games`, the first of which has the number `first`, atomically. Throws
  /// format::LoadError if writing fails.
  void keep(std::uint64_t first, std::span<const records::Connect6Game> games) const;

 private:
  std::filesystem::path piece(std::uint64_t first) const;

  std::filesystem::path folder_;
  Checkpoint checkpoint_;
};

}  // namespace trivium::learning::btmm
