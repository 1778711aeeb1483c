#include "engine/reversi/patterns/pattern_tensors.h"

#include "models/format/load_error.h"

namespace trivium::reversi {

namespace {

constexpr std::string_view kDefinition = "definition";

}  // namespace

format::Tensor definition_tensor(const PatternSet& set) {
  return format::text_tensor(std::string(kDefinition), set.text());
}

PatternSet set_in(const format::WeightFile& file, PatternUse use) {
  PatternSet set =
      format::or_throw(PatternSet::parse(file.tensor(kDefinition).text()), file.source);
  if (set.use() != use)
    throw format::LoadError("weights.definition", "{}: its pattern set is for another use",
                            file.source);
  return set;
}

void expect_tensors(const format::WeightFile& file, std::size_t count) {
  if (file.tensors.size() == count) return;
  throw format::LoadError("weights.tensors", "{}: {} tensors, the definition requires {}",
                          file.source, file.tensors.size(), count);
}

}  // namespace trivium::reversi
