// Any bytes are records or errors; a record that was read is the same after writing and reading, and its operands can be asked for.
#include <cstdint>
#include <sstream>
#include <string>

#include "engine/chess/rules/epd.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::chess {
namespace {

using fuzz::check;

template <class Result>
void check_moves(const Result& moves) {
  if (!moves) fuzz::check_message(moves.error().message);
}

void check_record(const EpdRecord& record) {
  const std::string text = to_epd(record);
  const auto again = parse_epd(text);
  check(again.has_value(), "what we write can be read");
  check(again->position == record.position && again->operations == record.operations, "a record is the same");
  check(to_epd(*again) == text, "a line is the same after reading and writing");
  for (const EpdOperation& operation : record.operations) {
    record.number(operation.opcode);
    check_moves(record.moves(operation.opcode));
    check_moves(record.line(operation.opcode));
  }
}

}  // namespace

TRIVIUM_FUZZ_TARGET(epd) {
  std::istringstream in(std::string(fuzz::text_of(input)));
  EpdReader reader(in);
  while (const auto record = reader.next()) {
    if (*record) {
      check_record(**record);
    } else {
      fuzz::check_message(record->error().message);
    }
  }
}

}  // namespace trivium::chess
