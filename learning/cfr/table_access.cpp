#include "learning/cfr/table_access.h"

namespace trivium::learning::cfr {

void ChangeLog::apply(std::size_t number, StrategyTable& table) noexcept {
  Part& part = parts_[number];
  constexpr std::uint32_t kOffset = (std::uint32_t{1} << 27) - 1;
  std::array<float, poker::BettingTree::kMostActions> regrets{};
  for (std::size_t at = 0; at < part.used;) {
    const std::uint32_t head = part.words[at];
    const std::uint32_t* words = part.words.data() + at + 1;
    const std::uint32_t offset = head & kOffset;
    const std::size_t actions = head >> 27 & 15;
    if ((head & kAverageFlag) != 0) {
      add_to_average(PlainRow(table.average().data() + offset), words, actions);
    } else {
      for (std::size_t i = 0; i < actions; ++i) regrets[i] = std::bit_cast<float>(words[i]);
      add_to_regrets(PlainRow(table.regrets().data() + offset), regrets.data(), actions);
    }
    at += actions + 1;
  }
  part.used = 0;
}

std::size_t ChangeLog::bytes() const noexcept {
  std::size_t bytes = 0;
  for (const Part& part : parts_) bytes += part.words.size() * sizeof(std::uint32_t);
  return bytes;
}

}  // namespace trivium::learning::cfr
