// `trivium acpc HOST PORT`: one player in a dealer's match.
#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "boost/asio/io_context.hpp"
#include "boost/asio/signal_set.hpp"

#include "engine/core/text.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "protocols/acpc/player_client.h"
#include "protocols/line/channels/transcript.h"
#include "tools/common_options.h"
#include "tools/places.h"
#include "tools/poker_options.h"
#include "tools/trivium/commands.h"

namespace trivium::tools {
namespace {

struct AcpcOptions {
  std::string host;
  std::uint16_t port = 0;
  std::string game;
  std::string policy;  ///< empty: the default strategy of the game, or "rule"
  std::uint64_t seed = 1;
  bool reconnect = false;
  int patience_seconds = 60;
  std::string log;
};

void say(const std::string& message) { fmt::print(stderr, "trivium: acpc: {}\n", message); }

std::string_view words(acpc::MatchEnd end) {
  // In the order of MatchEnd.
  constexpr std::array<std::string_view, 4> kWords{
      "the match is over", "the connection was lost before the match was over",
      "there was no match", "stopped by a signal"};
  return kWords[static_cast<std::size_t>(end)];
}

/// Plays until the match ends or a signal comes. Throws Finished with exit status 1 unless the
/// match is over.
void play(acpc::ClientConfig config) {
  boost::asio::io_context io(1);
  boost::asio::signal_set signals(io, SIGINT, SIGTERM);
  bool is_over = false;
  const auto ended = [&](acpc::MatchEnd end, const acpc::MatchScore& score) {
    const std::optional<double> rate = score.mbb_per_hand();
    say(fmt::format("{}: {}, {} chips{}", words(end), text::counted(score.hands(), "hand"),
                    poker::payoff_text(score.chips()),
                    rate ? fmt::format(", {:.1f} mbb/g", *rate) : ""));
    is_over = end == acpc::MatchEnd::kOver;
    signals.cancel();
  };
  const auto client = std::make_shared<acpc::PlayerClient>(
      io.get_executor(), std::move(config), [](const acpc::ClientEvent& event) { say(event.text); },
      ended);
  signals.async_wait([client](boost::system::error_code failure, int) {
    if (!failure) client->stop();
  });
  client->start();
  io.run();
  if (!is_over) throw Finished{1};
}

void run_acpc(const AcpcOptions& options) {
  require_different({{"--log", options.log}}, {{"--game", game_file(options.game)}});
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(options.game));

  acpc::ClientConfig config;
  config.policy = or_usage_error("--policy", poker::policy_named(options.policy, game));
  config.host = options.host;
  config.port = options.port;
  config.game = std::make_shared<const poker::GameDefinition>(game);
  config.seed = options.seed;
  if (options.reconnect) {
    config.reconnect.emplace();
    config.reconnect->patience = std::chrono::seconds(options.patience_seconds);
    if (options.patience_seconds == 0) config.reconnect->patience.reset();
  }
  if (!options.log.empty()) config.transcript = or_failure(line::Transcript::open(options.log));
  play(std::move(config));
}

}  // namespace

void add_acpc(Command& app) {
  Command* command = app.add_subcommand("acpc", "Play a seat of an ACPC dealer's match over TCP");
  auto options = std::make_shared<AcpcOptions>();
  command->add_option("HOST", options->host, "Name or address of the dealer's computer")
      ->required();
  command->add_number("PORT", options->port, 1, 65535, "Port of the seat, as the dealer prints it")
      ->required();
  add_game_option(*command, "--game", options->game)->required();
  add_policy_option(*command, "Policy that plays", options->policy);
  add_seed(*command, options->seed, "the actions; equal seeds give equal play");
  command->add_flag("--reconnect", options->reconnect,
                    "Connect again when the connection ends, with growing pauses (0.25 s to 10 s)");
  command->add_number(
      "--patience", options->patience_seconds, 0, 1'000'000'000,
      "With --reconnect: seconds without a state from the dealer after which it gives "
      "up; 0: never");
  command->add_option("--log FILE", options->log, "Append every line in and out to this file")
      ->group(kOutputGroup);
  command->callback([options] { run_acpc(*options); });
}

}  // namespace trivium::tools
