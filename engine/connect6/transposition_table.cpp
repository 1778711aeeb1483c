#include "engine/connect6/transposition_table.h"

#include <algorithm>
#include <bit>

namespace trivium::connect6 {

namespace {

// The data word, from bit 0: the turn's cells 10 each, value 16, depth 11, bound + 1 (0 = empty) 2, age 5,
// cost of the turn 10.
constexpr int kSecondShift = 10;
constexpr int kValueShift = 20;
constexpr int kDepthShift = 36;
constexpr int kBoundShift = 47;
constexpr int kAgeShift = 49;
constexpr int kCostShift = 54;
constexpr std::uint64_t kCellMask = 1023;  // itself for no cell
constexpr Cost kDeepest = 2047;
constexpr Cost kDearest = 1023;
static_assert(kDearest + 1 >= kMaxCost);
static_assert(kMaxSize * kMaxSize < 1023);

constexpr Cell cell_of(std::uint64_t data, int shift) noexcept {
  const std::uint64_t bits = data >> shift & kCellMask;
  return bits == kCellMask ? kNoCell : static_cast<Cell>(bits);
}
constexpr Cost depth_of(std::uint64_t data) noexcept { return static_cast<Cost>(data >> kDepthShift & 2047); }
constexpr int bound_code(std::uint64_t data) noexcept { return static_cast<int>(data >> kBoundShift & 3); }
constexpr unsigned age_of(std::uint64_t data) noexcept { return static_cast<unsigned>(data >> kAgeShift) & 31; }

std::uint64_t pack(const TableEntry& entry, unsigned age) noexcept {
  const auto cell = [](Cell of_turn) { return of_turn & kCellMask; };
  return cell(entry.turn.first) | cell(entry.turn.second) << kSecondShift |
         std::uint64_t{static_cast<std::uint16_t>(entry.value)} << kValueShift |
         static_cast<std::uint64_t>(std::clamp(entry.depth, 0, kDeepest)) << kDepthShift |
         static_cast<std::uint64_t>(static_cast<int>(entry.bound) + 1) << kBoundShift | std::uint64_t{age} << kAgeShift |
         static_cast<std::uint64_t>(std::clamp(entry.cost, 0, kDearest)) << kCostShift;
}

}  // namespace

TranspositionTable::TranspositionTable(int megabytes)
    : buckets_(std::bit_floor((static_cast<std::size_t>(std::max(megabytes, 1)) << 20) / sizeof(SharedBucket))) {}

std::optional<TableEntry> TranspositionTable::find(std::uint64_t key) const noexcept {
  const std::uint64_t data = bucket(key).data_of(key);
  if (data == 0) return std::nullopt;
  TableEntry entry;
  entry.turn = {cell_of(data, 0), cell_of(data, kSecondShift)};
  entry.value = static_cast<std::int16_t>(data >> kValueShift);
  entry.depth = depth_of(data);
  entry.bound = static_cast<Score::Bound>(bound_code(data) - 1);
  entry.cost = static_cast<Cost>(data >> kCostShift);
  return entry;
}

/// Deep entries of this search are worth most.
int TranspositionTable::worth(std::uint64_t data) const noexcept {
  if (bound_code(data) == 0) return -1'000'000;
  return depth_of(data) - static_cast<int>((age_ - age_of(data)) & kAgeMask) * 8 * kBit;
}

void TranspositionTable::store(std::uint64_t key, const TableEntry& entry) noexcept {
  SharedSlot& slot = bucket(key).slot_for(key, [this](std::uint64_t data) { return worth(data); });
  const bool is_searched = entry.depth > 0 || entry.turn.first != kNoCell;
  if (!is_searched && depth_of(slot.data_of(key)) > 0) return;
  slot.store(key, pack(entry, age_));
}

int TranspositionTable::per_mille_used() const noexcept {
  return trivium::used_per_mille(buckets_, [this](std::uint64_t data) { return bound_code(data) != 0 && age_of(data) == age_; });
}

}  // namespace trivium::connect6
