// `trivium weights FILE`: what a weight file holds and whether it verifies.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/core/text.h"
#include "models/format/weight_file.h"
#include "tools/command.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {

namespace {

using Json = nlohmann::ordered_json;

void print_json(const format::WeightFile& file) {
  Json tensors = Json::array();
  for (const format::Tensor& tensor : file.tensors) {
    tensors.push_back(
        {{"name", tensor.name}, {"dtype", format::dtype_name(tensor.dtype)}, {"shape", tensor.dims}, {"bytes", tensor.data.size()}});
  }
  const Json report{{"file", file.source},
                    {"verified", true},
                    {"kind", file.kind},
                    {"schema", file.schema},
                    {"sha256", file.sha256},
                    {"features_sha256", file.features_hash()},
                    {"feature_names", file.feature_names},
                    {"tensors", tensors},
                    {"manifest", Json::parse(file.manifest)}};
  fmt::print("{}\n", report.dump(2));
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

/// A file that does not verify: the fault is said on stderr and, for programs, in the JSON object too.
int run_weights(const std::string& path, bool json) {
  try {
    const format::WeightFile file = format::read_weight_file(path);
    json ? print_json(file) : print_text(file);
    return 0;
  } catch (const format::LoadError& error) {
    fmt::print(stderr, "trivium: {}\n", error.what());
    // A path need not be UTF-8: what is not is replaced.
    const auto replace = Json::error_handler_t::replace;
    if (json) fmt::print("{}\n", Json{{"file", path}, {"verified", false}, {"fault", error.what()}}.dump(2, ' ', false, replace));
    return 1;
  }
}

}  // namespace

void add_weights(Command& app, int& status) {
  Command* command = app.add_subcommand("weights", "What a weight file holds: kind, tensors, manifest, and whether it verifies");
  auto file = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  command->add_option("FILE", *file, "The weight file")->required()->type_name("FILE");
  command->add_flag("--json", *json, "For programs");
  command->callback([file, json, &status] { status = run_weights(*file, *json); });
}

}  // namespace trivium::tools
