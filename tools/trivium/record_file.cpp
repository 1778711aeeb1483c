#include "tools/trivium/record_file.h"

#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <iterator>

#include "engine/connect6/rules/record_reader.h"

namespace trivium::tools {

Result<connect6::Board> board_from_file(const std::string& path, int stones) {
  std::ifstream file;
  if (path != "-") {
    file.open(path, std::ios::binary);
    if (!file) return Error("file.open", fmt::format("{}: cannot be opened", path));
  }
  std::istream& in = path == "-" ? std::cin : file;
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  Result<connect6::GameRecord> record = connect6::read_record(text);
  if (!record) return Error(record.error().code, fmt::format("{}: {}", path, record.error().message));
  if (stones > static_cast<int>(record->moves.size())) {
    return Error("record.stones", fmt::format("{}: has {} stones, not {}", path, record->moves.size(), stones));
  }
  if (stones >= 0) record->moves.resize(static_cast<std::size_t>(stones));
  return connect6::replay(*record);
}

}  // namespace trivium::tools
