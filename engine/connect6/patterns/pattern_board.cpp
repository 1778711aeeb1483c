#include "engine/connect6/patterns/pattern_board.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <map>
#include <utility>

#include "engine/connect6/patterns/pattern_tactics.h"

namespace trivium::connect6 {

namespace {

constexpr std::uint32_t kOwnStone = 1;
constexpr std::uint32_t kOpponentStone = 2;
constexpr std::uint32_t kBeyondEdge = 3;
constexpr CodePair kBlackStone = CodePair::make(kOwnStone, kOpponentStone);
constexpr CodePair kWhiteStone = CodePair::make(kOpponentStone, kOwnStone);

/// Number of codes of clipped lines that read fewer cells behind, or as many behind and fewer
/// ahead.
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

/// Numbers the states of lines of one shape: first by how the edge cuts them, then by their stones
/// in base 3 (0 empty, 1 black, 2 white), starting with the neighbor furthest behind on the board.
struct PatternLayout::Sights {
  std::vector<CodePair>& codes;                  // by sight; new ones are appended
  std::map<std::array<int, 2>, Sight> begins{};  // by neighbors on the board, behind and ahead

  /// Returns the sight of an empty line. Cells beyond the edge add `beyond` to its code, an own
  /// stone on neighbor i adds `powers[i]`.
  Sight empty(std::array<int, 2> inside, std::uint32_t beyond,
              std::span<const std::uint32_t> powers) {
    const std::size_t begin = codes.size();
    const auto [known, is_new] = begins.try_emplace(inside, static_cast<Sight>(begin));
    if (!is_new) return known->second;
    codes.push_back(CodePair::make(beyond, beyond));
    for (const std::uint32_t power : powers) {
      const std::size_t end = codes.size();
      for (const CodePair state : {kBlackStone, kWhiteStone}) {
        for (std::size_t i = begin; i < end; ++i)
          codes.push_back({codes[i].both + power * state.both});
      }
    }
    return known->second;
  }
};

PatternLayout::PatternLayout(PatternSet set, int size) : set_(std::move(set)), size_(size) {
  bool tactics = false;
  for (int group = 0; group < static_cast<int>(set_.groups().size()); ++group) {
    const GroupKind kind = set_.groups()[static_cast<std::size_t>(group)].kind;
    const bool stands = is_standing(kind);
    if (kind == GroupKind::kMakes) makes_ = static_cast<int>(standing_.size());
    if (kind == GroupKind::kOpponentMakes) parries_ = static_cast<int>(standing_.size());
    tactics = tactics || (stands && kind != GroupKind::kLine);
    answers_ = answers_ || kind == GroupKind::kParries;
    (stands ? standing_ : passing_).push_back(group);
  }
  slots_ = standing_.size() + (tactics ? kAllDirections.size() : 0);
  const auto count = static_cast<std::size_t>(cells());
  empty_.resize(count * slots_);
  touches_.resize(count);
  build_groups();
  for (const std::vector<Touch>& touches : touches_) group_touches_.push_back(touches.size());
  if (tactics) build_tactics();
  build_changes();
  build_distances();
}

/// Groups that share a table have lines of one shape, and so they share sights.
void PatternLayout::build_groups() {
  begins_.resize(standing_.size());
  ends_.resize(standing_.size());
  for (const PatternTable& table : set_.tables()) {
    const auto begin = static_cast<Sight>(codes_.size());
    Sights sights{codes_};
    std::vector<std::size_t> places;
    for (const int group : table.groups) {
      const auto found = std::ranges::find(standing_, group);
      if (found == standing_.end()) continue;
      places.push_back(static_cast<std::size_t>(found - standing_.begin()));
      const PatternGroup& laid = set_.groups()[static_cast<std::size_t>(group)];
      laid.kind == GroupKind::kLine ? build_line(laid, places.back(), sights)
                                    : build_makes(laid.kind, places.back());
    }
    for (const std::size_t place : places) {
      begins_[place] = begin;
      ends_[place] = static_cast<Sight>(codes_.size());
    }
  }
}

/// Adds a line group at each cell: its sight on the empty board, and the change by a stone on each
/// neighbor.
void PatternLayout::build_line(const PatternGroup& line, std::size_t place, Sights& sights) {
  const Step one = step(line.direction);
  const std::uint32_t base = line.edge == Edge::kOutside ? 4 : 3;
  for (std::size_t cell = 0; cell < touches_.size(); ++cell) {
    const std::size_t at = slot(static_cast<Cell>(cell), place);
    std::array<int, 2> inside{};
    std::vector<std::uint32_t> powers;
    std::uint32_t beyond = 0;
    std::uint32_t power = 1;        // factor in the code
    std::uint32_t sight_power = 1;  // factor in the sight
    for (int i = -line.behind; i <= line.ahead; ++i) {
      if (i == 0) continue;
      const int column = static_cast<int>(cell) % size_ + i * one.columns;
      const int row = static_cast<int>(cell) / size_ + i * one.rows;
      if (column >= 0 && row >= 0 && column < size_ && row < size_) {
        ++inside[i < 0 ? 0 : 1];
        powers.push_back(power);
        touches_[static_cast<std::size_t>(column + size_ * row)].push_back(
            {static_cast<std::uint32_t>(at), sight_power});
        sight_power *= 3;
      } else if (line.edge == Edge::kClipped) {
        continue;
      } else {
        beyond += power * (line.edge == Edge::kOutside ? kBeyondEdge : kOpponentStone);
      }
      power *= base;
    }
    if (line.edge == Edge::kClipped) beyond = clipped_before(inside[0], inside[1], line.ahead);
    empty_[at] = sights.empty(inside, beyond, powers);
  }
}

/// Adds the group `makes` or `parries`. A sight is what Black would make * kTacticCodes + what
/// White would make.
void PatternLayout::build_makes(GroupKind kind, std::size_t place) {
  const auto begin = static_cast<Sight>(codes_.size());
  for (std::uint32_t black = 0; black < kTacticCodes; ++black) {
    for (std::uint32_t white = 0; white < kTacticCodes; ++white) {
      codes_.push_back(kind == GroupKind::kMakes ? CodePair::make(black, white)
                                                 : CodePair::make(white, black));
    }
  }
  for (int cell = 0; cell < cells(); ++cell) empty_[slot(static_cast<Cell>(cell), place)] = begin;
}

void PatternLayout::build_tactics() {
  std::vector<CodePair> codes;
  Sights sights{codes};
  for (std::size_t place = standing_.size(); place < slots_; ++place) {
    PatternGroup line;
    line.direction = kAllDirections[place - standing_.size()];
    line.behind = line.ahead = kTacticReach;
    build_line(line, place, sights);
  }
  const auto makes = line_makes();
  for (const CodePair code : codes) {
    made_.push_back(static_cast<std::uint8_t>(static_cast<int>(makes[code.of(0)]) +
                                              16 * static_cast<int>(makes[code.of(1)])));
  }
}

/// Collects for each cell what a stone there changes. A tactics line counts for the groups that use
/// it.
void PatternLayout::build_changes() {
  const auto bit = [](int place) { return place < 0 ? 0U : 1U << place; };
  for (const std::vector<Touch>& touches : touches_) {
    std::map<Cell, std::uint32_t> groups;
    for (const Touch& touch : touches) {
      const std::size_t place = touch.slot % slots_;
      const std::uint32_t bits =
          place < standing_.size() ? bit(static_cast<int>(place)) : bit(makes_) | bit(parries_);
      groups[static_cast<Cell>(touch.slot / slots_)] |= bits;
    }
    changes_begin_.push_back(static_cast<std::uint32_t>(changes_.size()));
    for (const auto& [cell, bits] : groups) {
      changes_.push_back(
          {cell, static_cast<std::uint16_t>(bits), static_cast<std::uint32_t>(slot(cell))});
    }
    std::stable_sort(changes_.begin() + changes_begin_.back(), changes_.end(),
                     [](const PatternChange& one, const PatternChange& other) {
                       return one.groups < other.groups;
                     });
  }
  changes_begin_.push_back(static_cast<std::uint32_t>(changes_.size()));
}

void PatternLayout::build_distances() {
  for (int from = 0; from < cells(); ++from) {
    for (int to = 0; to < cells(); ++to) {
      const int columns = std::abs(from % size_ - to % size_);
      const int rows = std::abs(from / size_ - to / size_);
      distances_.push_back(static_cast<std::uint8_t>(columns + rows + std::max(columns, rows)));
    }
  }
}

PatternBoard::PatternBoard(const PatternLayout& layout) : layout_(&layout), sights_(layout.empty_) {
  history_.reserve(static_cast<std::size_t>(layout.cells()));
  if (layout.answers_) windows_.emplace(layout.size());
}

void PatternBoard::clear() noexcept {
  std::ranges::copy(layout_->empty_, sights_.begin());
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
  const std::uint32_t state = stone == Stone::kBlack ? 1 : 2;
  const std::uint32_t change = placed ? state : 0 - state;
  Sight* const sights = sights_.data();
  for (const PatternLayout::Touch touch : layout_->touches(cell))
    sights[touch.slot] += touch.power * change;
  const std::uint8_t* const made = layout_->made_.data();
  for (const PatternLayout::Touch touch : layout_->tactic_touches(cell)) {
    Sight& line = sights[touch.slot];
    const std::uint8_t before = made[line];
    line += touch.power * change;
    if (made[line] != before) read_tactics(static_cast<Cell>(touch.slot / layout_->slots_));
  }
}

void PatternBoard::read_tactics(Cell cell) noexcept {
  const std::uint8_t* const made = layout_->made_.data();
  const Sight* const lines = &sights_[layout_->slot(cell, layout_->standing_.size())];
  std::array<LineMake, kAllDirections.size()> black{};
  std::array<LineMake, kAllDirections.size()> white{};
  for (std::size_t i = 0; i < kAllDirections.size(); ++i) {
    black[i] = static_cast<LineMake>(made[lines[i]] % 16);
    white[i] = static_cast<LineMake>(made[lines[i]] / 16);
  }
  const Sight sight = tactic_code(black) * kTacticCodes + tactic_code(white);
  for (const int place : {layout_->makes_, layout_->parries_}) {
    if (place < 0) continue;
    const auto standing = static_cast<std::size_t>(place);
    sights_[layout_->slot(cell, standing)] = layout_->begins_[standing] + sight;
  }
}

void PatternBoard::passing_codes(std::size_t passing,
                                 std::span<std::uint32_t> codes) const noexcept {
  const PatternGroup& group =
      layout_->set_.groups()[static_cast<std::size_t>(layout_->passing_[passing])];
  if (group.kind == GroupKind::kDistance) {
    distance_codes(group, codes);
  } else {
    answer_codes(codes);
  }
}

void PatternBoard::distance_codes(const PatternGroup& group,
                                  std::span<std::uint32_t> codes) const noexcept {
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
  for (std::size_t cell = 0; cell < count; ++cell)
    codes[cell] = codes[cell] == 0 ? 1 : codes[cell] < threats ? 2 : 3;
}

}  // namespace trivium::connect6
