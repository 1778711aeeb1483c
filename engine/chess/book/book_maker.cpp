#include "engine/chess/book/book_maker.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "engine/chess/book/entry_bytes.h"
#include "engine/chess/rules/game.h"

namespace trivium::chess {
namespace {

constexpr std::uint32_t kMaxWeight = std::numeric_limits<std::uint16_t>::max();

std::uint32_t weight_of(Outcome for_mover) noexcept {
  return static_cast<std::uint32_t>(static_cast<int>(for_mover) + 1);
}

}  // namespace

bool BookMaker::add(const PgnGame& record) {
  if (!record.result || record.ended_by_fault() || record.contradicts_itself()) return false;
  Game game(record.start);
  const std::size_t plies =
      std::min(record.moves.size(), static_cast<std::size_t>(std::max(options_.plies, 0)));
  for (std::size_t ply = 0; ply < plies; ++ply) {
    const bool white = game.position().side_to_move() == Color::kWhite;
    const Outcome for_mover = white ? *record.result : opposite(*record.result);
    tallies_.push_back(
        {polyglot_key(game), 1, weight_of(for_mover), polyglot_move(record.moves[ply])});
    game.do_move(record.moves[ply]);
  }
  if (tallies_.size() >= merge_at_) {
    merge();
    merge_at_ = std::max(merge_at_, tallies_.size() + tallies_.size() / 2);
  }
  return true;
}

/// Sorts the tallies and adds those of the same move.
void BookMaker::merge() {
  const auto order = [](const Tally& tally) { return std::tuple(tally.key, tally.move); };
  std::ranges::sort(tallies_, [&](const Tally& a, const Tally& b) { return order(a) < order(b); });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tallies_.size(); ++i) {
    if (kept > 0 && order(tallies_[kept - 1]) == order(tallies_[i])) {
      tallies_[kept - 1].games += tallies_[i].games;
      tallies_[kept - 1].points += tallies_[i].points;
    } else {
      tallies_[kept++] = tallies_[i];
    }
  }
  tallies_.resize(kept);
}

std::vector<PolyglotEntry> BookMaker::entries() {
  merge();
  std::vector<PolyglotEntry> entries;
  for (std::size_t begin = 0, end = 0; begin < tallies_.size(); begin = end) {
    const std::uint64_t key = tallies_[begin].key;
    while (end < tallies_.size() && tallies_[end].key == key) ++end;
    std::uint64_t maximum = 0;
    for (std::size_t i = begin; i < end; ++i)
      maximum = std::max<std::uint64_t>(maximum, tallies_[i].points);
    const std::size_t first = entries.size();
    for (std::size_t i = begin; i < end; ++i) {
      const Tally& tally = tallies_[i];
      const std::uint64_t weight =
          maximum <= kMaxWeight ? tally.points : tally.points * std::uint64_t{kMaxWeight} / maximum;
      if (weight > 0 && tally.games >= options_.min_games)
        entries.push_back({key, tally.move, static_cast<std::uint16_t>(weight), 0});
    }
    std::stable_sort(
        entries.begin() + static_cast<std::ptrdiff_t>(first), entries.end(),
        [](const PolyglotEntry& a, const PolyglotEntry& b) { return a.weight > b.weight; });
  }
  return entries;
}

std::vector<std::byte> book_bytes(std::span<const PolyglotEntry> entries) {
  std::vector<std::byte> bytes;
  bytes.reserve(entries.size() * kPolyglotEntryBytes);
  for (const PolyglotEntry& entry : entries) {
    const EntryBytes one = write_entry(entry);
    bytes.insert(bytes.end(), one.begin(), one.end());
  }
  return bytes;
}

}  // namespace trivium::chess
