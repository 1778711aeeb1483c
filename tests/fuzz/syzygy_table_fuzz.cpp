// Endgame tables: a file name is that of a table or not, and errors in header and size are
// reported. The first line of an input is the name, the rest is the file.
#include <algorithm>
#include <string_view>

#include "engine/chess/endgame/tablebase_file.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

namespace trivium::chess {

TRIVIUM_FUZZ_TARGET(syzygy_table) {
  const std::string_view text = fuzz::text_of(input);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view name = text.substr(0, end);
  if (const auto material = table_material(name)) {
    fuzz::check(material->men() >= 2 && material->men() <= kMaxTableMen, "a table is of some men");
    fuzz::check(material->count(Color::kWhite, PieceType::kKing) == 1, "each side has a king");
  }
  const auto table = table_name(name);
  if (!table) return;
  const fuzz::MemoryFile file(input.subspan(std::min(end + 1, input.size())));
  if (const auto fault = table_fault(file.path(), *table)) fuzz::check_message(*fault);
}

}  // namespace trivium::chess
