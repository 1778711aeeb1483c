#include "learning/harness/value_origin.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "models/format/load_error.h"

namespace trivium::learning {

namespace {

using Json = nlohmann::json;

/// A JSON object and its place in the file, for messages.
struct Place {
  const Json& object;
  std::string name;

  /// Throws format::LoadError if `found` is not an object.
  Place(const Json& found, std::string where) : object(found), name(std::move(where)) {
    if (!object.is_object()) throw format::LoadError("manifest.object", "{}: no object", name);
  }
};

/// Returns a string of the object; empty if it has no such key. Throws if the value is not a
/// string.
std::string string_in(const Place& place, const char* key) {
  const auto found = place.object.find(key);
  if (found == place.object.end()) return {};
  if (!found->is_string())
    throw format::LoadError("manifest.string", "{}: {}: no string", place.name, key);
  return found->get<std::string>();
}

std::vector<DataSource> data_in(const Place& place) {
  const auto found = place.object.find("data");
  if (found == place.object.end()) return {};
  if (!found->is_array())
    throw format::LoadError("manifest.data", "{}: data: no array", place.name);
  std::vector<DataSource> data;
  for (const Json& entry : *found) {
    const Place source(entry, fmt::format("{}: data[{}]", place.name, data.size()));
    data.push_back(
        {string_in(source, "name"), string_in(source, "sha256"), string_in(source, "licence")});
  }
  return data;
}

ValueOrigin origin_in(const Place& place, DataSource file) {
  return {std::move(file),
          {string_in(place, "version"), string_in(place, "commit")},
          string_in(place, "command"),
          data_in(place)};
}

}  // namespace

ValueOrigin value_origin(const format::WeightFile& file, const DataSource& described,
                         std::string_view added) {
  const Json json = Json::parse(file.manifest);
  const Place manifest(json, file.source + ": manifest");
  ValueOrigin maker = origin_in(manifest, described);
  if (const auto found = json.find("value"); found != json.end()) {
    const Place value(*found, manifest.name + ": value");
    const DataSource kept{string_in(value, "file"), string_in(value, "sha256"), ""};
    if (kept.name.empty())
      throw format::LoadError("manifest.value.file", "{}: file: no name", value.name);
    return origin_in(value, kept);
  }
  // The other entries of this manifest describe what was added, not the value.
  if (file.find(added) != nullptr) return {described, {}, {}, {}};
  return maker;
}

void add_value_sources(Manifest& manifest) {
  if (!manifest.value) return;
  for (const DataSource& source : manifest.value->data) {
    if (source.sha256.empty() || std::ranges::find(manifest.data, source.sha256,
                                                   &DataSource::sha256) == manifest.data.end()) {
      manifest.data.push_back(source);
    }
  }
}

std::string origin_text(const ValueOrigin& origin, const DataSource& from) {
  std::string text = fmt::format("that of {}, each tensor unchanged", origin.file.name);
  if (origin.file.sha256 != from.sha256) text += fmt::format(", taken from {}", from.name);
  if (origin.command.empty()) {
    return text +
           fmt::format(". The manifest of {} does not state the command that made it", from.name);
  }
  const auto known = [](const std::string& value) { return value.empty() ? "?" : value; };
  return text + fmt::format(". Trivium {}, commit {}, made it by `{}`", known(origin.tool.version),
                            known(origin.tool.commit), origin.command);
}

}  // namespace trivium::learning
