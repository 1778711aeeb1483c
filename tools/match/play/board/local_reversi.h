// Internal Reversi player as a tournament engine.
#pragma once

#include <memory>
#include <stop_token>

#include "engine/reversi/player.h"
#include "engine/reversi/rules/position.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {

class LocalReversi final : public LocalPlayer {
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

  std::unique_ptr<reversi::Player> player_;
  int size_ = reversi::kDefaultSize;
};

}  // namespace trivium::match
