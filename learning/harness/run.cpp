#include "learning/harness/run.h"

#include <algorithm>
#include <utility>

namespace trivium::learning {

void Cadence::save(const Checkpoint& checkpoint, Snapshot snapshot) {
  constexpr int kMinTimesTheCost = 30;
  const Clock::time_point begun = now_();
  checkpoint.save(std::move(snapshot));
  saved_ = now_();
  pause_ = std::max(pause_, kMinTimesTheCost * (saved_ - begun));
}

}  // namespace trivium::learning
