// Writes the report of a run: tables, texts and pictures as files in a folder, or all on one HTML
// page.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace trivium::learning::charts {

/// A file of a report. Its name ends in .csv, .txt, .svg, .json or .html.
struct ReportFile {
  std::string name;
  std::string content;
};

/// True if `place` names an HTML page instead of a folder, that is, if its extension is ".html".
bool is_page(const std::filesystem::path& place);

/// Writes `files` into the folder `place`. If is_page(place), writes one page there instead: the
/// HTML file among `files` if there is one, else a page with `title` that shows each of them.
/// Does nothing if `place` is empty: no report is wanted. Requires: the folder exists. Throws
/// format::LoadError if writing fails.
void write_report(const std::filesystem::path& place, const std::string& title,
                  std::span<const ReportFile> files);
/// Returns `texts` as files with the first of `names`.
std::vector<ReportFile> named_files(std::span<const char* const> names,
                                    std::initializer_list<std::string> texts);
/// Writes named_files() in the same way.
void write_report(const std::filesystem::path& place, const std::string& title,
                  std::span<const char* const> names, std::initializer_list<std::string> texts);

/// Returns the CSV tables among `files` as one line with a JSON object. The name of a table without
/// ".csv" is a key, and its value is an array of rows, each an object by column. The cells of a
/// column are numbers if all its cells are; a cell that is empty or not finite is null.
std::string tables_json(std::span<const ReportFile> files);

}  // namespace trivium::learning::charts
