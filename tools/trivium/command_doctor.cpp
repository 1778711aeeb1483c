// `trivium doctor`: installation, selected processor kernel with its reason, weights and their
// checks.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engine/core/text.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/diagnosis.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

using Json = nlohmann::ordered_json;

void print_json(const Diagnosis& diagnosis) {
  Json report{{"version", version()},
              {"commit", commit()},
              {"commit_date", commit_date()},
              {"compiler", __VERSION__},
              {"kernel", diagnosis.kernel},
              {"kernel_reason", diagnosis.kernel_reason},
              {"kernels", Json::array()},
              {"kernels_known", Json::object()},
              {"threads", std::thread::hardware_concurrency()},
              {"open_files",
               {{"soft", diagnosis.open_files.rlim_cur}, {"hard", diagnosis.open_files.rlim_max}}},
              {"weights", Json::object()},
              {"model_folders", Json::array()},
              {"configuration",
               {{"path", diagnosis.configuration.path},
                {"exists", diagnosis.configuration.exists},
                {"fault", diagnosis.configuration.fault}}},
              {"libraries", Json::object()},
              {"peers", Json::object()},
              {"healthy", diagnosis.healthy()}};
  for (const KernelFinding& kernel : diagnosis.kernels) {
    if (kernel.installed) report["kernels"].push_back(kernel.name);
    report["kernels_known"][kernel.name] = {{"installed", kernel.installed},
                                            {"runs_here", kernel.runs_here}};
  }
  for (const WeightsFinding& weights : diagnosis.weights) {
    report["weights"][weights.player] = {{"path", weights.path},
                                         {"kind", weights.kind},
                                         {"sha256", weights.sha256},
                                         {"fault", weights.fault}};
  }
  for (const ModelFolderFinding& folder : diagnosis.model_folders) {
    report["model_folders"].push_back({{"path", folder.path}, {"exists", folder.exists}});
  }
  for (const LibraryFinding& library : diagnosis.libraries)
    report["libraries"][library.name] = library.version;
  for (const auto& [name, path] : diagnosis.peers)
    report["peers"][name] = path.empty() ? Json() : Json(path);
  fmt::print("{}\n", format::json_text(report));
}

/// One line of the report: title and finding.
void say(const char* title, const std::string& text) { fmt::print("{:<11} {}\n", title, text); }

std::string kernel_text(const KernelFinding& kernel) {
  return fmt::format("{} ({}, {})", kernel.name, kernel.installed ? "installed" : "not installed",
                     kernel.runs_here ? "runs here" : "this processor cannot run it");
}

std::string weights_text(const WeightsFinding& weights) {
  if (!weights.fault.empty()) return fmt::format("{}: {}", weights.player, weights.fault);
  return fmt::format("{}: {}, {} {}, verified", weights.player, weights.path, weights.kind,
                     weights.sha256.substr(0, 8));
}

std::string limit_text(rlim_t limit) {
  return limit == RLIM_INFINITY ? "any number" : fmt::format("{}", limit);
}

/// Lists the folders that exist; the others, often a dozen, are only counted.
std::string search_text(const std::vector<ModelFolderFinding>& folders) {
  std::vector<std::string> existing;
  for (const ModelFolderFinding& folder : folders) {
    if (folder.exists) existing.push_back(folder.path);
  }
  return fmt::format("{}; of {} places searched, {} exist",
                     existing.empty() ? "none" : fmt::format("{}", fmt::join(existing, ", ")),
                     folders.size(), existing.size());
}

std::string configuration_text(const ConfigurationFinding& configuration) {
  if (!configuration.exists)
    return fmt::format("no {}; only `trivium serve` needs one", configuration.path);
  return configuration.fault.empty() ? fmt::format("{}, good", configuration.path)
                                     : configuration.fault;
}

void print_text(const Diagnosis& diagnosis) {
  const auto built = commit_date().empty() ? std::string(commit())
                                           : fmt::format("{} of {}", commit(), commit_date());
  say("trivium", fmt::format("{} ({})", version(), built));
  say("compiler", __VERSION__);
  const auto library_text = [](const LibraryFinding& one) { return one.name + " " + one.version; };
  say("libraries", text::joined(diagnosis.libraries, ", ", library_text));
  say("kernel", fmt::format("{}: {}", diagnosis.kernel, diagnosis.kernel_reason));
  say("kernels", text::joined(diagnosis.kernels, ", ", kernel_text));
  say("threads", fmt::format("{} in hardware", std::thread::hardware_concurrency()));
  say("open files",
      fmt::format("{} at once, may be raised to {}", limit_text(diagnosis.open_files.rlim_cur),
                  limit_text(diagnosis.open_files.rlim_max)));
  say("models", search_text(diagnosis.model_folders));
  for (const WeightsFinding& weights : diagnosis.weights) say("weights", weights_text(weights));
  say("service", configuration_text(diagnosis.configuration));
  std::vector<std::string> peers;
  for (const auto& [name, path] : diagnosis.peers) {
    if (!path.empty()) peers.push_back(path);
  }
  say("peers",
      peers.empty() ? "none of the optional ones" : fmt::format("{}", fmt::join(peers, ", ")));
  fmt::print("{}\n", diagnosis.healthy() ? "all is well" : "something is wrong: see above");
}

}  // namespace

void add_doctor(Command& app) {
  Command* command = app.add_subcommand("doctor",
                                        "Check the installation: print its files, the processor "
                                        "kernel and the weights, and verify them");
  auto json = std::make_shared<bool>(false);
  add_json(*command, *json);
  command->callback([json] {
    const Diagnosis diagnosis = diagnose();
    *json ? print_json(diagnosis) : print_text(diagnosis);
    if (!diagnosis.healthy()) throw Finished{1};
  });
}

}  // namespace trivium::tools
