// Readers of Connect-6 records in paper and CSV form, and of text in any form: no input crashes
// them; parsed records can be replayed and survive writing and reading.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/connect6/rules/record_reader.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::connect6 {
namespace {

using fuzz::check;
using fuzz::check_message;

void check_paper(std::string_view text, int size) {
  const auto game = parse_paper_record(text, size);
  if (!game) return check_message(game.error().message);
  check(replay(*game).has_value(), "what is read can be replayed");
  const auto again = parse_paper_record(write_paper_record(*game), size);
  check(again && *again == *game, "what is written reads the same");
}

void check_csv(const std::string& text) {
  std::istringstream in(text);
  CsvReader reader(in);
  GameRecord game;
  for (auto more = reader.next(game); !more || *more; more = reader.next(game)) {
    if (!more) {
      check_message(more.error().message);
      continue;
    }
    check(replay(game).has_value(), "what is read can be replayed");
    std::istringstream written(write_csv(game));
    GameRecord again;
    const auto read = CsvReader(written).next(again);
    check(read && *read && again == game, "what is written reads the same");
  }
  std::istringstream whole(text);
  const ReplayReport report = replay_report(whole);
  check(report.unreadable + report.black_wins + report.white_wins + report.draws +
                report.unfinished ==
            report.games,
        "every game is counted once");
}

void check_vertex(std::string_view text, int size) {
  if (const auto cell = parse_gtp_vertex(text, size))
    check(*parse_gtp_vertex(gtp_vertex(*cell, size), size) == *cell, "a GTP vertex names its cell");
  if (const auto cell = parse_record_vertex(text, size))
    check(*parse_record_vertex(record_vertex(*cell, size), size) == *cell,
          "a record vertex names its cell");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(connect6_record) {
  const std::string text(fuzz::text_of(input));
  const int size =
      input.empty() ? kDefaultSize : kMinSize + input.back() % (kMaxSize - kMinSize + 1);
  check_paper(text, kDefaultSize);
  check_paper(text, size);
  check_csv(text);
  check_vertex(text, size);
  static_cast<void>(read_record(text));
}

}  // namespace trivium::connect6
