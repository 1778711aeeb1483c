#include "learning/btmm/connect6/game_table.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <stdexcept>
#include <utility>

#include "engine/connect6/threats/threat_solver.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/limits.h"

namespace trivium::learning::btmm {

using connect6::Board;
using connect6::Cell;
using connect6::kNoCell;
using connect6::Stone;
using connect6::Turn;

namespace {

constexpr int kCenterReach = 3;   // maximum distance of the first stone from the center, in cells
constexpr int kOpeningReach = 2;  // maximum distance of an opening stone from another one, in cells
constexpr int kAttempts = 4;      // turns tried, to find one that does not lose by double threats

}  // namespace

void GameOptions::check() const {
  const bool known = min_opening_stones >= 0 && max_opening_stones <= kMaxOpeningStones;
  if (known && min_opening_stones <= max_opening_stones && max_stones > 0) return;
  throw std::invalid_argument(fmt::format(
      "openings must have 0 to {} stones, the most not below the fewest, and games a stone",
      kMaxOpeningStones));
}

GameTable::GameTable(int size, const GameOptions& options)
    : options_(options), board_(size), lines_(size) {}

records::Connect6Game GameTable::play(StoneChooser& black, StoneChooser& white, Rng& opening,
                                      Rng& stones) {
  board_ = Board(board_.size());
  lines_ = connect6::LineFeatures(board_.size());
  choosers_ = {&black, &white};
  black.clear();
  if (&white != &black) white.clear();
  searched_.reset();
  open(opening);
  records::Connect6Game game;
  game.size = board_.size();
  game.opening = board_.stones();
  while (!board_.over() && board_.stones() < options_.max_stones) move(stones);
  game.result = board_.over() ? connect6::board_result(board_) : connect6::GameResult::kDraw;
  game.moves = board_.history();
  return game;
}

void GameTable::put(Cell cell) {
  lines_.place(cell, board_.to_move());
  choosers_[0]->place(cell);
  if (choosers_[1] != choosers_[0]) choosers_[1]->place(cell);
  board_.do_move(cell);
}

void GameTable::put(Turn turn) {
  put(turn.first);
  if (turn.second != kNoCell) put(turn.second);
}

void GameTable::take_back() {
  const Cell cell = board_.history().back();
  board_.undo_move();
  lines_.remove(cell);
  choosers_[0]->undo(cell);
  if (choosers_[1] != choosers_[0]) choosers_[1]->undo(cell);
}

void GameTable::open(Rng& rng) {
  const auto spread =
      static_cast<std::uint32_t>(options_.max_opening_stones - options_.min_opening_stones + 1);
  const int stones = options_.min_opening_stones + static_cast<int>(rng.below(spread));
  while (board_.stones() < stones) {
    cells_.clear();
    for (int cell = 0; cell < board_.cells(); ++cell) {
      if (opens(static_cast<Cell>(cell))) cells_.push_back(static_cast<Cell>(cell));
    }
    put(draw_one(cells_, rng));
  }
}

/// True if the next stone of an opening may lie on `cell`.
bool GameTable::opens(Cell cell) const {
  if (board_.at(cell) != Stone::kEmpty) return false;
  const auto near = [&](int column, int row, int reach) {
    return std::max(std::abs(board_.column(cell) - column), std::abs(board_.row(cell) - row)) <=
           reach;
  };
  if (board_.stones() == 0)
    return near(board_.size() / 2, board_.size() / 2, std::min(kCenterReach, board_.size() / 4));
  return std::ranges::any_of(board_.history(), [&](Cell stone) {
    return near(board_.column(stone), board_.row(stone), kOpeningReach);
  });
}

/// Places the next stone, or several stones at once: a winning turn, an attack, a parry, or a turn
/// that was checked as a whole.
void GameTable::move(Rng& rng) {
  const Stone side = board_.to_move();
  if (const std::optional<Turn> win =
          connect6::winning_turn(lines_, side, board_.stones_left_in_turn()))
    return put(*win);
  if (options_.solver_nodes == 0) return choose(rng);
  if (finds_win() && connect6::verify(board_, proof_)) return put(proof_.front().attack);
  choose_safely(rng);
}

/// Places a set of stones that parries all threats, if there is one, else one chosen stone.
void GameTable::choose(Rng& rng) {
  const Stone side = board_.to_move();
  const StoneChooser& chooser = *choosers_[static_cast<std::size_t>(index(side)) - 1];
  const connect6::Parries parries = connect6::parries(lines_, opponent(side));
  const std::optional<Turn> parry =
      chooser.choose_turn(parries.sets(), board_.stones_left_in_turn(), rng);
  put(parry ? *parry : Turn{chooser.choose(rng), kNoCell});
}

/// Chooses the rest of the turn. If the search then finds a win of the opponent, chooses again, up
/// to kAttempts times; the last choice stays.
void GameTable::choose_safely(Rng& rng) {
  const Stone side = board_.to_move();
  const int before = board_.stones();
  for (int attempt = 1;; ++attempt) {
    while (!board_.over() && board_.to_move() == side) choose(rng);
    if (board_.over() || !finds_win() || attempt == kAttempts) return;
    while (board_.stones() > before) take_back();
  }
}

/// Searches for a win of the side to move by double threats within the node limit. Returns true if
/// one is found; then `proof_` is its proof, not yet verified.
bool GameTable::finds_win() {
  if (searched_ == board_.key()) return !proof_.empty();
  connect6::SolveLimits limits;
  limits.nodes = options_.solver_nodes;
  limits.singles = 0;
  NodeBudget budget;
  connect6::SolveResult result = connect6::ThreatSolver(board_, limits, budget).run();
  proof_.clear();
  if (result.status == connect6::SolveStatus::kProved) proof_ = std::move(result.proof);
  searched_ = board_.key();
  return !proof_.empty();
}

}  // namespace trivium::learning::btmm
