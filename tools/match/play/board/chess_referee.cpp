// Referee of chess and Chess960, over engine/chess/rules. Draws need no claim:
//
// fifty moves, threefold repetition and insufficient material end a game, as in engine tournaments.

#include "engine/chess/rules/game.h"
#include "engine/chess/rules/notation.h"
#include "tools/match/play/board/referee.h"

namespace trivium::match {
namespace {

class ChessReferee final : public Referee {
 public:
  explicit ChessReferee(const chess::Position& start) : game_(start) { find_end(); }

  std::unique_ptr<Referee> clone() const override { return std::make_unique<ChessReferee>(*this); }
  int to_move() const override { return chess::index(game_.position().side_to_move()); }
  std::string_view side_name(int side) const override { return side == 0 ? "White" : "Black"; }
  Result<std::string> play(std::string_view move) override {
    const chess::Position& position = game_.position();
    const auto refused = [&](const std::string& cause) {
      return Error{"match.move.refused", "move {} of {}: {}", position.fullmove_number(),
                   side_name(to_move()), cause};
    };
    if (end_) return refused("the game is over: " + end_->reason);
    const Result<chess::Move> legal = chess::parse_uci_move(position, move);
    if (!legal) return refused(legal.error().message);
    std::string text = chess::to_uci(position, *legal);
    game_.do_move(*legal);
    find_end();
    return text;
  }

  std::optional<RuleEnd> end() const override { return end_; }
  int full_moves() const override { return static_cast<int>(game_.moves().size()) / 2; }
  bool irreversible() const override {
    return !game_.moves().empty() && game_.position().halfmove_clock() == 0;
  }
  std::string position() const override { return chess::to_fen(game_.position()); }

 private:
  void find_end() {
    if (const std::optional<chess::GameEnd> end = game_.end())
      end_ = RuleEnd{end->for_white, std::string(chess::words_for(end->reason))};
  }

  chess::Game game_;
  std::optional<RuleEnd> end_;
};

}  // namespace

Result<std::unique_ptr<Referee>> make_chess_referee(const client::GameSetup& setup) {
  Result<chess::Position> position =
      chess::parse_fen(setup.fen.empty() ? chess::kStartFen : std::string_view(setup.fen));
  if (!position) return position.error();
  if (position->chess960() && !setup.chess960)
    return Error{"match.opening.chess960",
                 "the castling rights of '" + setup.fen + "' are those of Chess960"};
  position->set_chess960(setup.chess960);
  return std::unique_ptr<Referee>(std::make_unique<ChessReferee>(*position));
}

}  // namespace trivium::match
