// Internal Connect-6 player as a tournament engine: it chooses both stones of a turn at once and
// stores the second.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/connect6/player.h"
#include "engine/connect6/rules/board.h"
#include "tools/match/play/board/local_player.h"

namespace trivium::match {

class LocalConnect6 final : public LocalPlayer {
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

  std::unique_ptr<connect6::Player> player_;
  int size_ = connect6::kDefaultSize;
  std::uint64_t planned_key_ = 0;  ///< key of the position before the planned second stone
  connect6::Cell planned_ = connect6::kNoCell;
};

}  // namespace trivium::match
