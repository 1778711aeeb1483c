// Trivium's own chess player as a tournament engine in this process (local_player.h).
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/chess/player.h"
#include "engine/chess/rules/game.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {

class LocalChess final : public LocalPlayer {
 public:
  using LocalPlayer::LocalPlayer;

 private:
  void make_player(const LocalOptions& options) override;
  void drop_player() noexcept override { player_.reset(); }
  Status set_up(const client::GameSetup& setup) override;
  void warm_up(const std::stop_token& stop) noexcept override { player_->warm_up(stop); }
  Result<client::MoveReply> think(const client::Situation& situation,
                                  const client::MoveBudget& budget,
                                  const SearchControl& control) override;

  /// Brings game_ up to date, usually by the two moves since the last call.
  Status follow(std::span<const std::string> moves);

  std::unique_ptr<chess::Player> player_;
  chess::Game game_;
  std::vector<std::string> followed_;  ///< moves of game_ as received
};

}  // namespace trivium::match
