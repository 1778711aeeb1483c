// `trivium`, `trivium uci`, `trivium gtp`: one conversation on stdin and stdout.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <utility>

#include "engine/chess/choice/strength.h"
#include "engine/chess/search_parameters.h"
#include "engine/chess/weights.h"
#include "engine/connect6/knowledge.h"
#include "engine/connect6/search_parameters.h"
#include "models/format/load_error.h"
#include "models/format/weight_file.h"
#include "protocols/gtp/connect6/connect6_seat.h"
#include "protocols/gtp/connect6/root_policy.h"
#include "protocols/line/hash_budget.h"
#include "protocols/server/stdio_server.h"
#include "protocols/uci/chess/chess_seat.h"
#include "tools/command.h"
#include "tools/number_range.h"
#include "tools/places.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/idle_options.h"
#include "tools/trivium/search_option.h"
#include "tools/version.h"

namespace trivium::tools {
namespace {

constexpr int kMaxThreads = 256;
constexpr int kMaxHashMegabytes = 1 << 20;

struct SessionOptions {
  std::string weights;
  std::string patterns;
  std::string strength;
  int threads = 1;
  int hash_megabytes = line::kUsualHashMegabytes;
  std::string log;
  chess::SearchParameters chess_search;
  connect6::SearchParameters connect6_search;
  std::string root_policy;
};

/// Runs `load`. If the default files fail, keeps the fault: a session without weights still answers
/// and reports why it cannot think. If a file named by the user fails, throws.
template <class Weights, class Load>
void load_or_explain(Weights& weights, std::string& fault, bool named, const Load& load) {
  try {
    weights = load();
  } catch (const format::LoadError& error) {
    if (named) throw;
    fault = error.what();
    fmt::print(stderr, "trivium: {}\n", fault);
  }
}

/// Which game a weight file is for, by its kind; chess where it cannot be read, so that the fault is reported there.
bool is_for_connect6(const std::string& path) {
  try {
    return format::read_weight_file(path).kind.starts_with("connect6.");
  } catch (const format::LoadError&) {
    return false;
  }
}

/// Throws format::LoadError if a file named on the command line is invalid.
void load_files(server::Protocol protocol, const SessionOptions& options, uci::ChessConfig& chess, gtp::Connect6Config& connect6) {
  const bool named = !options.weights.empty();
  const bool named_is_connect6 =
      named && protocol != server::Protocol::kUci && (protocol == server::Protocol::kGtp || is_for_connect6(options.weights));
  if (protocol != server::Protocol::kGtp) {
    const bool named_is_chess = named && !named_is_connect6;
    load_or_explain(chess.weights, chess.weights_fault, named_is_chess,
                    [&] { return named_is_chess ? chess::Weights::load(options.weights) : chess::Weights::load_default(); });
    std::string fault;  // ignored: without the default scale only UCI_Elo is missing
    load_or_explain(chess.strength, fault, !options.strength.empty(),
                    [&] { return chess::StrengthScale::load_or_default(options.strength); });
  }
  if (protocol != server::Protocol::kUci) {
    load_or_explain(connect6.knowledge, connect6.weights_fault, named_is_connect6 || !options.patterns.empty(), [&] {
      return connect6::load_knowledge({named_is_connect6 ? options.weights : std::string(), options.patterns});
    });
  }
}

int run_session(server::Protocol protocol, const SessionOptions& options) {
  server::StdioConfig config;
  config.protocol = protocol;
  if (!options.log.empty()) config.log = options.log;
  require_different({{"--log", options.log}},
                    {{"--weights", options.weights}, {"--patterns", options.patterns}, {"--strength", options.strength}});

  uci::SessionConfig& uci = config.sessions.uci;
  gtp::SessionConfig& gtp = config.sessions.gtp;
  uci::ChessConfig chess{.search = options.chess_search};
  gtp::Connect6Config connect6;
  try {
    load_files(protocol, options, chess, connect6);
  } catch (const format::LoadError& error) {
    fmt::print(stderr, "trivium: {}\n", error.what());
    return 1;
  }
  if (const Status fits = line::fits_machine(options.hash_megabytes); !fits) {
    fmt::print(stderr, "trivium: --hash: {}; it stays at {} MB\n", fits.error().message, line::kUsualHashMegabytes);
  }
  uci.threads = gtp.threads = options.threads;
  uci.hash_megabytes = gtp.hash_megabytes = options.hash_megabytes;
  uci.max_threads = gtp.max_threads = kMaxThreads;
  uci.max_hash_megabytes = gtp.max_hash_megabytes = kMaxHashMegabytes;
  uci.seat = uci::chess_seats(std::move(chess));
  connect6.search = options.connect6_search;
  if (!options.root_policy.empty()) fmt::print(stderr, "trivium: --root-policy {}\n", gtp::kRootPolicyWarning);
  gtp.games = {gtp::connect6_game(std::move(connect6))};
  uci.version = gtp.version = version();

  if (const Status served = server::serve_stdio(config); !served) throw Failure(served.error());
  return 0;
}

std::shared_ptr<SessionOptions> add_session_options(Command& command, server::Protocol protocol) {
  auto options = std::make_shared<SessionOptions>();
  command.add_option("--weights", options->weights, "Weight file (default: the one the game's default.json names)")->type_name("FILE");
  if (protocol != server::Protocol::kGtp) {
    command.add_option("--strength", options->strength, "The scale behind UCI_Elo (default: the one that default.json names)")
        ->type_name("FILE");
  }
  if (protocol != server::Protocol::kUci) {
    command.add_option("--patterns", options->patterns, "Gammas of Connect-6 patterns (default: those that default.json names)")
        ->type_name("FILE");
  }
  command.add_option("--threads", options->threads, "Searching threads at the start")
      ->check(number_range(1, kMaxThreads))
      ->capture_default_str();
  command.add_option("--hash", options->hash_megabytes, "Hash table in MB at the start")
      ->check(number_range(1, kMaxHashMegabytes))
      ->capture_default_str();
  command.add_option("--log", options->log, "Append every line in and out to this file")->type_name("FILE");
  if (protocol == server::Protocol::kGtp) {
    add_search_option(command, std::shared_ptr<connect6::SearchParameters>(options, &options->connect6_search),
                      connect6::parse_search_parameters, "Numbers of the search of Connect-6; `trivium parameters connect6` lists them");
    command.add_option("--root-policy", options->root_policy, "Without effect: search is the only one")
        ->type_name("NAME")
        ->check([](const std::string& name) {
          const Status known = gtp::check_root_policy(name);
          return known ? std::string() : known.error().message;
        });
  } else {
    add_search_option(command, std::shared_ptr<chess::SearchParameters>(options, &options->chess_search), chess::parse_search_parameters,
                      "Numbers of the search of chess; `trivium parameters chess` lists them");
  }
  return options;
}

}  // namespace

void add_sessions(Command& app, int& status) {
  const auto detected = add_session_options(app, server::Protocol::kDetect);
  refuse_options_before_subcommands(app);
  app.callback([&app, detected, &status] {
    if (app.get_subcommands().empty()) status = run_session(server::Protocol::kDetect, *detected);
  });
  const auto add = [&](const char* name, const char* help, server::Protocol protocol) {
    Command* command = app.add_subcommand(name, help);
    const auto options = add_session_options(*command, protocol);
    command->callback([options, protocol, &status] { status = run_session(protocol, *options); });
  };
  add("uci", "Chess over UCI on stdin and stdout", server::Protocol::kUci);
  add("gtp", "Connect-6 over GTP on stdin and stdout", server::Protocol::kGtp);
}

}  // namespace trivium::tools
