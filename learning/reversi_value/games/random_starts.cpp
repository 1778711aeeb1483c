#include "learning/reversi_value/games/random_starts.h"

#include "engine/reversi/patterns/shape.h"
#include "learning/harness/seeds.h"

namespace trivium::learning::reversi_value {

namespace {

using reversi::Bitboard;

constexpr std::uint64_t kStartPurpose = 0x7265767374617274;  // of random numbers
constexpr int kSymmetries = 8;

std::pair<Bitboard, Bitboard> discs_of(const reversi::Position& position) noexcept {
  return {position.own, position.other};
}

}  // namespace

reversi::Position canonical(const reversi::Position& position) noexcept {
  reversi::Position lowest = position;
  for (int symmetry = 1; symmetry < kSymmetries; ++symmetry) {
    const reversi::Position image{reversi::image_of(position.own, symmetry),
                                  reversi::image_of(position.other, symmetry),
                                  reversi::image_of(position.empty, symmetry)};
    if (discs_of(image) < discs_of(lowest)) lowest = image;
  }
  return lowest;
}

RandomStarts::RandomStarts(std::uint64_t seed, int min_plies, int max_plies) noexcept
    : rng_(stream_rng(seed, kStartPurpose, 0)), min_plies_(min_plies), max_plies_(max_plies) {}

std::vector<reversi::Game> RandomStarts::next(std::size_t count) {
  std::vector<reversi::Game> games;
  while (games.size() < count) {
    std::optional<reversi::Game> game = next_new();
    if (!game) break;
    games.push_back(*std::move(game));
  }
  return games;
}

/// Returns the next game whose position is new; nothing after kMaxKnownInARow others.
std::optional<reversi::Game> RandomStarts::next_new() {
  for (int known = 0; known < kMaxKnownInARow; ++known) {
    reversi::Game game = draw();
    if (!game.over() && known_.insert(discs_of(canonical(game.position()))).second) return game;
  }
  return std::nullopt;
}

reversi::Game RandomStarts::draw() {
  reversi::Game game;
  const auto lengths = static_cast<std::uint32_t>(max_plies_ - min_plies_ + 1);
  const int plies = min_plies_ + static_cast<int>(rng_.below(lengths));
  for (int ply = 0; ply < plies && !game.over(); ++ply) {
    const std::vector<reversi::Move> moves = legal_moves(game.position());
    game.do_move(draw_one(moves, rng_));
    if (game.position().must_pass()) game.do_move(reversi::kPass);
  }
  return game;
}

}  // namespace trivium::learning::reversi_value
