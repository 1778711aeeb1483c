#include "tools/match/play/machine.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/perft.h"

namespace trivium::match {

double machine_speed() {
  constexpr int kRuns = 3;
  constexpr int kDepth = 4;
  double best = 0;
  chess::Position position = chess::start_position();
  for (int run = 0; run < kRuns; ++run) {
    const auto begun = std::chrono::steady_clock::now();
    const std::uint64_t leaves = chess::perft(position, kDepth);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - begun;
    if (taken.count() > 0) best = std::max(best, static_cast<double>(leaves) / taken.count());
  }
  return best;
}

}  // namespace trivium::match
