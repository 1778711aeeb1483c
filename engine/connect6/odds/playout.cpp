#include "engine/connect6/odds/playout.h"

#include <algorithm>
#include <array>

#include "engine/core/weighted_draw.h"

namespace trivium::connect6 {

Playouts::Playouts(const Knowledge& knowledge, int board_size, const PlayoutParameters& parameters)
    : knowledge_(knowledge),
      parameters_(parameters),
      known_(knowledge, board_size),
      position_(Board(board_size), *knowledge_.weights),
      chances_(static_cast<std::size_t>(board_size * board_size)) {}

Outcome Playouts::play(const Board& from, Stone side, Rng& rng) noexcept {
  set_position(from);
  draw_margin_ = draw_margin(position_.lines(), *knowledge_.weights);
  const Stone winner = play_on(rng);
  return winner == Stone::kEmpty ? Outcome::kDraw : winner == side ? Outcome::kWin : Outcome::kLoss;
}

/// Undoes stones of the last playout only as far as they differ from `board`.
void Playouts::set_position(const Board& board) noexcept {
  const std::vector<Cell>& now = position_.board().history();
  const std::vector<Cell>& wanted = board.history();
  const auto same =
      std::mismatch(now.begin(), now.end(), wanted.begin(), wanted.end()).first - now.begin();
  while (std::ssize(now) > same) position_.undo_stone();
  for (auto cell = wanted.begin() + same; cell != wanted.end(); ++cell) position_.do_stone(*cell);
  known_[0].follow(now);
}

Stone Playouts::play_on(Rng& rng) noexcept {
  const Board& board = position_.board();
  for (int turn = 0; !board.over(); ++turn) {
    const Stone side = board.to_move();
    const int stones_left = board.stones_left_in_turn();
    if (can_win(position_.lines(), side, stones_left)) return side;
    const Parries needed = parries(position_.lines(), opponent(side));
    if (needed.stones_needed() > stones_left) return opponent(side);
    if (turn >= parameters_.turns) return sample_result(needed.stones_needed(), rng);
    place_turn(needed, rng);
  }
  return board.winner();
}

Stone Playouts::sample_result(int needed, Rng& rng) noexcept {
  const Stone side = position_.to_move();
  const WinDrawLoss expected = expectation(position_.quiet_value(needed), draw_margin_);
  const auto drawn = static_cast<int>(rng.below(1000));
  if (drawn < expected.win) return side;
  return drawn < expected.win + expected.draw ? Stone::kEmpty : opponent(side);
}

void Playouts::place_turn(const Parries& needed, Rng& rng) noexcept {
  int stones_left = position_.stones_left();
  if (needed.stones_needed() > 0) {
    const Turn parry = sample_parry(needed, rng);
    for (const Cell cell : {parry.first, parry.second}) {
      if (cell == kNoCell) continue;
      place(cell);
      --stones_left;
    }
  }
  for (; stones_left > 0 && !position_.board().over(); --stones_left) place(sample_cell(rng));
}

/// Samples one of the parries with the fewest stones, in proportion to the strengths of their
/// stones.
const Turn& Playouts::sample_parry(const Parries& needed, Rng& rng) noexcept {
  const std::span<const Turn> sets = needed.sets();
  if (sets.size() == 1) return sets.front();
  read_chances();
  std::array<double, Parries::kMaxSets> chances{};
  double sum = 0.0;
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const bool single = sets[i].second == kNoCell;
    if (single != (needed.stones_needed() == 1)) continue;
    chances[i] = chances_[sets[i].first] * (single ? 1.0 : chances_[sets[i].second]);
    sum += chances[i];
  }
  return sets[sample_index(chances, rng, sum)];  // the first set if all chances are 0
}

double Playouts::read_chances() noexcept {
  double sum = known_[0].read(chances_);
  if (parameters_.sharpness == 1) return sum;
  sum = 0.0;
  for (double& chance : chances_) {
    const double strength = chance;
    for (int i = 1; i < parameters_.sharpness; ++i) chance *= strength;
    sum += chance;
  }
  return sum;
}

Cell Playouts::sample_cell(Rng& rng) noexcept {
  const double sum = read_chances();
  return static_cast<Cell>(sample_index(chances_, rng, sum));
}

void Playouts::place(Cell cell) noexcept {
  position_.do_stone(cell);
  known_[0].place(cell);
  ++stones_;
}

}  // namespace trivium::connect6
