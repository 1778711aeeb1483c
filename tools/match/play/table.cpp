#include "tools/match/play/table.h"

#include <chrono>
#include <utility>

#include "tools/match/play/board_table.h"

namespace trivium::match {

namespace {

/// Poker table; the room has all that it needs.
class PokerSeats final : public Table {
 public:
  explicit PokerSeats(const Hall& hall) : hall_(hall) {}

  Result<std::optional<FinishedGame>> play(const ScheduledGame& game) override {
    PokerRoom::LineLog log;
    if (hall_.log) {
      log = [this, number = game.number + 1](const std::string& engine, char direction,
                                             std::string_view line) {
        hall_.log(engine, number, direction, line);
      };
    }
    Result<std::optional<PlayedBlock>> played =
        hall_.poker->play(game, hall_.stop, log, count_of(game));
    if (!played) return played.error();
    if (!*played) return std::optional<FinishedGame>();
    return std::optional<FinishedGame>(*std::move(*played));
  }

 private:
  using Clock = std::chrono::steady_clock;

  /// Reports the number of hands played to the hall, at most once per hands_interval.
  PokerRoom::HandCount count_of(const ScheduledGame& game) const {
    if (!hall_.hands_played) return {};
    return [this, &game, reported = Clock::now()](std::uint32_t hands) mutable {
      const Clock::time_point now = Clock::now();
      if (now - reported < hall_.hands_interval) return;
      reported = now;
      hall_.hands_played(game, hands);
    };
  }

  const Hall& hall_;
};

}  // namespace

std::unique_ptr<Table> make_table(Hall& hall) {
  if (hall.poker != nullptr) return std::make_unique<PokerSeats>(hall);
  return std::make_unique<BoardTable>(hall);
}

Status try_engines(Hall& hall) {
  if (hall.poker != nullptr) return {};
  BoardTable table(hall);
  for (int engine = 0; engine < static_cast<int>(hall.tournament.engines.size()); ++engine) {
    if (hall.lost[static_cast<std::size_t>(engine)]) continue;
    if (const Status tried = table.try_engine(engine); !tried) return tried;
  }
  return {};
}

}  // namespace trivium::match
