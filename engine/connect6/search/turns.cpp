#include "engine/connect6/search/turns.h"

#include <algorithm>
#include <tuple>

namespace trivium::connect6 {

namespace {

/// A stone is considered, whatever its cost, if it has at least this part of the best one's
/// probability.
constexpr double kNearBest = 1.0 / 32;

/// Returns the maximum of nonnegative numbers. Eight independent comparisons hide their latency.
double largest(std::span<const double> strengths) noexcept {
  constexpr std::size_t kLanes = 8;
  std::array<double, kLanes> maximum{};
  std::size_t i = 0;
  for (; i + kLanes <= strengths.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      maximum[lane] = std::max(maximum[lane], strengths[i + lane]);
  }
  for (; i < strengths.size(); ++i) maximum[0] = std::max(maximum[0], strengths[i]);
  return *std::ranges::max_element(maximum);
}

}  // namespace

bool TurnGenerator::generate(const Board& board, const Parries& parries, const Beam& beam,
                             std::vector<RatedTurn>& turns) {
  turns.clear();
  cells_ = static_cast<std::size_t>(board.cells());
  for (const First& first : firsts_) rank_[first.cell] = 0;
  firsts_.clear();
  strengths_.follow(board.history());
  sum_ = strengths_.read(cells_of_board(first_strengths_));
  const int stones_left = board.stones_left_in_turn();
  bool complete = false;
  if (parries.stones_needed() > 0) {
    complete = parries.stones_needed() == stones_left;
    add_parries(parries, stones_left, turns);
  } else if (stones_left == 1) {
    add_stones(turns);
  } else {
    const double min_probability = probability_of(beam.cost);
    find_firsts(min_probability, beam.first_stones);
    add_pairs(turns, min_probability);
  }
  Beam kept = beam;
  if (complete) kept.min_turns = kept.max_turns = Parries::kMaxSets;  // all
  const std::size_t made = turns.size();
  keep_likely(kept, turns);
  return complete && turns.size() == made && !must_end();
}

/// Finds the cells considered as first stone: the best two, and others with a probability of at
/// least `min_probability`, up to `max_count` cells.
void TurnGenerator::find_firsts(double min_probability, int max_count) {
  constexpr std::size_t kAlways = 2;
  const double weakest = min_probability * sum_;
  const double bound = std::min(weakest, largest(cells_of_board(first_strengths_)) * kNearBest);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (first_strengths_[cell] > 0.0 && first_strengths_[cell] >= bound)
      firsts_.push_back({static_cast<Cell>(cell), first_strengths_[cell] / sum_});
  }
  std::sort(firsts_.begin(), firsts_.end(), [](const First& a, const First& b) {
    return std::tuple(-a.probability, a.cell) < std::tuple(-b.probability, b.cell);
  });
  std::size_t kept = 0;
  while (kept < firsts_.size() && kept < static_cast<std::size_t>(max_count) &&
         (kept < kAlways || firsts_[kept].probability >= min_probability))
    ++kept;
  firsts_.resize(kept);
}

void TurnGenerator::add_stones(std::vector<RatedTurn>& turns) const {
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (first_strengths_[cell] > 0.0)
      turns.push_back({{static_cast<Cell>(cell), kNoCell}, first_strengths_[cell] / sum_});
  }
}

void TurnGenerator::add_pairs(std::vector<RatedTurn>& turns, double min_probability) {
  // Pairs of two of `firsts_` occur in both orders; the table finds the first occurrence.
  for (std::size_t i = 0; i < firsts_.size(); ++i)
    rank_[firsts_[i].cell] = static_cast<std::uint16_t>(i + 1);
  pair_at_.assign(firsts_.size() * firsts_.size(), 0);
  for (std::size_t first = 0; first < firsts_.size() && (first == 0 || !must_end()); ++first)
    add_seconds(first, min_probability, turns);
}

/// Adds turns that begin with `firsts_[first]` and have a probability of at least
/// `min_probability`, or close to the best of them.
void TurnGenerator::add_seconds(std::size_t first, double min_probability,
                                std::vector<RatedTurn>& turns) {
  const Cell begin = firsts_[first].cell;
  strengths_.place(begin);
  const double sum = strengths_.read(cells_of_board(second_strengths_));
  strengths_.undo();
  const double scale = firsts_[first].probability / sum;
  const double bound =
      std::min(min_probability / scale, largest(cells_of_board(second_strengths_)) * kNearBest);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (second_strengths_[cell] <= 0.0 || second_strengths_[cell] < bound) continue;
    const double probability = scale * second_strengths_[cell];
    const std::size_t rank = rank_[cell];
    if (rank > 0 && rank <= first) {
      if (const std::uint32_t at = pair_at_[(rank - 1) * firsts_.size() + first]; at > 0) {
        turns[at - 1].probability += probability;
        continue;
      }
    }
    turns.push_back({ordered(begin, static_cast<Cell>(cell)), probability});
    if (rank > first)
      pair_at_[first * firsts_.size() + rank - 1] = static_cast<std::uint32_t>(turns.size());
  }
}

/// Adds the turns that parry, with probabilities that sum to 1.
void TurnGenerator::add_parries(const Parries& parries, int stones_left,
                                std::vector<RatedTurn>& turns) {
  const auto probability = [this](Cell cell) { return first_strengths_[cell] / sum_; };
  for (const Turn& set : parries.sets()) {
    const bool single = set.second == kNoCell;
    if (single && stones_left == 1) {
      turns.push_back({set, probability(set.first)});
    } else if (single) {
      firsts_.push_back({set.first, probability(set.first)});
    } else if (stones_left == 2) {
      turns.push_back({set, probability(set.first) * probability(set.second)});
    }
  }
  add_pairs(turns, 0.0);
  double sum = 0.0;
  for (const RatedTurn& rated : turns) sum += rated.probability;
  for (RatedTurn& rated : turns) rated.probability /= sum;
}

void TurnGenerator::keep_likely(const Beam& beam, std::vector<RatedTurn>& turns) {
  // Most turns are too improbable, so they are removed before sorting. The factor allows for
  // rounded costs.
  const double min_probability = 0.9 * probability_of(beam.cost);
  const auto unlikely = std::partition(turns.begin(), turns.end(), [&](const RatedTurn& rated) {
    return rated.probability >= min_probability;
  });
  if (unlikely - turns.begin() >= beam.min_turns) turns.erase(unlikely, turns.end());
  const auto maximum = std::min(turns.size(), static_cast<std::size_t>(beam.max_turns));
  std::partial_sort(turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(maximum),
                    turns.end(), [](const RatedTurn& a, const RatedTurn& b) {
                      return std::tuple(-a.probability, a.turn.first, a.turn.second) <
                             std::tuple(-b.probability, b.turn.first, b.turn.second);
                    });
  turns.resize(maximum);
  for (RatedTurn& rated : turns) rated.cost = cost_of(std::min(rated.probability, 1.0));
  while (turns.size() > static_cast<std::size_t>(beam.min_turns) && turns.back().cost > beam.cost)
    turns.pop_back();
}

}  // namespace trivium::connect6
