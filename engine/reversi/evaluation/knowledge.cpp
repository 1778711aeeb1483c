#include "engine/reversi/evaluation/knowledge.h"

#include <optional>
#include <string_view>

#include "models/format/model_path.h"

namespace trivium::reversi {
namespace {

/// Reads the file in `path`, or else the default one of `role`; nothing if there is neither.
std::optional<format::WeightFile> file_or_default(const std::filesystem::path& path,
                                                  std::string_view role) {
  if (!path.empty()) return format::read_weight_file(path);
  const auto found = format::default_model("reversi", role);
  return found ? std::optional(format::read_weight_file(*found)) : std::nullopt;
}

}  // namespace

Knowledge load_knowledge(const KnowledgeFiles& files) {
  const std::optional<format::WeightFile> value = file_or_default(files.value, "weights");
  const std::optional<format::WeightFile> priors = file_or_default(files.priors, "patterns");
  return knowledge_from(value ? &*value : nullptr, priors ? &*priors : nullptr);
}

Knowledge knowledge_from(const format::WeightFile* value, const format::WeightFile* priors) {
  return {value != nullptr ? PatternValue::from_file(*value) : nullptr,
          priors != nullptr ? MoveStrengths::from_file(*priors) : nullptr};
}

Knowledge with_file(Knowledge knowledge, const std::filesystem::path& file) {
  const format::WeightFile read = format::read_weight_file(file);
  if (read.kind == kMoveStrengthsKind) {
    knowledge.priors = MoveStrengths::from_file(read);
  } else {
    knowledge.value = PatternValue::from_file(read);
  }
  return knowledge;
}

}  // namespace trivium::reversi
