// What the search remembers of positions: the best turn, and a value with the depth it rests on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>

#include "engine/connect6/evaluation.h"
#include "engine/connect6/turn.h"
#include "engine/core/report.h"
#include "engine/core/zeroed_array.h"

namespace trivium::connect6 {

/// Always replaces, except a deeper entry of the same search by a shallower one of another position. Not for use by two threads at once.
class TranspositionTable {
 public:
  struct Entry {
    std::uint64_t key = 0;
    Turn turn;
    std::int16_t value = 0;  ///< seen from the node, proved wins counted from there
    std::int8_t depth = 0;
    Score::Bound bound = Score::Bound::kExact;
    std::uint32_t search = 0;
  };

  explicit TranspositionTable(int megabytes);

  /// Takes the memory that no search has used yet, until done or told to stop.
  void warm_up(const std::stop_token& stop) noexcept { entries_.populate(stop); }
  /// Forgets everything, at no cost.
  void new_search() noexcept { ++search_; }
  /// The entry of `key` stored since new_search(), or nullptr.
  const Entry* find(std::uint64_t key) const noexcept;
  void store(std::uint64_t key, Turn turn, Value value, int depth, Score::Bound bound) noexcept;
  /// Share of slots written since new_search(), by a sample.
  int per_mille_used() const noexcept;

 private:
  std::size_t slot(std::uint64_t key) const noexcept { return key & (entries_.size() - 1); }

  ZeroedArray<Entry> entries_;
  std::uint32_t search_ = 1;
};

}  // namespace trivium::connect6
