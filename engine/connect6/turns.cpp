#include "engine/connect6/turns.h"

#include <algorithm>
#include <tuple>

namespace trivium::connect6 {

namespace {

/// A pair is looked at, however unlikely, when it is at least so likely compared with the likeliest pair found before.
constexpr double kNearBest = 1.0 / 32;

}  // namespace

bool TurnGenerator::generate(const Board& board, const Parries& parries, const Beam& beam, std::vector<RatedTurn>& turns) {
  turns.clear();
  cells_ = static_cast<std::size_t>(board.cells());
  strengths_.follow(board.history());
  sum_ = strengths_.read(of_board(of_first_));
  const int stones_left = board.stones_left_in_turn();
  bool complete = false;
  if (parries.needed() > 0) {
    complete = parries.needed() == stones_left;
    add_parries(parries, stones_left, turns);
  } else if (stones_left == 1) {
    add_stones(turns);
  } else {
    const double least = probability_of(beam.cost);
    find_firsts(least, beam.firsts);
    add_pairs(turns, least);
  }
  const std::size_t made = turns.size();
  keep_likely(beam, turns);
  return complete && turns.size() == made && !must_end();
}

/// The cells that may begin a turn: at least as likely as `least`, or among the first few.
void TurnGenerator::find_firsts(double least, int most) {
  constexpr std::size_t kAlways = 2;
  firsts_.clear();
  const double weakest = least * sum_;
  double likeliest = 0.0;
  for (std::size_t cell = 0; cell < cells_; ++cell) likeliest = std::max(likeliest, of_first_[cell]);
  const double bound = std::min(weakest, likeliest * kNearBest);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (of_first_[cell] > 0.0 && of_first_[cell] >= bound) firsts_.push_back({static_cast<Cell>(cell), of_first_[cell] / sum_});
  }
  std::sort(firsts_.begin(), firsts_.end(),
            [](const First& a, const First& b) { return std::tuple(-a.probability, a.cell) < std::tuple(-b.probability, b.cell); });
  std::size_t kept = 0;
  while (kept < firsts_.size() && kept < static_cast<std::size_t>(most) && (kept < kAlways || firsts_[kept].probability >= least)) ++kept;
  firsts_.resize(kept);
}

void TurnGenerator::add_stones(std::vector<RatedTurn>& turns) const {
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (of_first_[cell] > 0.0) turns.push_back({{static_cast<Cell>(cell), kNoCell}, of_first_[cell] / sum_});
  }
}

void TurnGenerator::add_pairs(std::vector<RatedTurn>& turns, double least) {
  for (const First& first : firsts_) {
    add_seconds(first, least, turns);
    if (must_end()) break;
  }
  merge(turns);
}

/// Adds the turns that begin with `first` and are at least as likely as `least`, or nearly as likely as the best of them.
void TurnGenerator::add_seconds(First first, double least, std::vector<RatedTurn>& turns) {
  strengths_.place(first.cell);
  const double sum = strengths_.read(of_board(of_second_));
  strengths_.undo();
  const double scale = first.probability / sum;
  double likeliest = 0.0;
  for (std::size_t cell = 0; cell < cells_; ++cell) likeliest = std::max(likeliest, of_second_[cell]);
  const double bound = std::min(least / scale, likeliest * kNearBest);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    if (of_second_[cell] > 0.0 && of_second_[cell] >= bound)
      turns.push_back({ordered(first.cell, static_cast<Cell>(cell)), scale * of_second_[cell]});
  }
}

/// The turns that parry, as likely as they are among themselves.
void TurnGenerator::add_parries(const Parries& parries, int stones_left, std::vector<RatedTurn>& turns) {
  for (const Turn& set : parries.sets()) {
    if (!turns.empty() && must_end()) break;
    const bool single = set.second == kNoCell;
    if (single && stones_left == 1) {
      turns.push_back({set, of_first_[set.first] / sum_});
    } else if (single) {
      add_seconds({set.first, of_first_[set.first] / sum_}, 0.0, turns);
    } else if (stones_left == 2) {
      turns.push_back({set, of_first_[set.first] / sum_ * (of_first_[set.second] / sum_)});
    }
  }
  merge(turns);
  double sum = 0.0;
  for (const RatedTurn& rated : turns) sum += rated.probability;
  for (RatedTurn& rated : turns) rated.probability /= sum;
}

/// Makes one of the turns that have the same stones.
void TurnGenerator::merge(std::vector<RatedTurn>& turns) {
  std::sort(turns.begin(), turns.end(), [](const RatedTurn& a, const RatedTurn& b) {
    return std::tuple(a.turn.first, a.turn.second) < std::tuple(b.turn.first, b.turn.second);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    if (kept > 0 && turns[kept - 1].turn == turns[i].turn) {
      turns[kept - 1].probability += turns[i].probability;
    } else {
      turns[kept++] = turns[i];
    }
  }
  turns.resize(kept);
}

void TurnGenerator::keep_likely(const Beam& beam, std::vector<RatedTurn>& turns) {
  const auto most = std::min(turns.size(), static_cast<std::size_t>(beam.most));
  std::partial_sort(
      turns.begin(), turns.begin() + static_cast<std::ptrdiff_t>(most), turns.end(), [](const RatedTurn& a, const RatedTurn& b) {
        return std::tuple(-a.probability, a.turn.first, a.turn.second) < std::tuple(-b.probability, b.turn.first, b.turn.second);
      });
  turns.resize(most);
  for (RatedTurn& rated : turns) rated.cost = cost_of(std::min(rated.probability, 1.0));
  while (turns.size() > static_cast<std::size_t>(beam.fewest) && turns.back().cost > beam.cost) turns.pop_back();
}

}  // namespace trivium::connect6
