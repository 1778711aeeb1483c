#include "engine/reversi/player.h"

#include <algorithm>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "engine/core/busy_moves.h"
#include "engine/reversi/endgame/search_table.h"
#include "engine/reversi/search/move_time.h"
#include "engine/reversi/search/root_search.h"

namespace trivium::reversi {

class Player::Impl {
 public:
  Impl(Knowledge knowledge_used, const PlayerOptions& options_used)
      : options(options_used),
        knowledge(std::move(knowledge_used)),
        table(options.hash_megabytes) {}

  Move think(const Limits& limits, const SearchControl& control, const ReportSink<Move>& report) {
    table.new_search();
    const bool has_knowledge = position.size() == kDefaultSize;
    const SearchContext context{
        has_knowledge ? knowledge : no_knowledge_,
        table,
        limits,
        deadline_for(limits, options.move_overhead, count(position.empty), options.search),
        control,
        report,
        options.lines,
        options.threads > 1 ? &busy_ : nullptr,
        options.search};
    RootSearch leader(position, context);
    std::vector<std::unique_ptr<RootSearch>> others;
    std::vector<RootSearch*> helpers;
    // A search that ends at once needs no helpers.
    const int threads = control.stop_requested() ? 1 : std::max(options.threads, 1);
    for (int i = 1; i < threads; ++i) {
      others.push_back(std::make_unique<RootSearch>(position, context));
      helpers.push_back(others.back().get());
    }
    return leader.run(helpers);
  }

  /// Returns any legal move, for when memory runs out.
  Move any_move() const noexcept {
    const Bitboard squares = position.moves();
    return squares == 0 ? kPass : first_square(squares);
  }

  PlayerOptions options;
  Knowledge knowledge;
  SearchTable table;
  Position position = Position::start();

 private:
  const Knowledge no_knowledge_{};
  BusyMoves busy_;
};

Player::Player(Knowledge knowledge, const PlayerOptions& options)
    : impl_(std::make_unique<Impl>(std::move(knowledge), options)) {}
Player::~Player() = default;

void Player::set_options(const PlayerOptions& options) {
  if (options.hash_megabytes != impl_->table.megabytes())
    impl_->table.resize(options.hash_megabytes);
  impl_->options = options;
}

void Player::set_knowledge(Knowledge knowledge) {
  impl_->knowledge = std::move(knowledge);
  impl_->table.clear(impl_->options.threads);  // its values depend on the former knowledge
}
const Knowledge& Player::knowledge() const noexcept { return impl_->knowledge; }

void Player::new_game() {
  impl_->position = Position::start(impl_->position.size());
  impl_->table.clear(impl_->options.threads);
}

void Player::warm_up(const std::stop_token& stop) noexcept {
  impl_->table.warm_up(stop, impl_->options.threads);
}

void Player::set_position(const Position& position) { impl_->position = position; }
const Position& Player::position() const noexcept { return impl_->position; }

Move Player::think(const Limits& limits, const SearchControl& control,
                   const ReportSink<Move>& report) noexcept {
  try {
    return impl_->think(limits, control, report);
  } catch (const std::bad_alloc&) {
    return impl_->any_move();
  }
}

}  // namespace trivium::reversi
