#include "tests/protocols/gtp/transcript.h"

#include <string>

#include "doctest/doctest.h"

#include "tests/protocols/gtp/gtp_client.h"

namespace trivium::gtp {

TEST_CASE("every golden transcript is reproduced to the byte") {
  const auto transcripts = golden_transcripts();
  CHECK(transcripts.size() >= 5);
  for (const auto& path : transcripts) {
    CAPTURE(path.filename().string());
    GtpClient client;
    CHECK(play_transcript(path, client.wire()) == "");
  }
}

}  // namespace trivium::gtp
