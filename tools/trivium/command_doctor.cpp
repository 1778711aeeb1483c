// `trivium doctor`: what is installed, which processor kernel runs, which weights are found and whether they verify.
#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "tools/trivium/commands.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

struct WeightsFinding {
  std::string game;
  std::string path;   ///< empty when none was found
  std::string fault;  ///< empty when the file verifies
};

WeightsFinding inspect_weights(std::string_view game) {
  WeightsFinding finding{std::string(game), {}, {}};
  try {
    const std::filesystem::path path = format::default_weights(game);
    finding.path = path.string();
    (void)format::read_weight_file(path);
  } catch (const format::LoadError& error) {
    finding.fault = error.what();
  }
  return finding;
}

/// The kernels whose program stands beside this one, as the launcher would find them.
std::vector<std::string> installed_kernels() {
  std::vector<std::string> kernels;
  std::error_code failure;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", failure);
  if (failure) return kernels;
  for (const std::string_view kernel : {"base", "v3"}) {
    if (std::filesystem::exists(self.parent_path() / fmt::format("trivium.{}", kernel))) kernels.emplace_back(kernel);
  }
  return kernels;
}

int run_doctor(bool json) {
  const std::vector<std::string> kernels = installed_kernels();
  std::vector<WeightsFinding> weights;
  for (const std::string_view game : {"chess", "connect6"}) weights.push_back(inspect_weights(game));
  bool healthy = true;
  for (const WeightsFinding& finding : weights) healthy = healthy && finding.fault.empty();

  if (json) {
    nlohmann::json report{{"version", version()},     {"commit", commit()}, {"compiler", __VERSION__},
                          {"kernel", TRIVIUM_KERNEL}, {"kernels", kernels}, {"threads", std::thread::hardware_concurrency()},
                          {"healthy", healthy}};
    for (const WeightsFinding& finding : weights) report["weights"][finding.game] = {{"path", finding.path}, {"fault", finding.fault}};
    fmt::print("{}\n", report.dump(2));
    return healthy ? 0 : 1;
  }
  fmt::print("trivium   {} ({})\n", version(), commit());
  fmt::print("compiler  {}\n", __VERSION__);
  fmt::print("kernel    {} running; installed: {}\n", TRIVIUM_KERNEL, fmt::join(kernels, ", "));
  fmt::print("threads   {} in hardware\n", std::thread::hardware_concurrency());
  for (const WeightsFinding& finding : weights) {
    fmt::print("weights   {}: {}\n", finding.game, finding.fault.empty() ? finding.path + " (verified)" : finding.fault);
  }
  fmt::print("{}\n", healthy ? "all is well" : "something is wrong: see above");
  return healthy ? 0 : 1;
}

}  // namespace

void add_doctor(CLI::App& app, int& status) {
  CLI::App* command = app.add_subcommand("doctor", "What is installed, the kernel chosen, the weights found and whether they verify");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "For programs");
  command->callback([json, &status] { status = run_doctor(*json); });
}

}  // namespace trivium::tools
