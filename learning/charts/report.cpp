#include "learning/charts/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "models/format/file_io.h"

namespace trivium::learning::charts {

namespace {

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  for (std::size_t comma = line.find(','); comma != std::string_view::npos; comma = line.find(',')) {
    cells.emplace_back(line.substr(0, comma));
    line.remove_prefix(comma + 1);
  }
  cells.emplace_back(line);
  return cells;
}

/// A table without quoted cells, which our reports do not have.
std::string table_of(const std::string& csv) {
  std::istringstream lines(csv);
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> head = cells_of(line);
  std::vector<std::vector<PageCell>> rows;
  while (std::getline(lines, line)) {
    std::vector<PageCell>& row = rows.emplace_back();
    for (std::string& cell : cells_of(line)) row.push_back({std::move(cell)});
  }
  return page_table(head, rows);
}

std::string html_of(const ReportFile& file) {
  if (file.name.ends_with(".svg")) return page_figure(file.content);
  if (file.name.ends_with(".csv")) return table_of(file.content);
  return fmt::format("<pre>{}</pre>\n", escape_markup(file.content));
}

std::string page_of(const std::string& title, std::span<const ReportFile> files) {
  const auto page = std::ranges::find_if(files, [](const ReportFile& file) { return file.name.ends_with(".html"); });
  if (page != files.end()) return page->content;
  std::string body;
  for (const ReportFile& file : files) body += fmt::format("<h2>{}</h2>\n{}", escape_markup(file.name), html_of(file));
  return charts::page(title, body);
}

}  // namespace

bool is_page(const std::filesystem::path& place) { return place.extension() == ".html"; }

void write_report(const std::filesystem::path& place, const std::string& title, std::span<const ReportFile> files) {
  if (is_page(place)) return format::write_file_atomically(place, page_of(title, files));
  for (const ReportFile& file : files) format::write_file_atomically(place / file.name, file.content);
}

}  // namespace trivium::learning::charts
