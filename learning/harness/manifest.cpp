#include "learning/harness/manifest.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <nlohmann/json.hpp>

#include "models/format/load_error.h"
#include "models/format/sha256.h"

namespace trivium::learning {

DataSource describe_data(const std::filesystem::path& path, std::string licence) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw format::LoadError(fmt::format("{}: cannot be opened: {}", path.string(), std::strerror(errno)));
  format::Sha256 hash;
  std::array<char, 65536> block{};
  while (file) {
    file.read(block.data(), block.size());
    hash.update(std::string_view(block.data(), static_cast<std::size_t>(file.gcount())));
  }
  if (file.bad()) throw format::LoadError(fmt::format("{}: cannot be read", path.string()));
  return {path.filename().string(), hash.hex(), std::move(licence)};
}

std::string Manifest::to_json() const {
  using Json = nlohmann::json;
  Json json{{"version", tool.version}, {"commit", tool.commit}, {"command", command}, {"origin", origin}};
  if (seed) json["seed"] = *seed;
  for (const DataSource& source : data) {
    Json entry{{"name", source.name}, {"sha256", source.sha256}};
    if (!source.licence.empty()) entry["licence"] = source.licence;
    json["data"].push_back(std::move(entry));
  }
  if (!counts.empty()) json["counts"] = counts;
  if (!parameters.empty()) json["parameters"] = parameters;
  if (!figures.empty()) json["figures"] = figures;
  if (!standard_errors.empty()) json["standard_errors"] = standard_errors;
  return json.dump();
}

}  // namespace trivium::learning
