// A forced win as a value: what the attacker plays after every reply that could help. And the verifier that believes only the rules.
//
// A turn whose threats take two stones to parry leaves the defender a handful of replies. One that takes a single stone leaves it a free
// stone, which may go anywhere: most places change nothing, so a proof answers "this parry and any other stone" once, and answers by
// themselves the places where a stone would matter. Which these are, the verifier finds out by itself.
// Source: relevance zones, Wu and Lin, "Relevance-zone-oriented proof search for Connect6" (IEEE TCIAIG 2(3), 2010).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/result.h"

namespace trivium::connect6 {

/// A position where the attacker is on move, with what it plays and the answer to every parry.
struct ProofNode {
  struct Reply {
    Turn parry;        ///< `second` is kNoCell: together with any stone for which no other reply stands
    std::size_t next;  ///< index of the node after `parry`
  };
  Turn attack;
  std::vector<Reply> replies;  ///< empty when `attack` completes six or two stones cannot parry it
};

/// Element 0 is the position solved; nodes lead to later ones only.
using Proof = std::vector<ProofNode>;

/// Replays a proof from `board` with the rules alone: every attack is legal and completes six or leaves the opponent without a six, and
/// every turn by which the opponent could prevent the six that is threatened has its reply. The error names what is wrong. Time grows
/// with the number of ways through the proof; takes its depth of the stack. `stop`, if given, is asked at every node; when it says so the
/// proof is not believed.
Status verify(const Board& board, const Proof& proof, const std::function<bool()>& stop = nullptr);

/// The attacker's turns to six against the longest defence, by a proof that holds for `board`. An attack that two stones cannot parry is
/// the last that a proof writes down; the turn that completes six after it counts too.
int turns_to_six(const Board& board, const Proof& proof);

/// The attack against the longest defence in which both stones are named, both sides' turns alternating. It ends with six in a row, or
/// with the attack that two stones cannot parry.
std::vector<Turn> main_line(const Proof& proof);

enum class ProofLayout { kLine, kTree };

/// `j10k11(i9m12 h8h9)(i9n13 g7h8(...))`: an attack and, each in parentheses, the replies to it with what follows. A reply of one cell is
/// one with any other stone. As a tree: a line for each reply, indented by two blanks a turn.
std::string write_proof(const Proof& proof, int size, ProofLayout layout);
/// Reads either layout. The error names the column, counted from the beginning of `text`.
Result<Proof> parse_proof(std::string_view text, int size);

/// What a proof file holds.
struct ProvedPosition {
  Board board;
  Proof proof;
};

/// Lines: `connect6-proof 1`, `size 19`, `record 1. B[j10] ...` (paper 000's form), then the proof as a tree.
std::string write_proof_file(const ProvedPosition& proved);
/// The error names the line and what is wrong there; whether the proof holds is for verify() to say.
Result<ProvedPosition> parse_proof_file(std::string_view text);

}  // namespace trivium::connect6
