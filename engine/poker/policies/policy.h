// Policies: the interface between strategies and all code that plays or measures them.
//
// A policy is a pure function of the public information and the player's own cards, evaluated for
// many holdings at once: a player samples its own row, a measure (best response, AIVAT, local best
// response) needs the whole range, and networks and tables answer a batch much faster than single
// queries. Nothing is remembered between calls, so any decision of any hand can be queried in any
// order. A policy that learns during a match returns its initial state by fresh_experience(); the
// player keeps that value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/rng.h"
#include "engine/core/weighted_draw.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// Result of Policy::distribution(). Reuse one object to avoid allocations.
struct ActionDistribution {
  std::vector<Action> actions;        ///< legal, distinct, not empty, the same for every holding
  std::vector<double> probabilities;  ///< a row for each holding; each sums to 1

  std::span<const double> row(std::size_t holding) const noexcept {
    return std::span(probabilities).subspan(holding * actions.size(), actions.size());
  }
};

/// A figure that leads to a decision: `value` out of `whole`, for example 4,712 of 10,000.
struct PolicyTerm {
  std::string name;
  std::int64_t value = 0;
  std::int64_t whole = 1;
  std::optional<std::int64_t> change = {};  ///< if a part of the input was removed: difference
                                            ///< from the figure with the whole input
};

/// A picture of a policy's input for users: rows of equal length.
struct PolicyPicture {
  std::string name;
  std::vector<std::string> rows;
};

/// A weight file that a policy was read from.
struct PolicyFile {
  std::string_view kind;  ///< kStrategyKind or kNetworkKind
  std::string path;
  std::string sha256;
};

/// What a player has learned from hands, and how it plays with this knowledge. Immutable,
/// thread-safe.
class Experience {
 public:
  virtual ~Experience() = default;

  /// Returns this experience plus one finished legal hand, as seen by the player at position
  /// `viewer`.
  virtual std::shared_ptr<const Experience> with(const Hand& hand, int viewer) const = 0;

  /// Does the same as Policy::distribution(), using what was learned.
  virtual void distribution(const PublicState& state, std::span<const Holding> holdings,
                            ActionDistribution& out) const = 0;
};

/// Immutable, thread-safe.
class Policy {
 public:
  virtual ~Policy() = default;

  /// Returns the name of the policy without its files: "rule", "cfr", ... (policies.h).
  virtual std::string name() const = 0;

  /// Returns an error with the reason if this policy cannot play that game.
  virtual Status can_play(const GameDefinition& game) const = 0;

  /// Returns the files that it was read from, as they were then; empty if it needs none.
  virtual std::vector<PolicyFile> files() const { return {}; }

  /// Computes the action probabilities of the player to act with each of `holdings`. Equal
  /// arguments give equal results on every machine. Answers every legal history: actions that the
  /// policy never considers are mapped by a fixed rule to actions that it considers. Requires: the
  /// hand is not finished, can_play() accepts its game, the board is known, and no holding shares a
  /// card with the board.
  virtual void distribution(const PublicState& state, std::span<const Holding> holdings,
                            ActionDistribution& out) const = 0;

  /// Returns the experience before the first hand, which plays like distribution(); null if the
  /// policy does not learn.
  virtual std::shared_ptr<const Experience> fresh_experience() const { return nullptr; }

  /// Returns the figures behind the decision with `holding`; empty if the policy has none.
  virtual std::vector<PolicyTerm> terms(const PublicState& /*state*/,
                                        const Holding& /*holding*/) const {
    return {};
  }

  /// Returns pictures of the policy's input; empty if it has none.
  virtual std::vector<PolicyPicture> pictures(const PublicState& /*state*/,
                                              const Holding& /*holding*/) const {
    return {};
  }
};

/// Draws an action of the player to act by `source`, a Policy or an Experience that can play the
/// game. Overwrites `choice`. Requires: the hand is not finished.
template <class Source>
Action draw_action(const Source& source, const Hand& hand, Rng& rng, ActionDistribution& choice) {
  const Holding holding = holding_of(hand, hand.betting().actor());
  source.distribution(hand.public_state(), std::span(&holding, 1), choice);
  return choice.actions[sample_index(choice.row(0), rng)];
}

}  // namespace trivium::poker
