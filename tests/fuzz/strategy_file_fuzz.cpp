// Files of kind poker.strategy. Their hash keeps what is damaged out, but not what somebody has made so: the first byte of an input names a
// tensor of a sound file, the others become its contents. It is read or refused by a LoadError.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/poker/strategy.h"
#include "models/format/load_error.h"
#include "tests/engine/poker/strategy_tables.h"
#include "tests/fuzz/check.h"

namespace {

using namespace trivium;

format::WeightFile sound_file() {
  const auto sizes = poker::BettingAbstraction::parse("100:all");
  for (const poker::NamedGame& named : poker::built_in_games()) {
    if (named.name != "nolimit") continue;
    const auto tree = poker::BettingTree::build(named.game, *sizes);
    return poker::strategy_file(*tree, [](std::size_t, std::size_t, std::span<double> out) { out[0] = 1; });
  }
  return {};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const format::WeightFile kSound = sound_file();
  if (size == 0) return 0;
  format::WeightFile file = kSound;
  format::Tensor& tensor = file.tensors[data[0] % file.tensors.size()];
  const std::size_t element = format::dtype_size(tensor.dtype);
  const std::size_t count = (size - 1) / element;
  const auto* bytes = reinterpret_cast<const std::byte*>(data + 1);
  tensor.data.assign(bytes, bytes + count * element);
  if (!tensor.dims.empty()) tensor.dims = {count};
  if (tensor.dims.empty() && count != 1) return 0;  // the reader of files does not let that through
  try {
    const auto strategy = poker::Strategy::from_file(file);
    fuzz::check(strategy->tree().decisions() > 0, "a strategy that was read has a decision");
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
  }
  return 0;
}
