// Table for board games: two engines at a time, which keep running from game to game.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "protocols/client/conversation.h"
#include "protocols/client/engine.h"
#include "tools/match/play/table.h"

namespace trivium::match {

class BoardTable final : public Table {
 public:
  explicit BoardTable(TableContext& context);
  ~BoardTable() override;

  Result<std::optional<FinishedGame>> play(const ScheduledGame& game) override;
  /// Starts engine `index` and stops it again. The error has the last lines of the program.
  Status try_engine(int index);

 private:
  /// Returns engine `index`, started if needed; not running if it is lost or on an interrupt. Fails
  /// if it no longer starts after several attempts.
  Result<client::Engine*> started(int index);
  /// Creates engine `index` without starting it.
  Result<std::unique_ptr<client::Engine>> make(int index);
  /// Stops the engines that are not in `seats`.
  void dismiss_others(const std::vector<int>& seats);
  /// Applies the restart rule of each engine after a game.
  void after_game(const ScheduledGame& game);

  TableContext& context_;
  client::Switchboard switchboard_;
  std::uint64_t game_ = 0;  ///< number of the current game, from 1; 0 before the first
  std::map<int, std::unique_ptr<client::Engine>> engines_;  ///< by index in the tournament
};

}  // namespace trivium::match
