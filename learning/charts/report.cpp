#include "learning/charts/report.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <vector>

#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "learning/charts/table_chart.h"
#include "models/format/file_io.h"

namespace trivium::learning::charts {

namespace {

std::string table_of(const std::string& csv) {
  std::vector<std::vector<std::string>> lines = csv_rows(csv);
  if (lines.empty()) return {};
  std::vector<std::vector<PageCell>> rows;
  for (std::vector<std::string>& line : std::span(lines).subspan(1)) {
    std::vector<PageCell>& row = rows.emplace_back();
    for (std::string& cell : line) row.push_back({std::move(cell)});
  }
  return page_table(lines.front(), rows);
}

std::string html_of(const ReportFile& file) {
  if (file.name.ends_with(".svg")) return page_figure(file.content);
  if (file.name.ends_with(".csv")) return table_of(file.content);
  return fmt::format("<pre>{}</pre>\n", escape_markup(file.content));
}

std::string page_of(const std::string& title, std::span<const ReportFile> files) {
  const auto page = std::ranges::find_if(
      files, [](const ReportFile& file) { return file.name.ends_with(".html"); });
  if (page != files.end()) return page->content;
  std::string body;
  for (const ReportFile& file : files)
    body += fmt::format("<h2>{}</h2>\n{}", escape_markup(file.name), html_of(file));
  return charts::page(title, body);
}

}  // namespace

bool is_page(const std::filesystem::path& place) { return place.extension() == ".html"; }

void write_report(const std::filesystem::path& place, const std::string& title,
                  std::span<const ReportFile> files) {
  if (is_page(place)) return format::write_file_atomically(place, page_of(title, files));
  for (const ReportFile& file : files)
    format::write_file_atomically(place / file.name, file.content);
}

void write_report(const std::filesystem::path& place, const std::string& title,
                  std::span<const char* const> names, std::initializer_list<std::string> texts) {
  std::vector<ReportFile> files;
  for (const std::string& text : texts) files.push_back({names[files.size()], text});
  write_report(place, title, files);
}

}  // namespace trivium::learning::charts
