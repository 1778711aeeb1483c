#include "engine/connect6/threats/proof.h"

#include <algorithm>
#include <cstdint>
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/threats/solve.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

// An own game in which White wins in six turns.
constexpr std::string_view kSharp =
    "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]";

// A human game in which White wins in three turns, and not without leaving Black a free stone.
constexpr std::string_view kSingle =
    "1. B[j10] 2. W[k11l10] 3. B[j12m9] 4. W[l11k9] 5. B[j11j8] 6. W[j9i9] 7. B[k10l9] 8. W[m8i12] "
    "9. B[i11l8] 10. W[h9h11] "
    "11. B[g9h10] 12. W[f8l14] 13. B[i10j13] 14. W[j14g10] 15. B[f9i14]";

bool has_free_stone(const Proof& proof) {
  for (const ProofNode& node : proof) {
    for (const auto& reply : node.replies) {
      if (reply.parry.second == kNoCell) return true;
    }
  }
  return false;
}

/// Returns the proof in which lines share each last attack: every reply leads to the last node that
/// has no replies and the same attack. Requires: at least one attack ends two lines.
Proof with_shared_leaves(Proof proof) {
  std::size_t moved = 0;
  for (ProofNode& node : proof) {
    for (ProofNode::Reply& reply : node.replies) {
      const ProofNode& leaf = proof[reply.next];
      if (!leaf.replies.empty()) continue;
      const auto last = std::find_if(proof.rbegin(), proof.rend(), [&](const ProofNode& other) {
        return other.replies.empty() && other.attack == leaf.attack;
      });
      const auto next = static_cast<std::size_t>(proof.rend() - last) - 1;
      moved += next != reply.next;
      reply.next = next;
    }
  }
  REQUIRE(moved > 0);
  return proof;
}

/// Plays every turn of the defender, not only parries: the attacker must have an answer or complete
/// six. Below the root, one stone of each turn is where the attacker needs it for six.
class EveryDefense {
 public:
  EveryDefense(const Board& board, const Proof& proof)
      : position_(board, *weights_), proof_(proof), attacker_(board.to_move()) {}

  bool loses(std::size_t node) {
    const Turn attack = proof_[node].attack;
    for (const Cell cell : {attack.first, attack.second}) {
      if (cell != kNoCell && !position_.board().is_legal(cell)) return false;
    }
    position_.do_turn(attack);
    const bool lost = position_.board().winner() == attacker_ || loses_with_any_turn(node);
    position_.undo_turn(attack);
    return lost;
  }

 private:
  bool loses_with_any_turn(std::size_t node) {
    const int cells = position_.board().cells();
    for (int a = 0; a < cells; ++a) {
      for (int b = a + 1; b < cells; ++b) {
        const Turn turn{static_cast<Cell>(a), static_cast<Cell>(b)};
        if (!position_.board().is_legal(turn.first) || !position_.board().is_legal(turn.second))
          continue;
        if (node != 0 && !is_gap(turn.first) && !is_gap(turn.second)) continue;
        if (!loses_with(node, turn)) return false;
      }
    }
    return true;
  }

  bool is_gap(Cell cell) const {
    const auto windows = position_.lines().table().through(cell);
    return std::any_of(windows.begin(), windows.end(), [this](Window window) {
      return position_.lines().count(window, attacker_) >= 4 &&
             position_.lines().count(window, opponent(attacker_)) == 0;
    });
  }

  bool loses_with(std::size_t node, Turn turn) {
    position_.do_turn(turn);
    bool lost = false;
    if (position_.board().winner() == Stone::kEmpty) {
      const ProofNode::Reply* const reply = reply_to(node, turn);
      lost = wins_at_once() || (reply != nullptr && loses(reply->next));
    }
    position_.undo_turn(turn);
    return lost;
  }

  bool wins_at_once() {
    const auto win = winning_turn(position_.lines(), attacker_, 2);
    if (!win) return false;
    position_.do_turn(*win);
    const bool won = position_.board().winner() == attacker_;
    position_.undo_turn(*win);
    return won;
  }

  const ProofNode::Reply* reply_to(std::size_t node, Turn turn) const {
    const ProofNode::Reply* with_any = nullptr;
    for (const auto& reply : proof_[node].replies) {
      if (reply.parry == turn || reply.parry == Turn{turn.second, turn.first}) return &reply;
      if (reply.parry.second == kNoCell &&
          (reply.parry.first == turn.first || reply.parry.first == turn.second))
        with_any = &reply;
    }
    return with_any;
  }

  std::shared_ptr<const Weights> weights_ = round_weights();  // a Position needs weights
  Position position_;
  const Proof& proof_;
  Stone attacker_;
};

TEST_CASE("a valid proof wins against every turn of the defender, also with a free stone") {
  Rng rng(71);
  int with_free_stone = 0;
  for (int i = 0; i < 2000 && with_free_stone < 5; ++i) {
    const Board board = reference::random_board(rng, 10, 14 + static_cast<int>(rng.below(10)), 8);
    SolveLimits limits;
    limits.nodes = 400;
    limits.turns = 4;
    const SolveResult result = solve(board, limits);
    if (result.status != SolveStatus::kProved || !has_free_stone(result.proof)) continue;
    const Status verified = verify(board, result.proof);
    REQUIRE_MESSAGE(verified.has_value(), verified.error().message);
    REQUIRE(EveryDefense(board, result.proof).loses(0));
    ++with_free_stone;
  }
  CHECK(with_free_stone == 5);
}

TEST_CASE("every cell that matters for a free stone has a reply, and none may be missing") {
  const Board board = board_after(kSingle);
  SolveLimits limits;
  limits.singles = 0;
  CHECK(solve(board, limits).status == SolveStatus::kExhausted);
  const SolveResult result = solve(board, {});
  REQUIRE(result.status == SolveStatus::kProved);
  CHECK(result.turns == 3);
  REQUIRE(has_free_stone(result.proof));
  const Status verified = verify(board, result.proof);
  REQUIRE_MESSAGE(verified.has_value(), verified.error().message);
  REQUIRE(result.proof[0].replies.size() > 10);
  for (std::size_t reply = 0; reply < result.proof[0].replies.size(); ++reply) {
    Proof cut = result.proof;
    cut[0].replies.erase(cut[0].replies.begin() + static_cast<std::ptrdiff_t>(reply));
    CHECK(verify(board, cut).error().message.find("no reply to") != std::string::npos);
  }
}

TEST_CASE("a proof is unchanged after writing and reading, in one line or as a tree") {
  const Board board = board_after(kSharp);
  const SolveResult result = solve(board, {});
  REQUIRE(result.status == SolveStatus::kProved);
  for (const ProofLayout layout : {ProofLayout::kLine, ProofLayout::kTree}) {
    const std::string text = write_proof(result.proof, 19, layout);
    CHECK((text.find('\n') == std::string::npos) == (layout == ProofLayout::kLine));
    const Result<Proof> read = parse_proof(text, 19);
    REQUIRE(read.has_value());
    CHECK(write_proof(*read, 19, layout) == text);
    CHECK(verify(board, *read));
    CHECK(main_line(*read) == main_line(result.proof));
  }
}

TEST_CASE("verification reports every node of every line, and its total if the proof is valid") {
  const Board board = board_after(kSharp);
  const Proof tree = solve(board, {}).proof;
  const Proof shared = with_shared_leaves(tree);
  for (const Proof& proof : {tree, shared}) {
    std::vector<std::uint64_t> reported;
    REQUIRE(verify(board, proof, nullptr, [&](std::uint64_t done, std::uint64_t total) {
      CHECK(total == tree.size());
      reported.push_back(done);
    }));
    CHECK(reported.front() == 1);
    CHECK(reported.back() == tree.size());
    CHECK(std::ranges::is_sorted(reported));
  }
  Proof cut = tree;
  cut[0].replies.pop_back();
  std::uint64_t replayed = 0;
  CHECK_FALSE(verify(board, cut, nullptr,
                     [&](std::uint64_t done, std::uint64_t /*total*/) { replayed = done; }));
  CHECK(replayed < tree.size());
}

TEST_CASE("a reply of one cell stands for that cell and any other stone") {
  const Result<Proof> proof = parse_proof(" h10i10 (g10 a1b2)\n (g10m10  c3d4) ", 19);
  REQUIRE(proof.has_value());
  REQUIRE(proof->size() == 3);
  REQUIRE((*proof)[0].replies.size() == 2);
  CHECK((*proof)[0].replies[0].parry.second == kNoCell);
  CHECK(name((*proof)[0].replies[1].parry) == "g10m10");
  CHECK(name((*proof)[2].attack) == "c3d4");
}

TEST_CASE("text that is not a proof is rejected with its column") {
  const auto error = [](std::string_view text) { return parse_proof(text, 19).error().message; };
  CHECK(error("").substr(0, 16) == "proof: column 1:");
  CHECK(error("h10z9").substr(0, 16) == "proof: column 4:");
  CHECK(error("h10i10 h10") == "proof: column 8: text after the end of the proof");
  CHECK(error("h10i10(g10f10 h9") == "proof: column 17: a closing parenthesis is missing");
  CHECK(error("h10i10(g10f10)").substr(0, 17) == "proof: column 14:");
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "a1(b1 ";
  CHECK(error(deep).find("more than 200 turns") != std::string::npos);
}

TEST_CASE("a proof file holds the position and its proof") {
  const Board board = board_after(kSharp);
  const SolveResult result = solve(board, {});
  const std::string text = write_proof_file({board, result.proof});
  const Result<ProvedPosition> read = parse_proof_file(text);
  REQUIRE(read.has_value());
  CHECK(read->board.history() == board.history());
  CHECK(verify(read->board, read->proof));
  CHECK(write_proof_file(*read) == text);
  const Result<ProvedPosition> empty_board =
      parse_proof_file("connect6-proof 1\nsize 6\nrecord \nc3\n");
  REQUIRE_MESSAGE(empty_board.has_value(), empty_board.error().message);
  CHECK(verify(empty_board->board, empty_board->proof).error().message ==
        "proof: node 0, after stone 1: no threat");

  const auto error = [](std::string_view file) { return parse_proof_file(file).error().message; };
  CHECK(error("") == "proof file: line 1: 'connect6-proof 1' is expected");
  CHECK(error("connect6-proof 1\nsize 5\n") ==
        "proof file: line 2: 'size N' is expected, N from 6 to 25");
  CHECK(error("connect6-proof 1\nsize 19\nmoves\n") ==
        "proof file: line 3: 'record 1. B[...] ...' is expected");
  CHECK(error("connect6-proof 1\nsize 19\nrecord 1. W[j10]\n").substr(0, 19) ==
        "proof file: line 3:");
  CHECK(error("connect6-proof 1\nsize 19\nrecord 1. B[j10]\n").substr(0, 29) ==
        "proof file: from line 4 on: p");
}

TEST_CASE("a damaged proof file is rejected or fails verification") {
  const Board board = board_after(kSharp);
  const std::string text = write_proof_file({board, solve(board, {}).proof});
  Rng rng(73);
  int rejected = 0;
  int unproved = 0;
  for (int i = 0; i < 500; ++i) {
    std::string damaged = text;
    damaged[rng.below(static_cast<std::uint32_t>(text.size()))] =
        static_cast<char>(' ' + rng.below(95));
    if (rng.below(4) == 0) damaged.resize(rng.below(static_cast<std::uint32_t>(text.size())));
    const Result<ProvedPosition> read = parse_proof_file(damaged);
    if (!read) {
      ++rejected;
    } else if (!verify(read->board, read->proof)) {
      ++unproved;
    }
  }
  CHECK(rejected > 100);
  CHECK(unproved > 10);
}

}  // namespace
}  // namespace trivium::connect6
