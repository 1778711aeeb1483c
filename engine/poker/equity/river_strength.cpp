#include "engine/poker/equity/river_strength.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/poker/equity/strength_sort.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {
namespace {

constexpr std::size_t kLive = kCards - kMaxBoard;
constexpr std::size_t kLivePairs = kLive * (kLive - 1) / 2;

struct RankedPair {
  HandRank rank = 0;
  Card high = 0;
  Card low = 0;
  std::uint16_t pair = 0;
};
using RankedPairs = std::array<RankedPair, kLivePairs>;

/// All holdings on a full board, the worst first; ties in the order of their pair numbers.
class River {
 public:
  explicit River(std::span<const Card> board) noexcept {
    rank(board);
    RankedPairs spare;
    sort_by_strength(pairs_, spare);
  }

  const RankedPairs& pairs() const noexcept { return pairs_; }

  /// Calls use(begin, end) for each run of tied holdings, the worst first.
  template <class Use>
  void for_each_run(const Use& use) const {
    for (std::size_t begin = 0; begin < kLivePairs;) {
      std::size_t end = begin + 1;
      while (end < kLivePairs && pairs_[end].rank == pairs_[begin].rank) ++end;
      use(pairs_.data() + begin, pairs_.data() + end);
      begin = end;
    }
  }

 private:
  void rank(std::span<const Card> board) noexcept {
    const CardSum on_board(board);
    std::array<CardSum, kLivePairs> sums;
    std::array<HandRank, kLivePairs> ranks;
    std::size_t count = 0;
    for_each_pair(bits_of(board), [&](Card high, Card low) {
      sums[count] = on_board + high + low;
      pairs_[count++] = {0, high, low, static_cast<std::uint16_t>(pair_number(high, low))};
    });
    rank_hands(sums, ranks);
    for (std::size_t i = 0; i < kLivePairs; ++i) pairs_[i].rank = ranks[i];
  }

  RankedPairs pairs_;
};

/// A vector of eight numbers, one for each class of opponents' holdings.
using ByClass = std::uint16_t __attribute__((vector_size(2 * kOpponentClasses)));
static_assert(kOpponentClasses == 8 && kEquityBins % 8 == 0 &&
              std::endian::native == std::endian::little);

/// Number of an opponent's holdings so far, in total and by the cards they hold.
struct Tally {
  ByClass all{};
  std::array<ByClass, kCards> with_card{};

  void add(const RankedPair& pair, ByClass one) noexcept {
    all += one;
    with_card[pair.high] += one;
    with_card[pair.low] += one;
  }
  /// Returns the number of holdings without either of two cards. Requires: no holding has both.
  ByClass without(const RankedPair& pair) const noexcept {
    return all - with_card[pair.high] - with_card[pair.low];
  }
};

constexpr std::uint32_t kHalfUnits = kProfileUnits / 2;
/// [n]: kProfileUnits / 2n as a fixed-point number with 16 bits, rounded up so that integral
/// quotients stay exact.
constexpr std::array<std::uint32_t, kRiverUnits / 2 + 1> kUnitsPerHolding = [] {
  std::array<std::uint32_t, kRiverUnits / 2 + 1> units{};
  for (std::uint32_t n = 1; n < units.size(); ++n) units[n] = (kHalfUnits * 65'536 + n - 1) / n;
  return units;
}();

RiverPoint profile(ByClass halves, ByClass holdings) noexcept {
  std::uint32_t halves_in_all = 0;
  std::uint32_t holdings_in_all = 0;
  for (std::size_t c = 0; c < kOpponentClasses; ++c) {
    halves_in_all += halves[c];
    holdings_in_all += holdings[c];
  }
  RiverPoint point{};
  for (std::size_t c = 0; c < kOpponentClasses; ++c) {
    const std::uint32_t units = holdings[c] > 0 ? halves[c] * kUnitsPerHolding[holdings[c]]
                                                : halves_in_all * kUnitsPerHolding[holdings_in_all];
    point[c] = static_cast<std::uint8_t>(units >> 16);
  }
  return point;
}

/// Multiplying by this adds up to eight counts, each in one byte of a number. Requires: no sum
/// exceeds a byte.
constexpr std::uint64_t kEveryByte = 0x0101010101010101;

constexpr std::array<std::uint8_t, kRiverUnits + 1> kBinOfEquity = [] {
  std::array<std::uint8_t, kRiverUnits + 1> bins{};
  for (std::uint32_t equity = 0; equity < bins.size(); ++equity)
    bins[equity] = static_cast<std::uint8_t>(equity_bin(equity));
  return bins;
}();

/// Turns the counts of bins into cumulative counts.
void add_up(TurnPoint& counts) noexcept {
  std::uint64_t before = 0;  // the same count in every byte
  for (std::size_t i = 0; i < kEquityBins; i += sizeof(std::uint64_t)) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, &counts[i], sizeof eight);
    eight = eight * kEveryByte + before;
    before = (eight >> 56) * kEveryByte;
    eight *= kTurnScale;
    std::memcpy(&counts[i], &eight, sizeof eight);
  }
}

}  // namespace

OpponentClasses opponents_by_pair(
    std::span<const std::uint8_t, kPreflopClasses> by_class) noexcept {
  OpponentClasses opponents{};
  for_each_pair(0, [&](Card high, Card low) {
    opponents[pair_number(high, low)] = by_class[preflop_class(high, low)];
  });
  return opponents;
}

void river_equities(std::span<const Card> board, PairEquities& equities) noexcept {
  const River river(board);
  equities.fill(0);
  std::uint32_t all = 0;
  std::array<std::uint32_t, kCards> with_card{};
  river.for_each_run([&](const RankedPair* begin, const RankedPair* end) {
    // Wins are the holdings counted before the run. Wins plus ties are those counted after it; that
    // count includes the holding itself once and subtracts it twice.
    for (const RankedPair* p = begin; p != end; ++p) {
      equities[p->pair] = static_cast<std::uint16_t>(all - with_card[p->high] - with_card[p->low]);
    }
    for (const RankedPair* p = begin; p != end; ++p) {
      ++with_card[p->high];
      ++with_card[p->low];
    }
    all += static_cast<std::uint32_t>(end - begin);
    for (const RankedPair* p = begin; p != end; ++p) {
      equities[p->pair] = static_cast<std::uint16_t>(equities[p->pair] + all + 1 -
                                                     with_card[p->high] - with_card[p->low]);
    }
  });
}

void river_points(std::span<const Card> board, const OpponentClasses& opponents,
                  std::span<RiverPoint, kPairs> points) noexcept {
  const River river(board);
  std::array<ByClass, kOpponentClasses> ones{};
  for (std::size_t c = 0; c < kOpponentClasses; ++c) ones[c][c] = 1;
  Tally total;
  for (const RankedPair& pair : river.pairs()) total.add(pair, ones[opponents[pair.pair]]);
  std::memset(points.data(), 0, points.size_bytes());
  Tally tally;
  std::array<ByClass, kLivePairs> wins;
  river.for_each_run([&](const RankedPair* begin, const RankedPair* end) {
    ByClass* const won = wins.data() + (begin - river.pairs().data());
    for (const RankedPair* p = begin; p != end; ++p) won[p - begin] = tally.without(*p);
    for (const RankedPair* p = begin; p != end; ++p) tally.add(*p, ones[opponents[p->pair]]);
    for (const RankedPair* p = begin; p != end; ++p) {
      const ByClass own = ones[opponents[p->pair]];
      points[p->pair] = profile(won[p - begin] + tally.without(*p) + own, total.without(*p) + own);
    }
  });
}

std::vector<TurnPoint> turn_points(std::span<const Card> board) {
  static_assert(kTurnRivers * kTurnScale < 256);
  std::vector<TurnPoint> points(kPairs);
  std::array<Card, kMaxBoard> full{};
  std::copy(board.begin(), board.end(), full.begin());
  PairEquities equities;
  for (Card river = 0; river < kCards; ++river) {
    if ((bits_of(board) >> river & 1) != 0) continue;
    full.back() = river;
    river_equities(full, equities);
    for_each_pair(bits_of(full), [&](Card high, Card low) {
      const std::size_t pair = pair_number(high, low);
      ++points[pair][kBinOfEquity[equities[pair]]];
    });
  }
  for (TurnPoint& point : points) add_up(point);
  return points;
}

}  // namespace trivium::poker
