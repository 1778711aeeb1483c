// Any line is a logged hand or a score, or an error; a parsed one survives writing and reading, and
// the payoffs of a decided hand sum to 0.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/poker/rules/records.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/poker_input.h"

namespace trivium::poker {
namespace {

using fuzz::check;
using fuzz::check_message;

std::string write(const StateRecord& record) {
  Payoffs payoffs{};
  std::copy(record.payoffs.begin(), record.payoffs.end(), payoffs.begin());
  return write_state(record.hand, payoffs, record.names);
}

void check_hand(const StateRecord& record, const GameDefinition& game) {
  const std::string text = write(record);
  const auto again = parse_state(text, game);
  check(again && again->hand == record.hand && again->names == record.names,
        "what is written reads the same");
  check(write(*again) == text, "a line is the same after reading and writing");
  if (!record.hand.decided()) return;
  double sum = 0;
  for (const double chips : record.hand.payoffs()) sum += chips;
  check(sum > -1e-3 && sum < 1e-3, "no chip is made or lost");
}

void check_score(const Result<Score>& score, const GameDefinition& game) {
  if (!score) return check_message(score.error().message);
  const std::string text = write_score(*score);
  const auto again = parse_score(text, game);
  check(again && write_score(*again) == text, "a score is the same after reading and writing");
}

}  // namespace

TRIVIUM_FUZZ_TARGET(state_record) {
  const auto [game, line] = fuzz::poker_input(input);
  if (const auto record = parse_state(line, game)) {
    check_hand(*record, game);
  } else {
    check_message(record.error().message);
  }
  check_score(parse_score(line, game), game);
}

}  // namespace trivium::poker
