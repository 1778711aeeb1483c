// What the Connect-6 player has learned: what positions are worth, and which stones are likely. Immutable, shared by all players.
#pragma once

#include <filesystem>
#include <memory>

#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

struct Knowledge {
  std::shared_ptr<const Weights> weights;          ///< null: there is none, and no player
  std::shared_ptr<const PatternWeights> patterns;  ///< null: the weights alone tell which stones are likely

  explicit operator bool() const noexcept { return weights != nullptr; }
  /// True if both hold the same objects.
  bool operator==(const Knowledge&) const = default;
};

/// Where it is read from; an empty path stands for the file that models/connect6/default.json names, if it names one.
struct KnowledgeFiles {
  std::filesystem::path weights;
  std::filesystem::path patterns;
};

/// Throws format::LoadError, naming both sides, when a file is missing or is not of its kind.
Knowledge load_knowledge(const KnowledgeFiles& files = {});
/// The same from files that have been read; null stands for no patterns.
Knowledge knowledge_from(const format::WeightFile& weights, const format::WeightFile* patterns = nullptr);

/// `knowledge` with the part that `file` holds, weights or patterns by its kind, in the place of the former; patterns only where there are
/// weights. Throws as above.
Knowledge with_file(Knowledge knowledge, const std::filesystem::path& file);

}  // namespace trivium::connect6
