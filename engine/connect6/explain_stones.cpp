#include "engine/connect6/explain_stones.h"

#include <array>
#include <fmt/format.h>

namespace trivium::connect6 {

namespace {

/// Returns the group's name. The name of a line has its direction, also if lines of several
/// directions share the table.
std::string name_of(const PatternGroup& group, const PatternTable& table) {
  if (group.kind != GroupKind::kLine) return table.name;
  return fmt::format("{}_{}_{}", direction_name(group.direction), group.behind, group.ahead);
}

}  // namespace

StoneExplainer::StoneExplainer(const Knowledge& knowledge, const Board& board)
    : knowledge_(knowledge), history_(board.history()), strengths_(knowledge, board.size()) {
  if (strengths_.layout() == nullptr) return;
  board_.emplace(*strengths_.layout());
  for (const Cell cell : history_) board_->place(cell);
}

std::vector<ExplainedStone> StoneExplainer::explain(Turn turn) {
  if (turn.second == kNoCell) return in_order(std::array{turn.first});
  const auto product = [](const std::vector<ExplainedStone>& stones) {
    return stones[0].probability * stones[1].probability;
  };
  std::vector<ExplainedStone> one = in_order(std::array{turn.first, turn.second});
  std::vector<ExplainedStone> other = in_order(std::array{turn.second, turn.first});
  return product(one) >= product(other) ? one : other;
}

std::vector<ExplainedStone> StoneExplainer::in_order(std::span<const Cell> stones) {
  std::vector<ExplainedStone> explained;
  StoneStrengths& of = strengths();
  std::vector<double> strengths(of.cells());
  of.follow(history_);
  for (const Cell cell : stones) {
    ExplainedStone& stone = explained.emplace_back();
    const double sum = of.read(strengths);
    stone.cell = cell;
    stone.strength = strengths[cell];
    stone.probability = strengths[cell] / sum;
    stone.gammas = gammas_of(cell);
    of.place(cell);
    if (board_) board_->place(cell);
  }
  for (std::size_t i = 0; board_ && i < stones.size(); ++i) board_->undo();
  return explained;
}

std::vector<ExplainedGamma> StoneExplainer::gammas_of(Cell cell) const {
  std::vector<ExplainedGamma> gammas;
  if (!board_) return gammas;
  const PatternLayout& layout = *strengths_.layout();
  const PatternSet& set = layout.set();
  const View view = board_->view();
  const auto add = [&](int group, std::uint32_t code) {
    const PatternGroup& of = set.groups()[static_cast<std::size_t>(group)];
    const PatternTable& table = set.tables()[static_cast<std::size_t>(of.table)];
    gammas.push_back(
        {name_of(of, table), code, knowledge_.patterns->gammas()[set.offset(group, view) + code]});
  };
  for (std::size_t i = 0; i < layout.standing().size(); ++i)
    add(layout.standing()[i], board_->code(cell, i).of(static_cast<std::size_t>(view % 2)));
  std::vector<std::uint32_t> codes(static_cast<std::size_t>(layout.cells()));
  for (std::size_t i = 0; i < layout.passing().size(); ++i) {
    board_->passing_codes(i, codes);
    add(layout.passing()[i], codes[cell]);
  }
  return gammas;
}

}  // namespace trivium::connect6
