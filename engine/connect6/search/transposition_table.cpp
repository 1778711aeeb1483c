#include "engine/connect6/search/transposition_table.h"

#include <algorithm>

namespace trivium::connect6 {

namespace {

constexpr int kSecondShift = 10;
constexpr int kValueShift = 20;
constexpr int kDepthShift = 36;
constexpr int kBoundShift = 47;
constexpr int kCostShift = 54;
constexpr std::uint64_t kCellMask = 1023;  // this value itself stands for kNoCell
constexpr Cost kDeepest = 2047;
constexpr Cost kDearest = 1023;
static_assert(kDearest + 1 >= kMaxCost);
static_assert(kMaxSize * kMaxSize < 1023);

constexpr Cell cell_of(std::uint64_t data, int shift) noexcept {
  const std::uint64_t bits = data >> shift & kCellMask;
  return bits == kCellMask ? kNoCell : static_cast<Cell>(bits);
}
constexpr Cost depth_of(std::uint64_t data) noexcept {
  return static_cast<Cost>(data >> kDepthShift & 2047);
}
constexpr int bound_code(std::uint64_t data) noexcept {
  return static_cast<int>(data >> kBoundShift & 3);
}

}  // namespace

std::uint64_t TableEntryCodec::pack(const TableEntry& entry) noexcept {
  const auto cell = [](Cell of_turn) { return of_turn & kCellMask; };
  return cell(entry.turn.first) | cell(entry.turn.second) << kSecondShift |
         std::uint64_t{static_cast<std::uint16_t>(entry.value)} << kValueShift |
         static_cast<std::uint64_t>(std::clamp(entry.depth, 0, kDeepest)) << kDepthShift |
         static_cast<std::uint64_t>(static_cast<int>(entry.bound) + 1) << kBoundShift |
         static_cast<std::uint64_t>(std::clamp(entry.cost, 0, kDearest)) << kCostShift;
}

TableEntry TableEntryCodec::unpack(std::uint64_t data) noexcept {
  TableEntry entry;
  entry.turn = {cell_of(data, 0), cell_of(data, kSecondShift)};
  entry.value = static_cast<std::int16_t>(data >> kValueShift);
  entry.depth = depth_of(data);
  entry.bound = static_cast<Score::Bound>(bound_code(data) - 1);
  entry.cost = static_cast<Cost>(data >> kCostShift);
  return entry;
}

int TableEntryCodec::replacement_value(std::uint64_t data) noexcept { return depth_of(data); }

std::uint64_t TableEntryCodec::update(const TableEntry& entry, std::uint64_t known, bool) noexcept {
  const bool is_searched = entry.depth > 0 || entry.turn.first != kNoCell;
  return !is_searched && depth_of(known) > 0 ? 0 : pack(entry);
}

}  // namespace trivium::connect6
