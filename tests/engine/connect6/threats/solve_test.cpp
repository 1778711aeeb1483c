#include "engine/connect6/threats/solve.h"

#include <doctest/doctest.h>
#include <string>

#include "engine/core/rng.h"
#include "tests/engine/connect6/reference.h"
#include "tests/engine/connect6/sample.h"

namespace trivium::connect6 {
namespace {

// Black has three in row 10 and three in column 10, crossing in the empty j10; White's stones are
// far away.
constexpr std::string_view kCross =
    "1. B[g10] 2. W[a1s1] 3. B[h10i10] 4. W[a19s19] 5. B[j7j8] 6. W[a3s3] 7. B[j9c16] 8. W[a17s17]";

TEST_CASE("four in a row win at once") {
  const Board board =
      board_after("1. B[j10] 2. W[a1c1] 3. B[k10l10] 4. W[e1g1] 5. B[m10c6] 6. W[a9c9]");
  const SolveResult result = solve(board, {});
  REQUIRE(result.status == SolveStatus::kProved);
  CHECK(result.turns == 1);
  CHECK(result.proof.size() == 1);
  CHECK(name(result.proof[0].attack) == "h10i10");
  CHECK(turns_to_six(board, result.proof) == 1);
}

TEST_CASE("two crossing threes win in two turns, because two stones cannot parry the fours") {
  const Board board = board_after(kCross);
  const SolveResult result = solve(board, {});
  REQUIRE(result.status == SolveStatus::kProved);
  CHECK(result.turns == 2);
  CHECK(result.proof.size() == 1);
  CHECK(result.proof[0].replies.empty());
  CHECK(verify(board, result.proof));
  CHECK(turns_to_six(board, result.proof) ==
        2);  // the second completes six and is not in the proof
  CHECK(to_text(board, result, {}).substr(0, 27) == "proved: Black wins in 2 tur");
}

TEST_CASE("a longer win, found in an own game, is proved and replayed") {
  const Board board = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  const SolveResult result = solve(board, {});
  REQUIRE(result.status == SolveStatus::kProved);
  CHECK(result.turns == 6);
  CHECK(turns_to_six(board, result.proof) == 6);
  const Status verified = verify(board, result.proof);
  CHECK_MESSAGE(verified.has_value(), verified.error().message);
  const std::vector<Turn> line = main_line(result.proof);
  CHECK(line.size() ==
        2 * static_cast<std::size_t>(result.turns) - 3);  // the last attack cannot be parried
}

TEST_CASE("an attack parries the opponent's four on the way") {
  const Board board = board_after(
      "1. B[g10] 2. W[a1b1] 3. B[h10i10] 4. W[c1d1] 5. B[j7j8] 6. W[a19s19] 7. B[j9s17] 8. "
      "W[q1s1]");
  const SolveResult result = solve(board, {});
  REQUIRE(result.status == SolveStatus::kProved);
  CHECK(verify(board, result.proof));
  CHECK(result.turns == 2);
  const std::string attack = name(result.proof[0].attack);
  CHECK((attack == "e1j10" || attack == "f1j10"));
}

TEST_CASE("if there is no win, none is proved, and the text states the limits") {
  const Board board = board_after("1. B[j10] 2. W[i9k9]");
  const SolveResult result = solve(board, {});
  CHECK(result.status == SolveStatus::kExhausted);
  CHECK(result.proof.empty());
  CHECK(to_text(board, result, {}).substr(0, 65) ==
        "not proved: no win found by continuous double threats within 20 t");
  SolveResult quick = result;
  quick.nodes = 1;
  CHECK(to_text(board, quick, {}).find("(1 position)") != std::string::npos);
  SolveLimits few;
  few.nodes = 3;
  const Board sharp = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  CHECK(solve(sharp, few).status == SolveStatus::kLimit);
  few.nodes = 1000000;
  few.turns = 3;
  CHECK(solve(sharp, few).status == SolveStatus::kExhausted);
}

TEST_CASE("a search reports its nodes up to the limit, which does not change its result") {
  const Board board = board_after(
      "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. "
      "W[l11k12]");
  SolveLimits limits;
  limits.nodes = 1024;
  std::uint64_t reached = 0;
  const SolveResult result =
      solve(board, limits, nullptr, [&](std::uint64_t done, std::uint64_t total) {
        CHECK(done > reached);
        CHECK(done <= total);
        CHECK(total == limits.nodes);
        reached = done;
      });
  CHECK(reached > 0);
  CHECK(reached <= result.nodes);
  CHECK(result.nodes == solve(board, limits).nodes);
}

TEST_CASE("the time limit ends a search without a stop control") {
  const Board board = board_after(
      "1. B[j10] 2. W[i9k9] 3. B[l9k8] 4. W[m10j8] 5. B[h10i7] 6. W[m11l10] 7. B[m12n12] 8. "
      "W[l11k12]");
  SolveLimits limits;
  limits.turns = 100;
  limits.time = Milliseconds(1);
  const SolveResult result = solve(board, limits);
  CHECK(result.status == SolveStatus::kLimit);
  CHECK(result.nodes < limits.nodes);
}

TEST_CASE("a stopped search proves nothing") {
  SearchControl control;
  control.stop();
  const Board board = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  CHECK(solve(board, {}, &control).status == SolveStatus::kLimit);
}

TEST_CASE("a finished game and an empty board have no forced win") {
  CHECK(solve(Board(19), {}).status == SolveStatus::kExhausted);
  const Board over =
      board_after("1. B[a1] 2. W[a19b19] 3. B[b1c1] 4. W[c19d19] 5. B[d1e1] 6. W[h19i19] 7. B[f1]");
  const SolveResult result = solve(over, {});
  CHECK(result.status == SolveStatus::kExhausted);
  CHECK(to_text(over, result, {}) == "The game is over.\n");
  CHECK_FALSE(verify(over, {}));
}

TEST_CASE("the verifier rejects wrong proofs") {
  const Board board = board_after(kCross);
  const SolveResult result = solve(board, {});
  const auto error = [&board](const Proof& proof) { return verify(board, proof).error().message; };
  CHECK(error({}) == "proof: node 0, after stone 15: no such node");

  Proof proof = result.proof;
  proof[0].attack.first = *parse_record_vertex("a1", 19);
  CHECK(error(proof) == "proof: node 0, after stone 15: illegal stone");
  proof[0].attack = {*parse_record_vertex("f1", 19), kNoCell};
  CHECK(error(proof) == "proof: node 0, after stone 16: incomplete turn");
  proof[0].attack = {*parse_record_vertex("f1", 19), *parse_record_vertex("m5", 19)};
  CHECK(error(proof) == "proof: node 0, after stone 17: no threat");
  proof[0].attack = {*parse_record_vertex("f10", 19), *parse_record_vertex("m5", 19)};
  CHECK(error(proof).substr(0, 43) == "proof: node 0, after stone 17: no reply to ");
}

TEST_CASE("a proof without one of its replies is rejected") {
  const Board board = board_after(
      "1. B[j11] 2. W[i11h11] 3. B[i7j13] 4. W[i10j12] 5. B[h10i12] 6. W[k10l10] 7. B[k7l7]");
  const SolveResult result = solve(board, {});
  REQUIRE(verify(board, result.proof));
  for (std::size_t node = 0; node < result.proof.size(); ++node) {
    for (std::size_t reply = 0; reply < result.proof[node].replies.size(); ++reply) {
      Proof cut = result.proof;
      cut[node].replies.erase(cut[node].replies.begin() + static_cast<std::ptrdiff_t>(reply));
      REQUIRE_FALSE(verify(board, cut));
    }
  }
}

TEST_CASE("proofs on random boards are accepted by the verifier") {
  Rng rng(31);
  int proved = 0;
  for (int i = 0; i < 400; ++i) {
    const int size = 6 + static_cast<int>(rng.below(14));
    const Board board =
        reference::random_board(rng, size, 5 + static_cast<int>(rng.below(30)), std::min(size, 9));
    SolveLimits limits;
    limits.nodes = 300;
    const SolveResult result = solve(board, limits);
    if (result.status != SolveStatus::kProved) continue;
    ++proved;
    const Status verified = verify(board, result.proof);
    REQUIRE_MESSAGE(verified.has_value(), verified.error().message);
  }
  CHECK(proved > 50);
}

}  // namespace
}  // namespace trivium::connect6
