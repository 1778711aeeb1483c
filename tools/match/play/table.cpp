#include "tools/match/play/table.h"

#include <utility>

#include "tools/match/play/board_table.h"

namespace trivium::match {

namespace {

/// Poker table; the room has all that it needs.
class PokerSeats final : public Table {
 public:
  explicit PokerSeats(const TableContext& context) : context_(context) {}

  Result<std::optional<FinishedGame>> play(const ScheduledGame& game) override {
    PokerRoom::LineLog log;
    if (context_.log) {
      log = [this, number = game.number + 1](const std::string& engine, char direction,
                                             std::string_view line) {
        context_.log(engine, number, direction, line);
      };
    }
    Result<std::optional<PlayedBlock>> played =
        context_.poker->play(game, context_.stop, log, count_of(game));
    if (!played) return played.error();
    if (!*played) return std::optional<FinishedGame>();
    return std::optional<FinishedGame>(*std::move(*played));
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Reports the number of hands played to the context, at most once per hands_interval.
  PokerRoom::HandCount count_of(const ScheduledGame& game) const {
    if (!context_.hands_played) return {};
    return [this, &game, reported = Clock::now()](std::uint32_t hands) mutable {
      const Clock::time_point now = Clock::now();
      if (now - reported < context_.hands_interval) return;
      reported = now;
      context_.hands_played(game, hands);
    };
  }

  const TableContext& context_;
};

}  // namespace

std::unique_ptr<Table> make_table(TableContext& context) {
  if (context.poker != nullptr) return std::make_unique<PokerSeats>(context);
  return std::make_unique<BoardTable>(context);
}

Status try_engines(TableContext& context) {
  if (context.poker != nullptr) return {};
  BoardTable table(context);
  for (int engine = 0; engine < static_cast<int>(context.tournament.engines.size()); ++engine) {
    if (context.lost[static_cast<std::size_t>(engine)]) continue;
    if (const Status tried = table.try_engine(engine); !tried) return tried;
  }
  return {};
}

}  // namespace trivium::match
