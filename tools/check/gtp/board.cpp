#include "tools/check/gtp/board.h"

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::check {

namespace {

class Connect6GtpBoard final : public GtpBoard {
 public:
  int size() const override { return board_.size(); }
  bool black_to_move() const override { return board_.to_move() == connect6::Stone::kBlack; }
  bool over() const override { return board_.over(); }
  bool play(std::string_view vertex) override {
    const Result<connect6::Cell> cell = connect6::parse_gtp_vertex(vertex, board_.size());
    if (!cell || !board_.is_legal(*cell)) return false;
    board_.do_move(*cell);
    return true;
  }

 private:
  connect6::Board board_;
};

class ReversiGtpBoard final : public GtpBoard {
 public:
  int size() const override { return game_.size(); }
  bool black_to_move() const override { return game_.to_move() == reversi::Color::kBlack; }
  bool over() const override { return game_.over(); }
  bool play(std::string_view vertex) override {
    const Result<reversi::Move> move = reversi::parse_move(vertex, game_.size());
    if (!move || !game_.position().is_legal(*move)) return false;
    game_.do_move(*move);
    return true;
  }

 private:
  reversi::Game game_;
};

template <class Board>
std::unique_ptr<GtpBoard> make_board() {
  return std::make_unique<Board>();
}

}  // namespace

const GtpGame kConnect6Gtp{"",
                           {"K10 K12 L9", "K10 J9 L11", "A1 K10 K12", "T19 J9 L8 K10 J11"},
                           make_board<Connect6GtpBoard>};
const GtpGame kReversiGtp{
    "Othello", {"F5 D6 C3", "F5 F6 E6", "F5 F4", "C4 C3 D3 C5 B4"}, make_board<ReversiGtpBoard>};

}  // namespace trivium::check
