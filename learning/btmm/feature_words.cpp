#include "learning/btmm/feature_words.h"

#include <algorithm>
#include <functional>

namespace trivium::learning::btmm {

std::vector<std::vector<FeatureRow>> by_block(std::span<const FeatureRow> rows) {
  std::vector<std::vector<FeatureRow>> blocks;
  for (const FeatureRow& row : rows) {
    if (blocks.empty() || blocks.back().front().table != row.table ||
        blocks.back().front().copy != row.copy)
      blocks.emplace_back();
    blocks.back().push_back(row);
  }
  for (auto& block : blocks) std::ranges::stable_sort(block, std::greater{}, &FeatureRow::elo);
  return blocks;
}

}  // namespace trivium::learning::btmm
