#include "engine/chess/search/thread_vote.h"

#include <algorithm>
#include <cstdint>

namespace trivium::chess {

std::size_t choose_thread(std::span<const Ballot> ballots) noexcept {
  // Centipawns, so that the thread with the lowest value has a vote, too.
  constexpr Value kAlways = 20;
  Value lowest = kInfinity;
  for (const Ballot& ballot : ballots) {
    if (ballot.depth > 0) lowest = std::min(lowest, ballot.value);
  }
  const auto weight = [&](const Ballot& ballot) {
    return ballot.settled ? (std::int64_t{ballot.value} - lowest + kAlways) * ballot.depth : 0;
  };
  const auto votes = [&](const Ballot& ballot) {
    std::int64_t sum = 0;
    for (const Ballot& other : ballots) {
      if (other.move == ballot.move) sum += weight(other);
    }
    return sum;
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < ballots.size(); ++i) {
    const std::int64_t more = votes(ballots[i]) - votes(ballots[best]);
    if (weight(ballots[i]) > 0 &&
        (more > 0 || (more == 0 && weight(ballots[i]) > weight(ballots[best]))))
      best = i;
  }
  return best;
}

}  // namespace trivium::chess
