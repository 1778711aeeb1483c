#include "tests/protocols/gtp/transcript.h"

#include <string>

#include "doctest/doctest.h"

#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

TEST_CASE("every golden transcript is reproduced byte for byte") {
  auto transcripts = golden_transcripts();
  CHECK(transcripts.size() >= 5);
  const auto of_test_weights = golden_transcripts("test_weights");
  REQUIRE_FALSE(of_test_weights.empty());
  transcripts.insert(transcripts.end(), of_test_weights.begin(), of_test_weights.end());
  for (const auto& path : transcripts) {
    CAPTURE(path.filename().string());
    GtpClient client(all_games_config());
    CHECK(play_transcript(path, client.wire()) == "");
  }
}

}  // namespace trivium::gtp
