// Knowledge of the Reversi player: the learned evaluation and the strengths of moves. Immutable and
// shared by all players.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/reversi/patterns/move_strengths.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "models/format/weight_file.h"

namespace trivium::reversi {

/// Both may be null. Without a value, the player evaluates by mobility. Boards of 4 and 6 never use
/// the knowledge, which is for boards of 8.
struct Knowledge {
  std::shared_ptr<const PatternValue> value;    ///< final difference of discs, by patterns
  std::shared_ptr<const MoveStrengths> priors;  ///< move probabilities, for the order of moves

  /// True if both hold the same objects.
  bool operator==(const Knowledge&) const = default;
};

/// Files to load. An empty path means the file that reversi/default.json names as "weights" or
/// "patterns" (models/format/model_path.h), if there is one.
struct KnowledgeFiles {
  std::filesystem::path value{};
  std::filesystem::path priors{};
};

/// Loads the files. Throws format::LoadError, naming expected and found contents, if a file is
/// missing or of another kind.
Knowledge load_knowledge(const KnowledgeFiles& files = {});
/// Creates the knowledge from files that were read; each may be null. Throws format::LoadError if a
/// file is of another kind.
Knowledge knowledge_from(const format::WeightFile* value, const format::WeightFile* priors);

/// Returns `knowledge` with its value or its priors replaced by those in `file`, depending on its
/// kind. Throws format::LoadError if the file cannot be loaded.
Knowledge with_file(Knowledge knowledge, const std::filesystem::path& file);

}  // namespace trivium::reversi
