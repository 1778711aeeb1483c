// Any bytes are records or errors; a record that was read is the same after writing and reading, and its operands can be asked for.
#include <cstdint>
#include <sstream>
#include <string>

#include "engine/chess/rules/epd.h"
#include "tests/fuzz/check.h"

namespace {

using namespace trivium::chess;
using trivium::fuzz::check;

template <class Result>
void check_moves(const Result& moves) {
  if (!moves) trivium::fuzz::check_message(moves.error().message);
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

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  EpdReader reader(in);
  while (const auto record = reader.next()) {
    if (*record) {
      check_record(**record);
    } else {
      trivium::fuzz::check_message(record->error().message);
    }
  }
  return 0;
}
