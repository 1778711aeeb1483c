#include "learning/records/connect6_games.h"

#include "models/format/load_error.h"

namespace trivium::learning::records {

void encode(const Connect6Game& game, ByteWriter& record) {
  record.clear();
  record.put(static_cast<std::uint8_t>(game.size));
  record.put(static_cast<std::uint8_t>(game.result));
  record.put(static_cast<std::uint16_t>(game.opening));
  record.put(static_cast<std::uint16_t>(game.moves.size()));
  for (const connect6::Cell cell : game.moves) record.put(cell);
}

void decode(std::span<const std::byte> bytes, Connect6Game& game) {
  ByteReader record(bytes);
  game.size = record.take<std::uint8_t>();
  if (game.size < connect6::kMinSize || game.size > connect6::kMaxSize)
    throw format::LoadError("games.size.range", "a board of size {}, not 6 to 25", game.size);
  const auto result = record.take<std::uint8_t>();
  if (result > static_cast<std::uint8_t>(connect6::GameResult::kDraw))
    throw format::LoadError("games.result.range", "a result of {}", result);
  game.result = static_cast<connect6::GameResult>(result);
  game.opening = record.take<std::uint16_t>();
  const std::size_t stones = record.take<std::uint16_t>();
  if (stones == 0) throw format::LoadError("games.stones.none", "a game without stones");
  if (game.opening > static_cast<int>(stones)) {
    throw format::LoadError("games.opening.range", "an opening of {} stones in a game of {}",
                            game.opening, stones);
  }
  game.moves.resize(stones);
  for (std::size_t i = 0; i < stones; ++i) {
    game.moves[i] = record.take<std::uint16_t>();
    if (game.moves[i] < game.size * game.size) continue;
    throw format::LoadError("games.cell.range", "stone {}: cell {} is off the board", i + 1,
                            game.moves[i]);
  }
  if (!record.empty()) throw format::LoadError("games.record.long", "something follows the game");
}

void require_playable(const Connect6Game& game) {
  connect6::Board board(game.size);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    if (board.over())
      throw format::LoadError("games.stone.late", "stone {}: the game has ended before", i + 1);
    if (!board.is_legal(game.moves[i]))
      throw format::LoadError("games.cell.occupied", "stone {}: cell {} is occupied", i + 1,
                              game.moves[i]);
    board.do_move(game.moves[i]);
  }
}

void require_same_size(const Connect6Game& game, int& size) {
  if (size == 0) size = game.size;
  if (size != game.size)
    throw format::LoadError("games.size.mixed", "a board of {}, those before are of {}", game.size,
                            size);
}

bool next_game(BlockReader& in, Connect6Game& game, int& size) {
  const auto record = in.next();
  if (!record) return false;
  try {
    decode(*record, game);
    require_playable(game);
    require_same_size(game, size);
  } catch (const format::LoadError& error) {
    in.fail(error.code(), error.what());
  }
  return true;
}

}  // namespace trivium::learning::records
