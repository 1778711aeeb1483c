// Balanced openings of Reversi for matches: random moves after which a search gives neither side
// more than a bound.
//
// The openings depend only on seed, options and weights, not on threads. Source: XOT (eXtended
// Othello), a list of such openings of eight moves for tournaments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/value.h"

namespace trivium::learning::reversi_value {

struct OpeningOptions {
  std::uint64_t seed = 1;
  std::size_t count = 400;
  int plies = 8;                                      ///< moves of an opening, without passes
  std::uint64_t nodes = 100'000;                      ///< positions searched to judge an opening
  reversi::Value max_imbalance = 2 * reversi::kDisc;  ///< maximum absolute value
  std::size_t threads = 1;                            ///< does not change the result
};

struct Openings {
  std::vector<reversi::Game> games;  ///< different under symmetry; none is over
  std::uint64_t searched = 0;        ///< positions that were judged to find them
};

/// Called with the numbers of openings found and of positions judged. May be null.
using OpeningProgress = std::function<void(std::size_t found, std::uint64_t searched)>;

/// Finds openings. Returns fewer than requested if there are no more (RandomStarts). Throws
/// std::bad_alloc.
Openings balanced_openings(const reversi::Knowledge& knowledge, const OpeningOptions& options,
                           const OpeningProgress& progress = {});

}  // namespace trivium::learning::reversi_value
