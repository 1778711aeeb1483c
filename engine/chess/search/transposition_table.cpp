#include "engine/chess/search/transposition_table.h"

#include <algorithm>

namespace trivium::chess {

namespace {

constexpr int kValueShift = 16;
constexpr int kEvaluationShift = 32;
constexpr int kDepthShift = 48;
constexpr int kBoundShift = 56;
constexpr int kWasPvShift = 63;

constexpr std::uint64_t field(int number, int shift, std::uint64_t mask) noexcept {
  return (static_cast<std::uint64_t>(number) & mask) << shift;
}
constexpr int signed16(std::uint64_t data, int shift) noexcept {
  return static_cast<std::int16_t>(data >> shift);
}
constexpr int depth_of(std::uint64_t data) noexcept {
  return static_cast<int>((data >> kDepthShift) & 255);
}
constexpr int bound_code(std::uint64_t data) noexcept {
  return static_cast<int>((data >> kBoundShift) & 3);
}
Move move_of(std::uint64_t data) noexcept {
  return Move::from_bits(static_cast<std::uint16_t>(data));
}

/// Converts a value to the root's view. A mate beyond the maximum line length becomes a tablebase
/// win.
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

std::uint64_t TableEntryCodec::pack(const TableEntry& entry) noexcept {
  return entry.move.bits() | field(entry.value, kValueShift, 0xFFFF) |
         field(entry.evaluation, kEvaluationShift, 0xFFFF) |
         field(std::clamp(entry.depth, 0, 255), kDepthShift, 255) |
         field(static_cast<int>(entry.bound) + 1, kBoundShift, 3) |
         (static_cast<std::uint64_t>(entry.was_pv) << kWasPvShift);
}

TableEntry TableEntryCodec::unpack(std::uint64_t data) noexcept {
  TableEntry entry;
  entry.move = move_of(data);
  entry.value = signed16(data, kValueShift);
  entry.evaluation = signed16(data, kEvaluationShift);
  entry.depth = depth_of(data);
  entry.bound = static_cast<Bound>(bound_code(data) - 1);
  entry.was_pv = (data >> kWasPvShift) != 0;
  return entry;
}

int TableEntryCodec::replacement_value(std::uint64_t data) noexcept { return depth_of(data); }

std::uint64_t TableEntryCodec::update(const TableEntry& entry, std::uint64_t known,
                                      bool same_search) noexcept {
  constexpr int kMuchDeeper = 4;
  const bool worse =
      entry.bound != Bound::kExact && same_search && entry.depth + kMuchDeeper <= depth_of(known);
  if (worse) return 0;
  TableEntry written = entry;
  if (!written.move) written.move = move_of(known);
  return pack(written);
}

std::optional<TableEntry> TranspositionTable::probe(std::uint64_t key, int ply) const noexcept {
  std::optional<TableEntry> entry = SharedTable::probe(key);
  if (entry) entry->value = seen_from_root(entry->value, ply);
  return entry;
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry, int ply) noexcept {
  TableEntry written = entry;
  written.value = seen_from_here(entry.value, ply);
  SharedTable::store(key, written);
}

}  // namespace trivium::chess
