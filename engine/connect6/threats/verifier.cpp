// The verifier of proof.h. It shares no code with the search: it scans a plain grid at every node.
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/threats/proof.h"

namespace trivium::connect6 {

namespace {

using Cells = std::vector<Cell>;

/// Board without turns. Free stones of the defender are not on it, because only the cells without
/// them are known.
class Grid {
 public:
  explicit Grid(const Board& board) : size_(board.size()) {
    for (int cell = 0; cell < board.cells(); ++cell)
      at_.push_back(board.at(static_cast<Cell>(cell)));
  }

  int size() const { return size_; }
  std::size_t cells() const { return at_.size(); }
  bool is_empty(Cell cell) const { return cell < at_.size() && at_[cell] == Stone::kEmpty; }
  long stones() const {
    return static_cast<long>(at_.size()) - std::count(at_.begin(), at_.end(), Stone::kEmpty);
  }
  void set(Cell cell, Stone stone) { at_[cell] = stone; }

  /// Returns the empty cells of every six cells in a line with at least `minimum` stones of `side`
  /// and none of the opponent.
  std::vector<Cells> lines_of(Stone side, std::size_t minimum) const {
    std::vector<Cells> lines;
    constexpr std::array<std::pair<int, int>, 4> kWays = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
    for (int y = 0; y < size_; ++y) {
      for (int x = 0; x < size_; ++x) {
        for (const auto& [dx, dy] : kWays) {
          if (x + 5 * dx < 0 || x + 5 * dx >= size_ || y + 5 * dy >= size_) continue;
          const int first = x + size_ * y;
          const int step = dx + size_ * dy;
          std::size_t empty = 0;  // counted before allocation, since few lines qualify
          bool blocked = false;
          for (int i = 0; i < 6; ++i) {
            const Stone stone = at_[static_cast<std::size_t>(first + i * step)];
            blocked = blocked || stone == opponent(side);
            empty += stone == Stone::kEmpty ? 1 : 0;
          }
          if (!blocked && empty <= 6 - minimum) lines.push_back(empty_cells(first, step));
        }
      }
    }
    return lines;
  }

 private:
  /// Returns the empty cells among the six from `first` on.
  Cells empty_cells(int first, int step) const {
    Cells empty;
    for (int i = 0; i < 6; ++i) {
      const auto cell = static_cast<Cell>(first + i * step);
      if (at_[cell] == Stone::kEmpty) empty.push_back(cell);
    }
    return empty;
  }

  int size_;
  std::vector<Stone> at_;
};

bool hits(const Cells& line, Turn turn) {
  return std::any_of(line.begin(), line.end(),
                     [turn](Cell cell) { return cell == turn.first || cell == turn.second; });
}

bool hits_all(const std::vector<Cells>& lines, Turn turn) {
  return std::all_of(lines.begin(), lines.end(),
                     [turn](const Cells& line) { return hits(line, turn); });
}

/// Returns the lines without those that are hit whenever another one is.
std::vector<Cells> minimal_lines(const std::vector<Cells>& lines) {
  std::vector<Cells> needed;
  for (const Cells& line : lines) {
    const auto is_implied_by = [&line](const Cells& other) {
      return other.size() < line.size() &&
             std::all_of(other.begin(), other.end(), [&line](Cell cell) {
               return std::find(line.begin(), line.end(), cell) != line.end();
             });
    };
    if (std::none_of(lines.begin(), lines.end(), is_implied_by)) needed.push_back(line);
  }
  return needed;
}

/// Returns the number of nodes in all lines of a proof: those of the tree that it stands for. A
/// valid proof may have replies that the verifier does not need.
std::uint64_t nodes_of_lines(const Proof& proof) {
  constexpr std::uint64_t kMax = std::uint64_t{1} << 40;  // so that no sum overflows
  std::vector<std::uint64_t> nodes(proof.size(), 1);
  for (std::size_t node = proof.size(); node-- > 0;) {
    for (const auto& reply : proof[node].replies) {
      if (reply.next > node && reply.next < proof.size())
        nodes[node] = std::min(nodes[node] + nodes[reply.next], kMax);
    }
  }
  return nodes.empty() ? 0 : nodes.front();
}

Cells all_cells(const std::vector<Cells>& lines) {
  Cells cells;
  for (const Cells& line : lines) cells.insert(cells.end(), line.begin(), line.end());
  std::sort(cells.begin(), cells.end());
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

/// Replays a proof.
///
/// After "a parry and any other stone", replays the rest without the other stone and collects the
/// cells where that stone would matter: where the attacker plays, the gaps of the attacker's
/// threats, and cells where it would help the defender to make four in a line. Each of them must
/// have its own reply. Among several free stones in one line, the first needs three other stones
/// there to make four, the second two, the third one. If each stays out of lines with that many
/// stones, no four can arise.
class Verifier {
 public:
  Verifier(const Board& board, const Proof& proof, const std::function<bool()>& stop,
           const StepProgress& progress)
      : grid_(board),
        proof_(proof),
        stop_(stop),
        progress_(progress),
        nodes_(progress ? nodes_of_lines(proof) : 0),
        attacker_(board.to_move()) {}

  Status check_all(int stones_to_place) {
    Status status = check(0, stones_to_place);
    if (status && progress_ && replayed_ < nodes_) progress_(nodes_, nodes_);
    return status;
  }

 private:
  using Matters = std::vector<bool>;  // by cell

  Status check(std::size_t node, int stones_to_place) {
    if (node >= proof_.size()) return error(node, "no such node");
    if (stop_ && stop_()) return error(node, "stopped before the end of the proof");
    Cells placed;
    Status status = attack(node, stones_to_place, placed);
    if (status && grid_.lines_of(attacker_, 6).empty()) status = check_threats(node);
    for (const Cell cell : placed) grid_.set(cell, Stone::kEmpty);
    if (status && progress_) progress_(++replayed_, nodes_);
    return status;
  }

  Status error(std::size_t node, const std::string& cause) const {
    return Error{"connect6.proof.wrong", "proof: node " + std::to_string(node) + ", after stone " +
                                             std::to_string(grid_.stones()) + ": " + cause};
  }

  void mark(const Cells& cells) {
    for (Matters& matters : free_stones_) {
      for (const Cell cell : cells) matters[cell] = true;
    }
  }

  /// Plays the attack of a node, up to the stone that completes six.
  Status attack(std::size_t node, int stones_to_place, Cells& placed) {
    bool won = false;
    for (const Cell cell : {proof_[node].attack.first, proof_[node].attack.second}) {
      if (cell == kNoCell) continue;
      if (won || static_cast<int>(placed.size()) == stones_to_place || !grid_.is_empty(cell))
        return error(node, "illegal stone");
      grid_.set(cell, attacker_);
      placed.push_back(cell);
      won = !grid_.lines_of(attacker_, 6).empty();
    }
    mark(placed);
    if (!won && static_cast<int>(placed.size()) < stones_to_place)
      return error(node, "incomplete turn");
    return {};
  }

  Status check_threats(std::size_t node) {
    const Stone defender = opponent(attacker_);
    if (!grid_.lines_of(defender, 4).empty()) return error(node, "the opponent can complete six");
    for (std::size_t i = 0; i < free_stones_.size(); ++i) {
      // Number of the defender's stones in a line that makes this free stone matter there.
      const std::size_t enough = i < 3 ? 3 - i : 0;
      for (const Cells& line : grid_.lines_of(defender, enough)) {
        for (const Cell cell : line) free_stones_[i][cell] = true;
      }
    }
    const std::vector<Cells> threats = minimal_lines(grid_.lines_of(attacker_, 4));
    if (threats.empty()) return error(node, "no threat");
    const Cells cells = all_cells(threats);
    mark(cells);
    for (const Cell first : cells) {
      if (hits_all(threats, {first, kNoCell})) {
        if (Status status = check_single_parry(node, first); !status) return status;
        continue;
      }
      for (const Cell second : cells) {
        if (second <= first || hits_all(threats, {second, kNoCell}) ||
            !hits_all(threats, {first, second}))
          continue;
        if (Status status = check_reply(node, {first, second}); !status) return status;
      }
    }
    return {};
  }

  /// Checks `parry` with any other stone, then `parry` with each stone that matters.
  Status check_single_parry(std::size_t node, Cell parry) {
    free_stones_.emplace_back(grid_.cells(), false);
    Status any = check_reply(node, {parry, kNoCell});
    const Matters matters = std::move(free_stones_.back());
    free_stones_.pop_back();
    if (!any) return any;
    for (std::size_t i = 0; i < matters.size(); ++i) {
      const auto other = static_cast<Cell>(i);
      if (!matters[i] || other == parry || !grid_.is_empty(other)) continue;
      if (Status status = check_reply(node, {parry, other}); !status) return status;
    }
    return {};
  }

  Status check_reply(std::size_t node, Turn parry) {
    for (const auto& [answered, next] : proof_[node].replies) {
      if (answered != parry && answered != Turn{parry.second, parry.first}) continue;
      if (next <= node) return error(node, "a reply refers to an earlier node");
      for (const Cell cell : {parry.first, parry.second}) {
        if (cell != kNoCell) grid_.set(cell, opponent(attacker_));
      }
      Status status = check(next, 2);
      for (const Cell cell : {parry.first, parry.second}) {
        if (cell != kNoCell) grid_.set(cell, Stone::kEmpty);
      }
      return status;
    }
    return error(node, "no reply to " + record_vertex(parry.first, grid_.size()) +
                           (parry.second == kNoCell ? " and any other stone"
                                                    : record_vertex(parry.second, grid_.size())));
  }

  Grid grid_;
  const Proof& proof_;
  const std::function<bool()>& stop_;
  const StepProgress& progress_;
  std::uint64_t nodes_;  // maximum number to replay
  std::uint64_t replayed_ = 0;
  Stone attacker_;
  std::vector<Matters> free_stones_;  // cells where each free stone of the defender matters
};

}  // namespace

Status verify(const Board& board, const Proof& proof, const std::function<bool()>& stop,
              const StepProgress& progress) {
  if (board.over()) return Error{"connect6.proof.over", "proof: the game is over"};
  return Verifier(board, proof, stop, progress).check_all(board.stones_left_in_turn());
}

}  // namespace trivium::connect6
