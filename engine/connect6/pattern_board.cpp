#include "engine/connect6/pattern_board.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <map>
#include <utility>

#include "engine/connect6/pattern_tactics.h"

namespace trivium::connect6 {

namespace {

constexpr std::uint32_t kOwnStone = 1;
constexpr std::uint32_t kOpponentStone = 2;
constexpr std::uint32_t kBeyondEdge = 3;

/// How many codes the clipped lines have that read fewer cells behind: 3^(b + a) each, for all a up to `ahead`.
std::uint32_t clipped_before(int behind, int ahead, int whole_ahead) {
  PatternGroup group;
  group.edge = Edge::kClipped;
  group.behind = behind - 1;
  group.ahead = whole_ahead;
  std::uint64_t codes = behind > 0 ? code_count(group) : 0;
  group.behind = behind;
  group.ahead = ahead - 1;
  if (ahead > 0) {
    codes += code_count(group);
    group.behind = behind - 1;
    if (behind > 0) codes -= code_count(group);
  }
  return static_cast<std::uint32_t>(codes);
}

}  // namespace

PatternLayout::PatternLayout(PatternSet set, int size) : set_(std::move(set)), size_(size) {
  bool tactics = false;
  for (int group = 0; group < static_cast<int>(set_.groups().size()); ++group) {
    const GroupKind kind = set_.groups()[static_cast<std::size_t>(group)].kind;
    const bool stands = is_standing(kind);
    if (kind == GroupKind::kMakes) makes_ = static_cast<int>(standing_.size());
    if (kind == GroupKind::kParries) parries_ = static_cast<int>(standing_.size());
    tactics = tactics || (stands && kind != GroupKind::kLine);
    answers_ = answers_ || kind == GroupKind::kAnswers;
    (stands ? standing_ : passing_).push_back(group);
  }
  slots_ = standing_.size() + (tactics ? kAllDirections.size() : 0);
  const auto count = static_cast<std::size_t>(cells());
  empty_.resize(count * slots_);
  touches_.resize(count);
  for (const Line& line : lines()) {
    for (std::size_t cell = 0; cell < count; ++cell) lay(line, static_cast<Cell>(cell));
  }
  lay_changes();
  lay_distances();
}

std::vector<PatternLayout::Line> PatternLayout::lines() const {
  std::vector<Line> all;
  for (std::size_t place = 0; place < standing_.size(); ++place) {
    const PatternGroup& group = set_.groups()[static_cast<std::size_t>(standing_[place])];
    if (group.kind == GroupKind::kLine) all.push_back({group.direction, group.behind, group.ahead, group.edge, place, false});
  }
  for (std::size_t place = standing_.size(); place < slots_; ++place) {
    all.push_back({kAllDirections[place - standing_.size()], kTacticReach, kTacticReach, Edge::kOpponent, place, true});
  }
  return all;
}

/// Enters what `line` reads from `cell`: the code where all is empty, and for each neighbour what a stone there adds.
void PatternLayout::lay(const Line& line, Cell cell) {
  const Step one = step(line.direction);
  const std::uint32_t base = line.edge == Edge::kOutside ? 4 : 3;
  const std::size_t place = slot(cell, line.place);
  std::array<int, 2> inside{};  // neighbours on the board, behind and ahead
  std::uint32_t power = 1;
  for (int i = -line.behind; i <= line.ahead; ++i) {
    if (i == 0) continue;
    const int column = cell % size_ + i * one.columns;
    const int row = cell / size_ + i * one.rows;
    if (column >= 0 && row >= 0 && column < size_ && row < size_) {
      ++inside[i < 0 ? 0 : 1];
      touches_[static_cast<std::size_t>(column + size_ * row)].push_back({static_cast<std::uint32_t>(place), power});
    } else if (line.edge == Edge::kClipped) {
      continue;
    } else {
      empty_[place] += power * (line.edge == Edge::kOutside ? kBeyondEdge : kOpponentStone);
    }
    power *= base;
  }
  if (line.edge == Edge::kClipped) empty_[place] = clipped_before(inside[0], inside[1], line.ahead);
}

/// Gathers by cell what a stone touches; a line of tactics stands for the groups that are read from it.
void PatternLayout::lay_changes() {
  const auto bit = [](int place) { return place < 0 ? 0U : 1U << place; };
  for (const std::vector<Touch>& touches : touches_) {
    std::map<Cell, std::uint32_t> groups;
    for (const Touch& touch : touches) {
      const std::size_t place = touch.slot % slots_;
      const std::uint32_t bits = place < standing_.size() ? bit(static_cast<int>(place)) : bit(makes_) | bit(parries_);
      groups[static_cast<Cell>(touch.slot / slots_)] |= bits;
    }
    changes_begin_.push_back(static_cast<std::uint32_t>(changes_.size()));
    for (const auto& [cell, bits] : groups)
      changes_.push_back({cell, static_cast<std::uint16_t>(bits), static_cast<std::uint32_t>(slot(cell))});
  }
  changes_begin_.push_back(static_cast<std::uint32_t>(changes_.size()));
}

void PatternLayout::lay_distances() {
  for (int from = 0; from < cells(); ++from) {
    for (int to = 0; to < cells(); ++to) {
      const int columns = std::abs(from % size_ - to % size_);
      const int rows = std::abs(from / size_ - to / size_);
      distances_.push_back(static_cast<std::uint8_t>(columns + rows + std::max(columns, rows)));
    }
  }
}

PatternBoard::PatternBoard(const PatternLayout& layout) : layout_(&layout) {
  history_.reserve(static_cast<std::size_t>(layout.cells()));
  for (const std::uint32_t code : layout.empty_) codes_.push_back(CodePair::make(code, code));
  if (layout.slots_ > layout.standing_.size()) {
    for (int cell = 0; cell < layout.cells(); ++cell) read_tactics(static_cast<Cell>(cell));
  }
  empty_ = codes_;
  if (layout.answers_) windows_.emplace(layout.size());
}

void PatternBoard::clear() noexcept {
  std::ranges::copy(empty_, codes_.begin());
  for (const Cell cell : history_) stones_[cell] = Stone::kEmpty;
  history_.clear();
  if (windows_) windows_.emplace(layout_->size());
}

void PatternBoard::place(Cell cell) noexcept {
  assert(is_empty(cell));
  const Stone stone = Board::to_move(stones());
  stones_[cell] = stone;
  history_.push_back(cell);
  if (windows_) windows_->place(cell, stone);
  change(cell, stone, true);
}

void PatternBoard::undo() noexcept {
  const Cell cell = history_.back();
  const Stone stone = stones_[cell];
  history_.pop_back();
  stones_[cell] = Stone::kEmpty;
  if (windows_) windows_->remove(cell);
  change(cell, stone, false);
}

void PatternBoard::change(Cell cell, Stone stone, bool placed) noexcept {
  constexpr std::uint64_t kBlackStone = CodePair::make(kOwnStone, kOpponentStone).both;
  constexpr std::uint64_t kWhiteStone = CodePair::make(kOpponentStone, kOwnStone).both;
  const std::uint64_t states = stone == Stone::kBlack ? kBlackStone : kWhiteStone;
  const std::uint64_t change = placed ? states : 0 - states;
  CodePair* codes = codes_.data();
  for (const PatternLayout::Touch touch : layout_->touches(cell)) codes[touch.slot].both += touch.power * change;
  if (layout_->slots_ == layout_->standing_.size()) return;
  for (const PatternChange& near : layout_->changes(cell)) read_tactics(near.cell);
}

void PatternBoard::read_tactics(Cell cell) noexcept {
  const auto makes = line_makes();
  const CodePair* lines = &codes_[layout_->slot(cell, layout_->standing_.size())];
  std::array<std::uint32_t, 2> made{};
  for (std::size_t side = 0; side < 2; ++side) {
    made[side] = tactic_code({makes[lines[0].of(side)], makes[lines[1].of(side)], makes[lines[2].of(side)], makes[lines[3].of(side)]});
  }
  if (layout_->makes_ >= 0) codes_[layout_->slot(cell, static_cast<std::size_t>(layout_->makes_))] = CodePair::make(made[0], made[1]);
  if (layout_->parries_ >= 0) codes_[layout_->slot(cell, static_cast<std::size_t>(layout_->parries_))] = CodePair::make(made[1], made[0]);
}

void PatternBoard::passing_codes(std::size_t passing, std::span<std::uint32_t> codes) const noexcept {
  const PatternGroup& group = layout_->set_.groups()[static_cast<std::size_t>(layout_->passing_[passing])];
  if (group.kind == GroupKind::kDistance) {
    distance_codes(group, codes);
  } else {
    answer_codes(codes);
  }
}

void PatternBoard::distance_codes(const PatternGroup& group, std::span<std::uint32_t> codes) const noexcept {
  const auto count = static_cast<std::size_t>(layout_->cells());
  if (stones() < group.stone) {
    std::fill_n(codes.begin(), count, 0U);
    return;
  }
  const Cell from = history_[static_cast<std::size_t>(stones() - group.stone)];
  const std::uint8_t* distances = &layout_->distances_[from * count];
  for (std::size_t cell = 0; cell < count; ++cell) {
    const int distance = std::min<int>(distances[cell], group.limit);
    codes[cell] = static_cast<std::uint32_t>(std::max(distance, 1) - 1);
  }
}

void PatternBoard::answer_codes(std::span<std::uint32_t> codes) const noexcept {
  const auto count = static_cast<std::size_t>(layout_->cells());
  std::fill_n(codes.begin(), count, 0U);
  const Stone attacker = opponent(Board::to_move(stones()));
  std::uint32_t threats = 0;
  for (const int own : {kWinLength - 2, kWinLength - 1}) {
    windows_->visit_open_windows(attacker, own, [&](Window window) {
      ++threats;
      for (const Cell cell : windows_->table().cells(window)) ++codes[cell];
      return true;
    });
  }
  if (threats == 0) return;
  for (std::size_t cell = 0; cell < count; ++cell) codes[cell] = codes[cell] == 0 ? 1 : codes[cell] < threats ? 2 : 3;
}

}  // namespace trivium::connect6
