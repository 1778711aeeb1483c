#include "engine/connect6/evaluation/knowledge.h"

#include "models/format/load_error.h"
#include "models/format/model_path.h"

namespace trivium::connect6 {

Knowledge load_knowledge(const KnowledgeFiles& files) {
  const format::WeightFile weights = format::read_weight_file(
      !files.weights.empty() ? files.weights : format::default_weights("connect6"));
  const auto path = !files.patterns.empty()
                        ? files.patterns
                        : format::default_model("connect6", "patterns").value_or("");
  if (path.empty()) return knowledge_from(weights);
  const format::WeightFile patterns = format::read_weight_file(path);
  return knowledge_from(weights, &patterns);
}

Knowledge knowledge_from(const format::WeightFile& weights, const format::WeightFile* patterns) {
  if (weights.kind == kPatternKind) {
    throw format::LoadError(
        "weights.kind",
        "{}: holds patterns ({}), expected weights ({}); load patterns by their own option",
        weights.source, kPatternKind, kWeightsKind);
  }
  return {Weights::from_file(weights),
          patterns != nullptr ? PatternWeights::from_file(*patterns) : nullptr};
}

Knowledge with_file(Knowledge knowledge, const std::filesystem::path& file) {
  const format::WeightFile read = format::read_weight_file(file);
  if (read.kind == kPatternKind) {
    if (!knowledge) {
      throw format::LoadError("weights.kind", "{}: holds {}, which needs weights ({}) too",
                              read.source, kPatternKind, kWeightsKind);
    }
    knowledge.patterns = PatternWeights::from_file(read);
  } else {
    knowledge.weights = Weights::from_file(read);
  }
  return knowledge;
}

}  // namespace trivium::connect6
