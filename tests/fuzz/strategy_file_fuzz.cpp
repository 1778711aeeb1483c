// Files of kind poker.strategy. Their checksum rejects damaged files, but not deliberately crafted
// ones: the first byte of an input selects a tensor of a valid file, the others become its content.
// The file is read or rejected with a LoadError.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/strategy/strategy.h"
#include "models/format/load_error.h"
#include "tests/engine/poker/strategy/strategy_tables.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::poker {
namespace {

format::WeightFile sound_file() {
  const auto sizes = poker::BettingAbstraction::parse("100:all");
  for (const poker::NamedGame& named : poker::built_in_games()) {
    if (named.name != "nolimit") continue;
    const auto tree = poker::BettingTree::build(named.game, *sizes);
    return poker::strategy_file(
        *tree, [](std::size_t, std::size_t, std::span<double> out) { out[0] = 1; });
  }
  return {};
}

}  // namespace

TRIVIUM_FUZZ_TARGET(strategy_file) {
  static const format::WeightFile kSound = sound_file();
  if (input.empty()) return;
  format::WeightFile file = kSound;
  format::Tensor& tensor = file.tensors[input[0] % file.tensors.size()];
  const std::size_t element = format::dtype_size(tensor.dtype);
  const std::size_t count = (input.size() - 1) / element;
  const auto bytes = std::as_bytes(input).subspan(1, count * element);
  tensor.data.assign(bytes.begin(), bytes.end());
  if (!tensor.dims.empty()) tensor.dims = {count};
  if (tensor.dims.empty() && count != 1) return;  // rejected by the generic reader of weight files
  try {
    const auto strategy = poker::Strategy::from_file(file);
    fuzz::check(strategy->tree().decisions() > 0, "a strategy that was read has a decision");
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
  }
}

}  // namespace trivium::poker
