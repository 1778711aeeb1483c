#include "tools/match/play/journal_facts.h"

#include <doctest/doctest.h>
#include <vector>

#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tests/tools/match/sample_games.h"

namespace trivium::match {
namespace {

using learning::statistics::SprtVerdict;

TEST_CASE("a Swiss round is paired once, and so is the verdict of a sequential test given once") {
  const TemporaryFolder folder;
  Journal journal = *Journal::open(folder.file("a.db"), sample_tournament());
  const SwissRound first{{{{0, 1}}}, {}};
  const SwissRound second{{{{1, 0}}}, {}};
  CHECK(keep_swiss_round(journal, 0, first).pairings == first.pairings);
  CHECK(keep_swiss_round(journal, 0, second).pairings == first.pairings);
  CHECK(keep_verdict(journal, SprtVerdict::kContinue) == SprtVerdict::kContinue);
  CHECK(keep_verdict(journal, SprtVerdict::kH0) == SprtVerdict::kH0);
  CHECK(keep_verdict(journal, SprtVerdict::kH1) == SprtVerdict::kH0);
  CHECK(keep_verdict(journal, SprtVerdict::kContinue) == SprtVerdict::kH0);
  REQUIRE(journal.set_fact("sprt.verdict", "H2"));
  CHECK_THROWS_AS(keep_verdict(journal, SprtVerdict::kContinue), format::LoadError);
}

TEST_CASE("lost engines are added to those of other runs") {
  const TemporaryFolder folder;
  Journal journal = *Journal::open(folder.file("a.db"), sample_tournament());
  keep_lost_engines(journal, {1});
  keep_lost_engines(journal, {0});
  CHECK(lost_engines(journal) == std::vector{0, 1});
}

TEST_CASE("invalid facts of a run are errors") {
  const TemporaryFolder folder;
  Journal journal = *Journal::open(folder.file("a.db"), sample_tournament());
  CHECK_FALSE(kept_sprt(journal));
  CHECK(lost_engines(journal).empty());
  keep_lost_engines(journal, {0, 1});
  CHECK(lost_engines(journal) == std::vector{0, 1});
  for (const char* text :
       {"normalised 0 x 0.05 0.05", "normalised 5 0 0.05 0.05", "logistic 0 5"}) {
    REQUIRE(journal.set_fact("sprt", text));
    const auto kept = format::or_error([&] { return kept_sprt(journal); });
    CHECK(kept.error().message.find(text) != std::string::npos);
  }
  for (const char* text : {"2", "-1", "0 x"}) {
    REQUIRE(journal.set_fact("engines.lost", text));
    const auto lost = format::or_error([&] { return lost_engines(journal); });
    CHECK(lost.error().message.find(text) != std::string::npos);
  }
}

}  // namespace
}  // namespace trivium::match
