// The reader of SGF and GGF games of Reversi: no input crashes it; a parsed game can be replayed
// and survives writing and reading in its format.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>

#include "engine/reversi/rules/sgf.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::reversi {
namespace {

using fuzz::check;

/// Returns the first game, or nothing after an error.
std::optional<GameRecord> first_game(const std::string& text) {
  std::istringstream in(text);
  GameRecord record;
  const auto read = SgfReader(in).next(record);
  return read ? std::optional(record) : std::nullopt;
}

void check_record(const GameRecord& record) {
  check(replay(record).has_value(), "what is read can be replayed");
  const auto sgf = first_game(write_sgf(record));
  const auto ggf = first_game(write_ggf(record));
  check(sgf && ggf, "what is written can be read");
  check(sgf->moves == record.moves && ggf->moves == record.moves, "both formats keep the moves");
  check(sgf->start == record.start && ggf->start == record.start, "both formats keep the start");
  check(*sgf == record || *ggf == record, "one of the formats keeps everything");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(reversi_sgf) {
  std::istringstream in(std::string(fuzz::text_of(input)));
  SgfReader reader(in);
  GameRecord record;
  for (auto more = reader.next(record); !more || *more; more = reader.next(record)) {
    if (more) {
      check_record(record);
    } else {
      fuzz::check_message(more.error().message);
    }
  }
}

}  // namespace trivium::reversi
