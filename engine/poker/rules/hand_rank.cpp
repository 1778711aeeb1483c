#include "engine/poker/rules/hand_rank.h"

#include <algorithm>

#include "engine/poker/rules/hand_rank_lanes.h"

namespace trivium::poker {
namespace {

static_assert(sizeof(CardSum) == sizeof(std::uint64_t) && sizeof(SevenCards) == 7, "hands are read as vectors");

constexpr int kCounter = kRanks;  // where in its lane a suit's counter begins, and in a half rank the category
constexpr unsigned kAllRanks = (1U << kRanks) - 1;

constexpr unsigned kTwoPair = 1U << kCounter;
constexpr unsigned kThreeOfAKind = 2U << kCounter;
constexpr unsigned kStraight = 3U << kCounter;
constexpr unsigned kFlush = 4U << kCounter;
constexpr unsigned kFullHouse = 5U << kCounter;
constexpr unsigned kFourOfAKind = 6U << kCounter;
constexpr unsigned kStraightFlush = 7U << kCounter;

// The algorithm below is written once, for sets of ranks that are a number (one hand) or a vector of them (a hand in each lane). A
// condition is a set too: all bits or none.

std::uint32_t none(std::uint32_t set) noexcept { return set == 0 ? ~0U : 0U; }
Lanes none(Lanes set) noexcept { return Lanes(set == 0); }

std::uint32_t more_than(unsigned limit, std::uint32_t count) noexcept { return count > limit ? ~0U : 0U; }
Lanes more_than(unsigned limit, Lanes count) noexcept { return Lanes(SignedLanes(count) > static_cast<std::int16_t>(limit)); }

template <typename Set>
Set choose(Set condition, Set yes, Set no) noexcept {
  return (condition & yes) | (~condition & no);
}

template <typename Set>
Set without_lowest(Set set) noexcept {
  return set & (set - 1);
}

/// Takes the lowest rank out where `condition` holds, but never the last one.
template <typename Set>
Set drop_lowest(Set set, Set condition) noexcept {
  const Set fewer = set & (set + condition);  // a condition that holds is -1
  return fewer | (none(fewer) & set);
}

/// The highest rank of the highest straight within `ranks`, or none.
template <typename Set>
Set straight_top(Set ranks) noexcept {
  const Set run1 = (ranks << 1) | (ranks >> (kRanks - 1));  // the ace counts below the deuce too
  const Set run2 = run1 & (run1 << 1);
  const Set run4 = run2 & (run2 << 2);
  const Set run5 = run4 & (run1 << 4);
  return (run5 & ~(run5 >> 1)) >> 1;  // the tops of all straights of seven cards follow each other
}

/// Ranks by how many cards of each are held.
template <typename Set>
struct Multiples {
  Set one, two, three, four;  // at least so many
};

template <typename Set>
Multiples<Set> multiples_of(const std::array<Set, kSuits>& suits) noexcept {
  const Set either = suits[0] | suits[1], both = suits[0] & suits[1];
  const Set or_either = suits[2] | suits[3], or_both = suits[2] & suits[3];
  return {(either | or_either) & kAllRanks, (both | or_both | (either & or_either)) & kAllRanks,
          ((both & or_either) | (or_both & either)) & kAllRanks, both & or_both & kAllRanks};
}

template <typename Set>
struct Flush {
  Set ranks;  // of the suit that has five cards or more; none where no suit has
  Set cards;  // how many those are
};

template <typename Set>
Flush<Set> flush_of(const std::array<Set, kSuits>& suits) noexcept {
  const auto if_flush = [](Set lane) { return lane & more_than(4, lane >> kCounter); };
  const Set lane = (if_flush(suits[0]) | if_flush(suits[1])) | (if_flush(suits[2]) | if_flush(suits[3]));
  return {lane & kAllRanks, lane >> kCounter};
}

/// The two halves of a rank: bits 16-31 and 0-15.
template <typename Set>
struct Halves {
  Set major, minor;
};

/// The rank of hands that are given by their suits' lanes.
template <typename Set>
Halves<Set> rank_lanes(const std::array<Set, kSuits>& suits) noexcept {
  const Multiples<Set> held = multiples_of(suits);
  const Flush<Set> flush = flush_of(suits);
  const Set no_flush = none(flush.ranks);

  // The ranks that make the category: of four of a kind, else the higher three, else up to two pairs.
  const Set no_four = none(held.four);
  const Set threes = held.four | (held.three & no_four);
  const Set no_three = none(threes);
  const Set three = drop_lowest(threes, ~no_three);
  const Set second_pair = without_lowest(held.two);
  const Set pairs = choose(none(without_lowest(second_pair)), held.two, second_pair);
  const Set makers = three | (pairs & no_three);

  const Set filler = held.two ^ three;  // the pairs, and lower threes, beside a three
  const Set full_house = ~no_three & no_four & ~none(filler);
  const Set two_pair = no_three & ~none(second_pair);
  // Numbers add up to the code of the category: 2 + 3 is a full house, 2 + 4 four of a kind.
  const Set code = (two_pair & kTwoPair) + (~no_three & kThreeOfAKind) + (full_house & (kFullHouse - kThreeOfAKind)) +
                   (~no_four & (kFourOfAKind - kThreeOfAKind));

  // Of seven cards two do not count, of six one: the lowest of those left, save that what is left may be one rank of several cards.
  const Set left = choose(no_flush, choose(full_house, filler, held.one ^ makers), flush.ranks);
  const Set counters = (suits[0] >> kCounter) + (suits[1] >> kCounter) + (suits[2] >> kCounter) + (suits[3] >> kCounter);
  const Set cards = choose(no_flush, counters, flush.cards);
  const Set kickers = drop_lowest(drop_lowest(left, more_than(5, cards)), more_than(6, cards));

  const Set straight = straight_top(choose(no_flush, held.one, flush.ranks));
  const Set no_straight = none(straight);
  const Set straight_code = (no_flush & kStraight) | (~no_flush & kStraightFlush);
  const Set major = choose(no_flush, code | makers, Set{} + kFlush);
  return {choose(no_straight, major, straight_code), straight | (no_straight & kickers)};
}

/// Block b of `suits` holds hands whose ranks go to ranks[b * stride] and on.
void rank_block(const std::array<Lanes, kSuits>& suits, HandRank* ranks, std::size_t stride) noexcept {
  const Halves<Lanes> rank = rank_lanes(suits);
  store_blocks(interleave<0>(rank.minor, rank.major), ranks, stride * sizeof(HandRank));
  store_blocks(interleave<1>(rank.minor, rank.major), ranks + kLanesPerBlock / 2, stride * sizeof(HandRank));
}

/// Ranks kLanes hands.
void rank_block(const CardSum* hands, HandRank* ranks) noexcept {
  constexpr std::size_t kStride = kLanesPerBlock * sizeof(CardSum);
  rank_block(columns_of<4>({load_blocks(hands, kStride), load_blocks(hands + 2, kStride), load_blocks(hands + 4, kStride),
                            load_blocks(hands + 6, kStride)}),
             ranks, kLanesPerBlock);
}

#if defined(__AVX2__)
constexpr std::size_t kHandsOfBytes = kVectorBytes;

/// The hands of kHandsOfBytes hands given by their cards: a byte of each vector is one card of one hand.
void rank_block(const SevenCards* hands, HandRank* ranks) noexcept {
  constexpr std::size_t kHandsPerBlock = kBlockBytes;
  static constexpr TableOf16 kSideBySide = {0, 7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13, 255, 255};
  static constexpr TableOf16 kLowByte = {1, 2, 4, 8, 16, 32, 64, 128};
  static constexpr TableOf16 kHighByte = {32, 32, 32, 32, 32, 32, 32, 32, 33, 34, 36, 40, 48};

  std::array<Lanes, 8> pairs;  // of hands, card beside card
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    pairs[pair] = Lanes(pick(Bytes(load_blocks(hands + 2 * pair, kHandsPerBlock * sizeof(SevenCards))), kSideBySide));
  }
  const std::array<Lanes, 8> cards = columns_of(pairs);
  std::array<Bytes, kSuits> low{}, high{};
  for (std::size_t i = 0; i < std::tuple_size_v<SevenCards>; ++i) {
    const Bytes suit = Bytes(cards[i]) & (kSuits - 1);
    const Bytes rank = Bytes(cards[i] >> 2) & 15;
    const Bytes low_bits = look_up(kLowByte, rank), high_bits = look_up(kHighByte, rank);
    for (int s = 0; s < kSuits; ++s) {
      const Bytes of_suit = Bytes(suit == static_cast<std::uint8_t>(s));
      low[s] += low_bits & of_suit;
      high[s] += high_bits & of_suit;
    }
  }
  std::array<Lanes, kSuits> lower, upper;
  for (int s = 0; s < kSuits; ++s) {
    lower[s] = Lanes(interleave<0>(low[s], high[s]));
    upper[s] = Lanes(interleave<1>(low[s], high[s]));
  }
  rank_block(lower, ranks, kHandsPerBlock);
  rank_block(upper, ranks + kLanesPerBlock, kHandsPerBlock);
}
#endif

}  // namespace

std::string_view category_name(HandCategory category) noexcept {
  static constexpr std::array<std::string_view, kHandCategories> kNames = {
      "high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"};
  return kNames[static_cast<std::size_t>(category)];
}

HandRank rank_hand(CardSum hand) noexcept {
  const auto lane = [hand](int suit) { return static_cast<std::uint32_t>(hand.lanes() >> 16 * suit & 0xFFFF); };
  const Halves<std::uint32_t> rank = rank_lanes<std::uint32_t>({lane(0), lane(1), lane(2), lane(3)});
  return rank.major << 16 | rank.minor;
}

void rank_hands(std::span<const CardSum> hands, std::span<HandRank> ranks) noexcept {
  std::size_t done = 0;
  for (; done + kLanes <= hands.size(); done += kLanes) rank_block(&hands[done], &ranks[done]);
  for (; done < hands.size(); ++done) ranks[done] = rank_hand(hands[done]);
}

void rank_hands(std::span<const SevenCards> hands, std::span<HandRank> ranks) noexcept {
  std::size_t first = 0;
#if defined(__AVX2__)
  for (; first + kHandsOfBytes < hands.size(); first += kHandsOfBytes) rank_block(&hands[first], &ranks[first]);
#endif
  // Long enough that the hands have left the store buffer when they are read again, as vectors; short enough for the first cache.
  std::array<CardSum, 256> sums;
  for (std::size_t done = first; done < hands.size(); done += sums.size()) {
    const std::size_t count = std::min(sums.size(), hands.size() - done);
    for (std::size_t i = 0; i < count; ++i) sums[i] = CardSum(hands[done + i]);
    rank_hands(std::span<const CardSum>(sums).first(count), ranks.subspan(done));
  }
}

}  // namespace trivium::poker
