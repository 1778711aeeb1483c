#include "learning/btmm/feature_words.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>

#include "learning/charts/svg_text.h"

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

std::string FeatureWords::svg(std::span<const FeatureRow> rows, std::size_t each) const {
  constexpr double kMargin = 10;
  constexpr double kHeading = 18;
  constexpr double kHigh = 54;  // of a row of boards, without the boards
  const Pictures pictures = this->pictures();
  std::string body = charts::text_svg(kMargin, 17, pictures.legend);
  double top = 30;
  for (const std::vector<FeatureRow>& block : by_block(rows)) {
    const FeatureRow& strongest = block.front();
    if (board_svg(strongest, 0, 0).empty()) continue;
    body += charts::text_svg(kMargin, top + 12,
                             fmt::format("{} ({})", table(strongest), scope(strongest)),
                             charts::Anchor::kStart, "strong");
    for (std::size_t i = 0; i < std::min(each, block.size()); ++i) {
      const double left = kMargin + pictures.pitch * static_cast<double>(i);
      body += board_svg(block[i], left, top + kHeading);
      body += charts::text_svg(left, top + kHeading + pictures.side + 14,
                               fmt::format("Elo {:+.0f}, {} times", block[i].elo, block[i].wins));
    }
    top += pictures.side + kHigh;
  }
  return charts::document_svg(2 * kMargin + pictures.pitch * static_cast<double>(each), top + 10,
                              pictures.title, pictures.legend, body);
}

std::string rated_svg(double x, double y, double radius) {
  return fmt::format(
      "<path d=\"M{0:.1f} {1:.1f}l{2:.1f} {2:.1f}l{2:.1f} -{2:.1f}l-{2:.1f} -{2:.1f}z\" "
      "fill=\"#e69f00\" stroke=\"#222\"/>\n",
      x - radius, y, radius);
}

}  // namespace trivium::learning::btmm
