// The output of a GTP engine has no response, or one that survives writing and reading.
#include <algorithm>
#include <string>
#include <string_view>

#include "engine/core/text.h"
#include "protocols/client/gtp_response.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"

namespace trivium::client {
namespace {

bool is_text(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '\n' || (byte >= 32 && byte != 127);
}

}  // namespace

TRIVIUM_FUZZ_TARGET(gtp_response) {
  const Result<GtpResponse> response = parse_gtp_response(fuzz::text_of(input));
  if (!response) return fuzz::check_message(response.error().message);
  const std::string& text = response->text;
  fuzz::check(std::ranges::all_of(text, is_text), "a response has no control characters");
  fuzz::check(text::trimmed(text) == text, "a response has no outer blanks");
  const auto again =
      parse_gtp_response("noise\n" + std::string(response->accepted ? "= " : "? ") + text + "\n");
  fuzz::check(again && again->accepted == response->accepted && again->text == text,
              "a response is the same after writing");
}

}  // namespace trivium::client
