#include "learning/poker_measure/matches/all_in_expectation.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/poker/rules/hand_rank.h"

namespace trivium::learning::poker_measure {

using poker::Card;
using poker::CardSum;
using poker::Chips;
using poker::Hand;
using poker::HandRank;

namespace {

/// Number of boards in a batch. At least the number of cards in a deck.
constexpr std::size_t kBatch = 512;

int last_round_decided(const Hand& hand) noexcept {
  return hand.actions().empty() ? 0 : hand.actions().back().round;
}

/// A main or side pot. Sets of contenders are bit masks (bit i: contender i).
struct Pot {
  Chips from = 0;                  ///< the pot contains what each player spent between `from` ...
  Chips to = 0;                    ///< ... and `to`
  std::uint32_t rivals = 0;        ///< contenders that can win it
  std::vector<std::uint64_t> won;  ///< by set of contenders: number of boards on which it won
};

/// Enumerates the boards of a hand and counts the winners of each pot.
class Showdowns {
 public:
  explicit Showdowns(const Hand& hand) : hand_(hand) {
    for (int player = 0; player < hand.game().players; ++player) {
      if (!hand.betting().folded(player)) players_.push_back(player);
    }
    for (const int player : players_) own_.emplace_back(hand.hole(player));
    sums_.resize(players_.size() * kBatch);
    ranks_.resize(players_.size() * kBatch);
    make_pots();
  }

  poker::Payoffs mean() {
    const int decided = last_round_decided(hand_);
    const auto known = static_cast<std::size_t>(hand_.game().board_cards_through(decided));
    const std::span<const Card> board = hand_.board().first(known);
    collect_unseen(board);
    complete(CardSum(board), 0, hand_.board().size() - known);
    flush();
    return share();
  }

 private:
  void make_pots() {
    std::vector<Chips> levels;
    for (const int player : players_) levels.push_back(hand_.betting().spent(player));
    std::ranges::sort(levels);
    Chips from = 0;
    for (const Chips level : levels) {
      if (level == from) continue;
      Pot pot{from, level, 0, std::vector<std::uint64_t>(std::size_t{1} << players_.size())};
      for (std::size_t i = 0; i < players_.size(); ++i) {
        if (hand_.betting().spent(players_[i]) >= level) pot.rivals |= std::uint32_t{1} << i;
      }
      pots_.push_back(std::move(pot));
      from = level;
    }
  }

  void collect_unseen(std::span<const Card> board) {
    poker::CardSet left = hand_.game().deck();
    for (const Card card : board) left.remove(card);
    for (int player = 0; player < hand_.game().players; ++player) {
      for (const Card card : hand_.hole(player)) left.remove(card);
    }
    for (const Card card : left.cards()) unseen_.push_back(card);
  }

  /// Completes `board` with every set of `missing` cards out of unseen_, starting at index `first`.
  void complete(CardSum board, std::size_t first, std::size_t missing) {
    if (missing == 1) return add(board, std::span(unseen_).subspan(first));
    for (std::size_t next = first; next + missing <= unseen_.size(); ++next)
      complete(board + unseen_[next], next + 1, missing - 1);
  }

  /// Adds the boards that each of `cards` completes to the batch.
  void add(CardSum board, std::span<const CardSum> cards) {
    if (waiting_ + cards.size() > kBatch) flush();
    for (std::size_t i = 0; i < own_.size(); ++i) {
      const CardSum known = own_[i] + board;
      CardSum* const sums = sums_.data() + i * kBatch + waiting_;
      for (std::size_t k = 0; k < cards.size(); ++k) sums[k] = known + cards[k];
    }
    waiting_ += cards.size();
  }

  /// Ranks the hands of the batch and counts the winners.
  void flush() {
    for (std::size_t i = 0; i < own_.size(); ++i) {
      poker::rank_hands(std::span(sums_).subspan(i * kBatch, waiting_),
                        std::span(ranks_).subspan(i * kBatch, waiting_));
    }
    for (Pot& pot : pots_) count_winners(pot);
    boards_ += waiting_;
    waiting_ = 0;
  }

  void count_winners(Pot& pot) const {
    if (std::has_single_bit(pot.rivals)) {
      pot.won[pot.rivals] += waiting_;
    } else if (std::popcount(pot.rivals) == 2) {
      count_duels(pot);
    } else {
      for (std::size_t k = 0; k < waiting_; ++k) ++pot.won[winners(pot.rivals, k)];
    }
  }

  /// Special case of two rivals, which is common: a loop without branches.
  void count_duels(Pot& pot) const {
    const auto first = static_cast<std::size_t>(std::countr_zero(pot.rivals));
    const std::uint32_t second_bit = pot.rivals & (pot.rivals - 1);
    const HandRank* const a = ranks_.data() + first * kBatch;
    const HandRank* const b =
        ranks_.data() + static_cast<std::size_t>(std::countr_zero(second_bit)) * kBatch;
    std::uint32_t wins = 0;
    std::uint32_t ties = 0;
    for (std::size_t k = 0; k < waiting_; ++k) {
      wins += a[k] > b[k] ? 1 : 0;
      ties += a[k] == b[k] ? 1 : 0;
    }
    pot.won[pot.rivals ^ second_bit] += wins;
    pot.won[pot.rivals] += ties;
    pot.won[second_bit] += waiting_ - wins - ties;
  }

  /// Returns the subset of `rivals` with the best hand on board `k` of the batch.
  std::uint32_t winners(std::uint32_t rivals, std::size_t k) const {
    HandRank best = 0;
    std::uint32_t winners = 0;
    for (std::uint32_t left = rivals; left != 0; left &= left - 1) {
      const HandRank rank = ranks_[static_cast<std::size_t>(std::countr_zero(left)) * kBatch + k];
      const std::uint32_t bit = left & -left;
      winners = rank > best ? bit : rank == best ? winners | bit : winners;
      best = std::max(best, rank);
    }
    return winners;
  }

  poker::Payoffs share() const {
    poker::Payoffs payoffs{};
    for (const Pot& pot : pots_) {
      std::int64_t size = 0;
      for (int player = 0; player < hand_.game().players; ++player) {
        const Chips paid = std::clamp(hand_.betting().spent(player), pot.from, pot.to) - pot.from;
        payoffs[static_cast<std::size_t>(player)] -= paid;
        size += paid;
      }
      for (std::size_t i = 0; i < players_.size(); ++i) {
        payoffs[static_cast<std::size_t>(players_[i])] +=
            static_cast<double>(size) * shares_of(pot, i) / static_cast<double>(boards_);
      }
    }
    return payoffs;
  }

  /// Returns the number of boards on which contender `i` won the pot. Split pots count as a
  /// fraction.
  static double shares_of(const Pot& pot, std::size_t i) {
    double shares = 0;
    for (std::uint32_t winners = 1; winners < pot.won.size(); ++winners) {
      if ((winners >> i & 1) != 0)
        shares += static_cast<double>(pot.won[winners]) / std::popcount(winners);
    }
    return shares;
  }

  const Hand& hand_;
  std::vector<int> players_;     ///< positions of the contenders, which did not fold
  std::vector<CardSum> own_;     ///< cards of each contender
  std::vector<Pot> pots_;        ///< main pot first
  std::vector<CardSum> unseen_;  ///< cards that may be dealt
  std::vector<CardSum> sums_;    ///< hands of the batch: kBatch for each contender
  std::vector<HandRank> ranks_;  ///< ranks of these hands
  std::size_t waiting_ = 0;      ///< number of boards in the batch
  std::uint64_t boards_ = 0;     ///< number of boards that were counted
};

}  // namespace

bool ran_out(const Hand& hand) noexcept {
  const poker::GameDefinition& game = hand.game();
  return hand.betting().showdown() && game.board_cards_through(last_round_decided(hand)) <
                                          game.board_cards_through(game.rounds - 1);
}

poker::Payoffs expected_payoffs(const Hand& hand) {
  return ran_out(hand) ? Showdowns(hand).mean() : hand.payoffs();
}

}  // namespace trivium::learning::poker_measure
