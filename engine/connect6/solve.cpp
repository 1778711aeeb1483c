#include "engine/connect6/solve.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/connect6/budget.h"
#include "engine/connect6/position.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/threat_solver.h"

namespace trivium::connect6 {

namespace {

using Cells = std::vector<Cell>;

/// For the verifier, which shares no code with the search: the empty cells of each six cells in a line where `side` has at least four
/// stones and its opponent none, found by looking along every line of the board.
std::vector<Cells> threats_of(const Board& board, Stone side) {
  std::vector<Cells> threats;
  constexpr std::array<std::pair<int, int>, 4> kWays = {{{1, 0}, {0, 1}, {1, 1}, {-1, 1}}};
  for (int start = 0; start < board.cells(); ++start) {
    const int x = board.column(static_cast<Cell>(start));
    const int y = board.row(static_cast<Cell>(start));
    for (const auto& [dx, dy] : kWays) {
      if (!board.contains(x + 5 * dx, y + 5 * dy)) continue;
      Cells empty;
      bool blocked = false;
      for (int i = 0; i < 6; ++i) {
        const Cell cell = board.cell(x + i * dx, y + i * dy);
        blocked = blocked || board.at(cell) == opponent(side);
        if (board.at(cell) == Stone::kEmpty) empty.push_back(cell);
      }
      if (!blocked && empty.size() <= 2) threats.push_back(std::move(empty));
    }
  }
  return threats;
}

bool parries_all(const std::vector<Cells>& threats, Turn turn) {
  return std::all_of(threats.begin(), threats.end(), [turn](const Cells& cells) {
    return std::any_of(cells.begin(), cells.end(), [turn](Cell cell) { return cell == turn.first || cell == turn.second; });
  });
}

/// Replays a proof on a board of its own.
class Verifier {
 public:
  Verifier(const Board& board, const Proof& proof) : board_(board), proof_(proof) {}

  Status check(std::size_t node) {
    const std::size_t stones = static_cast<std::size_t>(board_.stones());
    Status status = check_node(node);
    while (static_cast<std::size_t>(board_.stones()) > stones) board_.undo_move();
    return status;
  }

 private:
  Status error(std::size_t node, const std::string& cause) const {
    return Error{"proof: node " + std::to_string(node) + ", after stone " + std::to_string(board_.stones()) + ": " + cause};
  }

  /// Plays a whole turn; a winning stone ends it.
  Status play(std::size_t node, Turn turn) {
    const Stone side = board_.to_move();
    for (const Cell cell : {turn.first, turn.second}) {
      if (cell == kNoCell) continue;
      if (board_.to_move() != side || !board_.is_legal(cell)) return error(node, "illegal stone");
      board_.do_move(cell);
    }
    if (!board_.over() && board_.to_move() == side) return error(node, "incomplete turn");
    return {};
  }

  Status check_node(std::size_t node) {
    if (node >= proof_.size()) return error(node, "no such node");
    const Stone attacker = board_.to_move();
    if (Status status = play(node, proof_[node].attack); !status) return status;
    if (board_.winner() == attacker) return {};
    if (!threats_of(board_, opponent(attacker)).empty()) return error(node, "the opponent can complete six");
    return check_replies(node, threats_of(board_, attacker));
  }

  /// Every turn that parries all `threats` must have its reply; after any other turn the attacker completes six.
  Status check_replies(std::size_t node, const std::vector<Cells>& threats) {
    if (threats.empty()) return error(node, "no threat");
    Cells cells;
    for (const Cells& threat : threats) cells.insert(cells.end(), threat.begin(), threat.end());
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    for (const Cell first : cells) {
      if (parries_all(threats, {first, kNoCell})) return error(node, "one stone parries");
      for (const Cell second : cells) {
        if (second <= first || !parries_all(threats, {first, second})) continue;
        if (Status status = check_reply(node, {first, second}); !status) return status;
      }
    }
    return {};
  }

  Status check_reply(std::size_t node, Turn parry) {
    for (const auto& [answered, next] : proof_[node].replies) {
      if (answered != parry && answered != Turn{parry.second, parry.first}) continue;
      if (next <= node) return error(node, "a reply leads back");
      const int stones = board_.stones();
      if (Status status = play(node, parry); !status) return status;
      if (Status status = check(next); !status) return status;
      while (board_.stones() > stones) board_.undo_move();
      return {};
    }
    return error(node, "no reply to " + record_vertex(parry.first, board_.size()) + record_vertex(parry.second, board_.size()));
  }

  Board board_;
  const Proof& proof_;
};

/// The attacker's turns below `node`, by the longest defence.
int length(const Proof& proof, std::size_t node) {
  int longest = 0;
  for (const auto& reply : proof[node].replies) longest = std::max(longest, length(proof, reply.next));
  return 1 + longest;
}

}  // namespace

SolveResult solve(const Board& board, const SolveLimits& limits, const SearchControl* control) {
  const SearchControl unstoppable;
  Limits unlimited;
  unlimited.infinite = true;
  Budget budget(unlimited, control != nullptr ? *control : unstoppable);
  Position position(board);
  return ThreatSolver(position, limits, budget).run();
}

Status verify(const Board& board, const Proof& proof) {
  if (board.over()) return Error{"proof: the game is over"};
  return Verifier(board, proof).check(0);
}

std::vector<Turn> main_line(const Proof& proof) {
  std::vector<Turn> line;
  for (std::size_t node = 0; node < proof.size();) {
    line.push_back(proof[node].attack);
    const auto& replies = proof[node].replies;
    if (replies.empty()) break;
    const auto longest = std::max_element(replies.begin(), replies.end(),
                                          [&](const auto& a, const auto& b) { return length(proof, a.next) < length(proof, b.next); });
    line.push_back(longest->parry);
    node = longest->next;
  }
  return line;
}

std::string to_text(const Board& board, const SolveResult& result, const SolveLimits& limits) {
  const std::string nodes = std::to_string(result.nodes) + " positions";
  if (result.status == SolveStatus::kExhausted) {
    return "not proved: no win by continuous double threats within " + std::to_string(limits.turns) + " turns (" + nodes + ")\n";
  }
  if (result.status == SolveStatus::kLimit) {
    return "not proved: searched out to " + std::to_string(result.turns) + " turns, then stopped at the limit of " +
           std::to_string(limits.nodes) + " positions (" + nodes + ")\n";
  }
  const bool black = board.to_move() == Stone::kBlack;
  std::string text = std::string("proved: ") + (black ? "Black" : "White") + " wins in " + std::to_string(result.turns) +
                     (result.turns == 1 ? " turn (" : " turns (") + nodes + ")\n";
  bool attacker = true;
  for (const Turn& turn : main_line(result.proof)) {
    if (text.back() != '\n') text += ' ';
    text += (attacker == black) ? "B[" : "W[";
    text += record_vertex(turn.first, board.size());
    if (turn.second != kNoCell) text += record_vertex(turn.second, board.size());
    text += ']';
    attacker = !attacker;
  }
  return text + '\n';
}

}  // namespace trivium::connect6
