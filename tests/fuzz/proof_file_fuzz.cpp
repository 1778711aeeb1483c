// Proof files (`trivium solve connect6 --verify`): no input crashes the reader or the verifier; a
// parsed proof survives writing and reading.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/connect6/threats/proof.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::connect6 {

TRIVIUM_FUZZ_TARGET(proof_file) {
  const auto proved = parse_proof_file(fuzz::text_of(input));
  if (!proved) {
    fuzz::check_message(proved.error().message);
    return;
  }
  const std::string written = write_proof_file(*proved);
  const auto again = parse_proof_file(written);
  fuzz::check(again.has_value(), "what is written can be read");
  fuzz::check(again->board.history() == proved->board.history() &&
                  again->board.size() == proved->board.size(),
              "the position is the same");
  fuzz::check(write_proof_file(*again) == written, "the proof is the same");
  fuzz::check(!main_line(proved->proof).empty(), "a proof has a turn");

  // A proof may have very many paths; some of them suffice.
  int nodes = 0;
  if (const auto verified = verify(proved->board, proved->proof, [&] { return ++nodes > 100; });
      !verified)
    fuzz::check_message(verified.error().message);
}

}  // namespace trivium::connect6
