#include "learning/choice/split.h"

#include <algorithm>
#include <numeric>

#include "learning/harness/seeds.h"

namespace trivium::learning::choice {

Decisions decisions_in(const Records& records, const DecisionFilter& filter) {
  Decisions all;
  all.records = &records;
  all.games.resize(records.games().size());
  std::iota(all.games.begin(), all.games.end(), 0U);
  all.filter = filter;
  return all;
}

bool has_decisions(const Decisions& decisions, std::uint32_t number) {
  bool any = false;
  const auto note = [&any](const auto&, const auto&, std::size_t) { any = true; };
  decisions.records->visit(decisions.records->games()[number], decisions.filter, note);
  return any;
}

bool has_decisions(const Decisions& decisions) {
  return std::ranges::any_of(
      decisions.games, [&](std::uint32_t number) { return has_decisions(decisions, number); });
}

Split split_by_game(const Decisions& all, std::uint64_t seed, double held_out) {
  const Decisions none{all.records, {}, all.filter, all.searched};
  Split split{none, none};
  for (const std::uint32_t number : all.games) {
    const bool is_held_out =
        learning::held_out(seed, all.records->hash_of(all.records->games()[number]), held_out);
    (is_held_out ? split.held_out : split.train).games.push_back(number);
  }
  return split;
}

}  // namespace trivium::learning::choice
