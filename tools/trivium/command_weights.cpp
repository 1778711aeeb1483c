// `trivium weights FILE...`: contents and checks of weight files, conversion of old files to the
// present form, and comparison of two files.
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/core/text.h"
#include "models/format/comparison.h"
#include "models/format/file_io.h"
#include "models/format/strict_json.h"
#include "models/format/weight_file.h"
#include "tools/command_line.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {

namespace {

using Json = nlohmann::ordered_json;

std::string canonical_name(const format::WeightFile& file) {
  return format::canonical_file_name(file.kind, file.sha256);
}

/// Returns the content of an old file as learners write it now, with each tensor as it was; nothing
/// if the form of `file` is the present one. The manifest then names the old file. Old are weights
/// of chess whose model of results stands among the manifest's figures.
std::optional<format::WeightFile> present_form(const format::WeightFile& file) {
  if (file.kind != chess::kWeightsKind || file.find(chess::kExpectationTensor) != nullptr)
    return std::nullopt;
  const std::optional<ExpectationModel> model = chess::stated_model(file);
  if (!model) return std::nullopt;
  format::WeightFile present = file;
  present.tensors.push_back(chess::expectation_tensor(*model));
  auto manifest = nlohmann::json::parse(file.manifest);
  manifest["rewritten"] = {{"file", canonical_name(file)}, {"sha256", file.sha256}};
  present.manifest = manifest.dump();
  return present;
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// Returns the model card beside `old`, for the file written from it; nothing if there is no card.
/// Throws format::LoadError if the card is not of `old`.
std::optional<std::string> rewritten_card(const format::WeightFile& old,
                                          const format::WeightFile& present) {
  constexpr std::uint64_t kMaxCardBytes = 1 << 20;
  const std::filesystem::path path = std::filesystem::path(old.source).replace_extension(".md");
  if (!std::filesystem::exists(path)) return std::nullopt;
  const std::vector<std::byte> bytes = format::read_file(path, kMaxCardBytes);
  std::string card(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::string row = fmt::format("| SHA-256 | `{}` |\n", old.sha256);
  if (card.find(row) == std::string::npos) {
    throw format::LoadError("weights.card", "{}: has no row with the SHA-256 of {}", path.string(),
                            old.source);
  }
  replace(card, canonical_name(old), canonical_name(present));
  replace(card, old.features_hash(), present.features_hash());
  replace(card, row,
          fmt::format("| SHA-256 | `{}` |\n| rewritten from | `{}`, SHA-256 `{}` |\n",
                      present.sha256, canonical_name(old), old.sha256));
  return card;
}

/// Writes `present` into `folder` under its canonical name, and its card if `old` has one. Returns
/// the path.
std::filesystem::path rewrite(const format::WeightFile& old, const format::WeightFile& present,
                              const std::filesystem::path& folder) {
  const std::vector<std::byte> bytes = format::weight_file_bytes(present);
  const format::WeightFile written = format::parse_weight_file(bytes, old.source);
  const std::filesystem::path path = folder / canonical_name(written);
  std::vector<format::NewFile> files{{path, bytes}};
  const std::optional<std::string> card = rewritten_card(old, written);
  if (card)
    files.push_back(
        {std::filesystem::path(path).replace_extension(".md"), std::as_bytes(std::span(*card))});
  format::write_files_atomically(files);
  return path;
}

Json to_json(const format::WeightFile& file) {
  Json tensors = Json::array();
  for (const format::Tensor& tensor : file.tensors) {
    tensors.push_back({{"name", tensor.name},
                       {"dtype", format::dtype_name(tensor.dtype)},
                       {"shape", tensor.dims},
                       {"bytes", tensor.data.size()}});
  }
  return {{"file", file.source},
          {"verified", true},
          {"kind", file.kind},
          {"schema", file.schema},
          {"sha256", file.sha256},
          {"features_sha256", file.features_hash()},
          {"feature_names", file.feature_names},
          {"tensors", tensors},
          {"manifest", Json::parse(file.manifest)}};
}

/// Returns the elements of a small tensor of real numbers; empty for others.
std::string small_values(const format::Tensor& tensor) {
  constexpr std::size_t kMaxBytes = 16 * sizeof(double);
  if (tensor.dtype != format::DType::kF64 || tensor.data.size() > kMaxBytes) return {};
  std::string text = " =";
  for (const double value : tensor.values<double>()) text += fmt::format(" {:.6g}", value);
  return text;
}

void print_text(const format::WeightFile& file) {
  fmt::print("file      {}\n", file.source);
  fmt::print("kind      {}\n", file.kind);
  fmt::print("schema    {}\n", file.schema);
  fmt::print("sha256    {}\n", file.sha256);
  if (!file.feature_names.empty())
    fmt::print("features  {}, hash {}\n", file.feature_names.size(), file.features_hash());
  for (const format::Tensor& tensor : file.tensors) {
    fmt::print("tensor    {} {}, {}{}\n", tensor.name, tensor.shape_text(),
               text::counted(tensor.data.size(), "byte"), small_values(tensor));
  }
  fmt::print("manifest  {}\n", nlohmann::json::parse(file.manifest).dump(2));
  fmt::print("verified  the file is intact\n");
}

struct Arguments {
  std::vector<std::string> paths;
  std::string rewrite;  ///< folder for files in the present form; empty if none are written
  bool compare = false;
  bool json = false;
};

/// Prints the fault on stderr. Returns it as JSON.
Json reported(const format::LoadError& fault) {
  const Error error =
      with_suggestion(Error(fault.code().empty() ? "weights.damaged" : fault.code(), fault.what()));
  fmt::print(stderr, "trivium: {}\n", error.message);
  return {{"code", error.code}, {"message", error.message}};
}

/// Returns the report of one file as JSON. A fault is part of it and is also printed on stderr.
Json report_of(const std::string& path, const Arguments& arguments) {
  try {
    const format::WeightFile file = format::read_weight_file(path);
    const std::optional<format::WeightFile> present = present_form(file);
    Json report = to_json(file);
    report["present_form"] = !present;
    if (present && !arguments.rewrite.empty())
      report["rewritten"] = rewrite(file, *present, arguments.rewrite).string();
    if (arguments.json) return report;
    print_text(file);
    fmt::print(
        "form      {}\n",
        present ? "old, but read as before; --rewrite FOLDER writes the present one" : "present");
    if (report.contains("rewritten"))
      fmt::print("rewritten {}\n", report["rewritten"].get_ref<const std::string&>());
    return report;
  } catch (const format::LoadError& fault) {
    const Json error = reported(fault);
    return {{"file", path}, {"verified", false}, {"fault", error["message"]}, {"error", error}};
  }
}

void print_report(const Json& report) { fmt::print("{}\n", format::json_text(report)); }

/// Prints one object for one file. For several files, prints an object with their list and the
/// first error.
void run_weights(const Arguments& arguments) {
  Json files = Json::array();
  Json error;
  for (const std::string& path : arguments.paths) {
    if (!arguments.json && arguments.paths.size() > 1) fmt::print("{}", files.empty() ? "" : "\n");
    files.push_back(report_of(path, arguments));
    if (error.is_null() && files.back().contains("error")) error = files.back()["error"];
  }
  if (arguments.json) {
    Json report = arguments.paths.size() == 1 ? files.front() : Json{{"files", files}};
    if (!error.is_null()) report["error"] = error;
    print_report(report);
  }
  if (!error.is_null()) throw Finished{1};
}

Json to_json(const format::Comparison& comparison) {
  Json fields = Json::array();
  for (const format::FieldDifference& difference : comparison.fields) {
    fields.push_back(
        {{"field", difference.field}, {"first", difference.first}, {"second", difference.second}});
  }
  Json tensors = Json::array();
  for (const format::TensorDifference& difference : comparison.tensors) {
    tensors.push_back({{"name", difference.name},
                       {"first", difference.first},
                       {"second", difference.second},
                       {"elements", difference.elements},
                       {"differing", difference.differing},
                       {"largest_absolute", difference.largest_absolute},
                       {"largest_relative", difference.largest_relative}});
  }
  return {{"equal", comparison.equal()}, {"fields", fields}, {"tensors", tensors}};
}

void print_text(const format::Comparison& comparison) {
  const auto shown = [](const std::string& value) { return value.empty() ? "none" : value; };
  for (const format::FieldDifference& difference : comparison.fields) {
    fmt::print("{}: {}, {}\n", difference.field, shown(difference.first), shown(difference.second));
  }
  for (const format::TensorDifference& difference : comparison.tensors) {
    if (difference.elements == 0) {
      fmt::print("tensor {}: {}, {}\n", difference.name, shown(difference.first),
                 shown(difference.second));
    } else {
      fmt::print("tensor {}: {} of {} elements differ by up to {:.3g} (relative {:.3g})\n",
                 difference.name, difference.differing, difference.elements,
                 difference.largest_absolute, difference.largest_relative);
    }
  }
  fmt::print("{} (not compared: {})\n", comparison.equal() ? "equal" : "different",
             fmt::join(format::kIgnoredKeys, ", "));
}

/// Compares two files. Throws Finished with exit status 1 unless they are equal.
void compare_files(const Arguments& arguments) {
  try {
    const format::Comparison comparison = format::compare(
        format::read_weight_file(arguments.paths[0]), format::read_weight_file(arguments.paths[1]));
    arguments.json ? print_report(to_json(comparison)) : print_text(comparison);
    if (!comparison.equal()) throw Finished{1};
  } catch (const format::LoadError& fault) {
    const Json error = reported(fault);
    if (arguments.json) print_report(Json{{"error", error}});
    throw Finished{1};
  }
}

}  // namespace

void add_weights(Command& app) {
  Command* command = app.add_subcommand(
      "weights", "Print the contents of weight files (kind, tensors, manifest) and verify them");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("FILE", arguments->paths, "The weight files")->required()->type_name("FILE");
  Option* rewrite = command->add_option(
      "--rewrite", arguments->rewrite,
      "Write each file of an older format into this folder in the current format, "
      "under a new name, with its model card");
  rewrite->check(existing_folder());
  command
      ->add_flag("--compare", arguments->compare,
                 "Print what differs between two files; the exit status is 0 if nothing does")
      ->excludes(rewrite);
  add_json(*command, arguments->json)
      ->description(
          "Print the result as JSON: an object for one file; for several, an object with the list "
          "`files`");
  command->callback([arguments] {
    if (!arguments->compare) {
      run_weights(*arguments);
    } else if (arguments->paths.size() == 2) {
      compare_files(*arguments);
    } else {
      throw UsageError("--compare",
                       fmt::format("needs two files, and there are {}", arguments->paths.size()));
    }
  });
}

}  // namespace trivium::tools
