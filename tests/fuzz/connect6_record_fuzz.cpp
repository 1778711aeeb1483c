// The readers of Connect-6 records in paper and CSV form, and of texts in any form: no input crashes them; what they read can be replayed
// and written, and reads the same again.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include "engine/connect6/rules/record_reader.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "tests/fuzz/check.h"

namespace {

using namespace trivium::connect6;
using trivium::fuzz::check;
using trivium::fuzz::check_message;

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
    std::istringstream written(csv_header() + write_csv(game));
    GameRecord again;
    const auto read = CsvReader(written).next(again);
    check(read && *read && again == game, "what is written reads the same");
  }
  std::istringstream whole(text);
  const ReplayReport report = replay_report(whole);
  check(report.unreadable + report.black_wins + report.white_wins + report.draws + report.unfinished == report.games,
        "every game is counted once");
}

void check_vertex(std::string_view text, int size) {
  if (const auto cell = parse_gtp_vertex(text, size))
    check(*parse_gtp_vertex(gtp_vertex(*cell, size), size) == *cell, "a GTP vertex names its cell");
  if (const auto cell = parse_record_vertex(text, size))
    check(*parse_record_vertex(record_vertex(*cell, size), size) == *cell, "a record vertex names its cell");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t length) {
  const std::string text(reinterpret_cast<const char*>(data), length);
  const int size = length == 0 ? kDefaultSize : kMinSize + data[length - 1] % (kMaxSize - kMinSize + 1);
  check_paper(text, kDefaultSize);
  check_paper(text, size);
  check_csv(text);
  check_vertex(text, size);
  static_cast<void>(read_record(text));
  return 0;
}
