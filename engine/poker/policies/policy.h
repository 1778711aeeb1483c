// What a strategy would do with every hand it might hold: the seam between strategies and all that plays or measures them.
//
// A policy is a pure function of what is public and the holder's own cards, asked for many holdings at once: a player samples its own row,
// a measure (best response, AIVAT, local best response) needs the whole range, and a network or a table answers a batch far quicker than
// single questions. Nothing is remembered between calls, so that any node of any hand can be asked in any order. A policy that learns from
// the hands of a match says so by fresh_experience(): what it has learned is a value of its own, which its player keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/result.h"
#include "engine/poker/equity/holdings.h"
#include "engine/poker/rules/hand.h"

namespace trivium::poker {

/// Filled by Policy::distribution(); keep one and hand it in again to spare allocations.
struct ActionDistribution {
  std::vector<Action> actions;        ///< what the policy considers: legal, distinct, at least one, the same for every holding
  std::vector<double> probabilities;  ///< actions.size() a holding, row by row; each row is non-negative and sums to 1

  std::span<const double> row(std::size_t holding) const noexcept {
    return std::span(probabilities).subspan(holding * actions.size(), actions.size());
  }
};

/// A figure that leads to a decision: `value` of `whole`, as 4,712 of 10,000.
struct PolicyTerm {
  std::string name;
  std::int64_t value = 0;
  std::int64_t whole = 1;
  std::optional<std::int64_t> change = {};  ///< what `value` is above the figure it is compared with, where it is one of "what if"
};

/// Something that a policy looks at, drawn for readers: rows of equal length.
struct PolicyPicture {
  std::string name;
  std::vector<std::string> rows;
};

/// What a player has learned from the hands that he has seen, and how he plays by it. Immutable; any thread.
class Experience {
 public:
  virtual ~Experience() = default;

  /// This experience and one hand more: a finished one, as the player at position `viewer` saw it. Any legal hand will do.
  virtual std::shared_ptr<const Experience> with(const Hand& hand, int viewer) const = 0;

  /// As Policy::distribution(), by what was learned.
  virtual void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const = 0;
};

/// Immutable; any thread.
class Policy {
 public:
  virtual ~Policy() = default;

  /// "rule", or what the model file calls itself.
  virtual std::string name() const = 0;

  /// An error says why this policy cannot play that game.
  virtual Status can_play(const GameDefinition& game) const = 0;

  /// What the actor does in `state` with each of `holdings`: the same answer for the same question, on every machine. The hand is not
  /// finished, its game is one that can_play() accepts, its board is known; no holding shares a card with the board. Every legal history is
  /// answered, also one with actions that the policy itself never considers: those it takes, by a fixed rule, for some that it does.
  virtual void distribution(const PublicState& state, std::span<const Holding> holdings, ActionDistribution& out) const = 0;

  /// What a player of this policy knows before his first hand, playing as distribution() says; null where he learns nothing from hands.
  virtual std::shared_ptr<const Experience> fresh_experience() const { return nullptr; }

  /// Why the actor would do so with `holding`, for readers; nothing where a policy has no reasons.
  virtual std::vector<PolicyTerm> terms(const PublicState& /*state*/, const Holding& /*holding*/) const { return {}; }

  /// What the policy looks at; nothing where it looks at no pictures.
  virtual std::vector<PolicyPicture> pictures(const PublicState& /*state*/, const Holding& /*holding*/) const { return {}; }
};

}  // namespace trivium::poker
