#include "engine/connect6/player.h"

#include <utility>

#include "engine/connect6/search.h"
#include "engine/connect6/transposition_table.h"
#include "engine/connect6/weights.h"

namespace trivium::connect6 {

class Player::Impl {
 public:
  Impl(std::shared_ptr<const Weights> weights_used, const PlayerOptions& options_used)
      : options(options_used), weights(std::move(weights_used)), table(options.hash_megabytes) {}

  PlayerOptions options;
  std::shared_ptr<const Weights> weights;
  TranspositionTable table;
  Board board;
};

Player::Player(std::shared_ptr<const Weights> weights, const PlayerOptions& options)
    : impl_(std::make_unique<Impl>(std::move(weights), options)) {}
Player::~Player() = default;

void Player::set_options(const PlayerOptions& options) {
  if (options.hash_megabytes != impl_->options.hash_megabytes) impl_->table = TranspositionTable(options.hash_megabytes);
  impl_->options = options;
}

void Player::set_weights(std::shared_ptr<const Weights> weights) { impl_->weights = std::move(weights); }
const Weights& Player::weights() const noexcept { return *impl_->weights; }
void Player::new_game() { impl_->board = Board(impl_->board.size()); }
void Player::warm_up(const std::stop_token& stop) noexcept { impl_->table.warm_up(stop); }
void Player::set_board(const Board& board) { impl_->board = board; }
const Board& Player::board() const noexcept { return impl_->board; }

Turn Player::think(const Limits& limits, const SearchControl& control, const ReportSink<Turn>& report) noexcept {
  return Search(impl_->board, *impl_->weights, impl_->table, limits, control, impl_->options.lines, report).run();
}

}  // namespace trivium::connect6
