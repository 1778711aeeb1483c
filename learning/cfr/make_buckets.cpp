#include "learning/cfr/make_buckets.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "learning/cfr/explained.h"
#include "learning/cfr/flop_futures.h"
#include "learning/cfr/futures.h"
#include "learning/cfr/k_means.h"
#include "learning/cfr/round_table.h"
#include "learning/cfr/weighted_draw.h"
#include "learning/harness/seeds.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::cfr {

using poker::Card;
using poker::kBoardCards;
using poker::kBoardClasses;
using poker::kMaxBoard;
using poker::kOpponentClasses;
using poker::kPairs;
using poker::kPreflopClasses;
using poker::RiverPoint;
using poker::TurnPoint;

namespace {

/// Streams of random numbers, by what they are for.
enum Purpose : std::uint64_t {
  kTurnDeals = 0x4255'0001,
  kRiverDeals,
  kFlopDeals,
  kJudgedTurns,
  kJudgedRivers,
  kJudgedFlops,
  kTurnClusters,
  kRiverClusters,
  kFlopClusters,
  kPreflopClusters,
  kOpponents
};

/// Cards that are dealt one after the other, fairly.
class CardDraw {
 public:
  explicit CardDraw(Rng rng) : rng_(rng) {}

  Card draw() noexcept {
    while (true) {
      const auto card = static_cast<Card>(rng_.below(poker::kCards));
      if (cards_.insert(card)) return card;
    }
  }
  void take(std::span<const Card> cards) noexcept {
    for (const Card card : cards) cards_.insert(card);
  }
  /// Two cards that stay in the deck.
  std::pair<Card, Card> holding() noexcept {
    const poker::CardSet before = cards_;
    const Card first = draw();
    const Card second = draw();
    cards_ = before;
    return {first, second};
  }
  Rng& rng() noexcept { return rng_; }

 private:
  Rng rng_;
  poker::CardSet cards_;
};

using CanonicalFlops = std::vector<std::array<Card, kMaxBoard>>;

std::span<const Card> flop_cards(const std::array<Card, kMaxBoard>& board) noexcept { return std::span(board).first(kBoardCards[1]); }

/// A flop and a holding as they were dealt.
struct FlopHolding {
  std::size_t flop = 0;  ///< its canonical number
  Card a = 0;
  Card b = 0;
};

class BucketMaker {
 public:
  BucketMaker(const BucketOptions& options, const BucketProgress& progress)
      : options_(options), progress_(progress), flops_(poker::canonical_boards(1)), turn_table_(2, options.counts[2]) {
    choose_flops();
    made_.data.counts = options.counts;
  }

  MadeBuckets make() {
    make_turn();
    fill_turn_table();
    const NextBuckets turn(made_.data.turn);
    const FutureCentroids flop = cluster_flops(turn);
    fill_flops(flop);
    judge_flops(flop);
    make_preflop(NextBuckets(flop.all(), turn));
    make_river();
    return std::move(made_);
  }

 private:
  template <class Work>
  void stage(std::string_view name, std::size_t items, const Work& work) const {
    for_each_item(items, options_.threads, work, [&](std::size_t done) {
      if (progress_) progress_(name, done, items);
    });
  }

  std::uint64_t cluster_seed(Purpose purpose) const noexcept { return stream_seed(options_.seed, purpose, 0); }

  template <class Point>
  std::vector<Point> cluster(const std::vector<Point>& points, std::size_t clusters, Purpose purpose) const {
    return KMeans<Point>(points, {.clusters = clusters, .seed = cluster_seed(purpose), .threads = options_.threads}).run();
  }

  /// Spread evenly over all, with how often each is dealt.
  void choose_flops() {
    for (std::size_t i = 0; i < options_.flops; ++i) chosen_flops_.push_back(i * flops_.size() / options_.flops);
    for (const std::size_t flop : chosen_flops_) flop_weights_.push_back(poker::CanonicalBoard(flop_cards(flops_[flop])).boards());
  }

  /// Points of holdings on `boards` boards, each board's side by side.
  std::vector<TurnPoint> turn_sample(std::string_view name, Purpose purpose, std::size_t boards) const {
    std::vector<TurnPoint> points(boards * options_.holdings);
    stage(name, boards, [&](std::size_t i) {
      CardDraw deck(stream_rng(options_.seed, purpose, i));
      const std::array<Card, 4> board{deck.draw(), deck.draw(), deck.draw(), deck.draw()};
      const std::vector<TurnPoint> all = poker::turn_points(board);
      for (std::size_t k = 0; k < options_.holdings; ++k) {
        const auto [a, b] = deck.holding();
        points[i * options_.holdings + k] = all[poker::pair_number(a, b)];
      }
    });
    return points;
  }

  void make_turn() {
    made_.data.turn = cluster(turn_sample("turn boards", kTurnDeals, options_.boards), options_.counts[2], kTurnClusters);
    const poker::Centroids<TurnPoint> centroids(made_.data.turn);
    Explained explained(centroids.size());
    for (const TurnPoint& point : turn_sample("turn boards to judge by", kJudgedTurns, judged_boards())) {
      const poker::Nearest nearest = centroids.nearest(point);
      explained.add(nearest.number, poker::sum_of(point), 1, equity_of_cost(static_cast<double>(nearest.distance) * kWholeMass));
    }
    made_.figures[2] = explained.figures();
  }

  std::size_t judged_boards() const noexcept { return (options_.boards + 3) / 4; }

  /// The boards of the turn that the chosen flops may lead to, each once.
  std::vector<std::array<Card, 4>> turns_of_flops() const {
    std::vector<bool> seen(kBoardClasses[2]);
    std::vector<std::array<Card, 4>> turns;
    for (const std::size_t flop : chosen_flops_) {
      const std::span<const Card> cards = flop_cards(flops_[flop]);
      for (Card card = 0; card < poker::kCards; ++card) {
        if (std::ranges::find(cards, card) != cards.end()) continue;
        const std::array<Card, 4> board{cards[0], cards[1], cards[2], card};
        const std::size_t number = poker::CanonicalBoard(board).number();
        if (seen[number]) continue;
        seen[number] = true;
        turns.push_back(board);
      }
    }
    return turns;
  }

  void fill_turn_table() {
    const poker::Centroids<TurnPoint> centroids(made_.data.turn);
    const std::vector<std::array<Card, 4>> turns = turns_of_flops();
    stage("all turn boards", turns.size(), [&](std::size_t i) {
      const std::vector<TurnPoint> points = poker::turn_points(turns[i]);
      poker::Buckets::OfAllPairs buckets{};
      poker::for_each_pair(poker::bits_of(turns[i]), [&](Card high, Card low) {
        const std::size_t pair = poker::pair_number(high, low);
        buckets[pair] = static_cast<std::uint16_t>(centroids.nearest(points[pair]).number);
      });
      turn_table_.fill(turns[i], buckets);
    });
  }

  FlopHolding deal_flop(Purpose purpose, std::size_t i) const {
    CardDraw deck(stream_rng(options_.seed, purpose, i));
    const std::size_t flop = chosen_flops_[weighted_draw(flop_weights_, deck.rng())];
    deck.take(flop_cards(flops_[flop]));
    const auto [a, b] = deck.holding();
    return {flop, a, b};
  }

  std::vector<Future> flop_sample(std::string_view name, Purpose purpose, std::size_t count, const NextBuckets& turn) const {
    std::vector<Future> futures(count);
    stage(name, count, [&](std::size_t i) {
      const FlopHolding dealt = deal_flop(purpose, i);
      futures[i] = FlopFutures(flop_cards(flops_[dealt.flop]), turn_table_, turn).of(dealt.a, dealt.b);
    });
    return futures;
  }

  FutureCentroids cluster_flops(const NextBuckets& turn) const {
    constexpr std::string_view kClusters = "clusters of flops";
    const std::vector<Future> futures = flop_sample("flops", kFlopDeals, options_.flop_holdings, turn);
    const std::vector<std::uint64_t> weights(futures.size(), 1);
    if (progress_) progress_(kClusters, 0, 1);
    FutureCentroids centroids = cluster_futures(
        futures, weights, turn, {.clusters = options_.counts[1], .seed = cluster_seed(kFlopClusters), .threads = options_.threads});
    if (progress_) progress_(kClusters, 1, 1);
    return centroids;
  }

  void fill_flops(const FutureCentroids& centroids) {
    made_.data.flop = poker::BucketArray(poker::kHoldingClasses[1], options_.counts[1]);
    std::vector<std::size_t> first{0};
    for (const auto& flop : flops_) first.push_back(first.back() + poker::CanonicalBoard(flop_cards(flop)).holdings());
    stage("all flops", chosen_flops_.size(), [&](std::size_t i) {
      const std::span<const Card> flop = flop_cards(flops_[chosen_flops_[i]]);
      const std::array<std::uint16_t, kPairs> classes = poker::holding_classes(poker::CanonicalBoard(flop));
      FlopFutures futures(flop, turn_table_, centroids.next());
      FutureCentroids::Space space;
      std::size_t next_class = 0;
      poker::for_each_pair(poker::bits_of(flop), [&](Card high, Card low) {
        if (classes[poker::pair_number(high, low)] != next_class) return;
        const NearestFuture nearest = centroids.nearest(futures.of(high, low), space);
        made_.data.flop.set(first[chosen_flops_[i]] + next_class++, static_cast<std::uint16_t>(nearest.number));
      });
    });
  }

  void judge_flops(const FutureCentroids& centroids) {
    FutureCentroids::Space space;
    Explained explained(centroids.size());
    for (const Future& future : flop_sample("flops to judge by", kJudgedFlops, (options_.flop_holdings + 3) / 4, centroids.next())) {
      const NearestFuture nearest = centroids.nearest(future, space);
      explained.add(nearest.number, poker::sum_of(future.mixture), 1, equity_of_cost(nearest.cost));
    }
    made_.figures[1] = explained.figures();
  }

  /// By preflop_class(): over the buckets of the chosen flops.
  std::vector<Future> preflop_futures(const NextBuckets& flop_buckets) const {
    std::vector<std::vector<std::uint64_t>> counts(kPreflopClasses, std::vector<std::uint64_t>(flop_buckets.size()));
    std::size_t first = 0;
    std::size_t next_chosen = 0;
    for (std::size_t flop = 0; flop < flops_.size(); ++flop) {
      const poker::CanonicalBoard board(flop_cards(flops_[flop]));
      if (next_chosen < chosen_flops_.size() && chosen_flops_[next_chosen] == flop) {
        const std::array<std::uint16_t, kPairs> classes = poker::holding_classes(board);
        poker::for_each_pair(board.cards(), [&](Card high, Card low) {
          const std::size_t bucket = made_.data.flop[first + classes[poker::pair_number(high, low)]];
          counts[poker::preflop_class(high, low)][bucket] += flop_weights_[next_chosen];
        });
        ++next_chosen;
      }
      first += board.holdings();
    }
    std::vector<Future> futures;
    for (const auto& of_class : counts) futures.push_back(flop_buckets.future(of_class));
    return futures;
  }

  void make_preflop(const NextBuckets& flop_buckets) {
    const std::vector<Future> futures = preflop_futures(flop_buckets);
    std::vector<std::uint64_t> weights(kPreflopClasses);
    poker::for_each_pair(0, [&](Card high, Card low) { ++weights[poker::preflop_class(high, low)]; });
    FutureCentroids::Space space;
    const FutureCentroids opponents =
        cluster_futures(futures, weights, flop_buckets, {.clusters = kOpponentClasses, .seed = cluster_seed(kOpponents)});
    for (const Future& future : futures) {
      made_.data.opponent_class.push_back(static_cast<std::uint8_t>(opponents.nearest(future, space).number));
    }
    const FutureCentroids centroids =
        options_.counts[0] == kPreflopClasses
            ? FutureCentroids(futures, flop_buckets)
            : cluster_futures(futures, weights, flop_buckets, {.clusters = options_.counts[0], .seed = cluster_seed(kPreflopClusters)});
    made_.data.preflop = poker::BucketArray(kPreflopClasses, options_.counts[0]);
    Explained explained(centroids.size());
    for (std::size_t c = 0; c < kPreflopClasses; ++c) {
      const NearestFuture nearest = options_.counts[0] == kPreflopClasses ? NearestFuture{c, 0} : centroids.nearest(futures[c], space);
      made_.data.preflop.set(c, static_cast<std::uint16_t>(nearest.number));
      explained.add(nearest.number, poker::sum_of(futures[c].mixture), static_cast<double>(weights[c]), equity_of_cost(nearest.cost));
    }
    made_.figures[0] = explained.figures();
  }

  struct RiverSample {
    std::vector<RiverPoint> points;
    std::vector<std::uint16_t> equities;
  };

  RiverSample river_sample(std::string_view name, Purpose purpose, std::size_t boards) const {
    const std::size_t holdings = options_.holdings;
    const poker::OpponentClasses opponents =
        poker::opponents_by_pair(std::span<const std::uint8_t, kPreflopClasses>(made_.data.opponent_class));
    RiverSample sample{std::vector<RiverPoint>(boards * holdings), std::vector<std::uint16_t>(boards * holdings)};
    stage(name, boards, [&](std::size_t i) {
      CardDraw deck(stream_rng(options_.seed, purpose, i));
      const std::array<Card, kMaxBoard> board{deck.draw(), deck.draw(), deck.draw(), deck.draw(), deck.draw()};
      std::array<RiverPoint, kPairs> points;
      poker::river_points(board, opponents, points);
      poker::PairEquities equities;
      poker::river_equities(board, equities);
      for (std::size_t k = 0; k < holdings; ++k) {
        const auto [a, b] = deck.holding();
        sample.points[i * holdings + k] = points[poker::pair_number(a, b)];
        sample.equities[i * holdings + k] = equities[poker::pair_number(a, b)];
      }
    });
    return sample;
  }

  void make_river() {
    made_.data.river = cluster(river_sample("river boards", kRiverDeals, options_.boards).points, options_.counts[3], kRiverClusters);
    judge_river(river_sample("river boards to judge by", kJudgedRivers, judged_boards()));
  }

  void judge_river(const RiverSample& sample) {
    const std::size_t buckets = options_.counts[3];
    const poker::Centroids<RiverPoint> centroids(made_.data.river);
    Explained explained(buckets);
    std::vector<Explained> by_buckets(kOpponentClasses, Explained(buckets));
    std::vector<Explained> by_equity(kOpponentClasses, Explained(buckets));
    for (std::size_t i = 0; i < sample.points.size(); ++i) {
      const RiverPoint& point = sample.points[i];
      const poker::Nearest nearest = centroids.nearest(point);
      explained.add(nearest.number, sample.equities[i], 1,
                    static_cast<double>(nearest.distance) / (kOpponentClasses * poker::kProfileUnits));
      for (std::size_t c = 0; c < kOpponentClasses; ++c) {
        by_buckets[c].add(nearest.number, point[c], 1, 0);
        by_equity[c].add(sample.equities[i] * buckets / (poker::kRiverUnits + 1), point[c], 1, 0);
      }
    }
    made_.figures[3] = explained.figures();
    for (std::size_t c = 0; c < kOpponentClasses; ++c) {
      made_.against_classes.by_buckets += by_buckets[c].figures().explained / kOpponentClasses;
      made_.against_classes.by_equity += by_equity[c].figures().explained / kOpponentClasses;
    }
  }

  BucketOptions options_;
  const BucketProgress& progress_;
  CanonicalFlops flops_;
  std::vector<std::size_t> chosen_flops_;
  std::vector<std::uint64_t> flop_weights_;  ///< of the chosen ones
  RoundTable turn_table_;
  MadeBuckets made_;
};

}  // namespace

std::string_view round_name(int round) noexcept {
  constexpr std::array<std::string_view, poker::kHoldemRounds> kNames{"preflop", "flop", "turn", "river"};
  return kNames[static_cast<std::size_t>(round)];
}

std::size_t bytes_to_make(const BucketOptions& options) noexcept {
  const auto square = [](std::size_t count) { return count * count; };
  // Sums of clusters; sampled points and their distances; futures of at most 47 parts; both tables; neighbours.
  constexpr std::size_t kPoint = sizeof(TurnPoint) + sizeof(std::uint64_t) + sizeof(std::uint32_t);
  constexpr std::size_t kFuture = sizeof(Future) + 47 * sizeof(Future::Part);
  const std::size_t masses = std::max(options.counts[1] * options.counts[2], kPreflopClasses * options.counts[1]) * sizeof(std::uint64_t);
  return masses + options.boards * options.holdings * kPoint + options.flop_holdings * kFuture + RoundTable::bytes(2, options.counts[2]) +
         poker::BucketArray::bytes(poker::kHoldingClasses[1], options.counts[1]) +
         (square(options.counts[1]) + square(options.counts[2])) * NextBuckets::kPairBytes;
}

std::optional<poker::BucketData> buckets_without_clusters(const poker::BucketCounts& counts) {
  const bool all_or_none = counts[0] == 1 || counts[0] == kPreflopClasses;
  if (!all_or_none || std::ranges::any_of(std::span(counts).subspan(1), [](std::size_t count) { return count != 1; })) return std::nullopt;
  poker::BucketData data;
  data.counts = counts;
  data.preflop = poker::BucketArray(kPreflopClasses, counts[0]);
  for (std::size_t c = 0; c < counts[0]; ++c) data.preflop.set(c, static_cast<std::uint16_t>(c));
  data.flop = poker::BucketArray(poker::kHoldingClasses[1], 1);
  data.turn.resize(1);
  data.river.resize(1);
  data.opponent_class.resize(kPreflopClasses);
  return data;
}

MadeBuckets make_buckets(const BucketOptions& options, const BucketProgress& progress) {
  for (std::size_t round = 0; round < options.counts.size(); ++round) {
    const std::size_t most = round == 0 ? kPreflopClasses : kMostMadeBuckets;
    if (options.counts[round] < 1 || options.counts[round] > most) throw std::invalid_argument("buckets of a round out of range");
  }
  const bool sampled = options.boards > 0 && options.holdings > 0 && options.flop_holdings > 0;
  if (!sampled || options.flops < 1 || options.flops > kBoardClasses[1]) throw std::invalid_argument("nothing to make buckets from");
  return BucketMaker(options, progress).make();
}

}  // namespace trivium::learning::cfr
