// `trivium serve`, `trivium status`: runs the server, and asks it for its status.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "engine/poker/network/network.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "protocols/server/serve.h"
#include "protocols/server/server_config.h"
#include "protocols/server/status.h"
#include "tools/command.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/games.h"
#include "tools/trivium/page/page_methods.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

struct ServeCommand {
  std::string config;
  bool check = false;
};

/// Loads the models of `source` from its files in `named`, a map by key.
Result<server::ServerWeights> load_weights(
    const ModelSource& source, const std::map<std::string, std::filesystem::path>& named) {
  try {
    ModelFiles files;
    for (const std::string& key : source.keys) {
      if (const auto path = named.find(key); path != named.end())
        files[key] = format::read_weight_file(path->second);
    }
    return source.load(files);
  } catch (const format::LoadError& fault) {
    return Error{fault.code(), fault.what()};
  } catch (const std::exception& fault) {
    return Error{"weights.load", fault.what()};
  }
}

Result<server::ServerPlayer> load_acpc_player(const server::AcpcPlayerConfig& player) {
  const Result<poker::GameDefinition> game = poker::game_named(player.game);
  if (!game) return at_place("acpc", game.error());
  Result<std::shared_ptr<const poker::Policy>> policy = poker::policy_named(player.policy, *game);
  if (!policy) return at_place("acpc", policy.error());
  server::ServerPlayer loaded;
  loaded.client.game = std::make_shared<const poker::GameDefinition>(*game);
  loaded.client.policy = *std::move(policy);
  for (const poker::PolicyFile& file : loaded.client.policy->files()) {
    // The purpose: "poker-limit", "poker-nolimit-cnn".
    const char* const learner = file.kind == poker::kNetworkKind ? "-cnn" : "";
    loaded.files.push_back(
        {fmt::format("poker-{}{}", game->no_limit() ? "nolimit" : "limit", learner), file.path,
         file.sha256});
  }
  return loaded;
}

/// True for a folder that systemd creates when it starts the service (RuntimeDirectory,
/// LogsDirectory) and that does not exist yet.
bool comes_with_the_service(const std::filesystem::path& folder) {
  const std::string parent = folder.parent_path().string();
  return (parent == "/run" || parent == "/var/log") && !std::filesystem::exists(folder);
}

/// Returns `config` without files in folders that systemd creates.
server::ServerConfig before_the_service(server::ServerConfig config) {
  for (std::optional<std::filesystem::path>* file : {&config.control, &config.log.file}) {
    if (!*file || !comes_with_the_service((*file)->parent_path())) continue;
    fmt::print(stderr, "trivium: note: {} is not there yet; the server needs it\n",
               (*file)->parent_path().string());
    file->reset();
  }
  return config;
}

/// Reads `file`, whose weights are for `games`.
server::ServerConfig read_config(const std::string& file, const Games& games) {
  return or_failure(server::read_server_config(file, config_keys(games)));
}

/// Returns the games, loaders and methods of a server. `games` and `config` must outlive the
/// result.
server::ServerSources sources_of(const Games& games, const server::ServerConfig& config) {
  if (!config.web.styles.empty()) games.chess->style_file = page::style_finder(config.web.styles);
  server::ServerSources sources{games.sessions, {}, load_acpc_player};
  for (const ModelSource& source : games.models) {
    const bool needed = source.needed || is_named(source, config.weights);
    sources.weights.push_back(
        {source.name, needed, [&source, &config] { return load_weights(source, config.weights); }});
  }
  if (config.serves_page()) {
    const auto models = [&games] {
      return page::PageModels{games.chess->weights, games.connect6->knowledge,
                              games.reversi->knowledge};
    };
    sources.methods = page::page_methods(models, config, std::string(version()));
    sources.page = page::page_folder();
  }
  return sources;
}

void run_serve(const ServeCommand& options) {
  const Games games = all_games();
  const server::ServerConfig config = read_config(options.config, games);
  if (options.check) {
    or_failure(server::check_startable(before_the_service(config), std::string(version()),
                                       sources_of(games, config)));
    fmt::print("{}: good\n", options.config);
  } else {
    serve_games(config, {});
  }
}

void run_status(const std::string& file) {
  const server::ServerConfig config = read_config(file, all_games());
  if (!config.control) {
    throw Failure(Error("server.control",
                        "{}: names no control socket ('control'), so no server can be asked",
                        file));
  }
  const Result<std::string> answer = server::ask_status(*config.control);
  if (!answer)
    throw Failure(
        Error("server.answer", "{}: no server answers: {}", file, answer.error().message));
  fmt::print("{}", *answer);
}

}  // namespace

void serve_games(const server::ServerConfig& config, const server::ServeOptions& options) {
  const Games games = all_games();
  const server::ServerSources sources = sources_of(games, config);
  or_failure(server::serve(config, std::string(version()), sources, options));
}

void add_serve(Command& app) {
  Command* serve = app.add_subcommand(
      "serve",
      "Serve many UCI and GTP clients and the page in a browser over TCP until SIGTERM. "
      "SIGHUP reloads all weights (for games that start afterwards) and reopens the log file");
  const auto options = std::make_shared<ServeCommand>();
  serve
      ->add_option("--config FILE", options->config,
                   "The configuration, a JSON file; docs/using/server.md describes every key")
      ->required();
  serve->add_flag("--check", options->check,
                  "Only check if the server would start: open and close everything that the "
                  "configuration names");
  serve->callback([options] { run_serve(*options); });

  Command* ask = app.add_subcommand(
      "status", "Print the status of a running server as JSON; exit status 1 if none answers");
  const auto file = std::make_shared<std::string>();
  ask->add_option("--config FILE", *file, "The configuration that the server was started with")
      ->required();
  ask->callback([file] { run_status(*file); });
}

}  // namespace trivium::tools
