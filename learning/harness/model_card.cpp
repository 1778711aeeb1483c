#include "learning/harness/model_card.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "engine/core/readers/input_file.h"
#include "models/format/file_io.h"
#include "models/format/linear.h"
#include "models/format/load_error.h"

namespace trivium::learning {

namespace {

using Json = nlohmann::json;

constexpr std::string_view kWeightsExtension = ".safetensors";
constexpr std::string_view kCardExtension = ".md";
constexpr std::string_view kHeading = "# ";
constexpr std::size_t kNameDigits = 8;  // digits of the hash in a canonical name

/// True if a file begins with the heading of a card, which is the canonical name of a weight file.
bool is_card(const std::filesystem::path& path) {
  std::array<char, 200> beginning{};
  Result<input::File> file = input::File::open(path, input::Pipes::kNone);
  const Result<std::size_t> count = file ? file->read(beginning) : file.error();
  if (!count) return false;
  std::string_view heading(beginning.data(), *count);
  heading = heading.substr(0, heading.find('\n'));
  if (!heading.starts_with(kHeading) || !heading.ends_with(kWeightsExtension)) return false;
  heading.remove_suffix(kWeightsExtension.size());
  const std::size_t digits = heading.rfind('-') + 1;  // 0 if there is no '-'
  return digits > 0 && heading.size() - digits == kNameDigits &&
         heading.find_first_not_of("0123456789abcdef", digits) == std::string_view::npos;
}

/// Returns a number as text for a table: integers exactly, others with six significant digits.
std::string shown(const Json& number) {
  if (!number.is_number_float()) return number.dump();
  constexpr double kExactBelow = 1e15;
  const double value = number.get<double>();
  const bool whole = value == std::trunc(value) && std::abs(value) < kExactBelow;
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{:.6g}", value);
}

std::string table(const std::string& left, const Json& values) {
  std::string text = fmt::format("\n| {} | |\n|---|---:|\n", left);
  for (const auto& [name, value] : values.items())
    text += fmt::format("| {} | {} |\n", name, shown(value));
  return text;
}

/// Returns a section, or an empty string if `text` is empty.
std::string section(std::string_view title, std::string_view text) {
  return text.empty() ? std::string() : fmt::format("## {}\n\n{}\n\n", title, text);
}

/// Returns the licenses of the training data that the manifest states.
std::string license_text(const Json& manifest) {
  std::set<std::string> stated;
  for (const Json& source : manifest.value("data", Json::array()))
    stated.insert(source.value("licence", ""));
  stated.erase("");
  const std::string data =
      stated.empty() ? "none stated" : fmt::format("{}", fmt::join(stated, "; "));
  return fmt::format("Weights: chosen by their maker. Training data: {}.", data);
}

std::string data_table(const Json& manifest) {
  if (!manifest.contains("data")) return {};
  std::string text = "\n| file | license | SHA-256 |\n|---|---|---|\n";
  for (const Json& source : manifest["data"]) {
    text += fmt::format("| {} | {} | `{}` |\n", source.value("name", ""),
                        source.value("licence", "-"), source.value("sha256", ""));
  }
  return text;
}

std::string error_table(const format::WeightFile& file, const std::vector<double>& weights,
                        const Json& errors) {
  std::string text = "\n## Weights\n\n| feature | weight | standard error |\n|---|---:|---:|\n";
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const std::string& name = file.feature_names[i];
    text += fmt::format("| {} | {:.6g} | {} |\n", name, weights[i],
                        errors.contains(name) ? shown(errors[name]) : "-");
  }
  return text;
}

/// Returns a table with one row per tensor, so that a large evaluation needs only a page or two.
std::string weight_table(const format::WeightFile& file, const std::vector<double>& weights) {
  std::string text = "\n## Weights\n\n| feature | weight |\n|---|---:|\n";
  const auto tensor_of = [&](std::size_t i) {
    return std::string_view(file.feature_names[i]).substr(0, file.feature_names[i].find('['));
  };
  for (std::size_t i = 0; i < weights.size();) {
    std::size_t end = i + 1;
    std::string row = fmt::format("{:.6g}", weights[i]);
    for (; end < weights.size() && tensor_of(end) == tensor_of(i); ++end)
      row += fmt::format(" {:.6g}", weights[end]);
    const std::string& last = file.feature_names[end - 1];
    const std::string numbers = end == i + 1 ? "" : " to " + last.substr(last.find('['));
    text += fmt::format("| {}{} | {} |\n", file.feature_names[i], numbers, row);
    i = end;
  }
  return text;
}

/// Returns the hashes of the file and of its data in a folded section.
std::string provenance(const format::WeightFile& file, const Json& manifest) {
  return fmt::format(
      "\n<details>\n<summary>Hashes of the file and of its data</summary>\n\n"
      "| | |\n|---|---|\n| kind, schema | {}, {} |\n| origin | {} |\n| SHA-256 | `{}` |\n"
      "| feature hash | `{}` |\n{}\n</details>\n",
      file.kind, file.schema, manifest.value("origin", ""), file.sha256, file.features_hash(),
      data_table(manifest));
}

std::string weights_section(const format::WeightFile& file, const Json& manifest) {
  if (file.feature_names.empty()) return {};
  const std::vector<double> weights = format::linear_weights(file);
  if (manifest.contains("standard_errors"))
    return error_table(file, weights, manifest["standard_errors"]);
  return weight_table(file, weights);
}

}  // namespace

std::string model_card(const format::WeightFile& file, const CardText& text) {
  const Json manifest = Json::parse(file.manifest);
  std::string card = fmt::format("{}{}\n\n{}\n\n", kHeading,
                                 format::canonical_file_name(file.kind, file.sha256), text.summary);
  card += section("Strength", text.strength) + section("Training data", text.data) +
          section("Limitations", text.limits) + section("License", license_text(manifest));
  card += fmt::format("## How it was made\n\n    {}\n\nwith Trivium {}, commit {}. {}\n",
                      manifest.value("command", ""), manifest.value("version", "?"),
                      manifest.value("commit", "?"), text.method);
  if (manifest.contains("parameters")) card += table("parameter", manifest["parameters"]);
  if (manifest.contains("counts")) card += table("count", manifest["counts"]);
  if (manifest.contains("figures")) card += table("figure", manifest["figures"]);
  card += weights_section(file, manifest);
  if (!text.more_weights.empty()) card += fmt::format("\n{}\n", text.more_weights);
  return card + provenance(file, manifest);
}

std::filesystem::path card_of(const std::filesystem::path& weights) {
  std::filesystem::path card = weights;
  if (card.extension() == kWeightsExtension) card.replace_extension();
  return card += kCardExtension;
}

void require_card_place(const std::filesystem::path& target) {
  if (std::filesystem::is_directory(target)) return;
  if (target.extension() == kCardExtension) {
    throw format::LoadError("card.name", "{}: a name for the card beside weights, not for weights",
                            target.string());
  }
  const std::filesystem::path card = card_of(target);
  if (!std::filesystem::exists(card) || is_card(card)) return;
  throw format::LoadError(
      "card.foreign",
      "{}: is not a card of weights, and would be replaced by that of {}: give another name",
      card.string(), target.string());
}

std::filesystem::path write_with_card(const std::filesystem::path& target,
                                      const format::WeightFile& file, const CardText& text) {
  require_card_place(target);
  const std::vector<std::byte> bytes = format::weight_file_bytes(file);
  const format::WeightFile written = format::parse_weight_file(bytes, target.string());
  std::filesystem::path path = format::weight_file_path(target, written);
  require_card_place(path);  // again: in a folder the name of the file is only known now
  const std::string card = model_card(written, text);
  format::write_files_atomically(
      std::array{format::NewFile{card_of(path), std::as_bytes(std::span(card))},
                 format::NewFile{path, bytes}});
  return path;
}

std::string indented(std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.append("    ").append(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

}  // namespace trivium::learning
