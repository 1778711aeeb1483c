#include "engine/connect6/knowledge.h"

#include <utility>

#include "models/format/model_path.h"
#include "models/format/weight_file.h"

namespace trivium::connect6 {

Knowledge load_knowledge(const KnowledgeFiles& files) {
  Knowledge knowledge;
  knowledge.weights = Weights::load(!files.weights.empty() ? files.weights : format::default_weights("connect6"));
  const auto patterns = !files.patterns.empty() ? files.patterns : format::default_model("connect6", "patterns").value_or("");
  if (!patterns.empty()) knowledge.patterns = PatternWeights::load(patterns);
  return knowledge;
}

Knowledge with_file(Knowledge knowledge, const std::filesystem::path& file) {
  const format::WeightFile read = format::read_weight_file(file);
  if (read.kind == kPatternKind) {
    knowledge.patterns = PatternWeights::from_file(read);
  } else {
    knowledge.weights = Weights::from_file(read);
  }
  return knowledge;
}

}  // namespace trivium::connect6
