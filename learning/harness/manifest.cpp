#include "learning/harness/manifest.h"

#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/sha256.h"
#include "models/format/strict_json.h"

namespace trivium::learning {

namespace {

using Json = nlohmann::json;

Json json_of(const std::vector<DataSource>& data) {
  Json list = Json::array();
  for (const DataSource& source : data) {
    Json entry{{"name", source.name}, {"sha256", source.sha256}};
    if (!source.license.empty()) entry["licence"] = source.license;
    list.push_back(std::move(entry));
  }
  return list;
}

/// Returns the known fields.
Json json_of(const ValueOrigin& origin) {
  Json json{{"file", origin.file.name}, {"sha256", origin.file.sha256}};
  if (!origin.tool.version.empty()) json["version"] = origin.tool.version;
  if (!origin.tool.commit.empty()) json["commit"] = origin.tool.commit;
  if (!origin.command.empty()) json["command"] = origin.command;
  if (!origin.data.empty()) json["data"] = json_of(origin.data);
  return json;
}

}  // namespace

DataSource describe_data(const std::filesystem::path& path, std::string license) {
  input::File file = format::or_throw(input::File::open(path, input::Pipes::kAll));
  format::Sha256 hash;
  std::array<char, 65536> block{};
  while (const std::size_t count = format::or_throw(file.read(block)))
    hash.update(std::string_view(block.data(), count));
  return {path.filename().string(), hash.hex(), std::move(license)};
}

std::string hashes_of(std::span<const DataSource> files) {
  return text::joined(files, " ", &DataSource::sha256);
}

std::string Manifest::to_json() const {
  Json json{
      {"version", tool.version}, {"commit", tool.commit}, {"command", command}, {"origin", origin}};
  if (seed) json["seed"] = *seed;
  if (!data.empty()) json["data"] = json_of(data);
  if (!counts.empty()) json["counts"] = counts;
  if (!parameters.empty()) json["parameters"] = parameters;
  if (!figures.empty()) json["figures"] = figures;
  if (!standard_errors.empty()) json["standard_errors"] = standard_errors;
  if (value) json["value"] = json_of(*value);
  return format::json_line(json);
}

std::string GamesLeftOut::words() const {
  std::string text;
  const auto add = [&text](std::uint64_t count, const char* cause) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, cause);
  };
  add(undecided, "not decided on the board");
  add(contradictory, "whose result contradicts itself");
  add(unreadable, "that cannot be read");
  return text;
}

void GamesLeftOut::note(Manifest& manifest) const {
  const auto add = [&manifest](std::uint64_t count, const char* cause) {
    if (count > 0)
      manifest.counts[fmt::format("games.left_out.{}", cause)] = static_cast<std::int64_t>(count);
  };
  add(undecided, "undecided");
  add(contradictory, "contradictory");
  add(unreadable, "unreadable");
}

}  // namespace trivium::learning
