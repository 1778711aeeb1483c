// Self-play of Connect-6 by pattern strengths: stones are sampled by their strengths, and wins and
// parries within one turn are played exactly (game_table.h).
//
// Openings are random. A game records the length of its opening, because the learner does not train
// on these stones. A game depends only on the seed, its number, the gammas and the options, not on
// the number of threads or on interruptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/patterns/pattern_board.h"
#include "learning/btmm/connect6/census.h"
#include "learning/btmm/connect6/game_table.h"
#include "learning/btmm/match.h"
#include "learning/harness/run.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::btmm {

struct SelfPlayOptions : RunOptions {
  std::uint64_t seed = 1;
  std::uint64_t games = 1000;  ///< not in the identity: a resumed run may have another number
  Choice choice;
  GameOptions game;
};

/// Name of the snapshot in the folder of checkpoints.
inline constexpr const char* kSelfPlayName = "self_play";

/// Self-play ends after this number of consecutive games that were known. Then less than one game
/// in a thousand is new.
inline constexpr std::uint64_t kMaxKnownInARow = 4096;

/// Plays and returns games [first, first + count). Requires: `gammas` has one positive number per
/// feature of layout.set(). Throws std::invalid_argument if the options are invalid
/// (GameOptions::check(), chooser_factory()).
std::vector<records::Connect6Game> play_games(const connect6::PatternLayout& layout,
                                              std::span<const double> gammas,
                                              const SelfPlayOptions& options, std::uint64_t first,
                                              std::size_t count);

struct SelfPlayResult {
  Census census;
  std::uint64_t resumed_states = 0;  ///< states of the games that were in the checkpoint
};

/// Plays until options.games games differ, or until kMaxKnownInARow games bring no new one.
/// `on_game` receives each different game in order, also those of the checkpoint; `on_games`
/// receives their number after each step. `gammas_hash` is the SHA-256 of the file of `gammas`.
/// Throws as play_games() and run() do.
SelfPlayResult self_play(const connect6::PatternLayout& layout, std::span<const double> gammas,
                         const std::string& gammas_hash, const SelfPlayOptions& options,
                         const std::function<void(const records::Connect6Game&)>& on_game,
                         const std::function<void(std::uint64_t)>& on_games);

}  // namespace trivium::learning::btmm
