#include "learning/btmm/self_play.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/connect6/line_features.h"
#include "engine/connect6/pattern_strengths.h"
#include "engine/connect6/threats.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"

namespace trivium::learning::btmm {

namespace {

using connect6::Board;
using connect6::Cell;
using connect6::kNoCell;
using connect6::LineFeatures;
using connect6::Parries;
using connect6::PatternLayout;
using connect6::Stone;
using connect6::Turn;

constexpr std::uint64_t kSelfPlay = 0x636F6E6E6563742D;
constexpr std::size_t kGamesPerTable = 64;
constexpr int kCentreReach = 3;   // of the first stone from the centre
constexpr int kOpeningReach = 2;  // of an opening's stone from another one

/// Plays one game after the other; its tables stay allocated.
template <int Views>
class Table {
 public:
  Table(const SelfPlayOptions& options, connect6::PatternStrengths<Views> strengths)
      : options_(options), board_(strengths.board().layout().size()), lines_(board_.size()), strengths_(std::move(strengths)) {}

  Game play(Rng rng) {
    board_ = Board(board_.size());
    lines_ = LineFeatures(board_.size());
    strengths_.clear();
    open(rng);
    Game game;
    game.size = board_.size();
    game.opening = board_.stones();
    while (!board_.over() && board_.stones() < options_.most_stones) move(rng);
    game.result = board_.over() ? connect6::board_result(board_) : connect6::GameResult::kDraw;
    game.moves = board_.history();
    return game;
  }

 private:
  void put(Cell cell) {
    lines_.place(cell, board_.to_move());
    strengths_.place(cell);
    board_.do_move(cell);
  }

  void open(Rng& rng) {
    const auto spread = static_cast<std::uint32_t>(options_.most_opening_stones - options_.fewest_opening_stones + 1);
    const int stones = options_.fewest_opening_stones + static_cast<int>(rng.below(spread));
    while (board_.stones() < stones) {
      cells_.clear();
      for (int cell = 0; cell < board_.cells(); ++cell) {
        if (opens(static_cast<Cell>(cell))) cells_.push_back(static_cast<Cell>(cell));
      }
      put(cells_[rng.below(static_cast<std::uint32_t>(cells_.size()))]);
    }
  }

  /// Whether an opening's next stone may lie there.
  bool opens(Cell cell) const {
    if (board_.at(cell) != Stone::kEmpty) return false;
    const auto near = [&](int column, int row, int reach) {
      return std::max(std::abs(board_.column(cell) - column), std::abs(board_.row(cell) - row)) <= reach;
    };
    if (board_.stones() == 0) return near(board_.size() / 2, board_.size() / 2, std::min(kCentreReach, board_.size() / 4));
    return std::ranges::any_of(board_.history(), [&](Cell stone) { return near(board_.column(stone), board_.row(stone), kOpeningReach); });
  }

  /// Places a stone, or both where they belong together.
  void move(Rng& rng) {
    const Stone side = board_.to_move();
    const int left = board_.stones_left_in_turn();
    if (const std::optional<Turn> win = connect6::winning_turn(lines_, side, left)) return put_turn(*win);
    const Parries parries = connect6::parries(lines_, opponent(side));
    const std::optional<Turn> parry = draw_parry(parries.sets(), left, rng);
    put_turn(parry ? *parry : Turn{draw_stone(rng), kNoCell});
  }

  void put_turn(Turn turn) {
    put(turn.first);
    if (turn.second != kNoCell) put(turn.second);
  }

  /// One of the sets of at most `left` stones, as likely as its stones together; nothing where there is none.
  std::optional<Turn> draw_parry(std::span<const Turn> sets, int left, Rng& rng) const {
    std::array<double, Parries::kMaxSets> chances{};
    double sum = 0.0;
    const double total = sets.empty() ? 1.0 : strengths_.total();
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (left == 1 && sets[i].second != kNoCell) continue;
      chances[i] = strengths_.strength(sets[i].first) / total;
      if (sets[i].second != kNoCell) chances[i] *= 2.0 * strengths_.strength(sets[i].second) / total;
      sum += chances[i];
    }
    if (!(sum > 0.0)) return std::nullopt;
    double rest = rng.unit() * sum;
    std::size_t last = 0;
    for (std::size_t i = 0; i < sets.size(); ++i) {
      if (chances[i] == 0.0) continue;
      last = i;
      if ((rest -= chances[i]) < 0.0) break;
    }
    return sets[last];
  }

  Cell draw_stone(Rng& rng) const {
    double rest = rng.unit() * strengths_.total();
    Cell last = kNoCell;
    for (int cell = 0; cell < board_.cells(); ++cell) {
      const double strength = strengths_.strength(static_cast<Cell>(cell));
      if (strength == 0.0) continue;
      last = static_cast<Cell>(cell);
      if ((rest -= strength) < 0.0) break;
    }
    return last;
  }

  const SelfPlayOptions& options_;
  Board board_;
  LineFeatures lines_;
  connect6::PatternStrengths<Views> strengths_;
  std::vector<Cell> cells_;
};

template <int Views>
void play_all(const PatternLayout& layout, std::span<const double> gammas, const SelfPlayOptions& options, std::uint64_t first,
              std::size_t threads, std::vector<Game>& games) {
  const Shards shards((games.size() + kGamesPerTable - 1) / kGamesPerTable, threads);
  const auto by_sight = std::make_shared<const connect6::SightGammas<Views>>(layout, gammas);
  shards.run([&](std::size_t shard) {
    Table<Views> table(options, {layout, gammas, by_sight});
    const Range range = shards.range(shard, games.size());
    for (std::size_t i = range.begin; i < range.end; ++i) games[i] = table.play(stream_rng(options.seed, kSelfPlay, first + i));
  });
}

/// Strengths below this would be drawn once in more games than will ever be played; above 0 every stone can be drawn.
constexpr double kLeastGamma = 1e-9;

}  // namespace

std::vector<Game> play_games(const PatternLayout& layout, std::span<const double> gammas, const SelfPlayOptions& options,
                             std::uint64_t first, std::size_t count, std::size_t threads) {
  if (options.fewest_opening_stones < 0 || options.most_opening_stones < options.fewest_opening_stones || !(options.sharpness > 0.0)) {
    throw std::invalid_argument("openings must have from 0 stones on, the most not below the fewest, and the sharpness must be positive");
  }
  std::vector<double> sharpened(gammas.begin(), gammas.end());
  for (double& gamma : sharpened) gamma = std::max(kLeastGamma, std::pow(gamma, options.sharpness));
  std::vector<Game> games(count);
  if (count == 0) return games;
  layout.set().views() == 2 ? play_all<2>(layout, sharpened, options, first, threads, games)
                            : play_all<4>(layout, sharpened, options, first, threads, games);
  return games;
}

}  // namespace trivium::learning::btmm
