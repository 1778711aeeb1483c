#include "learning/charts/report.h"

#include <array>
#include <doctest/doctest.h>

#include "tests/temporary_folder.h"

using namespace trivium::learning::charts;
using trivium::content_of;

TEST_CASE("a report is files in a folder, or one page that shows them") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "trivium-report-test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  std::array files{ReportFile{"curve.csv", "step,loss\n\"1, then 2\",<0.5\n"},
                   ReportFile{"curve.svg", "<svg></svg>"}};
  write_report(folder, "Loss & steps", files);
  CHECK(content_of(folder / "curve.csv") == files[0].content);
  CHECK(content_of(folder / "curve.svg") == files[1].content);
  write_report(folder / "page.html", "Loss & steps", files);
  const std::string page = content_of(folder / "page.html");
  CHECK(page.find("<h1>Loss &amp; steps</h1>") != std::string::npos);
  CHECK(page.find("<th scope=\"col\">loss</th>") != std::string::npos);
  CHECK(page.find("<th scope=\"row\">1, then 2</th><td>&lt;0.5</td>") != std::string::npos);
  CHECK(page.find("<h2>curve.svg</h2>\n<figure>\n<svg></svg></figure>") != std::string::npos);
  files[0] = {"report.html", "the page"};
  write_report(folder / "page.html", "", files);
  CHECK(content_of(folder / "page.html") == "the page");
  write_report("", "", files);
  CHECK_FALSE(std::filesystem::exists("report.html"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("the tables of a report are JSON, and numbers in them are numbers") {
  const std::array files{ReportFile{"players.csv", "name,games,error\n\"Ann, B\",12,0.50\n7,3,\n"},
                         ReportFile{"curve.svg", "<svg></svg>"}, ReportFile{"empty.csv", "step\n"}};
  CHECK(tables_json(files) == R"({"players":[{"name":"Ann, B","games":12,"error":0.5},)"
                              R"({"name":"7","games":3,"error":null}],"empty":[]})");
}
