// Victory by continuous threats: a search for a forced win, its proof, and how the answer is told.
//
// Every turn of the attacker makes threats, until one turn makes threats that two stones cannot parry, or the attacker simply completes
// six. Threats that take two stones to parry come first: the defender has no free stone. Those that take one leave it a free stone, which
// is tried wherever it matters. All minimal parries of each turn are answered. The attacker also parries where a parry threatens. What
// is found is a proof; what is not found may still be won by other means.
// Source: the threat-based winning strategy of Wu and Huang, "A new family of k-in-a-row games" (ACG 11, 2005); relevance zones, Wu and
// Lin, "Relevance-zone-oriented proof search for Connect6" (IEEE TCIAIG 2(3), 2010).
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
  int turns = 20;  ///< of the attacker, the one that completes six included
  std::uint64_t nodes = 1'000'000;
  int singles = 3;  ///< attacks on a line that one stone parries, at most kMaxSingles
  std::optional<Milliseconds> time;

  static constexpr int kMaxSingles = 3;
};

enum class SolveStatus : std::uint8_t {
  kProved,
  kExhausted,  ///< no such win within the turns allowed, as far as attacks were tried
  kLimit,      ///< the nodes were used up, or the search was stopped
};

struct SolveResult {
  SolveStatus status = SolveStatus::kLimit;
  int turns = 0;  ///< kProved: the attacker's turns to six against the longest defence; else: so many of double threats were searched out
  std::uint64_t nodes = 0;  ///< attacker's positions visited
  Proof proof;
};

/// Looks for a win of the side to move of `board`: by few turns and few single threats first. The same result for the same nodes, unless
/// time or `control` ends the search. `control`, if given, can stop it. `progress` gets the nodes, every few milliseconds.
SolveResult solve(const Board& board, const SolveLimits& limits, const SearchControl* control = nullptr, const StepProgress& progress = {});

/// Returns readable text: a line with the answer and its limits and, if proved, a line for each
/// turn of the main line. A finished game is reported as finished.
std::string to_text(const Board& board, const SolveResult& result, const SolveLimits& limits);

}  // namespace trivium::connect6
