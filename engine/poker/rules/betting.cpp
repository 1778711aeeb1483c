#include "engine/poker/rules/betting.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <numeric>

namespace trivium::poker {

namespace {

/// Returns `total`, limited to a value beyond any stack, below which only all-in raises are
/// possible.
Chips saturated(std::int64_t total) noexcept {
  return static_cast<Chips>(std::min<std::int64_t>(total, std::numeric_limits<Chips>::max()));
}

Chips actors_stack(const Betting& betting) noexcept {
  return betting.game().stack[static_cast<std::size_t>(betting.actor())];
}

}  // namespace

Betting::Betting(const GameDefinition& game) noexcept
    : game_(&game), spent_(game.blind), max_spent_(game.big_blind()) {
  for (int player = 0; player < game.players; ++player) {
    if (!all_in(player)) ++acting_;
  }
  if (game.no_limit()) min_raise_to_ = std::max(saturated(std::int64_t{2} * max_spent_), 1);
  if (acting_ == 0) {
    end_round();
  } else {
    give_turn(game.first_player[0] + game.players - 1);
  }
}

std::int64_t Betting::pot() const noexcept {
  return std::accumulate(spent_.begin(), spent_.end(), std::int64_t{0});
}

int Betting::players_left() const noexcept { return game_->players - std::popcount(folded_); }

Chips Betting::to_call() const noexcept {
  return std::min(max_spent_, stack(actor_)) - spent(actor_);
}

std::optional<Illegal> Betting::raise_barrier() const noexcept {
  if (raises_ >= game_->max_raises[round_] || actions_ + game_->players > kMaxActionsPerRound)
    return Illegal::kTooManyRaises;
  if (acting_ <= 1) return Illegal::kNobodyToCall;
  if (stack(actor_) < max_spent_ || (game_->no_limit() && stack(actor_) == max_spent_))
    return Illegal::kNoChipsToRaise;
  return std::nullopt;
}

std::optional<RaiseRange> Betting::raise_range() const noexcept {
  if (finished_ || raise_barrier()) return std::nullopt;
  if (!game_->no_limit()) return RaiseRange{};
  return RaiseRange{std::min(min_raise_to_, stack(actor_)), stack(actor_)};
}

std::optional<Illegal> Betting::illegality(Action action) const noexcept {
  if (finished_) return Illegal::kHandOver;
  if (action.type == ActionType::kCall) return std::nullopt;
  if (action.type == ActionType::kFold)
    return to_call() == 0 ? std::optional(Illegal::kFoldWithoutBet) : std::nullopt;
  if (const auto barrier = raise_barrier()) return barrier;
  if (!game_->no_limit()) return std::nullopt;
  if (action.to > stack(actor_)) return Illegal::kAboveStack;
  if (action.to < std::min(min_raise_to_, stack(actor_))) return Illegal::kBelowMinimum;
  return std::nullopt;
}

void Betting::do_action(Action action) noexcept {
  const int player = actor_;
  ++actions_;
  switch (action.type) {
    case ActionType::kFold:
      folded_ = static_cast<std::uint16_t>(folded_ | 1U << player);
      --acting_;
      break;
    case ActionType::kCall:
      pay(player, std::min(max_spent_, stack(player)));
      break;
    case ActionType::kRaise:
      raise_to(game_->no_limit()
                   ? action.to
                   : saturated(std::min<std::int64_t>(
                         stack(player), std::int64_t{max_spent_} + game_->raise_size[round_])));
      break;
  }
  if (players_left() == 1) {
    finished_ = true;
  } else if (called_ >= acting_) {
    end_round();
  } else {
    give_turn(player);
  }
}

void Betting::pay(int player, Chips total) noexcept {
  spent_[static_cast<std::size_t>(player)] = total;
  if (all_in(player)) {
    --acting_;
  } else {
    ++called_;
  }
}

void Betting::raise_to(Chips total) noexcept {
  ++raises_;
  called_ = 0;
  if (game_->no_limit())
    min_raise_to_ = std::max(min_raise_to_, saturated(std::int64_t{2} * total - max_spent_));
  max_spent_ = total;
  pay(actor_, total);
}

void Betting::end_round() noexcept {
  if (acting_ < 2 || round_ + 1 == game_->rounds) {
    finished_ = true;
    round_ = static_cast<std::uint8_t>(game_->rounds - 1);
    return;
  }
  ++round_;
  actions_ = raises_ = called_ = 0;
  if (game_->no_limit())
    min_raise_to_ = saturated(std::int64_t{max_spent_} + std::max(game_->big_blind(), 1));
  give_turn(game_->first_player[round_] + game_->players - 1);
}

/// Moves to the next player that can act. Requires: there is one.
void Betting::give_turn(int after) noexcept {
  int player = after;
  do {
    player = (player + 1) % game_->players;
  } while (folded(player) || all_in(player));
  actor_ = static_cast<std::uint8_t>(player);
}

std::string explain_illegal(const Betting& betting, Action action, Illegal rule) {
  switch (rule) {
    case Illegal::kHandOver:
      return "the hand is over";
    case Illegal::kFoldWithoutBet:
      return "fold where checking is free";
    case Illegal::kTooManyRaises:
      return fmt::format("no raise may follow {} raises and {} actions in a round",
                         betting.raises_in_round(), betting.actions_in_round());
    case Illegal::kNobodyToCall:
      return "raise with nobody left to call it";
    case Illegal::kNoChipsToRaise:
      return fmt::format("raise over {} with a stack of {}", betting.max_spent(),
                         actors_stack(betting));
    case Illegal::kBelowMinimum:
      return fmt::format("raise to {} is below the minimum {}", action.to,
                         betting.raise_range()->min);
    case Illegal::kAboveStack:
      break;
  }
  return fmt::format("raise to {} is above the stack of {}", action.to, actors_stack(betting));
}

}  // namespace trivium::poker
