// `trivium doctor`: installation, selected processor kernel with its reason, weights and their
// checks.
#include <algorithm>
#include <array>
#include <boost/version.hpp>
#include <cstdint>
#include <cstdlib>
#include <fmt/format.h>
#include <gnu/libc-version.h>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <openssl/crypto.h>
#include <optional>
#include <spdlog/version.h>
#include <string>
#include <sys/resource.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/connect6/patterns/pattern_weights.h"
#include "engine/poker/network/network.h"
#include "engine/poker/strategy/strategy.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "protocols/server/server_config.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/processor.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/games.h"
#include "tools/version.h"

namespace trivium::tools {

namespace {

// Diagnosis of this installation as plain data.

/// A build of the program for a class of processors.
struct KernelFinding {
  std::string name;
  bool installed = false;  ///< its program is beside this one, where the launcher looks
  bool runs_here = false;  ///< this processor has all its instructions
  bool runs_fast = false;  ///< it runs here, and this processor has none of them in microcode
};

/// The default weights of a player, checked as the player does.
struct WeightsFinding {
  std::string player;  ///< the game, with the file's purpose if needed: "connect6-patterns"
  std::string path;    ///< empty when none was found
  std::string kind;    ///< empty when the file is not intact
  std::string sha256;  ///< empty when the file is not intact
  std::string fault;   ///< empty when a player can use it
};

/// A folder in which default weights are searched.
struct ModelFolderFinding {
  std::string path;
  bool exists = false;
};

/// A library that this program uses.
struct LibraryFinding {
  std::string name;
  std::string version;  ///< of the shared library in use if it reports one, else of its headers
};

/// Configuration of this installation's service. Only `trivium serve` needs one.
struct ConfigurationFinding {
  std::string path;
  bool exists = false;
  std::string fault;  ///< empty if it is valid or does not exist
};

/// A program that Trivium can work with but does not need.
struct PeerFinding {
  std::string name;
  std::string path;  ///< empty when it is not installed
};

/// Limits on the number of open files of this process.
struct OpenFileLimit {
  std::uint64_t soft = 0;  ///< current limit; the largest number if there is none
  std::uint64_t hard = 0;  ///< maximum of the soft limit
};

struct Diagnosis {
  std::string kernel;                             ///< kernel in use
  std::string kernel_reason;                      ///< reason for its choice
  std::vector<KernelFinding> kernels;             ///< fastest first
  std::vector<WeightsFinding> weights;            ///< required ones, and optional ones if installed
  std::vector<ModelFolderFinding> model_folders;  ///< in search order
  std::vector<LibraryFinding> libraries;          ///< sorted by name
  std::vector<PeerFinding> peers;
  OpenFileLimit open_files;
  ConfigurationFinding configuration;

  /// True if all `weights` can be used. Nothing else makes an installation unhealthy.
  bool healthy() const;
};

namespace fs = std::filesystem;

/// Default weights of a player, and the player's check of them.
struct LearnedPlayer {
  std::string_view game;
  std::string_view role;  ///< role in default.json; empty for the weights that the player requires
  void (*check)(const format::WeightFile&);
};

constexpr auto check_strategy = [](const format::WeightFile& file) {
  (void)poker::Strategy::from_file(file);
};
constexpr auto check_network = [](const format::WeightFile& file) {
  (void)poker::Network::from_file(file);
};

constexpr std::array kLearnedPlayers{
    LearnedPlayer{"chess", "",
                  [](const format::WeightFile& file) { (void)chess::Weights::from_file(file); }},
    LearnedPlayer{"connect6", "",
                  [](const format::WeightFile& file) { (void)connect6::knowledge_from(file); }},
    LearnedPlayer{
        "chess", "strength",
        [](const format::WeightFile& file) { (void)chess::StrengthScale::from_file(file); }},
    LearnedPlayer{
        "connect6", "patterns",
        [](const format::WeightFile& file) { (void)connect6::PatternWeights::from_file(file); }},
    LearnedPlayer{
        "reversi", "weights",
        [](const format::WeightFile& file) { (void)reversi::knowledge_from(&file, nullptr); }},
    LearnedPlayer{
        "reversi", "patterns",
        [](const format::WeightFile& file) { (void)reversi::knowledge_from(nullptr, &file); }},
    LearnedPlayer{"poker", "limit", check_strategy},
    LearnedPlayer{"poker", "nolimit", check_strategy},
    LearnedPlayer{"poker", "limit-cnn", check_network},
    LearnedPlayer{"poker", "nolimit-cnn", check_network},
};

/// Boards, tournament managers and opponents that tests/peers and the manual mention.
constexpr std::array kPeers{"cutechess-cli", "fastchess", "gnuchess",  "gogui",
                            "gtp-rhino",     "polyglot",  "stockfish", "xboard"};

/// Empty if the weights are optional and none are installed.
std::optional<WeightsFinding> inspect_weights(const LearnedPlayer& player) {
  WeightsFinding finding;
  finding.player = player.role.empty() ? std::string(player.game)
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
  std::string folders = fmt::format("{}:/usr/games", path == nullptr ? "" : path);
  for (std::size_t begin = 0; begin < folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const fs::path program = fs::path(folders.substr(begin, end - begin)) / name;
    std::error_code failure;
    if (end > begin && fs::is_regular_file(program, failure) && access(program.c_str(), X_OK) == 0)
      return program.string();
    begin = end + 1;
  }
  return {};
}

OpenFileLimit open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return {};
  return {limit.rlim_cur, limit.rlim_max};
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

bool Diagnosis::healthy() const {
  return std::all_of(weights.begin(), weights.end(),
                     [](const WeightsFinding& finding) { return finding.fault.empty(); });
}

/// Runs all checks. Reads the default weights; starts no program and writes nothing.
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
  for (const char* name : kPeers) diagnosis.peers.push_back({name, find_program(name)});
  diagnosis.open_files = open_file_limit();
  diagnosis.configuration = inspect_configuration();
  return diagnosis;
}

using Json = nlohmann::ordered_json;

void print_json(const Diagnosis& diagnosis) {
  Json report{
      {"version", version()},
      {"commit", commit()},
      {"commit_date", commit_date()},
      {"compiler", __VERSION__},
      {"kernel", diagnosis.kernel},
      {"kernel_reason", diagnosis.kernel_reason},
      {"kernels", Json::array()},
      {"kernels_known", Json::object()},
      {"threads", std::thread::hardware_concurrency()},
      {"open_files", {{"soft", diagnosis.open_files.soft}, {"hard", diagnosis.open_files.hard}}},
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
  for (const PeerFinding& peer : diagnosis.peers)
    report["peers"][peer.name] = peer.path.empty() ? Json() : Json(peer.path);
  // A path may be invalid UTF-8, which is replaced.
  fmt::print("{}\n", report.dump(2, ' ', false, Json::error_handler_t::replace));
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

std::string limit_text(std::uint64_t limit) {
  return limit == std::numeric_limits<std::uint64_t>::max() ? "any number"
                                                            : fmt::format("{}", limit);
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
  std::vector<std::string> libraries;
  for (const LibraryFinding& library : diagnosis.libraries)
    libraries.push_back(library.name + " " + library.version);
  say("libraries", fmt::format("{}", fmt::join(libraries, ", ")));
  std::vector<std::string> kernels;
  for (const KernelFinding& kernel : diagnosis.kernels) kernels.push_back(kernel_text(kernel));
  say("kernel", fmt::format("{}: {}", diagnosis.kernel, diagnosis.kernel_reason));
  say("kernels", fmt::format("{}", fmt::join(kernels, ", ")));
  say("threads", fmt::format("{} in hardware", std::thread::hardware_concurrency()));
  say("open files",
      fmt::format("{} at once, may be raised to {}", limit_text(diagnosis.open_files.soft),
                  limit_text(diagnosis.open_files.hard)));
  say("models", search_text(diagnosis.model_folders));
  for (const WeightsFinding& weights : diagnosis.weights) say("weights", weights_text(weights));
  say("service", configuration_text(diagnosis.configuration));
  std::vector<std::string> peers;
  for (const PeerFinding& peer : diagnosis.peers) {
    if (!peer.path.empty()) peers.push_back(peer.path);
  }
  say("peers",
      peers.empty() ? "none of the optional ones" : fmt::format("{}", fmt::join(peers, ", ")));
  fmt::print("{}\n", diagnosis.healthy() ? "all is well" : "something is wrong: see above");
}

}  // namespace

void add_doctor(Command& app, int& status) {
  Command* command = app.add_subcommand(
      "doctor", "What is installed, the kernel chosen, the weights found and whether they verify");
  auto json = std::make_shared<bool>(false);
  add_json(*command, *json);
  command->callback([json, &status] {
    const Diagnosis diagnosis = diagnose();
    *json ? print_json(diagnosis) : print_text(diagnosis);
    status = diagnosis.healthy() ? 0 : 1;
  });
}

}  // namespace trivium::tools
