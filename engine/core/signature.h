// The signature that `bench` prints: one number that changes if any result of the benchmark
// changes.
//
// FNV-1a (Fowler, Noll, Vo) over whole numbers instead of bytes. Its input is integers only, so it
// is equal on every machine.
#pragma once

#include <chrono>
#include <cstdint>

#include "engine/core/report.h"
#include "engine/core/step_progress.h"
#include "engine/core/stopwatch.h"

namespace trivium {

class Signature {
 public:
  void add(std::uint64_t number) noexcept { value_ = (value_ ^ number) * 0x100000001B3ULL; }
  /// Adds the eight bytes of `number`, lowest first.
  void add_bytes(std::uint64_t number) noexcept {
    for (int byte = 0; byte < 8; ++byte) add(number >> (8 * byte) & 0xFF);
  }
  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xCBF29CE484222325ULL;
};

/// Result of a benchmark that searches positions.
struct BenchResult {
  std::uint64_t signature = 0;  ///< hash of integers; print it in hexadecimal
  std::uint64_t nodes = 0;      ///< of all searches
  int positions = 0;
  std::chrono::microseconds time{0};
};

/// Adds depth, score and variation of a report to `signature`. `number_of(move)` returns a number.
template <class Move, class NumberOf>
void add_report(Signature& signature, const Report<Move>& report, const NumberOf& number_of) {
  signature.add(static_cast<std::uint64_t>(report.depth));
  signature.add(static_cast<std::uint64_t>(report.score.value) ^
                (static_cast<std::uint64_t>(report.score.kind) << 40));
  for (const Move& move : report.principal_variation) signature.add(number_of(move));
}

/// Runs a benchmark. `measure(position, signature)` searches one of `positions`, adds its results
/// to the signature and returns the nodes.
template <class Positions, class Measure>
BenchResult bench_positions(const Positions& positions, const StepProgress& progress,
                            const Measure& measure) {
  const Stopwatch watch;
  BenchResult result;
  Signature signature;
  std::uint64_t done = 0;
  for (const auto& position : positions) {
    if (progress) progress(done++, positions.size());
    result.nodes += measure(position, signature);
    ++result.positions;
  }
  if (progress) progress(done, positions.size());
  result.signature = signature.value();
  result.time = std::chrono::duration_cast<std::chrono::microseconds>(watch.elapsed());
  return result;
}

}  // namespace trivium
