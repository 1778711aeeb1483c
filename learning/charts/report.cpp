#include "learning/charts/report.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/core/text.h"
#include "learning/charts/markup.h"
#include "learning/charts/page.h"
#include "learning/charts/table_chart.h"
#include "models/format/file_io.h"
#include "models/format/strict_json.h"

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

/// Returns the value of a cell of a column of numbers; nothing if it is not a number.
std::optional<nlohmann::ordered_json> number_of(const std::string& cell) {
  if (const auto whole = text::parse_number<std::int64_t>(cell)) return *whole;
  if (cell.empty()) return nlohmann::ordered_json();
  const std::optional<double> number = text::parse_number<double>(cell);
  if (!number) return std::nullopt;
  return std::isfinite(*number) ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

nlohmann::ordered_json rows_of(const std::string& csv) {
  const std::vector<std::vector<std::string>> lines = csv_rows(csv);
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  if (lines.empty()) return rows;
  const std::span<const std::vector<std::string>> cells = std::span(lines).subspan(1);
  rows.get_ref<nlohmann::ordered_json::array_t&>().resize(cells.size(),
                                                          nlohmann::ordered_json::object());
  for (std::size_t column = 0; column < lines.front().size(); ++column) {
    const bool numbers = std::ranges::all_of(
        cells, [column](const auto& line) { return number_of(line.at(column)).has_value(); });
    for (std::size_t row = 0; row < cells.size(); ++row) {
      const std::string& cell = cells[row][column];
      rows[row][lines.front()[column]] = numbers ? *number_of(cell) : nlohmann::ordered_json(cell);
    }
  }
  return rows;
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
  if (place.empty()) return;
  if (is_page(place)) return format::write_file_atomically(place, page_of(title, files));
  for (const ReportFile& file : files)
    format::write_file_atomically(place / file.name, file.content);
}

void write_report(const std::filesystem::path& place, const std::string& title,
                  std::span<const char* const> names, std::initializer_list<std::string> texts) {
  write_report(place, title, named_files(names, texts));
}

std::vector<ReportFile> named_files(std::span<const char* const> names,
                                    std::initializer_list<std::string> texts) {
  std::vector<ReportFile> files;
  for (const std::string& text : texts) files.push_back({names[files.size()], text});
  return files;
}

std::string tables_json(std::span<const ReportFile> files) {
  constexpr std::string_view kEnding = ".csv";
  nlohmann::ordered_json tables = nlohmann::ordered_json::object();
  for (const ReportFile& file : files) {
    if (file.name.ends_with(kEnding))
      tables[file.name.substr(0, file.name.size() - kEnding.size())] = rows_of(file.content);
  }
  return format::json_line(tables);
}

}  // namespace trivium::learning::charts
