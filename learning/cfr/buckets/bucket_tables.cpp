#include "learning/cfr/buckets/bucket_tables.h"

#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

using poker::kBoardCards;
using poker::kHoldemRounds;

std::size_t BucketTables::bytes(const poker::BucketCounts& counts) noexcept {
  std::size_t sum = 0;
  for (int round = 0; round < kHoldemRounds; ++round)
    sum += RoundTable::bytes(round, counts[static_cast<std::size_t>(round)]);
  return sum;
}

BucketTables::BucketTables(const poker::BucketCounts& counts)
    : counts_(counts),
      tables_{RoundTable(0, counts[0]), RoundTable(1, counts[1]), RoundTable(2, counts[2]),
              RoundTable(3, counts[3])} {}

void BucketTables::fill(const poker::Buckets& buckets, std::size_t threads,
                        const Progress& progress, std::size_t every) {
  std::size_t before = 0;
  for (int round = 0; round < kHoldemRounds; ++round) {
    const std::vector<std::array<poker::Card, poker::kMaxBoard>> boards =
        poker::canonical_boards(round);
    RoundTable& table = tables_[static_cast<std::size_t>(round)];
    const auto fill = [&](std::size_t number) {
      if (number % every != 0 || counts_[static_cast<std::size_t>(round)] == 1) return;
      const auto board =
          std::span(boards[number]).first(kBoardCards[static_cast<std::size_t>(round)]);
      poker::Buckets::PairBuckets found;
      buckets.find_all(board, found);
      table.fill(board, found);
    };
    for_each_item(boards.size(), threads, fill, [&](std::size_t done) {
      if (progress) progress(before + done);
    });
    before += boards.size();
  }
}

BucketDeal BucketTables::deal(std::span<const poker::Card> board) const noexcept {
  BucketDeal deal;
  deal.tables_ = &tables_;
  for (std::size_t round = 0; round < kHoldemRounds; ++round)
    deal.rows_[round] = tables_[round].row(board.first(kBoardCards[round]));
  return deal;
}

}  // namespace trivium::learning::cfr
