#include "learning/harness/model_card.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string_view>

#include "models/format/file_io.h"
#include "models/format/linear.h"

namespace trivium::learning {

namespace {

using Json = nlohmann::json;

/// A number for a table: whole ones as they are, others with six significant digits.
std::string shown(const Json& number) { return number.is_number_float() ? fmt::format("{:.6g}", number.get<double>()) : number.dump(); }

std::string table(const std::string& left, const Json& values) {
  std::string text = fmt::format("\n| {} | |\n|---|---:|\n", left);
  for (const auto& [name, value] : values.items()) text += fmt::format("| {} | {} |\n", name, shown(value));
  return text;
}

std::string data_section(const Json& manifest) {
  if (!manifest.contains("data")) return {};
  std::string text = "\n## Data\n\n| file | licence | SHA-256 |\n|---|---|---|\n";
  for (const Json& source : manifest["data"]) {
    text += fmt::format("| {} | {} | `{}` |\n", source.value("name", ""), source.value("licence", "-"), source.value("sha256", ""));
  }
  return text;
}

std::string error_table(const format::WeightFile& file, const std::vector<double>& weights, const Json& errors) {
  std::string text = "\n## Weights\n\n| feature | weight | standard error |\n|---|---:|---:|\n";
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::string& name = file.feature_names[i];
    text += fmt::format("| {} | {:.6g} | {} |\n", name, weights[i], errors.contains(name) ? shown(errors[name]) : "-");
  }
  return text;
}

/// A row for each tensor, so that a large evaluation is still a page or two.
std::string weight_table(const format::WeightFile& file, const std::vector<double>& weights) {
  std::string text = "\n## Weights\n\n| feature | weight |\n|---|---:|\n";
  const auto tensor_of = [&](std::size_t i) { return std::string_view(file.feature_names[i]).substr(0, file.feature_names[i].find('[')); };
  for (std::size_t i = 0; i < weights.size();) {
    std::size_t end = i + 1;
    std::string row = fmt::format("{:.6g}", weights[i]);
    for (; end < weights.size() && tensor_of(end) == tensor_of(i); ++end) row += fmt::format(" {:.6g}", weights[end]);
    const std::string& last = file.feature_names[end - 1];
    const std::string numbers = end == i + 1 ? "" : " to " + last.substr(last.find('['));
    text += fmt::format("| {}{} | {} |\n", file.feature_names[i], numbers, row);
    i = end;
  }
  return text;
}

std::string weights_section(const format::WeightFile& file, const Json& manifest) {
  if (file.feature_names.empty()) return {};
  const std::vector<double> weights = format::linear_weights(file);
  if (manifest.contains("standard_errors")) return error_table(file, weights, manifest["standard_errors"]);
  return weight_table(file, weights);
}

}  // namespace

std::string model_card(const format::WeightFile& file, const CardText& text) {
  const Json manifest = Json::parse(file.manifest);
  std::string card = fmt::format("# {}\n\n{}\n\n", format::canonical_file_name(file.kind, file.sha256), text.summary);
  card +=
      fmt::format("| | |\n|---|---|\n| kind, schema | {}, {} |\n| origin | {} |\n", file.kind, file.schema, manifest.value("origin", ""));
  card += fmt::format("| SHA-256 | `{}` |\n| feature hash | `{}` |\n", file.sha256, file.features_hash());
  card += fmt::format("\n## How it was made\n\n    {}\n\nwith Trivium {}, commit {}. {}\n", manifest.value("command", ""),
                      manifest.value("version", "?"), manifest.value("commit", "?"), text.method);
  card += data_section(manifest);
  if (manifest.contains("parameters")) card += table("parameter", manifest["parameters"]);
  if (manifest.contains("counts")) card += table("count", manifest["counts"]);
  if (manifest.contains("figures")) card += table("figure", manifest["figures"]);
  card += weights_section(file, manifest);
  card += fmt::format("\n## Limits\n\n{}\n", text.limits);
  return card;
}

std::filesystem::path write_with_card(const std::filesystem::path& target, const format::WeightFile& file, const CardText& text) {
  std::filesystem::path path = format::write_weight_file(target, file);
  std::filesystem::path card = path;
  format::write_file_atomically(card.replace_extension(".md"), model_card(format::read_weight_file(path), text));
  return path;
}

}  // namespace trivium::learning
