#include "learning/charts/page.h"

#include <doctest/doctest.h>

#include "learning/charts/markup.h"

namespace trivium::learning::charts {
namespace {

TEST_CASE("a page is one file with its style, and text from users is escaped") {
  const std::vector<std::string> head = {"method", "a < b"};
  const std::vector<std::vector<PageCell>> rows = {{{"ttba"}, {"no & yes", "no", "a note"}}};
  const std::string html = page("R&D", page_table(head, rows) + page_paragraph("<p>", "lead"));
  CHECK(html.starts_with("<!DOCTYPE html>\n"));
  CHECK(html.find("<h1>R&amp;D</h1>") != std::string::npos);
  CHECK(html.find("<th scope=\"col\">a &lt; b</th>") != std::string::npos);
  CHECK(html.find("<tr><th scope=\"row\">ttba</th><td class=\"no\">no &amp; yes<br/><span "
                  "class=\"note\">a note</span></td></tr>") != std::string::npos);
  CHECK(html.find("<p class=\"lead\">&lt;p&gt;</p>") != std::string::npos);
  CHECK(html.find("prefers-color-scheme: dark") != std::string::npos);
}

TEST_CASE(
    "bytes that are not UTF-8 are read as Latin-1, and characters that XML forbids are replaced") {
  CHECK(escape_markup("R\xE9ti, \u674E & \U0001F600") == "R\u00E9ti, \u674E &amp; \U0001F600");
  CHECK(escape_markup(std::string_view("a\0b\x01", 4)) ==
        "a\uFFFD"
        "b\uFFFD");
  CHECK(escape_markup("\xC0\xAF\xED\xA0\x80") == "\u00C0\u00AF\u00ED\u00A0\uFFFD");
  CHECK(escape_markup("\xE2\x82") == "\u00E2\uFFFD");
}

}  // namespace
}  // namespace trivium::learning::charts
