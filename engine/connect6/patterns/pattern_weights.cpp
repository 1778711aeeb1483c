#include "engine/connect6/patterns/pattern_weights.h"

#include "models/format/load_error.h"

namespace trivium::connect6 {

namespace {

constexpr std::string_view kDefinition = "definition";

}  // namespace

std::shared_ptr<const PatternWeights> PatternWeights::load(const std::filesystem::path& path) {
  return from_file(format::read_weight_file(path));
}

std::shared_ptr<const PatternWeights> PatternWeights::from_file(const format::WeightFile& file) {
  file.expect(kPatternKind, kPatternSchema);
  const std::span<const std::uint8_t> bytes = file.tensor(kDefinition).values<std::uint8_t>();
  std::shared_ptr<PatternWeights> weights(new PatternWeights(format::or_throw(
      PatternSet::parse({reinterpret_cast<const char*>(bytes.data()), bytes.size()}),
      file.source)));
  for (const PatternTable& table : weights->set_.tables()) {
    for (const double gamma :
         file.numbers<double>("gamma." + table.name, {table.copies, table.codes})) {
      if (!(gamma >= kMinGamma && gamma <= kMaxGamma)) {
        throw format::LoadError("weights.value",
                                "{}: a gamma of {} in {}: it must be from {:.3g} to {:.3g}",
                                file.source, gamma, table.name, kMinGamma, kMaxGamma);
      }
      weights->gammas_.push_back(gamma);
    }
    const auto wins =
        file.numbers<std::uint32_t>("wins." + table.name, {table.copies, table.codes});
    weights->wins_.insert(weights->wins_.end(), wins.begin(), wins.end());
  }
  if (file.tensors.size() != 1 + 2 * weights->set_.tables().size()) {
    throw format::LoadError("weights.tensors", "{}: {} tensors, the definition requires {}",
                            file.source, file.tensors.size(),
                            1 + 2 * weights->set_.tables().size());
  }
  weights->source_ = file.source;
  return weights;
}

std::vector<format::Tensor> pattern_tensors(const PatternSet& set, std::span<const double> gammas,
                                            std::span<const std::uint32_t> wins) {
  const std::string text = set.text();
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  std::vector<format::Tensor> tensors = {
      format::make_tensor(std::string(kDefinition), {text.size()}, bytes)};
  for (const PatternTable& table : set.tables()) {
    const std::vector<std::uint64_t> shape = {table.copies, table.codes};
    tensors.push_back(format::make_tensor("gamma." + table.name, shape,
                                          gammas.subspan(table.begin, table.features())));
    tensors.push_back(format::make_tensor("wins." + table.name, shape,
                                          wins.subspan(table.begin, table.features())));
  }
  return tensors;
}

}  // namespace trivium::connect6
