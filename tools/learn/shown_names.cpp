#include "tools/learn/shown_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <set>
#include <string_view>

#include "engine/core/text.h"

namespace trivium::tools {

namespace {

namespace fs = std::filesystem;

/// Words of `--start` and `--prior-weights` that are no files.
constexpr std::array<std::string_view, 4> kWords{"nothing", "zero", "default", "start"};

fs::path normal(const std::string& path) {
  const fs::path whole = fs::absolute(path).lexically_normal();
  return whole.has_filename() ? whole : whole.parent_path();
}

std::string last_parts(const fs::path& path, std::size_t count) {
  fs::path parts;
  for (auto part = path.end(); part != path.begin() && count > 0; --count) {
    --part;
    parts = parts.empty() ? *part : *part / parts;
  }
  return parts.string();
}

}  // namespace

std::string shown_name(const std::string& path) { return last_parts(normal(path), 1); }

ShownNames::ShownNames(const std::vector<std::string>& paths) {
  std::set<fs::path> all;
  for (const std::string& path : paths) all.insert(normal(path));
  for (const fs::path& path : all) {
    const auto parts = static_cast<std::size_t>(std::distance(path.begin(), path.end()));
    std::size_t count = 1;
    const auto is_taken = [&] {
      const std::string name = last_parts(path, count);
      return std::ranges::find(kWords, name) != kWords.end() ||
             std::ranges::any_of(all, [&](const fs::path& other) {
               return other != path && last_parts(other, count) == name;
             });
    };
    while (count < parts && is_taken()) ++count;
    names_.emplace(path, last_parts(path, count));
  }
}

std::string ShownNames::of(const std::string& path) const { return names_.at(normal(path)); }

std::string ShownNames::of(const std::vector<std::string>& paths) const {
  return text::joined(paths, " ", [this](const std::string& path) { return of(path); });
}

std::vector<learning::DataSource> ShownNames::describe(const std::vector<std::string>& files,
                                                       const std::string& license) const {
  std::vector<learning::DataSource> sources;
  for (const std::string& file : files) {
    sources.push_back(learning::describe_data(file, license));
    sources.back().name = of(file);
  }
  return sources;
}

}  // namespace trivium::tools
