#include "engine/reversi/rules/records.h"

#include "engine/core/text.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {

StatedResult StatedResult::of_score(int score) {
  const Outcome outcome = score > 0 ? Outcome::kWin : score < 0 ? Outcome::kLoss : Outcome::kDraw;
  return {outcome, score, {}};
}

Result<Game> replay(const GameRecord& record) {
  Game game(record.start, record.first);
  for (const Move move : record.moves) {
    const std::string place = "move " + std::to_string(game.moves().size() + 1);
    if (move > kPass || (move < kPass && (bit(move) & record.start.board()) == 0))
      return Error{"record.square", place + ": outside the board"};
    if (!game.position().is_legal(move))
      return Error{"record.illegal", place + ": " + illegal_cause(game, move)};
    game.do_move(move);
  }
  return game;
}

std::string illegal_cause(const Game& game, Move move) {
  const Position& position = game.position();
  if (game.over())
    return "the game is over after " + text::counted(game.moves().size(), "move") +
           "; nothing may follow";
  const std::string side(color_name(game.to_move()));
  const std::string accepted =
      "; " + side + " can play " + text::joined(legal_moves(position), ", ", move_name);
  if (move == kPass) return side + " may not pass" + accepted;
  if ((bit(move) & position.empty) == 0) return move_name(move) + " is occupied" + accepted;
  return move_name(move) + " flips no disc" + accepted;
}

std::optional<std::string> RecordBuilder::play(Move move) {
  if (move == kPass && game_.over()) return std::nullopt;
  if (move != kPass && game_.position().must_pass()) game_.do_move(kPass);
  if (!game_.position().is_legal(move)) return illegal_cause(game_, move);
  game_.do_move(move);
  return std::nullopt;
}

std::optional<std::string> RecordBuilder::play(Color color, Move move) {
  const bool passed = move != kPass && game_.position().must_pass();
  const Color mover = passed ? opponent(game_.to_move()) : game_.to_move();
  if (color != mover && !game_.over())
    return "the move is " + std::string(color_name(mover)) + "'s, not " +
           std::string(color_name(color)) + "'s";
  return play(move);
}

GameRecord RecordBuilder::finish() && {
  record.start = game_.start();
  record.first = game_.first();
  record.moves = game_.moves();
  return std::move(record);
}

Result<GameRecord> parse_transcript(std::string_view text, int size, TextOrigin origin) {
  RecordBuilder builder(Position::start(size));
  const auto error = [&](std::size_t offset, std::string_view code, const std::string& cause) {
    return error_at("transcript", code, text, offset, cause, origin);
  };
  for (std::size_t at = 0; at < text.size();) {
    if (text::is_blank(text[at])) {
      ++at;
      continue;
    }
    const Result<Move> move = parse_move(text.substr(at, 2), size);
    if (!move) return error(at, "square", move.error().message);
    if (const auto cause = builder.play(*move)) return error(at, "illegal", *cause);
    at += 2;
  }
  return std::move(builder).finish();
}

std::string write_transcript(const GameRecord& record) {
  std::string text;
  for (const Move move : record.moves) {
    if (move != kPass) text += move_name(move);
  }
  return text;
}

}  // namespace trivium::reversi
