#include "engine/chess/transposition_table.h"

#include <algorithm>

namespace trivium::chess {

namespace {

// The data word, from bit 0: move 16, value 16, evaluation 16, depth 8, bound + 1 (0 = empty) 2, age 5, was-PV 1.
constexpr int kValueShift = 16;
constexpr int kEvaluationShift = 32;
constexpr int kDepthShift = 48;
constexpr int kBoundShift = 56;
constexpr int kAgeShift = 58;
constexpr int kWasPvShift = 63;

constexpr std::uint64_t field(int number, int shift, std::uint64_t mask) noexcept {
  return (static_cast<std::uint64_t>(number) & mask) << shift;
}
constexpr int signed16(std::uint64_t data, int shift) noexcept { return static_cast<std::int16_t>(data >> shift); }
constexpr int depth_of(std::uint64_t data) noexcept { return static_cast<int>((data >> kDepthShift) & 255); }
constexpr int bound_code(std::uint64_t data) noexcept { return static_cast<int>((data >> kBoundShift) & 3); }
constexpr unsigned age_of(std::uint64_t data) noexcept { return static_cast<unsigned>(data >> kAgeShift) & 31; }

std::uint64_t pack(const TableEntry& entry, Value value, unsigned age) noexcept {
  return entry.move.bits() | field(value, kValueShift, 0xFFFF) | field(entry.evaluation, kEvaluationShift, 0xFFFF) |
         field(std::clamp(entry.depth, 0, 255), kDepthShift, 255) | field(static_cast<int>(entry.bound) + 1, kBoundShift, 3) |
         (static_cast<std::uint64_t>(age) << kAgeShift) | (static_cast<std::uint64_t>(entry.was_pv) << kWasPvShift);
}

/// A mate that is further from the root than lines go is a win like that of an endgame table.
Value seen_from_root(Value value, int ply) noexcept {
  if (value >= kMateBound) return value - ply >= kMateBound ? value - ply : kTableWin;
  if (value <= -kMateBound) return value + ply <= -kMateBound ? value + ply : -kTableWin;
  return value;
}
Value seen_from_here(Value value, int ply) noexcept {
  if (value >= kMateBound) return std::min(value + ply, kMateValue);
  return value <= -kMateBound ? std::max(value - ply, -kMateValue) : value;
}

}  // namespace

TranspositionTable::TranspositionTable(int megabytes)
    : megabytes_(std::max(megabytes, 1)), buckets_(static_cast<std::size_t>(megabytes_) * (1U << 20) / sizeof(SharedBucket)) {}

std::optional<TableEntry> TranspositionTable::probe(std::uint64_t key, int ply) const noexcept {
  const std::uint64_t data = bucket(key).data_of(key);
  if (data == 0) return std::nullopt;
  TableEntry entry;
  entry.move = Move::from_bits(static_cast<std::uint16_t>(data));
  entry.value = seen_from_root(signed16(data, kValueShift), ply);
  entry.evaluation = signed16(data, kEvaluationShift);
  entry.depth = depth_of(data);
  entry.bound = static_cast<Bound>(bound_code(data) - 1);
  entry.was_pv = (data >> kWasPvShift) != 0;
  return entry;
}

int TranspositionTable::worth(std::uint64_t data) const noexcept {
  if (bound_code(data) == 0) return -1000;
  const int searches_ago = static_cast<int>((age_ - age_of(data)) & kAgeMask);
  return depth_of(data) - 8 * searches_ago;
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry, int ply) noexcept {
  constexpr int kMuchDeeper = 4;
  SharedSlot& slot = bucket(key).slot_for(key, [this](std::uint64_t data) { return worth(data); });
  TableEntry written = entry;
  if (const std::uint64_t known = slot.data_of(key); known != 0) {
    const bool worse = entry.bound != Bound::kExact && age_of(known) == age_ && entry.depth + kMuchDeeper <= depth_of(known);
    if (worse) return;
    if (!written.move) written.move = Move::from_bits(static_cast<std::uint16_t>(known));
  }
  slot.store(key, pack(written, seen_from_here(entry.value, ply), age_));
}

int TranspositionTable::used_per_mille() const noexcept {
  return trivium::used_per_mille(buckets_, [this](std::uint64_t data) { return bound_code(data) != 0 && age_of(data) == age_; });
}

}  // namespace trivium::chess
