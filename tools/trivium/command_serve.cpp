// `trivium serve`, `trivium status`: the long-running server, and how it is asked how it goes.
#include <cerrno>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>

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

int fail(const std::string& fault) {
  fmt::print(stderr, "trivium: {}\n", fault);
  return 1;
}

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
      weights.connect6.patterns = load_weights<connect6::PatternWeights>("connect6", file, weights.files);
  } catch (const std::exception& fault) {
    return Error{fault.what()};
  }
  try {
    weights.chess_strength = chess::StrengthScale::load_or_default();
  } catch (const std::exception& fault) {  // without it there is no UCI_Elo, which is all
    fmt::print(stderr, "trivium: {}\n", fault.what());
  }
  return weights;
}

Result<acpc::ClientConfig> load_acpc_player(const server::AcpcPlayerConfig& player) {
  const Result<poker::GameDefinition> game = poker::game_named(player.game);
  if (!game) return Error{"acpc: " + game.error().message};
  Result<std::shared_ptr<const poker::Policy>> policy = poker::policy_named(player.policy, *game);
  if (!policy) return Error{"acpc: " + policy.error().message};
  acpc::ClientConfig config;
  config.game = std::make_shared<const poker::GameDefinition>(*game);
  config.policy = *std::move(policy);
  return config;
}

/// Whether everything that `config` names can be had, short of listening.
Status check_startable(const server::ServerConfig& config) {
  if (const auto weights = load_all_weights(config); !weights) return weights.error();
  for (const server::ListenerConfig& listener : config.listeners) {
    if (const auto token = server::load_token(listener); !token) return token.error();
  }
  for (const server::AcpcPlayerConfig& player : config.acpc) {
    if (const auto client = load_acpc_player(player); !client) return client.error();
  }
  if (!config.control) return {};
  const std::filesystem::path folder = std::filesystem::absolute(*config.control).parent_path();
  if (access(folder.c_str(), W_OK | X_OK) == 0) return {};
  if (errno != ENOENT) return Error{"control: " + folder.string() + ": " + std::generic_category().message(errno)};
  // systemd makes the folder when it starts the service.
  fmt::print(stderr, "trivium: note: control: {} is not there yet; the server needs it\n", folder.string());
  return {};
}

int run_serve(const ServeOptions& options) {
  const Result<server::ServerConfig> config = server::read_server_config(options.config);
  if (!config) return fail(config.error().message);
  if (options.check) {
    if (const Status startable = check_startable(*config); !startable) return fail(options.config + ": " + startable.error().message);
    fmt::print("{}: good\n", options.config);
    return 0;
  }
  server::ServerSources sources;
  sources.weights = [&config = *config] { return load_all_weights(config); };
  sources.acpc_player = load_acpc_player;
  const Status served = server::serve(*config, std::string(version()), sources);
  return served ? 0 : fail(served.error().message);
}

int run_status(const std::string& file) {
  const Result<server::ServerConfig> config = server::read_server_config(file);
  if (!config) return fail(config.error().message);
  if (!config->control) return fail(file + ": names no control socket ('control'), so no server can be asked");
  const Result<std::string> answer = server::ask_status(*config->control);
  if (!answer) return fail("no server answers: " + answer.error().message);
  fmt::print("{}", *answer);
  return 0;
}

}  // namespace

void add_serve(Command& app, int& status) {
  Command* serve =
      app.add_subcommand("serve",
                         "Serve many UCI and GTP clients over TCP until SIGTERM. SIGHUP loads the weights anew (for games that "
                         "begin afterwards) and opens the log file again");
  const auto options = std::make_shared<ServeOptions>();
  serve
      ->add_option("--config", options->config,
                   "The configuration, a JSON file (every key: protocols/server/README.md, installed as serve.md)")
      ->required()
      ->type_name("FILE");
  serve->add_flag("--check", options->check, "Only say whether the configuration and all that it names are good");
  serve->callback([options, &status] { status = run_serve(*options); });

  Command* ask = app.add_subcommand("status", "Ask the server of a configuration how it goes: JSON; exit status 1 when none answers");
  const auto file = std::make_shared<std::string>();
  ask->add_option("--config", *file, "The configuration that the server was started with")->required()->type_name("FILE");
  ask->callback([file, &status] { status = run_status(*file); });
}

}  // namespace trivium::tools
