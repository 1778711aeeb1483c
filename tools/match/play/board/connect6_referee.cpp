// Referee of Connect-6: one stone per move; six in a row win, a full board is a draw.

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "tools/match/play/board/referee.h"

namespace trivium::match {
namespace {

class Connect6Referee final : public Referee {
 public:
  explicit Connect6Referee(int size) : board_(size) {}

  std::unique_ptr<Referee> clone() const override {
    return std::make_unique<Connect6Referee>(*this);
  }
  int to_move() const override { return connect6::index(board_.to_move()) - 1; }
  std::string_view side_name(int side) const override { return side == 0 ? "Black" : "White"; }
  Result<std::string> play(std::string_view move) override {
    const auto refused = [&](const std::string& cause) {
      return Error{"match.move.refused", "stone {} of the game, {}'s: {}", board_.stones() + 1,
                   side_name(to_move()), cause};
    };
    if (const auto ended = end()) return refused("the game is over: " + ended->reason);
    const Result<connect6::Cell> cell = connect6::parse_gtp_vertex(move, board_.size());
    if (!cell) return refused(cell.error().message);
    std::string text = connect6::gtp_vertex(*cell, board_.size());
    if (!board_.is_legal(*cell)) return refused(text + " is occupied");
    board_.do_move(*cell);
    return text;
  }

  std::optional<RuleEnd> end() const override {
    if (!board_.over()) return std::nullopt;
    if (board_.winner() == connect6::Stone::kEmpty)
      return RuleEnd{Outcome::kDraw, "draw by a full board"};
    return RuleEnd{board_.winner() == connect6::Stone::kBlack ? Outcome::kWin : Outcome::kLoss,
                   "six in a row"};
  }

  int full_moves() const override { return turns() / 2; }
  std::string position() const override {
    connect6::GameRecord record;
    record.size = board_.size();
    record.moves = board_.history();
    return connect6::write_paper_record(record);
  }

 private:
  /// Number of complete turns.
  int turns() const noexcept { return (board_.stones() + 1) / 2; }

  connect6::Board board_;
};

}  // namespace

Result<std::unique_ptr<Referee>> make_connect6_referee(const client::GameSetup& setup) {
  if (setup.board_size < connect6::kMinSize || setup.board_size > connect6::kMaxSize) {
    return Error{"match.board_size", "board size {} is not supported: {} to {}", setup.board_size,
                 connect6::kMinSize, connect6::kMaxSize};
  }
  return std::unique_ptr<Referee>(std::make_unique<Connect6Referee>(setup.board_size));
}

}  // namespace trivium::match
