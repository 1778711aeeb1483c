// Files of proofs (`trivium solve connect6 --verify`): no input crashes the reader or the verifier; what is read is written and reads the
// same.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/connect6/proof.h"
#include "tests/fuzz/check.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trivium::connect6;
  using trivium::fuzz::check;
  using trivium::fuzz::check_message;
  const auto proved = parse_proof_file({reinterpret_cast<const char*>(data), size});
  if (!proved) {
    check_message(proved.error().message);
    return 0;
  }
  const std::string written = write_proof_file(*proved);
  const auto again = parse_proof_file(written);
  check(again.has_value(), "what is written can be read");
  check(again->board.history() == proved->board.history() && again->board.size() == proved->board.size(), "the position is the same");
  check(write_proof_file(*again) == written, "the proof is the same");
  check(!main_line(proved->proof).empty(), "a proof has a turn");

  // The ways through a proof may be many: some are enough.
  int nodes = 0;
  if (const auto verified = verify(proved->board, proved->proof, [&] { return ++nodes > 100; }); !verified)
    check_message(verified.error().message);
  return 0;
}
