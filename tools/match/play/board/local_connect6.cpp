// Trivium's own Connect-6 player as a tournament engine in this process.
#include <utility>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/player.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/turn.h"
#include "engine/connect6/rules/vertex.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {
namespace {

/// Converts the referee's clock, which counts stones; the player thinks once for the whole turn.
ClockState turn_clock(const ClockState& clock, int stones) {
  ClockState turn;
  turn.remaining = clock.remaining;
  turn.increment = clock.increment * stones;
  if (clock.moves_to_go > 0) turn.moves_to_go = turns_for(clock.moves_to_go, stones, 2);
  return turn;
}

Limits turn_limits(const client::MoveBudget& budget, int side, int stones) {
  Limits limits = limits_of(budget, side);
  if (limits.clock) limits.clock = turn_clock(*limits.clock, stones);
  return limits;
}

std::string line_text(const std::vector<connect6::Turn>& turns, int size) {
  std::string text;
  for (const connect6::Turn& turn : turns) {
    for (const connect6::Cell cell : {turn.first, turn.second}) {
      if (cell == connect6::kNoCell) continue;
      if (!text.empty()) text += ' ';
      text += connect6::gtp_vertex(cell, size);
    }
  }
  return text;
}

connect6::Board board_of(const client::Situation& situation, int size) {
  connect6::Board board(size);
  for (const std::string& word : situation.moves) {
    const connect6::Cell cell = format::or_throw(connect6::parse_gtp_vertex(word, size));
    if (!board.is_legal(cell))
      throw format::LoadError("match.move.illegal", word + " cannot be placed");
    board.do_move(cell);
  }
  if (board.over())
    throw format::LoadError("match.game.over", "the game is over: there is no move");
  return board;
}

class LocalConnect6 final : public LocalPlayerOf<connect6::Player> {
 public:
  using LocalPlayerOf::LocalPlayerOf;

 private:
  void make_player(const LocalOptions& options) override {
    create<connect6::PlayerOptions>(connect6::load_knowledge({options.weights, {}}), options);
  }

  void set_up(const client::GameSetup& setup) override {
    if (setup.board_size < connect6::kMinSize || setup.board_size > connect6::kMaxSize)
      throw format::LoadError("match.board_size", "board size is not supported");
    size_ = setup.board_size;
    planned_ = connect6::kNoCell;
    player_->new_game();
  }

  client::MoveReply think(const client::Situation& situation, const client::MoveBudget& budget,
                          const SearchControl& control) override {
    connect6::Board board = board_of(situation, size_);
    client::MoveReply reply;
    if (const connect6::Cell planned = std::exchange(planned_, connect6::kNoCell);
        planned != connect6::kNoCell && board.key() == planned_key_) {
      reply.move = connect6::gtp_vertex(planned, size_);
      return reply;
    }
    player_->set_board(board);
    const Limits limits = turn_limits(budget, situation.side, board.stones_left_in_turn());
    const connect6::Turn turn =
        player_->think(limits, control, [&](const Report<connect6::Turn>& report) {
          if (report.line != 1) return;
          reply.search = {report.score, report.depth, report.selective_depth, report.nodes,
                          line_text(report.principal_variation, size_)};
        });
    reply.move = connect6::gtp_vertex(turn.first, size_);
    board.do_move(turn.first);
    planned_ = turn.second;
    planned_key_ = board.key();
    return reply;
  }

  int size_ = connect6::kDefaultSize;
  std::uint64_t planned_key_ = 0;  ///< key of the position before the planned second stone
  connect6::Cell planned_ = connect6::kNoCell;
};

}  // namespace

std::unique_ptr<client::Engine> make_local_connect6(LocalOptions options, std::stop_token stop) {
  return std::make_unique<LocalConnect6>(std::move(options), std::move(stop));
}

}  // namespace trivium::match
