#include "learning/choice/report/player_report.h"

#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>

#include "learning/choice/report/report_figures.h"
#include "tests/learning/choice/support.h"
#include "tests/text_search.h"

namespace trivium::learning::choice {
namespace {

ChoiceSums sums_of(std::uint64_t decisions, double bits_each) {
  const auto moves = static_cast<double>(decisions);
  return {{decisions, -bits_each * moves * 0.693147, -4.8 * moves * 0.693147, moves / 5},
          moves / 2};
}

PlayerReport report_of_anna() {
  PlayerReport report;
  report.player = "Anna";
  report.others = "others rated 2310 to 2510 in these games";
  report.names = {"material", "mobility", "centre", "attack"};
  report.lookahead = "1-ply";
  report.own.weights = {0.91, 0.0615, 0.132, 0.27};
  report.own.standard_errors = {0.02, 0.0028, 0.01, 0.008};
  report.own.sums = sums_of(12345, 3.95);
  report.rest.weights = {0.90, 0.05, 0.13, 0.3};
  report.rest.standard_errors = {0.001, 0.0002, 0.0006, 0.0008};
  report.rest.sums = sums_of(1234567, 4.05);
  report.own_held_out = sums_of(2000, 3.96);
  report.rest_held_out = sums_of(2000, 3.99);
  report.data = "games.pgn, 80,390 games";
  report.tool = "trivium-learn 1.0";
  return report;
}

/// Returns a report with `count` attributes "a0", "a1", ... without differences.
PlayerReport report_of_many(std::size_t count) {
  PlayerReport report = report_of_anna();
  report.names.clear();
  for (std::size_t k = 0; k < count; ++k) report.names.push_back("a" + std::to_string(k));
  report.own.weights.assign(count, 1);
  report.own.standard_errors.assign(count, 0.1);
  report.rest.weights.assign(count, 1);
  report.rest.standard_errors.assign(count, 0.001);
  return report;
}

/// Returns the text of the body without tags and with plain spaces.
std::string seen_in(const std::string& html) {
  std::string text;
  bool tag = false;
  for (const char letter : html.substr(html.find("<body>"))) {
    if (letter == '<') tag = true;
    if (!tag) text += letter;
    if (letter == '>') tag = false;
  }
  constexpr std::string_view kNoBreak = "\u00A0";
  for (std::size_t at = 0; (at = text.find(kNoBreak, at)) != std::string::npos;)
    text.replace(at, kNoBreak.size(), " ");
  return text;
}

std::string seen(const PlayerReport& report) { return seen_in(player_report_html(report)); }

/// True if all tags are closed in the right order.
bool is_balanced(std::string_view html) {
  std::vector<std::string_view> open;
  for (std::size_t at = html.find('<'); at != std::string_view::npos; at = html.find('<', at)) {
    const std::size_t end = html.find('>', at);
    if (end == std::string_view::npos) return false;
    const std::string_view tag = html.substr(at + 1, end - at - 1);
    at = end;
    if (tag.starts_with('!') || tag.ends_with('/')) continue;
    if (!tag.starts_with('/')) {
      open.push_back(tag.substr(0, tag.find(' ')));
    } else if (open.empty() || open.back() != tag.substr(1)) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

}  // namespace

TEST_CASE("the findings are the differences whose intervals exclude zero, the clearest first") {
  const std::string text = seen(report_of_anna());
  CHECK(contains(text,
                 "Anna weighs mobility 23 % more than others rated 2310 to 2510 in these games (95 "
                 "%: 12 to 34 %) and attack 10 % less (5 to "
                 "15 %). No difference is visible in material and centre."));
}

TEST_CASE("a report without clear differences states that there are none") {
  PlayerReport report = report_of_anna();
  report.own.weights = report.rest.weights;
  report.own_held_out = report.rest_held_out;
  const std::string text = seen(report);
  CHECK(contains(text,
                 "These games do not tell Anna from others rated 2310 to 2510 in these games: no "
                 "weight differs"));
  CHECK(contains(text, "Neither predicts them clearly better"));
  CHECK(!contains(text, "23 %"));
}

TEST_CASE("negative weights use the verb \"avoids\", and weights near zero are compared in units") {
  PlayerReport report = report_of_anna();
  report.own.weights = {0.9, -0.08, 0.13, -0.2};
  report.own.standard_errors = {0.02, 0.002, 0.01, 0.01};
  report.rest.weights = {0.9, -0.05, 0.13, 0.0001};
  CHECK(contains(seen(report),
                 "Anna values attack less than others rated 2310 to 2510 in these games "
                 "(\u22120.200 against 0.000; difference 95 %: \u22120.220 to "
                 "\u22120.180) and avoids mobility 60 % more (52 to 68 %)."));
}

TEST_CASE("a report states whose weights predict the held-out games better") {
  PlayerReport report = report_of_anna();
  CHECK(contains(seen(report),
                 "Anna\u2019s own weights predict better, by 0.030 bits a move, 60.0 bits in all"));
  std::swap(report.own_held_out, report.rest_held_out);
  CHECK(contains(seen(report), "The others\u2019 weights predict better"));
  report.own_held_out = report.rest_held_out = {};
  CHECK(contains(seen(report), "No games were held out"));
}

TEST_CASE(
    "of many attributes, the 30 largest differences are shown, and the summary has a stricter "
    "limit") {
  PlayerReport report = report_of_many(2322);
  report.own.weights[40] = 1.3;
  const std::string cautious = player_report_html(report);
  CHECK(count_of(cautious, "<th scope=\"row\">a") == 30);
  CHECK(contains(cautious, "<th scope=\"row\">a40<"));
  CHECK(contains(seen_in(cautious), "These games do not tell Anna"));
  CHECK(contains(seen_in(cautious), "perhaps more"));
  CHECK(contains(seen_in(cautious), "less than once in 46,440 comparisons"));
  report.own.weights[40] = 1.6;
  CHECK(contains(seen(report), "Anna weighs a40 60 % more than"));
  CHECK(contains(seen(report), "No difference is visible in the other 2,321 attributes."));
}

TEST_CASE("names are escaped everywhere in a report") {
  PlayerReport report = report_of_anna();
  report.player = "<b>\"Tal\" & M\xFCller";
  report.others = "others < 2000 & more";
  report.names[1] = "a<b";
  report.data = report.tool = "</footer>";
  const std::string html = player_report_html(report);
  CHECK(contains(html, "&lt;b&gt;&quot;Tal&quot; &amp; M\u00FCller"));
  CHECK(!contains(html, "<b>\"Tal"));
  CHECK(!contains(html, "others < 2000"));
  CHECK(count_of(html, "</footer>") == 1);
  CHECK(is_balanced(html));
}

TEST_CASE("a report from unknown or extreme values is well-formed and has no NaN or infinity") {
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  PlayerReport odd = report_of_anna();
  odd.own.weights = {kInfinite, 1e300, -1e9, 1e-300};
  odd.own.standard_errors = {0.1, 1e299, 0, 1e-300};
  odd.rest.weights = {1, 1, 1, 1e-300};
  odd.rest.standard_errors = {0.1, 0.2, kInfinite, 1e-302};
  odd.own.sums.log_likelihood = -kInfinite;
  odd.own_held_out.log_likelihood = -kInfinite;
  PlayerReport nothing;
  nothing.lookahead = "<none>";
  PlayerReport unlearned = report_of_anna();
  unlearned.own.standard_errors.assign(4, 0);
  for (const PlayerReport& report :
       {report_of_anna(), odd, nothing, unlearned, report_of_many(40)}) {
    const std::string html = player_report_html(report);
    CHECK(is_balanced(html));
    const std::string text = html.substr(html.find("</style>"));
    CHECK(!contains(text, "nan"));
    CHECK(!contains(text, "inf%"));
    CHECK(!contains(text, "inf "));
    CHECK(!contains(text, "inf<"));
  }
  CHECK(contains(seen(unlearned), "Too few moves are known to say what Anna values"));
  CHECK(contains(seen(unlearned), "not known"));
}

TEST_CASE("a report without a name for each weight is an error") {
  PlayerReport report = report_of_anna();
  report.names.pop_back();
  CHECK_THROWS_AS(player_report_html(report), std::invalid_argument);
}

TEST_CASE("figures are formatted with significant digits only") {
  CHECK(number_text(-0.25, 2) == "\u22120.25");
  CHECK(number_text(-0.001, 2) == "0.00");
  CHECK(number_text(0.5, 1, Sign::kAlways) == "+0.5");
  CHECK(number_text(1e20, 1) == "1.00e+20");
  CHECK(decimals_of(0.024) == 3);
  CHECK(decimals_of(0.24) == 2);
  CHECK(decimals_of(24) == 0);
  CHECK(decimals_of(1e-12) == 5);
  CHECK(count_text(999) == "999");
  CHECK(count_text(1234567) == "1,234,567");
  CHECK(percent_range_text(0.12, 0.34, 0) == "12\u00A0to\u00A034\u00A0%");
  CHECK(percent_decimals_of({0.23, 0.12, 0.34}) == 0);
  CHECK(percent_decimals_of({0.1, 0.004, 0.2}) == 1);
}

}  // namespace trivium::learning::choice
