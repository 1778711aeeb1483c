#include "engine/poker/equity/run_outs.h"

#include <bit>

#include "engine/core/rng.h"
#include "engine/poker/equity/combinations.h"

namespace trivium::poker {

namespace {

constexpr std::uint64_t kSampleSeed = 1;

void add(RunOut& way, Card card) noexcept {
  way.sum += card;
  way.mask |= std::uint64_t{1} << card;
}

std::vector<RunOut> every_run_out(const std::vector<Card>& left, const RunOut& start,
                                  std::size_t missing) {
  std::vector<RunOut> ways;
  for_each_set(left, missing, [&](std::span<const Card> cards) {
    RunOut way = start;
    for (const Card card : cards) add(way, card);
    ways.push_back(way);
  });
  return ways;
}

std::vector<RunOut> sampled_run_outs(const std::vector<Card>& left, const RunOut& start,
                                     std::size_t missing, std::size_t count) {
  Rng rng(kSampleSeed);
  std::vector<RunOut> ways(count, start);
  for (RunOut& way : ways) {
    while (static_cast<std::size_t>(std::popcount(way.mask)) < missing) {
      const Card card = draw_one(left, rng);
      if ((way.mask >> card & 1) == 0) add(way, card);
    }
  }
  return ways;
}

}  // namespace

std::vector<RunOut> run_outs(CardSet deck, std::span<const Card> board, std::size_t missing,
                             std::size_t maximum) {
  RunOut start;
  for (const Card card : board) {
    start.sum += card;
    deck.remove(card);
  }
  std::vector<Card> left;
  for (Card card = 0; card < kCards; ++card) {
    if (deck.contains(card)) left.push_back(card);
  }
  if (combinations(left.size(), missing) <= maximum) return every_run_out(left, start, missing);
  return sampled_run_outs(left, start, missing, maximum);
}

}  // namespace trivium::poker
