// Reversi as a Seat of a GTP session.
//
// Names of squares are those of the usual diagram, in which a1 is the top left corner. Programs
// treat passes differently (gtp-rhino accepts none), so a client may send a forced pass or leave it
// out. A move of the other side implies the pass that was left out; both are taken back together.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/reversi/player.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/records.h"
#include "protocols/gtp/seat.h"

namespace trivium::gtp {

/// Settings and knowledge of the Reversi player, shared by all sessions of a process. The knowledge
/// may be replaced on the I/O thread; each session uses the newest when a game begins.
struct ReversiConfig {
  reversi::Knowledge knowledge;  ///< not used while the client has chosen weights of its own
  reversi::SearchParameters search;
};

/// Returns the entry of Reversi for SessionConfig::games. Requires: `config` is not null.
SeatFactory reversi_game(std::shared_ptr<const ReversiConfig> config);

class ReversiSeat final : public Seat {
 public:
  explicit ReversiSeat(std::shared_ptr<const ReversiConfig> config);

  GameTexts texts() const override;
  std::span<const GameCommand> commands() const override { return {}; }

  int size() const override { return game_.size(); }
  bool set_size(int size) override;
  Color to_move() const override;
  TurnMoves turn() const override { return {1, 1}; }
  bool over() const override { return game_.over(); }
  int moves() const override { return static_cast<int>(implied_before_.size()); }
  Status play(Color color, const std::string& vertex) override;
  void skip_to(Color color) override;
  void undo() override;
  std::vector<std::string> legal_moves() const override;
  std::string picture() const override;
  std::string rows() const override;
  std::optional<std::string> score() const override;
  std::string result() const override;

  Status load(const std::string& record, std::optional<int> before) override;
  std::string record() const override;

  std::optional<Error> weights_missing() const override { return std::nullopt; }
  std::vector<std::string> weights() const override;
  Status use(const std::string& file) override;
  std::function<void()> new_game() override;

  bool scores_in_points() const override { return true; }
  void take_position() override { player_->set_position(game_.position()); }
  void prepare(const PlayerSettings& settings) override;
  void warm_up(const std::stop_token& stop) override { player_->warm_up(stop); }
  Priors priors() const override;
  Choice think(const Limits&, const SearchControl&, const MoveReportSink& sink) override;
  void plan(const std::string&) override {}
  std::optional<std::string> planned() const override { return std::nullopt; }

 private:
  void set_game(reversi::Game game);
  /// True if `color` is not to move, but is next because the other side must pass.
  bool is_next_after_pass(Color color) const {
    return color != to_move() && game_.position().must_pass();
  }
  int score_of_black() const { return game_.final_score(reversi::Color::kBlack); }

  const std::shared_ptr<const ReversiConfig> config_;
  bool own_weights_ = false;  ///< chosen by the client
  std::unique_ptr<reversi::Player> player_;
  reversi::Game game_;
  /// For each move that can be taken back: whether a pass that was left out is before it.
  std::vector<bool> implied_before_;
  bool implied_ = false;  ///< the last move of `game_` is a pass that was left out
  /// Read by load(). Its texts and result are valid while its moves are those of the game.
  reversi::GameRecord loaded_;
};

}  // namespace trivium::gtp
