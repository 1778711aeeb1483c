#include "learning/bandits/paper/paper.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "learning/bandits/paper/paper_claims.h"
#include "learning/bandits/reports.h"

namespace trivium::learning::bandits {

TEST_CASE(
    "the whole paper is repeated: every figure, table and statement, with a page and its "
    "pictures") {
  int parts = 0, shapes = 0;
  PaperResult result{
      run_paper({true, 40, 1, 2, [&parts](std::string_view) { ++parts; }}), {}, {}, {}};
  result.claims = ask_claims(result.figures);
  result.checks = check_simulation(result.figures);
  result.shapes = run_shapes({2, 1, 2, [&shapes](std::string_view) { ++shapes; }});
  CHECK(parts == kPaperParts);
  CHECK(shapes == kPaperShapes);
  std::set<std::string> figures;
  for (const ClaimResult& claim : result.claims) {
    CHECK(claim.holds.size() == 4);
    CHECK(!claim.figures.front().empty());
    figures.insert(claim.figure);
  }
  CHECK(figures == std::set<std::string>{"figure 4", "figure 6", "figure 7 (a)", "figure 7 (b)",
                                         "figure 8 (a)", "figure 8 (b)", "figure 9", "figure 10",
                                         "table 4", "table 5"});
  const auto asked_of = [&](std::string_view figure, std::string_view word) {
    return std::ranges::any_of(result.claims, [&](const ClaimResult& claim) {
      return claim.figure == figure && claim.claim.find(word) != std::string::npos;
    });
  };
  CHECK(asked_of("figure 6", "TTBA"));
  CHECK(asked_of("figure 9", "Tree E"));
  CHECK(result.checks.size() == 74);

  const std::vector<charts::ReportFile> files = paper_files(result, "a test");
  const auto named = [&files](std::string_view name) {
    return std::ranges::find(files, name, &charts::ReportFile::name);
  };
  for (const char* const name : {"report.html", "result.json", "result.csv", "figure-4.svg",
                                 "figure-6.svg", "figure-7-model-3.svg", "figure-8-a-k-30.svg",
                                 "figure-8-b-k-200.svg", "figure-9.svg", "figure-10.svg"}) {
    REQUIRE_MESSAGE(named(name) != files.end(), name);
  }
  const nlohmann::json json = nlohmann::json::parse(named("result.json")->content);
  CHECK(json["claims"].size() == result.claims.size());
  CHECK(json["studies"].size() == 4 * (3 + 4 + 4 + 5 + 6));
  CHECK(json["shapes"]["studies"].size() == 6);
  const std::string text = paper_text(result);
  for (const char* const part :
       {"table 3", "table 4", "table 5", "Model 3: both at once", "of 168 comparisons"}) {
    CHECK_MESSAGE(text.find(part) != std::string::npos, part);
  }
}

}  // namespace trivium::learning::bandits
