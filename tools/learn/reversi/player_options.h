// Shared parts of the commands in which Trivium plays Reversi: weights, random moves at the
// beginning, and the file of games.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/records.h"
#include "models/format/part_file.h"
#include "tools/places.h"

namespace trivium::tools {

class Command;
class Option;

/// Weights of the player: files, or the words `default` (the files that ship) and `nothing`.
struct PlayerWeights {
  std::string value = "default";
  std::string priors = "default";
};

/// Adds --weights and --patterns.
void add_player_weights(Command& command, PlayerWeights& weights);

/// Weights that were read.
struct PlayerKnowledge {
  reversi::Knowledge knowledge;
  std::vector<NamedPlace> files;  ///< those that were read, with their options
  std::string hash;               ///< of these files: learning::hashes_of()
};

/// Reads the weights. Throws format::LoadError if a file is missing or of another kind.
PlayerKnowledge load_player(const PlayerWeights& weights);

/// Numbers of random moves at the beginning of a game: one, or minimum and maximum.
using RandomPlies = std::vector<int>;

/// Adds --random-plies; its default is `plies`.
void add_random_plies(Command& command, RandomPlies& plies);
/// Throws UsageError if the minimum exceeds the maximum. Call it after parsing.
void check_random_plies(const RandomPlies& plies);

/// Adds --out: the file of games. `use`: what it is for, "for `trivium-match -openings`".
Option* add_game_file(Command& command, std::string& out, const std::string& use);

/// Writes a file of games: GGF if its name ends in .ggf, SGF if in .sgf, otherwise transcripts, one
/// a line. The functions throw format::LoadError as format::PartFile does.
class GameFile {
 public:
  explicit GameFile(const std::filesystem::path& path);

  void add(const reversi::GameRecord& record);
  /// Completes the file. Requires: no add() follows.
  void finish() { out_.finish(); }

 private:
  std::string suffix_;
  format::PartFile out_;
};

}  // namespace trivium::tools
