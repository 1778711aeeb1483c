#include "engine/connect6/evaluation/features.h"

#include "engine/connect6/threats/threats.h"

namespace trivium::connect6 {

std::vector<std::string> feature_names() { return {kFeatureNames.begin(), kFeatureNames.end()}; }

FeatureVector extract(const LineFeatures& lines, Stone to_move, int stones_left) noexcept {
  FeatureVector values =
      extract_quiet(lines, to_move, stones_left, stones_to_parry(lines, opponent(to_move)));
  values[kCanWin] = can_win(lines, to_move, stones_left) ? 1 : 0;
  return values;
}

FeatureVector extract_quiet(const LineFeatures& lines, Stone to_move, int stones_left,
                            int needed) noexcept {
  FeatureVector values{};
  values[0] = 1;
  values[1] = stones_left == 1 ? 1 : 0;
  for (int k = 1; k < kWinLength; ++k) {
    const auto offset = static_cast<std::size_t>(k - 1);
    values[kOwnWindows + offset] = lines.open_windows(to_move, k);
    values[kOpponentWindows + offset] = lines.open_windows(opponent(to_move), k);
  }
  if (needed > 0) values[kMustParry + static_cast<std::size_t>(needed - 1)] = 1;
  return values;
}

FeatureVector extract(const Board& board) {
  return extract(LineFeatures(board), board.to_move(), board.stones_left_in_turn());
}

}  // namespace trivium::connect6
