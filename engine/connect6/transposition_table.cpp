#include "engine/connect6/transposition_table.h"

#include <algorithm>
#include <bit>

namespace trivium::connect6 {

TranspositionTable::TranspositionTable(int megabytes)
    : entries_(std::bit_floor((static_cast<std::size_t>(std::max(megabytes, 1)) << 20) / sizeof(Entry))) {}

const TranspositionTable::Entry* TranspositionTable::find(std::uint64_t key) const noexcept {
  const Entry& entry = entries_[slot(key)];
  return entry.search == search_ && entry.key == key ? &entry : nullptr;
}

void TranspositionTable::store(std::uint64_t key, Turn turn, Value value, int depth, Score::Bound bound) noexcept {
  Entry& entry = entries_[slot(key)];
  if (entry.search == search_ && entry.key != key && entry.depth > depth + 1) return;
  entry = {key, turn, static_cast<std::int16_t>(value), static_cast<std::int8_t>(depth), bound, search_};
}

int TranspositionTable::per_mille_used() const noexcept {
  const std::size_t sample = std::min<std::size_t>(entries_.size(), 1000);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) used += entries_[i].search == search_;
  return static_cast<int>(1000 * used / sample);
}

}  // namespace trivium::connect6
