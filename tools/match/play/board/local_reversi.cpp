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

reversi::Game game_of(const client::Situation& situation, int size) {
  reversi::Game game(size);
  for (const std::string& word : situation.moves) {
    const reversi::Move move = format::or_throw(reversi::parse_move(word, size));
    if (!game.position().is_legal(move))
      throw format::LoadError("match.move.illegal", reversi::illegal_cause(game, move));
    game.do_move(move);
  }
  if (game.over()) throw format::LoadError("match.game.over", "the game is over: there is no move");
  return game;
}

class LocalReversi final : public LocalPlayerOf<reversi::Player> {
 public:
  using LocalPlayerOf::LocalPlayerOf;

 private:
  void make_player(const LocalOptions& options) override {
    create<reversi::PlayerOptions>(reversi::load_knowledge({options.weights, {}}), options);
  }

  void set_up(const client::GameSetup& setup) override {
    if (!reversi::is_size(setup.board_size))
      throw format::LoadError("match.board_size", "board size is not supported");
    size_ = setup.board_size;
    player_->new_game();
  }

  client::MoveReply think(const client::Situation& situation, const client::MoveBudget& budget,
                          const SearchControl& control) override {
    player_->set_position(game_of(situation, size_).position());
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
