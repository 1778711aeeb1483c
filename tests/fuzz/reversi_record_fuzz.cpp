// Readers of Reversi's transcripts, OBF positions and square names, and of games in any format: no
// input crashes them; what is read is legal and survives writing and reading.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/vertex.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::reversi {
namespace {

using fuzz::check;
using fuzz::check_message;

void check_transcript(std::string_view text, int size) {
  auto record = parse_transcript(text, size);
  if (!record) return check_message(record.error().message);
  check(replay(*record).has_value(), "what is read can be replayed");
  // No later move shows that there was a pass at the end.
  if (!record->moves.empty() && record->moves.back() == kPass) record->moves.pop_back();
  const auto again = parse_transcript(write_transcript(*record), size);
  check(again && *again == *record, "what is written reads the same");
}

void check_obf(const std::string& text) {
  std::istringstream in(text);
  ObfReader reader(in);
  Problem problem;
  for (auto more = reader.next(problem); !more || *more; more = reader.next(problem)) {
    if (!more) {
      check_message(more.error().message);
      continue;
    }
    for (const ScoredMove& scored : problem.moves)
      check(problem.position.is_legal(scored.move), "moves with scores are legal");
    const auto again = parse_obf(write_obf(problem));
    check(again && *again == problem, "what is written reads the same");
    const auto old = parse_obf(write_ffo(problem));
    check(old && old->position == problem.position, "the older form has the same position");
  }
}

void check_games(const std::string& text) {
  std::istringstream in(text);
  RecordReader reader(in);
  ReplayReport report;
  GameRecord record;
  for (auto more = reader.next(record); !more || *more; more = reader.next(record))
    report.add(more, record);
  check(report.illegal + report.unreadable + report.black_wins + report.white_wins + report.draws +
                report.unfinished ==
            report.games,
        "every game is counted once");
  for (const std::string& problem : report.problems) check_message(problem);
}

void check_move_name(std::string_view text, int size) {
  const auto move = parse_move(text, size);
  if (!move) return check_message(move.error().message);
  check(*parse_move(move_name(*move), size) == *move, "a name names its square");
  check(*parse_move(gtp_vertex(*move), size) == *move, "a vertex names its square");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(reversi_record) {
  const std::string text(fuzz::text_of(input));
  for (const int size : kSizes) {
    check_transcript(text, size);
    check_move_name(text, size);
  }
  check_obf(text);
  check_games(text);
}

}  // namespace trivium::reversi
