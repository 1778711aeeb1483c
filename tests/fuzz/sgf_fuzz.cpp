// The SGF reader of Connect-6: no input crashes it; a parsed game can be replayed and survives
// writing in both forms and reading.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "engine/connect6/rules/sgf.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::connect6 {
namespace {

using fuzz::check;
using fuzz::check_message;

}  // namespace

TRIVIUM_FUZZ_TARGET(sgf) {
  std::istringstream in(std::string(fuzz::text_of(input)));
  SgfReader reader(in);
  GameRecord game;
  for (auto more = reader.next(game); !more || *more; more = reader.next(game)) {
    if (!more) {
      check_message(more.error().message);
      continue;
    }
    check(replay(game).has_value(), "what is read can be replayed");
    const auto again = parse_sgf(write_sgf(game));
    check(again && *again == game, "what is written reads the same");
  }
}

}  // namespace trivium::connect6
