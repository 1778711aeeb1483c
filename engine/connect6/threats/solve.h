// Search for a win by continuous threats, with its proof and a text for the user.
//
// Every turn of the attacker makes threats, until a turn makes threats that two stones cannot parry
// or completes six. Double threats take two stones to parry and leave the defender no free stone;
// they are tried first. Single threats take one stone to parry and leave the defender a free stone,
// which is tried on every cell that matters. All minimal parries of each turn are searched. The
// attacker also parries the defender's threats. A found win comes with a proof; if none is found,
// the position may still be won by other means.
// Source: the threat-based winning strategy of Wu and Huang, "A new family of k-in-a-row games"
// (ACG 11, 2005); relevance zones, Wu and Lin, "Relevance-zone-oriented proof search for Connect6"
// (IEEE TCIAIG 2(3), 2010).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/threats/proof.h"
#include "engine/core/limits.h"
#include "engine/core/search_control.h"
#include "engine/core/step_progress.h"

namespace trivium::connect6 {

struct SolveLimits {
  int turns = 20;  ///< maximum number of attacker's turns, including the one that completes six
  std::uint64_t nodes = 1'000'000;
  int singles = 3;  ///< maximum number of single threats in a line, up to kMaxSingles
  std::optional<Milliseconds> time;

  static constexpr int kMaxSingles = 3;
};

enum class SolveStatus : std::uint8_t {
  kProved,
  kExhausted,  ///< no win within the limits among the attacks that were tried
  kLimit,      ///< ended by the node limit, the time limit, a stop request or lack of memory
};

struct SolveResult {
  SolveStatus status = SolveStatus::kLimit;
  /// kProved: attacker's turns to six against the longest defense. Otherwise: the depth in turns to
  /// which double threats were searched completely.
  int turns = 0;
  std::uint64_t nodes = 0;  ///< visited positions with the attacker to move
  Proof proof;
};

/// Searches for a win of the side to move, starting with few turns and few single threats. The
/// result is deterministic unless the time limit or `control` (may be null) ends the search.
/// `progress` receives the number of nodes every few milliseconds.
SolveResult solve(const Board& board, const SolveLimits& limits,
                  const SearchControl* control = nullptr, const StepProgress& progress = {});

/// Returns readable text: a line with the answer and its limits and, if proved, a line for each
/// turn of the main line. A finished game is reported as finished.
std::string to_text(const Board& board, const SolveResult& result, const SolveLimits& limits);

}  // namespace trivium::connect6
