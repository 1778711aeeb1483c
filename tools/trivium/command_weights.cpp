// `trivium weights FILE...`: what weight files hold and whether they verify.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/core/text.h"
#include "models/format/weight_file.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const format::WeightFile& file) {
  Json tensors = Json::array();
  for (const format::Tensor& tensor : file.tensors) {
    tensors.push_back(
        {{"name", tensor.name}, {"dtype", format::dtype_name(tensor.dtype)}, {"shape", tensor.dims}, {"bytes", tensor.data.size()}});
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

/// The elements of a small tensor of real numbers, else nothing.
std::string small_values(const format::Tensor& tensor) {
  constexpr std::size_t kMostBytes = 16 * sizeof(double);
  if (tensor.dtype != format::DType::kF64 || tensor.data.size() > kMostBytes) return {};
  std::string text = " =";
  for (const double value : tensor.values<double>()) text += fmt::format(" {:.6g}", value);
  return text;
}

void print_text(const format::WeightFile& file) {
  fmt::print("file      {}\n", file.source);
  fmt::print("kind      {}\n", file.kind);
  fmt::print("schema    {}\n", file.schema);
  fmt::print("sha256    {}\n", file.sha256);
  fmt::print("features  {}, hash {}\n", file.feature_names.size(), file.features_hash());
  for (const format::Tensor& tensor : file.tensors) {
    fmt::print("tensor    {} {}, {}{}\n", tensor.name, tensor.shape_text(), text::counted(tensor.data.size(), "byte"),
               small_values(tensor));
  }
  fmt::print("manifest  {}\n", nlohmann::json::parse(file.manifest).dump(2));
  fmt::print("verified  the file is intact\n");
}

/// Returns the report of one file as JSON. A fault is part of it and is also printed on stderr.
Json report_of(const std::string& path, bool json) {
  try {
    const format::WeightFile file = format::read_weight_file(path);
    if (!json) print_text(file);
    return to_json(file);
  } catch (const format::LoadError& fault) {
    const Error error = with_suggestion(Error(fault.code().empty() ? "weights.damaged" : fault.code(), fault.what()));
    fmt::print(stderr, "trivium: {}\n", error.message);
    return {{"file", path}, {"verified", false}, {"fault", error.message}, {"error", {{"code", error.code}, {"message", error.message}}}};
  }
}

/// Prints one object for one file. For several files, prints an object with their list and the
/// first error.
int run_weights(const std::vector<std::string>& paths, bool json) {
  Json files = Json::array();
  Json error;
  for (const std::string& path : paths) {
    if (!json && paths.size() > 1) fmt::print("{}", files.empty() ? "" : "\n");
    files.push_back(report_of(path, json));
    if (error.is_null() && files.back().contains("error")) error = files.back()["error"];
  }
  if (json) {
    Json report = paths.size() == 1 ? files.front() : Json{{"files", files}};
    if (!error.is_null()) report["error"] = error;
    // A path need not be UTF-8: what is not is replaced.
    fmt::print("{}\n", report.dump(2, ' ', false, Json::error_handler_t::replace));
  }
  return error.is_null() ? 0 : 1;
}

}  // namespace

void add_weights(Command& app, int& status) {
  Command* command = app.add_subcommand("weights", "What weight files hold: kind, tensors, manifest, and whether they verify");
  auto files = std::make_shared<std::vector<std::string>>();
  auto json = std::make_shared<bool>(false);
  command->add_option("FILE", *files, "The weight files")->required()->type_name("FILE");
  command->add_flag("--json", *json, "For programs: an object for one file; for several, an object with the list `files`");
  command->callback([files, json, &status] { status = run_weights(*files, *json); });
}

}  // namespace trivium::tools
