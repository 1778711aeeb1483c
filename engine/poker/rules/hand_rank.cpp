#include "engine/poker/rules/hand_rank.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "engine/poker/rules/hand_rank_lanes.h"

namespace trivium::poker {
namespace {

// Hands are read as vectors of lanes, and ranks are written from them.
static_assert(sizeof(CardSum) == sizeof(std::uint64_t) && sizeof(SevenCards) == 7 &&
              std::endian::native == std::endian::little);

constexpr int kCounter = kRanks;  // first bit of a lane's counter and of a half's category
constexpr unsigned kAllRanks = (1U << kRanks) - 1;

// Categories in the form of bits 29-31 of a rank. They add up, so that conditions need not exclude
// each other: a full house is three of a kind plus 3, four of a kind is three of a kind plus 4, a
// straight flush is a straight plus a flush.
constexpr unsigned kTwoPair = 1U << kCounter;
constexpr unsigned kThreeOfAKind = 2U << kCounter;
constexpr unsigned kStraight = 3U << kCounter;
constexpr unsigned kFlush = 4U << kCounter;
constexpr unsigned kFullToo = 3U << kCounter;
constexpr unsigned kFourthToo = 4U << kCounter;

// The algorithm below is written once for sets of ranks in a number (one hand) or in a vector (one
// hand in each lane). A condition is a set with all bits or none.

std::uint32_t none(std::uint32_t set) noexcept { return set == 0 ? ~0U : 0U; }
Lanes none(Lanes set) noexcept { return Lanes(set == 0); }

std::uint32_t more_than(unsigned limit, std::uint32_t count) noexcept {
  return count > limit ? ~0U : 0U;
}
Lanes more_than(unsigned limit, Lanes count) noexcept {
  return Lanes(SignedLanes(count) > static_cast<std::int16_t>(limit));
}

std::uint32_t larger(std::uint32_t a, std::uint32_t b) noexcept { return std::max(a, b); }
Lanes larger(Lanes a, Lanes b) noexcept { return a > b ? a : b; }

template <typename Set>
Set without_lowest(Set set) noexcept {
  return set & (set - 1);
}

/// Removes the lowest rank if `condition` holds, but never the last one.
template <typename Set>
Set drop_lowest(Set set, Set condition) noexcept {
  const Set fewer = set & (set + condition);  // a true condition is -1
  return fewer | (none(fewer) & set);
}

/// Returns the higher of at most two ranks.
template <typename Set>
Set higher_of_two(Set set) noexcept {
  const Set higher = without_lowest(set);
  return larger(higher, set ^ higher);
}

/// Returns the highest two of at most three ranks.
template <typename Set>
Set highest_two_of_three(Set set) noexcept {
  const Set two = without_lowest(set);
  return two | (none(without_lowest(two)) & set);
}

/// Returns the highest rank of the highest straight within `ranks`, or none.
template <typename Set>
Set straight_top(Set ranks) noexcept {
  const Set run1 = (ranks << 1) | (ranks >> (kRanks - 1));  // the ace is also below the deuce
  const Set run2 = run1 & (run1 << 1);
  const Set run4 = run2 & (run2 << 2);
  const Set run5 = run4 & (run1 << 4);
  return (run5 & ~(run5 >> 1)) >> 1;  // the tops of several straights in seven cards are adjacent
}

/// Sets of ranks by the number of cards held.
template <typename Set>
struct Multiples {
  Set one, two, three, four;  // at least this many
};

template <typename Set>
Multiples<Set> multiples_of(const std::array<Set, kSuits>& suits) noexcept {
  const Set either = suits[0] | suits[1], both = suits[0] & suits[1];
  const Set or_either = suits[2] | suits[3], or_both = suits[2] & suits[3];
  return {(either | or_either) & kAllRanks, (both | or_both | (either & or_either)) & kAllRanks,
          ((both & or_either) | (or_both & either)) & kAllRanks, both & or_both & kAllRanks};
}

/// The two halves of a rank: bits 16-31 and 0-15.
template <typename Set>
struct Halves {
  Set major, minor;
};

/// Ranks hands given by the lanes of their suits; `cards` is the number of cards. Inlined, so that
/// the number is known and registers are kept.
template <typename Set>
[[gnu::always_inline]] inline Halves<Set> rank_lanes(const std::array<Set, kSuits>& suits,
                                                     Set cards) noexcept {
  const Multiples<Set> held = multiples_of(suits);

  // The counter is in a lane's highest bits, so the largest lane is that of the longest suit.
  const Set longest = larger(larger(suits[0], suits[1]), larger(suits[2], suits[3]));
  const Set length = longest >> kCounter;
  const Set flush = more_than(4, length);
  const Set flush_ranks = longest & flush & kAllRanks;
  const Set straight = straight_top(flush_ranks | (held.one & ~flush));
  const Set is_straight = ~none(straight);

  // The ranks that make the category, except flushes and straights: four of a kind, else the higher
  // three, else up to two pairs.
  const Set no_four = none(held.four);
  const Set three = higher_of_two(held.four | (held.three & no_four));
  const Set no_three = none(three);
  const Set makers = three | (highest_two_of_three(held.two) & no_three);
  const Set filler = held.two ^ three;  // pairs or a lower three beside a three of a kind
  const Set full_house = ~no_three & no_four & ~none(filler);
  const Set two_pair = no_three & ~none(without_lowest(held.two));
  const Set code = (two_pair & kTwoPair) + (~no_three & kThreeOfAKind) + (full_house & kFullToo) +
                   (~no_four & kFourthToo);

  // With seven cards two do not count, with six one: the lowest ranks left, unless only one rank of
  // several cards is left.
  const Set left = flush_ranks | ((held.one ^ makers) & (filler | ~full_house) & ~flush);
  const Set counted = (flush & length) | (~flush & cards);
  const Set kickers = drop_lowest(drop_lowest(left, more_than(5, counted)), more_than(6, counted));

  return {((code | makers) & ~(flush | is_straight)) + (flush & kFlush) + (is_straight & kStraight),
          straight | (kickers & ~is_straight)};
}

/// Returns the number of cards in each hand.
template <typename Set>
Set cards_of(const std::array<Set, kSuits>& suits) noexcept {
  return (suits[0] >> kCounter) + (suits[1] >> kCounter) + (suits[2] >> kCounter) +
         (suits[3] >> kCounter);
}

/// Writes the ranks of block b to ranks[b * stride] and the following elements.
void store_ranks(const Halves<Lanes>& rank, HandRank* ranks, std::size_t stride) noexcept {
  store_blocks(interleave<0>(rank.minor, rank.major), ranks, stride * sizeof(HandRank));
  store_blocks(interleave<1>(rank.minor, rank.major), ranks + kLanesPerBlock / 2,
               stride * sizeof(HandRank));
}

/// Ranks kLanes hands.
void rank_vector(const CardSum* hands, HandRank* ranks) noexcept {
  constexpr std::size_t kStride = kLanesPerBlock * sizeof(CardSum);
  const auto suits =
      columns_of<4>({load_blocks(hands, kStride), load_blocks(hands + 2, kStride),
                     load_blocks(hands + 4, kStride), load_blocks(hands + 6, kStride)});
  store_ranks(rank_lanes(suits, cards_of(suits)), ranks, kLanesPerBlock);
}

#if defined(__AVX2__)
constexpr std::size_t kHandsPerVector = kVectorBytes;  // one byte each

/// Ranks kHandsPerVector hands; reads two bytes beyond them.
void rank_vector(const SevenCards* hands, HandRank* ranks) noexcept {
  constexpr std::size_t kHandsPerBlock = kBlockBytes;
  static constexpr TableOf16 kSideBySide = {0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 255, 255};
  // By rank, the two bytes of a lane with one card: its bit and, in the higher byte, a counter of
  // one.
  static constexpr TableOf16 kLowByte = {1, 2, 4, 8, 16, 32, 64, 128};
  static constexpr TableOf16 kHighByte = {32, 32, 32, 32, 32, 32, 32, 32, 33, 34, 36, 40, 48};

  std::array<Lanes, 8> pairs;  // pairs of cards by hand
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    pairs[pair] = Lanes(pick(
        Bytes(load_blocks(hands + 2 * pair, kHandsPerBlock * sizeof(SevenCards))), kSideBySide));
  }
  const std::array<Lanes, 8> cards = columns_of(pairs);
  // Suit 0 is the sum over all suits minus the others; bytes may wrap, which the subtraction
  // undoes.
  std::array<Bytes, kSuits> low{}, high{};
  for (std::size_t i = 0; i < std::tuple_size_v<SevenCards>; ++i) {
    const Bytes suit = Bytes(cards[i]) & (kSuits - 1);
    const Bytes rank = Bytes(cards[i] >> 2) & 15;
    const Bytes low_byte = look_up(kLowByte, rank), high_byte = look_up(kHighByte, rank);
    low[0] += low_byte;
    high[0] += high_byte;
    for (int s = 1; s < kSuits; ++s) {
      const Bytes of_suit = Bytes(suit == static_cast<std::uint8_t>(s));
      low[s] += low_byte & of_suit;
      high[s] += high_byte & of_suit;
    }
  }
  low[0] -= low[1] + low[2] + low[3];
  high[0] -= high[1] + high[2] + high[3];
  std::array<Lanes, kSuits> lower, upper;
  for (int s = 0; s < kSuits; ++s) {
    lower[s] = Lanes(interleave<0>(low[s], high[s]));
    upper[s] = Lanes(interleave<1>(low[s], high[s]));
  }
  const Lanes seven = Lanes{} + 7;
  store_ranks(rank_lanes(lower, seven), ranks, kHandsPerBlock);
  store_ranks(rank_lanes(upper, seven), ranks + kLanesPerBlock, kHandsPerBlock);
}
#endif

}  // namespace

std::string_view category_name(HandCategory category) noexcept {
  static constexpr std::array<std::string_view, kHandCategories> kNames = {
      "high card", "pair",       "two pair",       "three of a kind", "straight",
      "flush",     "full house", "four of a kind", "straight flush"};
  return kNames[static_cast<std::size_t>(category)];
}

HandRank rank_hand(CardSum hand) noexcept {
  const auto lane = [hand](int suit) {
    return static_cast<std::uint32_t>(hand.lanes() >> 16 * suit & 0xFFFF);
  };
  const std::array<std::uint32_t, kSuits> suits = {lane(0), lane(1), lane(2), lane(3)};
  const Halves<std::uint32_t> rank = rank_lanes(suits, cards_of(suits));
  return rank.major << 16 | rank.minor;
}

void rank_hands(std::span<const CardSum> hands, std::span<HandRank> ranks) noexcept {
  std::size_t done = 0;
  for (; done + kLanes <= hands.size(); done += kLanes) {
    prefetch<false>(hands, done, kLanes);
    prefetch<true>(ranks, done, kLanes);
    rank_vector(&hands[done], &ranks[done]);
  }
  for (; done < hands.size(); ++done) ranks[done] = rank_hand(hands[done]);
}

void rank_hands(std::span<const SevenCards> hands, std::span<HandRank> ranks) noexcept {
  std::size_t first = 0;
#if defined(__AVX2__)
  // A vector reads two bytes beyond its hands, so another hand must follow.
  for (; first + kHandsPerVector < hands.size(); first += kHandsPerVector) {
    prefetch<false>(hands, first, kHandsPerVector);
    prefetch<true>(ranks, first, kHandsPerVector);
    rank_vector(&hands[first], &ranks[first]);
  }
#endif
  // Long enough that the sums have left the store buffer before they are read as vectors.
  std::array<CardSum, 64> sums;
  for (std::size_t done = first; done < hands.size(); done += sums.size()) {
    const std::size_t count = std::min(sums.size(), hands.size() - done);
    for (std::size_t i = 0; i < count; ++i) sums[i] = CardSum(hands[done + i]);
    rank_hands(std::span<const CardSum>(sums).first(count), ranks.subspan(done));
  }
}

}  // namespace trivium::poker
