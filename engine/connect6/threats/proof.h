// Proof of a forced win: the attacker's move after every reply that could help the defender. Also
// its text format and a verifier that uses only the rules.
//
// After a turn whose threats take two stones to parry, the defender has few replies. After a turn
// that takes one, the defender has a free stone. Most cells for it change nothing, so a proof has
// one answer to "this parry and any other stone" and separate answers for the cells that matter.
// The verifier determines these cells itself. Source: relevance zones, Wu and Lin,
// "Relevance-zone-oriented proof search for Connect6" (IEEE TCIAIG 2(3), 2010).
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/core/result.h"
#include "engine/core/step_progress.h"

namespace trivium::connect6 {

/// A position with the attacker to move: its attack and the next node after every parry.
struct ProofNode {
  struct Reply {
    Turn parry;        ///< if `second` is kNoCell: `first` with any stone that has no own reply
    std::size_t next;  ///< index of the node after `parry`
  };
  Turn attack;
  std::vector<Reply> replies;  ///< empty if `attack` completes six or two stones cannot parry it
};

/// Element 0 is the solved position; nodes refer only to later nodes.
using Proof = std::vector<ProofNode>;

/// Replays a proof from `board` by the rules alone. Every attack must be legal. It must complete
/// six, or threaten to and leave the opponent no six in its next turn. Every turn that prevents the
/// threatened six must have a reply, except turns that differ only in a stone that does not matter.
/// The error names the fault. Time grows with the number of lines in the proof, stack use with its
/// depth. `stop`, if given, is called at every node; if it returns true, verification fails.
/// `progress` receives the number of replayed nodes after each; a node counts once for each line
/// that leads to it. It ends at its total only if the proof is valid.
Status verify(const Board& board, const Proof& proof, const std::function<bool()>& stop = nullptr,
              const StepProgress& progress = {});

/// Returns the number of attacker's turns to six against the longest defense. After an attack that
/// two stones cannot parry, the turn that completes six counts too. Requires: the proof is valid
/// for `board`.
int turns_to_six(const Board& board, const Proof& proof);

/// Returns the attack against the longest defense whose replies name both stones, with both sides'
/// turns alternating. It ends with six in a row or with an attack that two stones cannot parry.
std::vector<Turn> main_line(const Proof& proof);

enum class ProofLayout { kLine, kTree };

/// Writes `j10k11(i9m12 h8h9)(i9n13 g7h8(...))`: an attack and, each in parentheses, the replies
/// and what follows. A reply of one cell stands for that cell with any other stone. The tree layout
/// has one line for each reply, indented by two spaces a turn.
std::string write_proof(const Proof& proof, int size, ProofLayout layout);
/// Parses either layout. The error names the column, counted from the beginning of `text`.
Result<Proof> parse_proof(std::string_view text, int size);

/// Contents of a proof file.
struct ProvedPosition {
  Board board;
  Proof proof;
};

/// Writes the lines `connect6-proof 1`, `size 19`, `record 1. B[j10] ...` (paper 000's format),
/// then the proof as a tree.
std::string write_proof_file(const ProvedPosition& proved);
/// Parses such a file. The error names the line. Does not verify the proof; see verify().
Result<ProvedPosition> parse_proof_file(std::string_view text);

}  // namespace trivium::connect6
