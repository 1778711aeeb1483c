// Readers of specific kinds of weight files, behind the generic reader. Its checksum rejects
// damaged files, but not crafted ones. The first byte of an input selects a kind, the second a
// tensor of a valid file, and the others become its content. The file is read or rejected with a
// LoadError.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/choice/model.h"
#include "engine/chess/choice/strength.h"
#include "engine/connect6/evaluation/weights.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/poker/bench_models.h"
#include "engine/poker/network/network.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium {
namespace {

struct Kind {
  format::WeightFile sound;
  std::function<void(const format::WeightFile&)> read;
};

format::WeightFile strength_file() {
  return chess::StrengthScale{{{1000, 20, {16, 0.5, 0}, false}, {1400, 15, {64, 2, 0}, true}}, {}}
      .to_file();
}

format::WeightFile choice_file() {
  chess::ChoiceModel model;
  model.attributes = *chess::Attributes::named(std::vector<std::string>{"material", "mobility"});
  model.weights = {1, 2};
  model.standard_errors = {0.1, 0.1};
  const auto classes = chess::PositionClasses::parse("phase<50 . .");
  model.by_class = chess::ClassPart{*classes, {{1, 2}, {3, 4}}, {{0.1, 0.1}, {0.1, 0.1}}};
  return model.to_file();
}

format::WeightFile shipped_file(const char* game, const char* role) {
  return format::read_weight_file(*format::default_model(game, role));
}

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> kKinds{
      {strength_file(),
       [](const format::WeightFile& file) {
         const chess::StrengthScale scale = chess::StrengthScale::from_file(file);
         fuzz::check(!scale.levels.empty() && scale.minimum() <= scale.maximum(),
                     "a scale has levels in order");
       }},
      {choice_file(),
       [](const format::WeightFile& file) {
         const chess::ChoiceModel model = chess::ChoiceModel::from_file(file);
         fuzz::check(model.weights.size() == model.attributes.size(),
                     "each attribute has a weight");
       }},
      {shipped_file("connect6", "weights"),
       [](const format::WeightFile& file) { (void)connect6::Weights::from_file(file); }},
      {shipped_file("connect6", "patterns"),
       [](const format::WeightFile& file) { (void)connect6::PatternWeights::from_file(file); }},
      {shipped_file("poker", "limit-cnn"),
       [](const format::WeightFile& file) { (void)poker::Network::from_file(file); }},
  };
  return kKinds;
}

/// True if all numbers of a floating-point tensor are finite, as the generic reader requires.
bool is_finite(const format::Tensor& tensor) {
  const auto finite = [](auto numbers) {
    return std::ranges::all_of(numbers, [](auto number) { return std::isfinite(number); });
  };
  if (tensor.dtype == format::DType::kF64) return finite(tensor.values<double>());
  if (tensor.dtype == format::DType::kF32) return finite(tensor.values<float>());
  return true;
}

/// Replaces the content of `tensor`. Returns false if the generic reader would reject it.
bool replace(format::Tensor& tensor, fuzz::Input content) {
  const std::size_t element = format::dtype_size(tensor.dtype);
  const std::size_t count = content.size() / element;
  // A shape that fits the content is kept, so that readers get past their shape checks.
  const bool keeps_shape = count * element >= tensor.data.size();
  const auto bytes =
      std::as_bytes(content).first(keeps_shape ? tensor.data.size() : count * element);
  tensor.data.assign(bytes.begin(), bytes.end());
  if (keeps_shape) return true;
  if (tensor.dims.empty() && count != 1) return false;
  if (!tensor.dims.empty()) tensor.dims = {count};
  return true;
}

}  // namespace

TRIVIUM_FUZZ_TARGET(weight_kinds) {
  if (input.size() < 2) return;
  const Kind& kind = kinds()[input[0] % kinds().size()];
  format::WeightFile file = kind.sound;
  format::Tensor& tensor = file.tensors[input[1] % file.tensors.size()];
  if (!replace(tensor, input.subspan(2)) || !is_finite(tensor)) return;
  try {
    kind.read(file);
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
  }
}

}  // namespace trivium
