#include "tools/trivium/diagnosis.h"

#include <algorithm>
#include <array>
#include <boost/version.hpp>
#include <cstdlib>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <nlohmann/json.hpp>
#include <openssl/crypto.h>
#include <optional>
#include <spdlog/version.h>
#include <unistd.h>

#include "engine/chess/choice/strength.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/core/text.h"
#include "engine/poker/network/network.h"
#include "engine/poker/strategy/strategy.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "protocols/server/server_config.h"
#include "tools/command.h"
#include "tools/processor.h"
#include "tools/trivium/games.h"

namespace trivium::tools {

namespace {

namespace fs = std::filesystem;

/// Default weights of a player, and the player's check of them.
struct LearnedPlayer {
  std::string_view game;
  std::string_view role;  ///< role in default.json; empty for the weights that the player requires
  void (*check)(const format::WeightFile&);
};

/// Throws format::LoadError unless `file` is a `Model`.
template <class Model>
void load_as(const format::WeightFile& file) {
  (void)Model::from_file(file);
}

constexpr std::array kLearnedPlayers{
    LearnedPlayer{"chess", "", load_as<chess::Weights>},
    LearnedPlayer{"connect6", "",
                  [](const format::WeightFile& file) { (void)connect6::knowledge_from(file); }},
    LearnedPlayer{"chess", "strength", load_as<chess::StrengthScale>},
    LearnedPlayer{"connect6", "patterns", load_as<connect6::PatternWeights>},
    LearnedPlayer{
        "reversi", "weights",
        [](const format::WeightFile& file) { (void)reversi::knowledge_from(&file, nullptr); }},
    LearnedPlayer{
        "reversi", "patterns",
        [](const format::WeightFile& file) { (void)reversi::knowledge_from(nullptr, &file); }},
    LearnedPlayer{"poker", "limit", load_as<poker::Strategy>},
    LearnedPlayer{"poker", "nolimit", load_as<poker::Strategy>},
    LearnedPlayer{"poker", "limit-cnn", load_as<poker::Network>},
    LearnedPlayer{"poker", "nolimit-cnn", load_as<poker::Network>},
};

/// Boards, tournament managers and opponents that tests/peers and the manual mention.
constexpr std::array kPeers{"cutechess-cli", "fastchess", "gnuchess",  "gogui",
                            "gtp-rhino",     "polyglot",  "stockfish", "xboard"};

/// Empty if the weights are optional and none are installed.
std::optional<WeightsFinding> inspect_weights(const LearnedPlayer& player) {
  WeightsFinding finding;
  finding.player = player.role.empty() || player.role == "weights"
                       ? std::string(player.game)
                       : fmt::format("{}-{}", player.game, player.role);
  try {
    const auto path = player.role.empty() ? std::optional(format::default_weights(player.game))
                                          : format::default_model(player.game, player.role);
    if (!path) return std::nullopt;
    finding.path = path->string();
    const format::WeightFile file = format::read_weight_file(*path);
    finding.kind = file.kind;
    finding.sha256 = file.sha256;
    player.check(file);
  } catch (const format::LoadError& error) {
    finding.fault = error.what();
  }
  return finding;
}

std::vector<KernelFinding> inspect_kernels() {
  std::vector<KernelFinding> kernels;
  std::error_code failure;
  const fs::path folder = fs::read_symlink("/proc/self/exe", failure).parent_path();
  const Processor processor = this_processor();
  for (const std::string_view name : kKernelsFastestFirst) {
    const bool installed =
        !failure && access((folder / fmt::format("trivium.{}", name)).c_str(), X_OK) == 0;
    kernels.push_back(
        {std::string(name), installed, runs(processor, name), runs_fast(processor, name)});
  }
  return kernels;
}

/// Retraces the launcher's choice (tools/kernel_choice.h).
std::string kernel_reason(const std::string& running, const std::vector<KernelFinding>& kernels) {
  if (const char* forced = std::getenv("TRIVIUM_KERNEL"); forced != nullptr && running == forced)
    return "TRIVIUM_KERNEL asks for it";
  std::string reason;
  for (const KernelFinding& kernel : kernels) {
    if (kernel.name == running) return reason.empty() ? "the fastest there is" : reason;
    if (kernel.installed && kernel.runs_fast) return "it was started without the launcher";
    reason =
        !kernel.installed ? fmt::format("{} is not installed", kernel.name)
        : kernel.runs_here
            ? fmt::format("this processor has the instructions of {} in microcode", kernel.name)
            : fmt::format("this processor cannot run {}", kernel.name);
  }
  return reason;
}

std::vector<LibraryFinding> library_versions() {
  return {
      {"Boost", fmt::format("{}.{}.{}", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000,
                            BOOST_VERSION % 100)},
      {"CLI11", cli11_version()},
      {"fmt",
       fmt::format("{}.{}.{}", FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100)},
      {"glibc", gnu_get_libc_version()},
      {"nlohmann-json", fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR,
                                    NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH)},
      {"OpenSSL", OpenSSL_version(OPENSSL_VERSION_STRING)},
      {"spdlog", fmt::format("{}.{}.{}", SPDLOG_VER_MAJOR, SPDLOG_VER_MINOR, SPDLOG_VER_PATCH)}};
}

/// Returns the path of a program on PATH or in /usr/games, which is not on every user's PATH;
/// empty if there is none.
std::string find_program(std::string_view name) {
  const char* path = std::getenv("PATH");
  const std::string folders = fmt::format("{}:/usr/games", path == nullptr ? "" : path);
  for (const std::string_view folder : text::split(folders, ':')) {
    const fs::path program = fs::path(folder) / name;
    std::error_code failure;
    if (!folder.empty() && fs::is_regular_file(program, failure) &&
        access(program.c_str(), X_OK) == 0)
      return program.string();
  }
  return {};
}

/// Path below the prefix of the installation; for /usr it is in /etc (tools/packaging).
ConfigurationFinding inspect_configuration() {
  std::error_code failure;
  const fs::path prefix =
      fs::read_symlink("/proc/self/exe", failure).parent_path().parent_path().parent_path();
  const fs::path path = (prefix == "/usr" ? fs::path("/") : prefix) / "etc/trivium/serve.json";
  ConfigurationFinding finding{path.string(), fs::exists(path, failure), {}};
  if (!finding.exists) return finding;
  if (const auto config = server::read_server_config(path, config_keys(all_games())); !config)
    finding.fault = config.error().message;
  return finding;
}

}  // namespace

bool Diagnosis::healthy() const {
  return std::ranges::all_of(weights,
                             [](const WeightsFinding& finding) { return finding.fault.empty(); });
}

Diagnosis diagnose() {
  Diagnosis diagnosis;
  diagnosis.kernel = TRIVIUM_KERNEL;
  diagnosis.kernels = inspect_kernels();
  diagnosis.kernel_reason = kernel_reason(diagnosis.kernel, diagnosis.kernels);
  for (const LearnedPlayer& player : kLearnedPlayers) {
    if (auto finding = inspect_weights(player)) diagnosis.weights.push_back(*std::move(finding));
  }
  for (const fs::path& folder : format::model_folders()) {
    std::error_code failure;
    diagnosis.model_folders.push_back({folder.string(), fs::is_directory(folder, failure)});
  }
  diagnosis.libraries = library_versions();
  for (const char* name : kPeers) diagnosis.peers.emplace(name, find_program(name));
  (void)getrlimit(RLIMIT_NOFILE, &diagnosis.open_files);
  diagnosis.configuration = inspect_configuration();
  return diagnosis;
}

}  // namespace trivium::tools
