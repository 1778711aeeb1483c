#include "tools/trivium/record_file.h"

#include <memory>

#include "engine/connect6/rules/record_reader.h"
#include "engine/core/readers/input_file.h"
#include "models/format/load_error.h"

namespace trivium::tools {

Result<connect6::Board> board_from_file(const std::string& path, int stones) {
  const std::unique_ptr<input::Stream> in = format::or_throw(input::Stream::open(path));
  Result<connect6::GameRecord> record = connect6::read_record(*in);
  format::or_throw(in->status());
  if (!record) return at_place(input::shown_name(path), record.error());
  if (stones > static_cast<int>(record->moves.size())) {
    return Error{"record.stones", "{}: has {} stones, not {}", input::shown_name(path),
                 record->moves.size(), stones};
  }
  if (stones >= 0) record->moves.resize(static_cast<std::size_t>(stones));
  return connect6::replay(*record);
}

}  // namespace trivium::tools
