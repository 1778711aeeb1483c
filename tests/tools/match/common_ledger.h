// A ledger in memory that several runners of a test share, for tests without a database.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/match/record/ledger.h"

namespace trivium::match {

/// What the ledgers of all runners see.
struct CommonGames {
  std::map<std::uint64_t, JournalEntry> games;
  std::map<std::string, std::string> facts;
  std::uint64_t claimed = 0;  ///< all lower encounters are claimed
};

/// The ledger of one runner. Every encounter has two games. Requires: the games outlive it.
class CommonLedger final : public Ledger, public Sharing {
 public:
  CommonLedger(CommonGames& common, TournamentIdentity tournament)
      : Ledger(std::move(tournament)), common_(common) {}

  std::string place() const override { return "memory"; }
  Sharing* sharing() noexcept override { return this; }

  Status record(const JournalEntry& entry) override {
    if (!common_.games.emplace(entry.number, entry).second) return Error{kLateGame, "late"};
    numbers_.add(entry.number);
    return {};
  }
  Status for_each(const std::function<bool(const JournalEntry&)>& visit,
                  std::uint64_t from) const override {
    for (const auto& [number, entry] : common_.games) {
      if (number >= from && has(number) && !visit(entry)) break;
    }
    return {};
  }
  Status set_fact(const std::string& name, const std::string& value) override {
    common_.facts[name] = value;
    return {};
  }
  Result<std::optional<std::string>> fact(const std::string& name) const override {
    const auto found = common_.facts.find(name);
    return found == common_.facts.end() ? std::optional<std::string>()
                                        : std::optional(found->second);
  }
  Result<std::string> change_fact(
      const std::string& name,
      const std::function<std::string(const std::optional<std::string>&)>& change) override {
    return common_.facts[name] = change(*fact(name));
  }

  Result<std::vector<std::uint64_t>> claim(std::uint64_t end) override {
    if (common_.claimed >= end) return std::vector<std::uint64_t>();
    const std::uint64_t encounter = common_.claimed++;
    std::vector<std::uint64_t> missing;
    for (const std::uint64_t number : {2 * encounter, 2 * encounter + 1}) {
      if (!common_.games.contains(number)) missing.push_back(number);
    }
    return missing;
  }
  Status refresh(const std::function<void(const JournalEntry&)>& visit) override {
    for (const auto& [number, entry] : common_.games) {
      if (has(number)) continue;
      visit(entry);
      numbers_.add(number);
    }
    return {};
  }

 private:
  CommonGames& common_;
};

}  // namespace trivium::match
