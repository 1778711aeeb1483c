#include <cstdint>
#include <string>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "tools/trivium/page/journal_page.h"
#include "tools/trivium/page/listed_files.h"
#include "tools/trivium/page/parameters.h"

namespace trivium::tools::page {

namespace fs = std::filesystem;
using nlohmann::json;
using web::Answer;

namespace {

/// The file in the checkpoint folder of a learner that has a row for each step.
constexpr const char* kCurve = "curve.jsonl";
constexpr std::uint64_t kMaxDocumentBytes = std::uint64_t{4} << 20;
constexpr std::uint64_t kMaxCurveBytes = std::uint64_t{64} << 20;

fs::path run_in(const std::vector<fs::path>& folders, const json& params) {
  return or_refuse(find_listed(folders, needed_text(params, "name"), is_run));
}

/// Returns the rows after the first `after`. A row that is being written is left out.
json rows_of(const fs::path& run, std::uint64_t after) {
  const std::string text = or_refuse(input::read_text(run / kCurve, kMaxCurveBytes));
  json rows = json::array();
  std::uint64_t number = 0;
  std::size_t start = 0;
  for (std::size_t end = 0; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    if (number++ < after) continue;
    json row = json::parse(text.begin() + static_cast<std::ptrdiff_t>(start),
                           text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    if (row.is_object()) rows.push_back(std::move(row));
  }
  return rows;
}

/// Returns the text of the first file in the folder whose name ends with `ending`; null if there is
/// none.
json text_beside(const fs::path& run, std::string_view ending) {
  std::error_code failure;
  for (const fs::directory_entry& entry : fs::directory_iterator(run, failure)) {
    if (!entry.path().filename().string().ends_with(ending)) continue;
    if (const Result<std::string> text = input::read_text(entry.path(), kMaxDocumentBytes))
      return *text;
  }
  return nullptr;
}

Answer run_report(const std::vector<fs::path>& folders, const json& params) {
  const std::uint64_t after = number_of(params, "after", 0, 0, std::uint64_t{1} << 53);
  const fs::path run = run_in(folders, params);
  json rows = rows_of(run, after);
  const json manifest = text_beside(run, "manifest.json");
  return json{
      {"rows", std::move(rows)},
      {"manifest",
       manifest.is_string() ? json::parse(manifest.get<std::string>(), nullptr, false) : json()},
      {"card", text_beside(run, ".md")}};
}

Answer poll_run(const std::vector<fs::path>& folders, const json& params, json& seen) {
  const fs::path run = run_in(folders, params);
  const std::uint64_t known = seen.is_null() ? 0 : seen.get<std::uint64_t>();
  json rows = rows_of(run, known);
  seen = known + rows.size();
  if (rows.empty() && known > 0) return json();
  return json{{"rows", std::move(rows)}};
}

}  // namespace

void add_run_methods(web::Methods& methods, std::vector<fs::path> folders) {
  methods.methods["runs"] = {web::Lane::kReading, [folders](const web::Call&) -> Answer {
                               return json{{"runs", listing_of(listed_files(folders, is_run))}};
                             }};
  methods.methods["run"] = {web::Lane::kReading, [folders](const web::Call& call) {
                              return run_report(folders, call.params);
                            }};
  methods.topics["run"] = {web::Lane::kReading, [folders](const json& params, json& seen) {
                             return poll_run(folders, params, seen);
                           }};
}

bool is_run(const fs::directory_entry& entry) {
  std::error_code failure;
  return entry.is_directory(failure) && fs::exists(entry.path() / kCurve, failure);
}

}  // namespace trivium::tools::page
