// Victory by continuous double threats: a search for a forced win, its proof, and the verifier that believes only the rules.
//
// Every turn of the attacker makes threats that take two stones to parry, so that the defender has no free stone, until one turn makes
// threats that two stones cannot parry, or the attacker simply completes six. All minimal parries of each turn are answered. The
// attacker also parries where a parry threatens. What is found is a proof; what is not found may still be won by other means.
// Source: the threat-based winning strategy of Wu and Huang, "A new family of k-in-a-row games" (ACG 11, 2005).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/turn.h"
#include "engine/core/result.h"
#include "engine/core/search_control.h"

namespace trivium::connect6 {

struct SolveLimits {
  int turns = 20;  ///< of the attacker, the one that completes six included
  std::uint64_t nodes = 1'000'000;
};

/// A position where the attacker is on move, with what it plays and the answer to every parry.
struct ProofNode {
  struct Reply {
    Turn parry;
    std::size_t next;  ///< index of the node after `parry`
  };
  Turn attack;
  std::vector<Reply> replies;  ///< empty when `attack` completes six or two stones cannot parry it
};

/// Element 0 is the position solved; nodes lead to later ones only.
using Proof = std::vector<ProofNode>;

enum class SolveStatus : std::uint8_t {
  kProved,
  kExhausted,  ///< no such win within the turns allowed
  kLimit,      ///< the nodes were used up, or the search was stopped
};

struct SolveResult {
  SolveStatus status = SolveStatus::kLimit;
  int turns = 0;            ///< kProved: the attacker's turns to six against the longest defence; else: so many were searched out
  std::uint64_t nodes = 0;  ///< attacker's positions visited
  Proof proof;
};

/// Looks for a win of the side to move of `board`, fewest turns first. `control`, if given, can stop it.
SolveResult solve(const Board& board, const SolveLimits& limits, const SearchControl* control = nullptr);

/// Replays a proof from `board` with the rules alone: every attack is legal and completes six or leaves the opponent without a six, and
/// every turn by which the opponent could prevent the six that is threatened has its reply. The error names what is wrong.
Status verify(const Board& board, const Proof& proof);

/// The attack against the longest defence, both sides' turns alternating. It ends with six in a row, or with the attack that two stones
/// cannot parry.
std::vector<Turn> main_line(const Proof& proof);

/// For a reader, one or two lines: the answer with its limits and, when proved, the main line as a record of turns.
std::string to_text(const Board& board, const SolveResult& result, const SolveLimits& limits);

}  // namespace trivium::connect6
