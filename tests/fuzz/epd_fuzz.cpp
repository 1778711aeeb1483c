// Any bytes are records or errors; a record has the operands of its operations.
#include <cstdint>
#include <sstream>
#include <string>

#include "engine/chess/rules/epd.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::chess {
namespace {

using fuzz::check;

void check_record(const EpdRecord& record) {
  for (const EpdOperation& operation : record.operations) {
    check(record.find(operation.opcode) != nullptr, "an operation is found");
    check(record.text(operation.opcode).has_value() ==
              !record.find(operation.opcode)->operands.empty(),
          "its first operand is its text");
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
