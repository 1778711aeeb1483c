#include "learning/choice/self_play.h"

#include <optional>

#include "engine/chess/rules/game.h"
#include "engine/core/weighted_draw.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"

namespace trivium::learning::choice {

namespace {

constexpr std::uint64_t kGames = 0x63686F696365;

}  // namespace

chess::PgnGame play_game(const Chooser& chooser, Rng& rng, std::size_t max_moves) {
  chess::MoveValuer valuer(*chooser.attributes, chooser.lookahead);
  chess::MoveValues values;
  std::vector<double> chances;
  chess::Game game;
  std::optional<chess::GameEnd> end;
  while (!(end = game.end()) && game.moves().size() < max_moves) {
    chess::Position position = game.position();
    const chess::MoveList moves = chess::legal_moves(position);
    valuer.value(position, moves, chooser.weights, values);
    chess::softmax(values.values, chances);
    game.do_move(moves[sample_index(chances, rng)]);
  }
  chess::PgnGame record;
  record.moves = game.moves();
  if (end) record.result = end->for_white;
  return record;
}

std::vector<chess::PgnGame> play_games(const Chooser& chooser, std::uint64_t seed,
                                       std::uint64_t first, std::size_t count,
                                       std::size_t max_moves, std::size_t threads) {
  std::vector<chess::PgnGame> games(count);
  if (count == 0) return games;
  Shards(count, threads).run([&](std::size_t i) {
    Rng rng = stream_rng(seed, kGames, first + i);
    games[i] = play_game(chooser, rng, max_moves);
  });
  return games;
}

}  // namespace trivium::learning::choice
