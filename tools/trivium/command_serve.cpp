// `trivium serve`, `trivium status`: the long-running server, and how it is asked how it goes.
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/strength.h"
#include "engine/chess/weights.h"
#include "engine/connect6/knowledge.h"
#include "engine/poker/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/model_path.h"
#include "models/format/weight_file.h"
#include "protocols/server/serve.h"
#include "protocols/server/server_config.h"
#include "protocols/server/status.h"
#include "tools/command.h"
#include "tools/trivium/commands.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

struct ServeOptions {
  std::string config;
  bool check = false;
};

/// Loads the weights of `game` from `named`, or else those that its default.json names, and notes where they came from in `files`.
template <class Weights>
std::shared_ptr<const Weights> load_weights(const char* game, const std::optional<std::filesystem::path>& named,
                                            std::vector<server::ServerStatus::Weights>& files) {
  const std::filesystem::path file = named ? *named : format::default_weights(game);
  std::shared_ptr<const Weights> weights = Weights::load(file);
  files.push_back({game, file.string(), format::read_weight_file(file).sha256});
  return weights;
}

Result<server::ServerWeights> load_all_weights(const server::ServerConfig& config) {
  server::ServerWeights weights;
  try {
    weights.chess = load_weights<chess::Weights>("chess", config.chess_weights, weights.files);
    weights.connect6.weights = load_weights<connect6::Weights>("connect6", config.connect6_weights, weights.files);
    if (const auto file = config.connect6_patterns ? config.connect6_patterns : format::default_model("connect6", "patterns"))
      weights.connect6.patterns = load_weights<connect6::PatternWeights>("connect6-patterns", file, weights.files);
  } catch (const format::LoadError& fault) {
    return Error{fault.code(), fault.what()};
  } catch (const std::exception& fault) {
    return Error{"weights.load", fault.what()};
  }
  try {
    if (const auto file = format::default_model("chess", "strength")) {
      weights.chess_strength = chess::StrengthScale::load_or_default(*file);
      weights.files.push_back({"chess-strength", file->string(), format::read_weight_file(*file).sha256});
    }
  } catch (const std::exception& fault) {  // without it there is no UCI_Elo, which is all
    weights.chess_strength_fault = fault.what();
  }
  return weights;
}

/// Returns the files of a hold'em player with their purpose: "poker-limit", "poker-nolimit-cnn".
std::vector<server::ServerStatus::Weights> poker_files(std::string_view policy, const poker::GameDefinition& game) {
  std::vector<server::ServerStatus::Weights> files;
  for (const std::filesystem::path& path : poker::policy_files(policy, game)) {
    const format::WeightFile file = format::read_weight_file(path);
    const char* const learner = file.kind == "poker.cnn" ? "-cnn" : "";
    files.push_back({fmt::format("poker-{}{}", game.no_limit() ? "nolimit" : "limit", learner), path.string(), file.sha256});
  }
  return files;
}

Result<server::ServerPlayer> load_acpc_player(const server::AcpcPlayerConfig& player) {
  const Result<poker::GameDefinition> game = poker::game_named(player.game);
  if (!game) return at_place("acpc", game.error());
  Result<std::shared_ptr<const poker::Policy>> policy = poker::policy_named(player.policy, *game);
  if (!policy) return at_place("acpc", policy.error());
  server::ServerPlayer loaded;
  loaded.client.game = std::make_shared<const poker::GameDefinition>(*game);
  loaded.client.policy = *std::move(policy);
  try {
    loaded.files = poker_files(player.policy, *game);
  } catch (const format::LoadError& fault) {
    return Error{fault.code(), std::string("acpc: ") + fault.what()};
  }
  return loaded;
}

/// True for a folder that systemd makes when it starts the service (RuntimeDirectory, LogsDirectory)
/// and that is not there yet.
bool comes_with_the_service(const std::filesystem::path& folder) {
  const std::string parent = folder.parent_path().string();
  return (parent == "/run" || parent == "/var/log") && !std::filesystem::exists(folder);
}

/// Returns `config` without the files in folders that come with the service.
server::ServerConfig before_the_service(server::ServerConfig config) {
  for (std::optional<std::filesystem::path>* file : {&config.control, &config.log.file}) {
    if (!*file || !comes_with_the_service((*file)->parent_path())) continue;
    fmt::print(stderr, "trivium: note: {} is not there yet; the server needs it\n", (*file)->parent_path().string());
    file->reset();
  }
  return config;
}

int run_serve(const ServeOptions& options) {
  const Result<server::ServerConfig> config = server::read_server_config(options.config);
  if (!config) throw Failure(config.error());
  server::ServerSources sources;
  sources.weights = [&config = *config] { return load_all_weights(config); };
  sources.acpc_player = load_acpc_player;
  if (options.check) {
    const Status startable = server::check_startable(before_the_service(*config), std::string(version()), sources);
    if (!startable) throw Failure(startable.error());
    fmt::print("{}: good\n", options.config);
    return 0;
  }
  const Status served = server::serve(*config, std::string(version()), sources);
  if (!served) throw Failure(served.error());
  return 0;
}

int run_status(const std::string& file) {
  const Result<server::ServerConfig> config = server::read_server_config(file);
  if (!config) throw Failure(config.error());
  if (!config->control) {
    throw Failure(Error("server.control", fmt::format("{}: names no control socket ('control'), so no server can be asked", file)));
  }
  const Result<std::string> answer = server::ask_status(*config->control);
  if (!answer) throw Failure(Error("server.answer", fmt::format("{}: no server answers: {}", file, answer.error().message)));
  fmt::print("{}", *answer);
  return 0;
}

}  // namespace

void add_serve(Command& app, int& status) {
  Command* serve =
      app.add_subcommand("serve",
                         "Serve many UCI and GTP clients over TCP until SIGTERM. SIGHUP loads all weights anew (for games that "
                         "begin afterwards) and opens the log file again");
  const auto options = std::make_shared<ServeOptions>();
  serve
      ->add_option("--config", options->config,
                   "The configuration, a JSON file (every key: protocols/server/README.md, installed as serve.md)")
      ->required()
      ->type_name("FILE");
  serve->add_flag("--check", options->check,
                  "Only say whether the server would start: open everything that the configuration names, and close it again");
  serve->callback([options, &status] { status = run_serve(*options); });

  Command* ask = app.add_subcommand("status", "Ask the server of a configuration how it goes: JSON; exit status 1 when none answers");
  const auto file = std::make_shared<std::string>();
  ask->add_option("--config", *file, "The configuration that the server was started with")->required()->type_name("FILE");
  ask->callback([file, &status] { status = run_status(*file); });
}

}  // namespace trivium::tools
