// Connect-6 as a Seat of a GTP session.
//
// GTP has one stone per command, but the player chooses all stones of a turn at once. The seat
// keeps the second stone of a turn as a plan until the position changes (docs/using/gui.md).
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/connect6/player.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/records.h"
#include "protocols/gtp/seat.h"

namespace trivium::gtp {

/// Settings and knowledge of the Connect-6 player, shared by all sessions of a process. The
/// knowledge may be replaced on the I/O thread; each session uses the newest when a game begins.
struct Connect6Config {
  /// Without weights the seat plays by the rules but cannot think. Not used while the client has
  /// chosen weights of its own.
  connect6::Knowledge knowledge;
  std::string weights_fault;  ///< reason why there are no weights
  connect6::SearchParameters search;
};

/// Returns Connect-6 for SessionConfig::games. Requires: not null.
SeatFactory connect6_game(std::shared_ptr<const Connect6Config> config);

class Connect6Seat final : public Seat {
 public:
  Connect6Seat(std::shared_ptr<const Connect6Config> config, bool files);

  GameTexts texts() const override;
  std::span<const GameCommand> commands() const override { return commands_; }

  int size() const override { return board_.size(); }
  bool set_size(int size) override;
  Color to_move() const override;
  TurnMoves turn() const override { return {board_.stones_left_in_turn(), 2}; }
  bool over() const override { return board_.over(); }
  int moves() const override { return board_.stones(); }
  Status play(Color color, const std::string& vertex) override;
  void undo() override { board_.undo_move(); }
  std::vector<std::string> legal_moves() const override;
  std::string picture() const override;
  std::string rows() const override;
  std::optional<std::string> score() const override;
  std::string result() const override;

  Status load(const std::string& record, std::optional<int> before) override;
  std::string record() const override;

  std::optional<Error> weights_missing() const override;
  std::vector<std::string> weights() const override;
  Status use(const std::string& file) override;
  std::function<void()> new_game() override;

  void take_position() override { player_->set_board(board_); }
  void prepare(const PlayerSettings& settings) override;
  void warm_up(const std::stop_token& stop) override;
  Priors priors() const override;
  Choice think(const Limits&, const SearchControl&, const MoveReportSink& sink) override;
  void plan(const std::string& next) override;
  std::optional<std::string> planned() const override;

 private:
  /// The second stone of a turn, chosen together with the first.
  struct PlannedStone {
    std::uint64_t key = 0;  ///< of the position after the first stone
    int stones = 0;
    connect6::Cell cell = connect6::kNoCell;
  };

  std::string vertex(connect6::Cell cell) const;
  void set_board(connect6::Board board);
  void set_knowledge(connect6::Knowledge knowledge);

  // connect6_commands.cpp
  std::vector<GameCommand> make_commands();
  using Description = std::string (Connect6Seat::*)(const SearchControl& control) const;
  /// Returns a job that describes the position; an error if there are no weights or the game is
  /// over.
  GameReply description(Description text);
  static GameReply set_root_policy(const Arguments& arguments);
  GameReply odds(const Arguments& arguments);
  std::string explanation(const SearchControl& control) const;
  std::string line_values(const SearchControl& control) const;
  std::string candidates(const SearchControl& control) const;

  const std::shared_ptr<const Connect6Config> config_;
  const bool files_;
  const std::vector<GameCommand> commands_;
  connect6::Knowledge knowledge_;
  bool own_weights_ = false;                  ///< chosen by the client
  std::unique_ptr<connect6::Player> player_;  ///< null while there are no weights
  connect6::Board board_;
  /// Read by load(). Its texts and result are valid while its moves are those on the board.
  connect6::GameRecord loaded_;
  PlannedStone planned_;
};

}  // namespace trivium::gtp
