#include "tools/places.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <unistd.h>

#include "learning/charts/report.h"
#include "learning/harness/checkpoint.h"
#include "learning/harness/model_card.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::tools {

namespace {

namespace fs = std::filesystem;

void require_folder(const fs::path& folder) {
  if (!fs::is_directory(folder))
    throw format::LoadError("file.folder_missing", "{}: no folder to write to", folder.string());
  if (::access(folder.c_str(), W_OK | X_OK) == 0) return;
  throw format::LoadError("file.write", "{}: cannot be written to: {}", folder.string(),
                          std::strerror(errno));
}

/// Resolves links as far as the path exists.
fs::path resolved(const fs::path& path) { return fs::weakly_canonical(fs::absolute(path)); }

bool is_one_file(const fs::path& one, const fs::path& other) {
  if (one.empty() || other.empty()) return false;
  const bool one_exists = fs::exists(one);
  if (one_exists != fs::exists(other)) return false;
  return one_exists ? fs::equivalent(one, other)  // also detects hard links
                    : resolved(one) == resolved(other);
}

}  // namespace

void require_file_place(const fs::path& target) {
  if (fs::is_directory(target))
    throw format::LoadError("file.folder", "{}: is a folder, not the name of a file",
                            target.string());
  require_place(target);
}

void require_place(const fs::path& target) {
  if (fs::exists(target) && !fs::is_directory(target) && !fs::is_regular_file(target)) {
    throw format::LoadError("file.kind", "{}: neither a file nor a folder", target.string());
  }
  const fs::path folder = fs::is_directory(target) ? target : target.parent_path();
  require_folder(folder.empty() ? "." : folder);
}

void prepare_folder(const fs::path& folder) {
  std::error_code fault;
  fs::create_directories(folder, fault);
  if (fault)
    throw format::LoadError("file.write", "{}: cannot be made: {}", folder.string(),
                            fault.message());
  require_folder(folder);
}

void prepare_report(const fs::path& report, std::span<const char* const> files,
                    std::vector<NamedPlace>& written) {
  if (report.empty()) return;
  if (learning::charts::is_page(report)) {
    require_file_place(report);
    written.push_back({"--report", report});
    return;
  }
  prepare_folder(report);
  for (const char* file : files) written.push_back({file, report / file});
}

void prepare_checkpoint(const learning::RunOptions& run, std::string_view learner,
                        std::vector<NamedPlace>& written) {
  if (!run.checkpoint_folder) return;
  prepare_folder(*run.checkpoint_folder);
  if (!run.resume) learning::Checkpoint::reject_existing(*run.checkpoint_folder, learner);
  written.push_back(
      {"--checkpoint", learning::Checkpoint::file_in(*run.checkpoint_folder, learner)});
}

void prepare_output(const LearnerOutput& output, const std::vector<NamedPlace>& read,
                    std::vector<NamedPlace> written) {
  if (!output.out.empty()) {
    require_place(output.out);
    learning::require_card_place(output.out);
    written.push_back({"--out", output.out});
  }
  prepare_report(output.report, output.report_files, written);
  if (output.run != nullptr) prepare_checkpoint(*output.run, output.learner, written);
  require_different(written, read);
}

std::vector<NamedPlace> places_named(std::string_view name, const std::vector<std::string>& paths,
                                     const std::vector<NamedPlace>& others) {
  std::vector<NamedPlace> places;
  for (const std::string& path : paths) places.push_back({name, path});
  places.insert(places.end(), others.begin(), others.end());
  return places;
}

std::vector<NamedPlace> with_parts(std::vector<NamedPlace> written) {
  const std::size_t count = written.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!written[i].path.empty())
      written.push_back({written[i].name, format::PartFile::part_of(written[i].path)});
  }
  return written;
}

void require_different(const std::vector<NamedPlace>& written,
                       const std::vector<NamedPlace>& read) {
  for (std::size_t i = 0; i < written.size(); ++i) {
    const auto& [name, path] = written[i];
    for (std::size_t earlier = 0; earlier < i; ++earlier) {
      if (!is_one_file(path, written[earlier].path)) continue;
      throw format::LoadError("usage.option.twice", "{}: both {} and {} would be written there",
                              path.string(), written[earlier].name, name);
    }
    for (const NamedPlace& source : read) {
      if (!is_one_file(path, source.path)) continue;
      throw format::LoadError("usage.option.twice", "{}: {} would be written over what {} reads",
                              path.string(), name, source.name);
    }
  }
}

}  // namespace trivium::tools
