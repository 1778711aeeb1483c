// `trivium`, `trivium uci`, `trivium gtp`: a session on stdin and stdout.
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/chess/search/search_parameters.h"
#include "engine/connect6/search/search_parameters.h"
#include "engine/core/deadline.h"
#include "engine/core/shared_table.h"
#include "engine/reversi/search/search_parameters.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "protocols/gtp/connect6/root_policy.h"
#include "protocols/line/memory_budget.h"
#include "protocols/server/stdio_server.h"
#include "tools/command.h"
#include "tools/places.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/games.h"
#include "tools/trivium/search_option.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

constexpr int kMaxThreads = 256;

struct SessionOptions {
  std::string game;  ///< first game of a GTP session; empty: Connect-6
  std::string weights;
  std::string patterns;
  std::string strength;
  int threads = 1;
  int hash_megabytes = line::kUsualHashMegabytes;
  int move_overhead = -1;  ///< in milliseconds; -1: default of the protocol
  std::string log;
  SearchSettings search;
  std::string gtp_search;  ///< --search of a GTP session, for `game`
  std::string root_policy;
};

bool is_offered(const ModelSource& source, server::Protocol protocol) {
  return protocol == server::Protocol::kDetect || protocol == source.protocol;
}

/// Returns the key of `file`, which --weights names. If it is for no game of `protocol`, it is the
/// key of the first one, which reports what is wrong with the file.
std::string key_of_weights(const format::WeightFile& file, server::Protocol protocol,
                           const Games& games) {
  const std::string game = file.kind.substr(0, file.kind.find('.'));
  std::string key;
  for (const ModelSource& source : games.models) {
    if (!is_offered(source, protocol)) continue;
    if (key.empty()) key = source.keys.front();
    // The strengths of a game's patterns have a key of their own.
    if (source.keys.front() == game)
      return file.kind.ends_with(".btmm") ? game + "_patterns" : game;
  }
  return key;
}

/// Loads the models of the games of `protocol`. If default files fail, reports that and continues:
/// a session without weights still answers, and explains why it cannot think. Throws
/// format::LoadError if a file named on the command line is invalid.
void load_models(server::Protocol protocol, const SessionOptions& options, const Games& games) {
  ModelFiles named;
  if (!options.weights.empty()) {
    const format::WeightFile file = format::read_weight_file(options.weights);
    named[key_of_weights(file, protocol, games)] = file;
  }
  if (!options.strength.empty())
    named["chess_strength"] = format::read_weight_file(options.strength);
  if (!options.patterns.empty()) {
    const format::WeightFile file = format::read_weight_file(options.patterns);
    named[file.kind.starts_with("reversi.") ? "reversi_patterns" : "connect6_patterns"] = file;
  }
  for (const ModelSource& source : games.models) {
    if (!is_offered(source, protocol)) continue;
    try {
      source.load(named).use();
    } catch (const format::LoadError& fault) {
      if (is_named(source, named)) throw;
      source.explain(fault.what());
      fmt::print(stderr, "trivium: {}\n", fault.what());
    }
  }
}

/// Moves the game of that name, if it is not empty, to the front, where sessions begin.
void put_first(std::vector<gtp::SeatFactory>& games, const std::string& name) {
  const auto found = std::ranges::find_if(
      games, [&name](const gtp::SeatFactory& game) { return game.is_named(name); });
  if (found != games.end()) std::rotate(games.begin(), found, found + 1);
}

void run_session(server::Protocol protocol, const SessionOptions& options) {
  server::StdioConfig config;
  config.protocol = protocol;
  if (!options.log.empty()) config.log = options.log;
  require_different({{"--log", options.log}}, {{"--weights", options.weights},
                                               {"--patterns", options.patterns},
                                               {"--strength", options.strength}});

  const Games games = all_games(options.search);
  load_models(protocol, options, games);
  if (const Status fits = line::fits_machine(options.hash_megabytes); !fits) {
    fmt::print(stderr, "trivium: --hash: {}; it stays at {} MB\n", fits.error().message,
               line::kUsualHashMegabytes);
  }
  config.sessions = games.sessions;
  uci::SessionConfig& uci = config.sessions.uci;
  gtp::SessionConfig& gtp = config.sessions.gtp;
  put_first(gtp.games, options.game);
  uci.threads = gtp.threads = options.threads;
  uci.hash_megabytes = gtp.hash_megabytes = options.hash_megabytes;
  if (options.move_overhead >= 0)
    uci.move_overhead = gtp.move_overhead = Milliseconds(options.move_overhead);
  uci.max_threads = gtp.max_threads = kMaxThreads;
  uci.max_hash_megabytes = gtp.max_hash_megabytes = kMaxHashMegabytes;
  if (!options.root_policy.empty())
    fmt::print(stderr, "trivium: --root-policy {}\n", gtp::kRootPolicyWarning);
  uci.version = gtp.version = version();

  or_failure(server::serve_stdio(config));
}

/// Applies --search of a GTP session to the search of the game with which it begins. Throws
/// UsageError if it is invalid.
void apply_gtp_search(SessionOptions& options) {
  SearchSettings& search = options.search;
  if (options.game == "reversi") {
    search.reversi =
        with_changes(options.gtp_search, search.reversi, reversi::parse_search_parameters);
  } else {
    search.connect6 =
        with_changes(options.gtp_search, search.connect6, connect6::parse_search_parameters);
  }
}

std::shared_ptr<SessionOptions> add_session_options(Command& command, server::Protocol protocol) {
  auto options = std::make_shared<SessionOptions>();
  if (protocol == server::Protocol::kGtp) {
    command
        .add_option("--game", options->game,
                    "Game of the session until set_game chooses another (default: connect6)")
        ->check(one_of({"connect6", "reversi"}))
        ->group(kDataGroup);
  }
  command.begin_group(kModelGroup);
  command.add_option("--weights FILE", options->weights,
                     "Weight file, which replaces the default one of its kind (default: those that "
                     "the games' default.json name)");
  if (protocol != server::Protocol::kGtp) {
    command.add_option("--strength FILE", options->strength,
                       "The scale behind UCI_Elo (default: the one that default.json names)");
  }
  if (protocol != server::Protocol::kUci) {
    command.add_option("--patterns FILE", options->patterns,
                       "Strengths of the patterns of Connect-6 or Reversi (default: those that "
                       "default.json names)");
  }
  command.begin_group(kGeneralGroup);
  command.add_number("--threads", options->threads, 1, kMaxThreads,
                     "Initial number of search threads");
  command.add_number("--hash", options->hash_megabytes, 1, kMaxHashMegabytes,
                     "Initial size of the hash table in MB");
  command.add_number(
      "--move-overhead", options->move_overhead, 0, static_cast<int>(kMaxMoveOverhead.count()),
      "Milliseconds of the clock (over UCI also of a time per move) reserved for "
      "delays outside the search (initial value; default: 10 over UCI, 50 over GTP)");
  command.add_option("--log FILE", options->log, "Append every line in and out to this file")
      ->group(kOutputGroup);
  if (protocol == server::Protocol::kGtp) {
    command.add_option("--search NAME=VALUE,...", options->gtp_search,
                       "Parameters of the search of --game; `trivium parameters GAME` lists them");
    command.add_option("--root-policy NAME", options->root_policy, "")
        ->group("")  // earlier versions had other policies than search
        ->check([](const std::string& name) { return fault_of(gtp::check_root_policy(name)); });
  } else {
    add_search_option(command,
                      std::shared_ptr<chess::SearchParameters>(options, &options->search.chess),
                      chess::parse_search_parameters,
                      "Parameters of the chess search; `trivium parameters chess` lists them");
  }
  return options;
}

}  // namespace

void add_sessions(Command& app) {
  const auto detected = add_session_options(app, server::Protocol::kDetect);
  reject_options_before_subcommands(app);
  app.callback([&app, detected] {
    if (app.get_subcommands().empty()) run_session(server::Protocol::kDetect, *detected);
  });
  const auto add = [&](const char* name, const char* help, server::Protocol protocol) {
    Command* command = app.add_subcommand(name, help);
    const auto options = add_session_options(*command, protocol);
    command->callback([options, protocol] {
      apply_gtp_search(*options);
      run_session(protocol, *options);
    });
  };
  add("uci", "Chess over UCI on stdin and stdout", server::Protocol::kUci);
  add("gtp", "Connect-6 and Reversi over GTP on stdin and stdout", server::Protocol::kGtp);
}

}  // namespace trivium::tools
