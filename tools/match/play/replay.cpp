#include "tools/match/play/replay.h"

#include <optional>
#include <utility>

#include "tools/match/play/finished_game.h"
#include "tools/match/play/journal_facts.h"
#include "tools/match/setup/identify_tournament.h"

namespace trivium::match {

Result<Replay> replay(const Journal& journal) {
  Result<Recollection> recalled = recall(journal.tournament());
  if (!recalled) return at_place(journal.file().string(), recalled.error());
  Tournament& tournament = recalled->tournament;
  Result<std::optional<learning::statistics::SprtTest>> test = kept_sprt(journal);
  if (!test) return test.error();
  tournament.sprt = *test;
  Standings standings(journal.tournament().engines, tournament.schedule.games);
  const GameCodec codec(std::move(recalled->poker_game));
  if (const Status read = codec.add_all(standings, journal); !read) return read.error();
  return Replay{std::move(tournament), std::move(standings)};
}

}  // namespace trivium::match
