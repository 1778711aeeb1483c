// Trivium's own chess player as a tournament engine in this process.
#include <algorithm>
#include <utility>

#include "engine/chess/evaluation/weights.h"
#include "engine/chess/player.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/text.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {
namespace {

std::string line_text(chess::Position position, const std::vector<chess::Move>& moves) {
  return text::joined(moves, " ", [&position](chess::Move move) {
    const std::string word = chess::to_uci(position, move);
    position.do_move(move);
    return word;
  });
}

class LocalChess final : public LocalPlayerOf<chess::Player> {
 public:
  using LocalPlayerOf::LocalPlayerOf;

 private:
  void make_player(const LocalOptions& options) override {
    auto weights = options.weights.empty() ? chess::Weights::load_default()
                                           : chess::Weights::load(options.weights);
    create<chess::PlayerOptions>(std::move(weights), options);
  }

  void set_up(const client::GameSetup& setup) override {
    chess::Position position = format::or_throw(
        chess::parse_fen(setup.fen.empty() ? chess::kStartFen : std::string_view(setup.fen)));
    position.set_chess960(setup.chess960 || position.chess960());
    game_ = chess::Game(position);
    followed_.clear();
    player_->new_game();
  }

  client::MoveReply think(const client::Situation& situation, const client::MoveBudget& budget,
                          const SearchControl& control) override {
    follow(situation.moves);
    player_->set_game(game_);
    client::MoveReply reply;
    const chess::Answer answer = player_->think(
        limits_of(budget, situation.side), control, [&](const Report<chess::Move>& report) {
          if (report.line != 1) return;
          reply.search = {report.score, report.depth, report.selective_depth, report.nodes,
                          line_text(game_.position(), report.principal_variation)};
        });
    if (!answer.best)
      throw format::LoadError("match.game.over", "the game is over: there is no move");
    reply.move = chess::to_uci(game_.position(), answer.best);
    if (answer.expected)
      reply.expected =
          line_text(game_.position(), {answer.best, answer.expected}).substr(reply.move.size() + 1);
    return reply;
  }

  /// Brings game_ up to date, usually by the two moves since the last call.
  void follow(std::span<const std::string> moves) {
    if (moves.size() < followed_.size() ||
        !std::equal(followed_.begin(), followed_.end(), moves.begin())) {
      game_ = chess::Game(game_.start());
      followed_.clear();
    }
    for (const std::string& word : moves.subspan(followed_.size())) {
      game_.do_move(format::or_throw(chess::parse_uci_move(game_.position(), word)));
      followed_.push_back(word);
    }
  }

  chess::Game game_;
  std::vector<std::string> followed_;  ///< moves of game_ as received
};

}  // namespace

std::unique_ptr<client::Engine> make_local_chess(LocalOptions options, std::stop_token stop) {
  return std::make_unique<LocalChess>(std::move(options), std::move(stop));
}

}  // namespace trivium::match
