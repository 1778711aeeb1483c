#include "learning/outcome/playouts.h"

#include "engine/connect6/player.h"
#include "engine/connect6/rules/records.h"
#include "learning/harness/seeds.h"

namespace trivium::learning::outcome {

namespace {

constexpr std::uint64_t kCutOff = 0x706C61796F7574;  // purpose of a random stream

}  // namespace

records::Connect6Game play_on(const records::Connect6Game& game, std::uint64_t number,
                              const connect6::Knowledge& knowledge, const PlayoutOptions& options) {
  Rng rng = stream_rng(options.seed, kCutOff, number);
  const int first = options.min_stones | 1;  // turns begin at odd numbers of stones
  const int choices = (options.max_stones - first) / 2 + 1;
  const auto kept = static_cast<std::size_t>(
      first + 2 * static_cast<int>(rng.below(static_cast<std::uint64_t>(choices))));
  records::Connect6Game played;
  played.size = game.size;
  if (game.moves.size() < kept) return played;
  connect6::Board board(game.size);
  for (std::size_t i = 0; i < kept && !board.over(); ++i) board.do_move(game.moves[i]);
  if (board.over()) return played;

  connect6::Player player(knowledge, {.hash_megabytes = 1});
  while (!board.over() && board.stones() < options.max_length) {
    player.set_board(board);
    const connect6::Turn turn = player.think({.nodes = options.nodes}, SearchControl(), {});
    board.do_move(turn.first);
    if (turn.second != connect6::kNoCell && !board.over()) board.do_move(turn.second);
  }
  played.opening = static_cast<int>(kept);
  played.moves = board.history();
  played.result = board.winner() == connect6::Stone::kEmpty ? connect6::GameResult::kDraw
                                                            : connect6::board_result(board);
  return played;
}

}  // namespace trivium::learning::outcome
