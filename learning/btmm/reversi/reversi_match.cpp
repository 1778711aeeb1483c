#include "learning/btmm/reversi/reversi_match.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <stdexcept>

#include "engine/core/steady_math.h"
#include "engine/core/weighted_draw.h"

namespace trivium::learning::btmm {

namespace {

using reversi::Bitboard;
using reversi::MoveStrengths;
using reversi::Position;
using reversi::Square;

/// A game, of which only the position and the side to move are known.
struct PlayedGame {
  Position position = Position::start();
  bool black_to_move = true;

  void place(Square square) noexcept {
    position.do_move(square);
    black_to_move = !black_to_move;
  }
  /// Passes if that is forced. Returns false if the game is over.
  bool pass_if_forced() noexcept {
    if (position.moves() != 0) return true;
    position = position.passed();
    black_to_move = !black_to_move;
    return position.moves() != 0;
  }
  MatchGame result() const noexcept {
    const int score = black_to_move ? position.final_score() : -position.final_score();
    return {score > 0 ? 2 : score == 0 ? 1 : 0, position.discs()};
  }
};

/// Returns a game after an opening. Openings that end the game are drawn again.
PlayedGame opened(const ReversiMatchOptions& options, Rng& rng) {
  const int spread = options.max_opening_plies - options.min_opening_plies;
  const int plies = options.min_opening_plies +
                    static_cast<int>(rng.below(static_cast<std::uint32_t>(spread + 1)));
  for (;;) {
    PlayedGame game;
    for (int ply = 0; ply < plies && game.pass_if_forced(); ++ply) {
      const std::vector<reversi::Move> moves = legal_moves(game.position);
      game.place(draw_one(moves, rng));
    }
    if (game.pass_if_forced()) return game;
  }
}

void check_sharpness(const Choice& choice) {
  if (!(choice.sharpness > 0.0)) throw std::invalid_argument("the sharpness must be above 0");
}

}  // namespace

void ReversiMatchOptions::check() const {
  if (min_opening_plies >= 0 && min_opening_plies <= max_opening_plies &&
      max_opening_plies <= kMaxOpeningPlies)
    return;
  throw std::invalid_argument(
      fmt::format("openings must have 0 to {} moves, with a minimum that is not above the maximum",
                  kMaxOpeningPlies));
}

Square choose_move(const MoveStrengths& strengths, const Choice& choice, const Position& position,
                   Rng& rng) noexcept {
  constexpr std::size_t kMaxMoves = 60;  // no move is legal on the four squares of the start
  std::array<Square, kMaxMoves> squares{};
  std::array<int, kMaxMoves> logs{};
  std::size_t moves = 0;
  for (Bitboard rest = position.moves(); rest != 0; ++moves) {
    squares[moves] = reversi::take_square(rest);
    logs[moves] = strengths.log_strength(position, squares[moves], position.flips(squares[moves]));
  }
  const auto most = std::max_element(logs.begin(), logs.begin() + moves);
  if (choice.strongest) return squares[static_cast<std::size_t>(most - logs.begin())];
  std::array<double, kMaxMoves> chances{};
  double sum = 0.0;
  for (std::size_t i = 0; i < moves; ++i) {
    const double below = static_cast<double>(logs[i] - *most) / MoveStrengths::kUnitsPerLog;
    sum += chances[i] = steady_exp(choice.sharpness * below);
  }
  return squares[sample_index(std::span(chances).first(moves), rng, sum)];
}

std::vector<MatchPair> play_match(const ReversiContestant& first, const ReversiContestant& second,
                                  const ReversiMatchOptions& options, std::size_t count,
                                  std::size_t threads, const WorkProgress& progress) {
  options.check();
  check_sharpness(first.choice);
  check_sharpness(second.choice);
  const auto play = [&](bool first_is_black, Rng& opening, Rng& choices) {
    PlayedGame game = opened(options, opening);
    while (game.pass_if_forced()) {
      const ReversiContestant& side = game.black_to_move == first_is_black ? first : second;
      game.place(choose_move(*side.strengths, side.choice, game.position, choices));
    }
    return game.result();
  };
  return play_pairs([&] { return play; }, options.seed, count, threads, progress);
}

}  // namespace trivium::learning::btmm
