// Knowledge of the Connect-6 player: evaluation weights and pattern strengths. Immutable and shared
// by all players.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

struct Knowledge {
  std::shared_ptr<const Weights> weights;          ///< null if not loaded; a player needs them
  std::shared_ptr<const PatternWeights> patterns;  ///< null: `weights` give the stone probabilities

  explicit operator bool() const noexcept { return weights != nullptr; }
  /// True if both hold the same objects.
  bool operator==(const Knowledge&) const = default;
};

/// Files to load. An empty path means the file that connect6/default.json names
/// (models/format/model_path.h).
struct KnowledgeFiles {
  std::filesystem::path weights;
  std::filesystem::path patterns;
};

/// Loads the files; without default patterns, loads none. Throws format::LoadError, naming expected
/// and found contents, if a file is missing or of another kind, or if there are no default weights.
Knowledge load_knowledge(const KnowledgeFiles& files = {});
/// Creates the knowledge from files that were read; `patterns` may be null. Throws
/// format::LoadError if a file is of another kind.
Knowledge knowledge_from(const format::WeightFile& weights,
                         const format::WeightFile* patterns = nullptr);

/// Returns `knowledge` with its weights or patterns replaced by those in `file`, depending on its
/// kind. Throws format::LoadError if the file cannot be loaded, or has patterns while `knowledge`
/// has no weights.
Knowledge with_file(Knowledge knowledge, const std::filesystem::path& file);

}  // namespace trivium::connect6
