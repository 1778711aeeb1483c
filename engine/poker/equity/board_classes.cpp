#include "engine/poker/equity/board_classes.h"

#include <algorithm>
#include <bit>

#include "engine/poker/equity/combinations.h"

namespace trivium::poker {
namespace {

constexpr std::size_t kSetsOfRanks = std::size_t{1} << kRanks;
constexpr std::uint16_t kNoKey = 0xFFFF;

/// [k]: number of sets of fewer than k ranks.
constexpr std::array<std::size_t, kMaxBoard + 2> kFirstOfSize = [] {
  std::array<std::size_t, kMaxBoard + 2> first{};
  for (std::size_t k = 0; k <= kMaxBoard; ++k) first[k + 1] = first[k] + combinations(kRanks, k);
  return first;
}();

/// Numbers sets of up to five ranks, smaller sets first.
constexpr std::array<std::uint16_t, kSetsOfRanks> kKeyOfSet = [] {
  std::array<std::uint16_t, kSetsOfRanks> keys{};
  std::array<std::size_t, kMaxBoard + 1> next{};
  for (std::size_t k = 0; k <= kMaxBoard; ++k) next[k] = kFirstOfSize[k];
  for (std::size_t set = 0; set < kSetsOfRanks; ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    keys[set] = size > kMaxBoard ? kNoKey : static_cast<std::uint16_t>(next[size]++);
  }
  return keys;
}();

constexpr std::size_t size_of_key(std::size_t key) noexcept {
  std::size_t size = 0;
  while (key >= kFirstOfSize[size + 1]) ++size;
  return size;
}

/// Returns n over k for the few k that numbering needs, without a division by a variable.
constexpr std::size_t choose(std::size_t n, std::size_t k) noexcept {
  switch (k) {
    case 1:
      return n;
    case 2:
      return n * (n - 1) / 2;
    case 3:
      return n * (n - 1) * (n - 2) / 6;
    default:
      return combinations(n, k);
  }
}

/// Number of cards of each suit, descending. shape_of() reads it as a number in base six.
using Sizes = std::array<std::size_t, kSuits>;
constexpr std::size_t kShapes = 6 * 6 * 6 * 2;  // the last suit has at most one card
constexpr std::size_t shape_of(const Sizes& sizes) noexcept {
  return ((sizes[3] * 6 + sizes[2]) * 6 + sizes[1]) * 6 + sizes[0];
}

/// Returns the number of suits from `first` on that have the same size.
constexpr std::size_t suits_alike(const Sizes& sizes, std::size_t first) noexcept {
  std::size_t alike = 1;
  while (first + alike < kSuits && sizes[first + alike] == sizes[first]) ++alike;
  return alike;
}

/// Returns the number of canonical boards whose suits have these sizes.
constexpr std::size_t boards_of(const Sizes& sizes) noexcept {
  std::size_t boards = 1;
  for (std::size_t suit = 0; suit < kSuits && sizes[suit] > 0;) {
    const std::size_t alike = suits_alike(sizes, suit);
    boards *= combinations(combinations(kRanks, sizes[suit]) + alike - 1, alike);
    suit += alike;
  }
  return boards;
}

constexpr bool next_sizes(Sizes& sizes) noexcept {
  for (std::size_t& size : sizes) {
    if (++size <= kMaxBoard) return true;
    size = 0;
  }
  return false;
}

/// Number of the first board of each shape among the boards with the same number of cards.
constexpr std::array<std::uint32_t, kShapes> kFirstOfShape = [] {
  std::array<std::uint32_t, kShapes> first{};
  std::array<std::uint32_t, kMaxBoard + 1> next{};
  Sizes sizes{};
  do {
    const std::size_t cards = sizes[0] + sizes[1] + sizes[2] + sizes[3];
    const bool falling = sizes[0] >= sizes[1] && sizes[1] >= sizes[2] && sizes[2] >= sizes[3];
    if (cards > kMaxBoard || !falling) continue;
    first[shape_of(sizes)] = next[cards];
    next[cards] += static_cast<std::uint32_t>(boards_of(sizes));
  } while (next_sizes(sizes));
  return first;
}();

using SuitExchange = std::array<std::uint8_t, kSuits>;

/// All ways to rename suits.
constexpr std::array<SuitExchange, 24> kExchanges = [] {
  std::array<SuitExchange, 24> exchanges{};
  SuitExchange suits{0, 1, 2, 3};
  for (SuitExchange& exchange : exchanges) {
    exchange = suits;
    std::next_permutation(suits.begin(), suits.end());
  }
  return exchanges;
}();

/// True if the exchange leaves the board unchanged.
bool keeps(const SuitExchange& exchange, const CanonicalBoard& board) noexcept {
  for (int suit = 0; suit < kSuits; ++suit) {
    if (board.ranks(suit) != board.ranks(exchange[static_cast<std::size_t>(suit)])) return false;
  }
  return true;
}

/// Returns the number of holdings that it leaves unchanged: both cards stay, or they change places.
std::size_t holdings_kept(const SuitExchange& exchange, const CanonicalBoard& board) noexcept {
  std::size_t staying = 0;
  std::size_t swapped = 0;
  for (std::size_t suit = 0; suit < kSuits; ++suit) {
    const std::size_t to = exchange[suit];
    const auto unseen =
        static_cast<std::size_t>(kRanks - std::popcount(board.ranks(static_cast<int>(suit))));
    if (to == suit) staying += unseen;
    if (to > suit && exchange[to] == suit) swapped += unseen;
  }
  return staying * (staying - 1) / 2 + swapped;
}

constexpr Card exchanged(Card card, const SuitExchange& exchange) noexcept {
  return static_cast<Card>((card & ~3U) | exchange[card & 3U]);
}

/// Lists the canonical boards of one size, suit by suit.
class BoardLister {
 public:
  BoardLister(std::size_t cards, std::size_t boards) : cards_(cards), boards_(boards) {
    for (std::size_t set = 0; set < kSetsOfRanks; ++set) {
      if (kKeyOfSet[set] != kNoKey) sets_[kKeyOfSet[set]] = static_cast<std::uint16_t>(set);
    }
  }

  std::vector<std::array<Card, kMaxBoard>> list() {
    choose_suit(0, cards_, kFirstOfSize[cards_ + 1] - 1);
    return std::move(boards_);
  }

 private:
  /// Adds boards with `left` more cards in suits whose keys are at most `highest`.
  void choose_suit(std::size_t suit, std::size_t left, std::size_t highest) {
    if (suit == kSuits) {
      if (left == 0) add();
      return;
    }
    highest = std::min(highest, kFirstOfSize[left + 1] - 1);
    for (std::size_t key = 0; key <= highest; ++key) {
      if (size_of_key(key) * (kSuits - suit) < left) continue;
      suits_[suit] = sets_[key];
      choose_suit(suit + 1, left - size_of_key(key), key);
    }
  }

  void add() {
    std::array<Card, kMaxBoard> board{};
    std::size_t count = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
      for (int suit = 0; suit < kSuits; ++suit) {
        if ((suits_[static_cast<std::size_t>(suit)] >> rank & 1) != 0)
          board[count++] = make_card(rank, suit);
      }
    }
    boards_[CanonicalBoard(std::span(board).first(cards_)).number()] = board;
  }

  std::size_t cards_;
  std::vector<std::array<Card, kMaxBoard>> boards_;
  std::array<std::uint16_t, kFirstOfSize[kMaxBoard + 1]> sets_{};  ///< by key
  std::array<std::uint16_t, kSuits> suits_{};
};

}  // namespace

bool is_holdem(const GameDefinition& game) noexcept {
  return game.rounds == kHoldemRounds && game.hole_cards == 2 && game.suits == kSuits &&
         game.ranks == kRanks && game.board_cards == std::array<int, kMaxRounds>{0, 3, 1, 1};
}

CanonicalBoard::CanonicalBoard(std::span<const Card> board) noexcept {
  std::array<std::uint16_t, kSuits> ranks{};
  for (const Card card : board)
    ranks[card & 3U] = static_cast<std::uint16_t>(ranks[card & 3U] | 1U << rank_of(card));
  std::array<std::uint32_t, kSuits> order{};  // keys, each with its suit
  for (unsigned suit = 0; suit < kSuits; ++suit)
    order[suit] = std::uint32_t{kKeyOfSet[ranks[suit]]} << 2 | (3U - suit);
  const auto sort_two = [&order](std::size_t a, std::size_t b) {
    const std::uint32_t low = std::min(order[a], order[b]);
    order[a] = std::max(order[a], order[b]);
    order[b] = low;
  };
  sort_two(0, 1);
  sort_two(2, 3);
  sort_two(0, 2);
  sort_two(1, 3);
  sort_two(1, 2);
  for (std::size_t place = 0; place < kSuits; ++place) {
    const std::uint32_t suit = 3U - (order[place] & 3U);
    keys_[place] = static_cast<std::uint16_t>(order[place] >> 2);
    ranks_[place] = ranks[suit];
    to_[suit] = static_cast<std::uint8_t>(place);
  }
  for (const Card card : board) cards_ |= std::uint64_t{1} << rename(card);
}

std::size_t CanonicalBoard::number() const noexcept {
  Sizes sizes{};
  for (std::size_t suit = 0; suit < kSuits; ++suit)
    sizes[suit] = static_cast<std::size_t>(std::popcount(ranks_[suit]));
  std::size_t number = kFirstOfShape[shape_of(sizes)];
  std::size_t radix = 1;
  for (std::size_t suit = 0; suit < kSuits && sizes[suit] > 0;) {
    // Suits of one size are a multiset of keys. In descending order, adding its place to each key
    // makes them distinct, so that the multiset is numbered like a set.
    const std::size_t alike = suits_alike(sizes, suit);
    const std::size_t first = kFirstOfSize[sizes[suit]];
    const std::size_t sets = kFirstOfSize[sizes[suit] + 1] - first;
    for (std::size_t i = 0; i < alike; ++i)
      number += radix * choose(keys_[suit + i] - first + alike - 1 - i, alike - i);
    radix *= choose(sets + alike - 1, alike);
    suit += alike;
  }
  return number;
}

std::size_t CanonicalBoard::boards() const noexcept {
  const auto kept = std::ranges::count_if(
      kExchanges, [this](const SuitExchange& exchange) { return keeps(exchange, *this); });
  return kExchanges.size() / static_cast<std::size_t>(kept);
}

std::size_t CanonicalBoard::holdings() const noexcept {
  // Burnside's lemma: the number of classes is the average number of holdings that an exchange
  // keeps.
  std::size_t kept = 0;
  std::size_t exchanges = 0;
  for (const SuitExchange& exchange : kExchanges) {
    if (!keeps(exchange, *this)) continue;
    kept += holdings_kept(exchange, *this);
    ++exchanges;
  }
  return kept / exchanges;
}

std::vector<std::array<Card, kMaxBoard>> canonical_boards(int round) {
  return BoardLister(kBoardCards[static_cast<std::size_t>(round)],
                     kBoardClasses[static_cast<std::size_t>(round)])
      .list();
}

std::array<std::uint16_t, kPairs> holding_classes(const CanonicalBoard& board) noexcept {
  std::array<std::uint16_t, kPairs> classes;
  classes.fill(kNoHoldingClass);
  std::array<SuitExchange, kExchanges.size()> exchanges;
  const auto end =
      std::ranges::copy_if(kExchanges, exchanges.begin(), [&board](const SuitExchange& e) {
        return keeps(e, board);
      }).out;
  const std::span kept(exchanges.begin(), end);
  std::uint16_t next = 0;
  for (Card high = 1; high < kCards; ++high) {
    for (Card low = 0; low < high; ++low) {
      if ((board.cards() >> high & 1) != 0 || (board.cards() >> low & 1) != 0) continue;
      if (classes[pair_number(high, low)] != kNoHoldingClass) continue;
      for (const SuitExchange& exchange : kept)
        classes[pair_number(exchanged(high, exchange), exchanged(low, exchange))] = next;
      ++next;
    }
  }
  return classes;
}

}  // namespace trivium::poker
