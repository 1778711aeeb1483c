#include "tools/learn/game_count.h"

#include "engine/core/text.h"

namespace trivium::tools {

int report_count(const Reporting& reporting, const std::string& out, const GameCount& count,
                 std::string_view unit, std::string_view advice) {
  if (count.made == count.wanted) return 0;
  reporting.note("trivium-learn: {}: {} of the {} asked for: the last {} were all known; {}", out,
                 text::counted(count.made, unit), count.wanted, count.known_in_a_row, advice);
  return 1;
}

}  // namespace trivium::tools
