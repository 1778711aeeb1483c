// Use of the games of a set: which are learned from, and which are held out for evaluation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "learning/harness/seeds.h"

namespace trivium::learning::records {

/// The sides whose moves a learner is trained on.
enum class LearnFrom : std::uint8_t { kBoth, kWinner };

/// Use of a game: for training, for evaluation, or none.
enum class Role : std::uint8_t { kTrain, kHeldOut, kUnused };

/// How the roles of games are assigned. A game is held out by a hash of `seed` and its moves, so
/// games with equal moves are all held out or all not.
struct Split {
  std::uint64_t seed = 1;
  double held_out_share = 0.1;  ///< expected share of held-out games, in [0, 1]
  std::size_t train_games = 0;  ///< uses only the first games that are not held out; 0: all
  LearnFrom learn_from = LearnFrom::kBoth;  ///< in training games; held-out games use all moves
  std::optional<Fold> fold{};               ///< if set, this fold is held out instead of the share

  /// Returns the sides whose moves are used in games of `role`.
  LearnFrom used_in(Role role) const noexcept {
    return role == Role::kTrain ? learn_from : LearnFrom::kBoth;
  }
};

/// Assigns roles to the games of a set in their order.
class RoleAssigner {
 public:
  explicit RoleAssigner(const Split& split) : split_(split) {}

  /// Returns the role of the next game. `hash` is that of its moves.
  Role next(std::uint64_t hash) noexcept {
    const bool is_held_out =
        split_.fold ? fold_of(split_.seed, hash, split_.fold->count) == split_.fold->number
                    : held_out(split_.seed, hash, split_.held_out_share);
    if (is_held_out) return Role::kHeldOut;
    const bool unused = split_.train_games > 0 && ++train_ > split_.train_games;
    return unused ? Role::kUnused : Role::kTrain;
  }

 private:
  Split split_;
  std::size_t train_ = 0;  // number of games that are not held out; only with Split::train_games
};

/// Numbers of games and states by role, for sets of games. Each set defines its states.
class RoleCounts {
 public:
  /// Number of games of all roles.
  std::size_t games() const noexcept { return roles_.size(); }
  std::size_t games(Role role) const noexcept {
    return static_cast<std::size_t>(std::ranges::count(roles_, role));
  }
  std::uint64_t states(Role role) const noexcept { return states_[static_cast<std::size_t>(role)]; }

 protected:
  std::vector<Role> roles_;  // by game
  std::array<std::uint64_t, 3> states_{};
};

}  // namespace trivium::learning::records
