// Trivium's own Reversi player as a tournament engine in this process.
#include <utility>

#include "engine/core/text.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/player.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/vertex.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {
namespace {

Result<reversi::Game> game_of(const client::Situation& situation, int size) {
  reversi::Game game(size);
  for (const std::string& word : situation.moves) {
    const Result<reversi::Move> move = reversi::parse_move(word, size);
    if (!move) return move.error();
    if (!game.position().is_legal(*move))
      return Error{"match.move.illegal", reversi::illegal_cause(game, *move)};
    game.do_move(*move);
  }
  if (game.over()) return Error{"match.game.over", "the game is over: there is no move"};
  return game;
}

class LocalReversi final : public LocalPlayerOf<reversi::Player> {
 public:
  using LocalPlayerOf::LocalPlayerOf;

 private:
  void make_player(const LocalOptions& options) override {
    create<reversi::PlayerOptions>(reversi::load_knowledge({options.weights, {}}), options);
  }

  Status set_up(const client::GameSetup& setup) override {
    if (!reversi::is_size(setup.board_size))
      return Error{"match.board_size", "board size is not supported"};
    size_ = setup.board_size;
    player_->new_game();
    return {};
  }

  Result<client::MoveReply> think(const client::Situation& situation,
                                  const client::MoveBudget& budget,
                                  const SearchControl& control) override {
    const Result<reversi::Game> game = game_of(situation, size_);
    if (!game) return game.error();
    player_->set_position(game->position());
    client::MoveReply reply;
    const reversi::Move move = player_->think(
        limits_of(budget, situation.side), control, [&reply](const Report<reversi::Move>& report) {
          if (report.line != 1) return;
          reply.search = {report.score, report.depth, report.selective_depth, report.nodes,
                          text::joined(report.principal_variation, " ", reversi::gtp_vertex)};
        });
    reply.move = reversi::gtp_vertex(move);
    return reply;
  }

  int size_ = reversi::kDefaultSize;
};

}  // namespace

std::unique_ptr<client::Engine> make_local_reversi(LocalOptions options, std::stop_token stop) {
  return std::make_unique<LocalReversi>(std::move(options), std::move(stop));
}

}  // namespace trivium::match
