// A policy that has learned from some hands and learns no more, for tools that measure fixed
// strategies.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/poker/policies/policy.h"

namespace trivium::poker {

class FrozenPolicy final : public Policy {
 public:
  /// Plays like `policy` with `experience`. Requires: `policy` learns; `experience` is one of its
  /// own.
  FrozenPolicy(std::shared_ptr<const Policy> policy, std::shared_ptr<const Experience> experience)
      : policy_(std::move(policy)), experience_(std::move(experience)) {}

  std::string name() const override { return policy_->name(); }
  Status can_play(const GameDefinition& game) const override { return policy_->can_play(game); }
  std::vector<PolicyFile> files() const override { return policy_->files(); }
  void distribution(const PublicState& state, std::span<const Holding> holdings,
                    ActionDistribution& out) const override {
    experience_->distribution(state, holdings, out);
  }

 private:
  std::shared_ptr<const Policy> policy_;
  std::shared_ptr<const Experience> experience_;
};

}  // namespace trivium::poker
