// `trivium-dealer`: a match of an ACPC game between players that connect by TCP. Arguments, options
// and output are those of the ACPC server's `dealer`; protocols/acpc/dealer.h lists the
// improvements.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"
#include "engine/core/text.h"
#include "engine/poker/rules/game_definition.h"
#include "protocols/acpc/dealer.h"
#include "protocols/acpc/dealer_journal.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/poker_options.h"

namespace trivium::tools {
namespace {

constexpr const char* kDescription =
    "Deals a match of an ACPC game to players that connect by TCP, as the ACPC server's `dealer` "
    "does: "
    "prints the players' ports on one line, writes NAME.log (and NAME.tlog), prints the SCORE. "
    "Exit status 0: all players played to the end; 1: a player was late or lost, or the match "
    "could not "
    "be played; 2: bad usage.";

constexpr std::size_t kQuoted = 20;
/// Practically infinite time in milliseconds (30 years) that can still be added to a clock.
constexpr std::int64_t kForever = 1'000'000'000'000;

struct Options {
  acpc::MatchSetup setup;  ///< without the game and the limits
  acpc::JournalOptions journal;
  acpc::DealerConfig config;  ///< with the address only
  bool quiet = false;
  std::string ports;
  std::int64_t response = 600'000;
  std::int64_t hand = 600'000;
  std::int64_t per_hand = 7'000;
  std::int64_t start = -1;
  std::int64_t version = 10'000;
};

/// Parses "7001,7002"; an empty entry is 0.
Result<std::vector<std::uint16_t>> parse_ports(std::string_view text) {
  std::vector<std::uint16_t> ports;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(','));
    const auto port = text::parse_number<std::uint16_t>(word.empty() ? "0" : word);
    if (!port)
      return Error("usage.option.value",
                   text::quoted(word, kQuoted) + " is not a port (0 to 65535)");
    ports.push_back(*port);
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return ports;
}

/// Returns why a name cannot be used for files; empty if it can.
std::string fault_of_name(const std::string& name) {
  return name.empty() || name.ends_with('/')
             ? "files are named after it, so it must not be empty or end with '/'"
             : "";
}

void add_arguments(Command& app, Options& options) {
  app.add_option("NAME", options.setup.name,
                 "Name of the match and, with .log and .tlog, of its files")
      ->required()
      ->check(fault_of_name);
  add_game_option(app, "GAME", options.setup.game_name)->required();
  app.add_option("HANDS", options.setup.hands, "Number of hands")
      ->required()
      ->check(number_range(std::uint32_t{1}, std::numeric_limits<std::uint32_t>::max()));
  app.add_option(
         "SEED", options.setup.seed,
         "Random seed of the cards; the ACPC server deals the same cards from the same seed")
      ->required();
  // deal() compares the number of players with the game.
  app.add_option(
         "PLAYER", options.setup.names,
         fmt::format("Names of the players, one for each seat: 2 to {}", poker::kMaxPlayers))
      ->required()
      ->expected(-2);
}

void add_match_options(Command& app, Options& options) {
  app.add_flag("-f", options.setup.fixed_seats,
               "Fixed dealer button: players keep their positions");
  app.add_flag("-L,!-l", options.journal.log, "-L writes the log file (the default), -l does not");
  app.add_flag("-T,!-t", options.journal.transactions,
               "-T writes the transaction file, -t does not (the default)");
  app.add_flag("-a", options.journal.append,
               "Append to the files. If there is a transaction file, or -T asks for one, the match "
               "in it is resumed where it was interrupted");
  app.add_flag("-q", options.quiet, "Print only errors, warnings and the result");
  app.add_option("-p PORT,PORT,...", options.ports,
                 "Ports of the players in their order, with commas between them; 0, empty or "
                 "missing: the system chooses")
      ->check([](const std::string& text) { return fault_of(parse_ports(text)); });
  app.add_option("--bind ADDRESS", options.config.address,
                 "Address to listen on; 0.0.0.0 is every network this machine is in")
      ->check([](const std::string& text) { return fault_of(acpc::check_address(text)); });
}

void add_times(Command& app, Options& options) {
  const auto add = [&app](const char* name, std::int64_t& value, std::int64_t minimum,
                          const char* help) {
    app.add_option(name, value, help)
        ->type_name("MILLISECONDS")
        ->check(number_range(minimum, kForever));
  };
  add("--t_response", options.response, 0, "Maximum time for one response");
  add("--t_hand", options.hand, 0, "Maximum time of one player in a hand");
  add("--t_per_hand", options.per_hand, 0,
      "Maximum time of one player in the match, divided by the number of hands");
  add("--start_timeout", options.start, -kForever,
      "Maximum time until all players have connected; below 0: no limit");
  add("--version_timeout", options.version, 0,
      "Maximum time between a player's connection and its version line; 0: no limit");
}

/// True for a name that would be misread in a STATE line.
bool is_good_name(const std::string& name) {
  return !name.empty() && std::ranges::none_of(name, [](char c) {
    return c == ':' || c == '|' || (c >= 0 && c < ' ');
  });
}

acpc::MatchSetup make_setup(const Options& options) {
  acpc::MatchSetup setup = options.setup;
  setup.game = or_usage_error("GAME", poker::game_named(setup.game_name));
  setup.limits.response = std::chrono::milliseconds(options.response);
  setup.limits.hand = std::chrono::milliseconds(options.hand);
  const acpc::Microseconds per_hand = std::chrono::milliseconds(options.per_hand);
  setup.limits.match = std::min(per_hand, acpc::Microseconds::max() / setup.hands) * setup.hands;
  return setup;
}

acpc::DealerConfig make_config(const Options& options) {
  acpc::DealerConfig config = options.config;
  if (!options.ports.empty()) config.ports = *parse_ports(options.ports);
  if (options.start >= 0) config.start_patience = std::chrono::milliseconds(options.start);
  config.version_patience = std::chrono::milliseconds(options.version);
  return config;
}

/// Throws UsageError if the players cannot play the game.
void check_players(const acpc::MatchSetup& setup) {
  if (const int players = setup.game.players;
      setup.names.size() != static_cast<std::size_t>(players)) {
    throw UsageError("PLAYER", Error("dealer.players", "{} is for {} players, but {} are named",
                                     setup.game_name, players, setup.names.size()));
  }
  if (!std::ranges::all_of(setup.names, is_good_name)) {
    throw UsageError("PLAYER",
                     Error("dealer.player.name",
                           "a name must not be empty or contain ':', '|' or control characters"));
  }
}

void deal(const Options& options) {
  const acpc::MatchSetup setup = make_setup(options);
  check_players(setup);
  const acpc::DealerConfig config = make_config(options);
  if (config.ports.size() > setup.names.size()) {
    throw UsageError("-p", Error("dealer.ports", "names {} ports for {} players",
                                 config.ports.size(), setup.names.size()));
  }

  acpc::Match match(setup);
  acpc::Messages messages(stderr, options.quiet);
  acpc::Dealer dealer(config, match, messages);
  or_failure(dealer.listen());
  acpc::Journal journal = or_failure(acpc::Journal::open(options.journal, match));
  fmt::print("{}\n", fmt::join(dealer.ports(), " "));
  std::fflush(stdout);

  or_failure(dealer.run(journal));
  fmt::print("{}\n", acpc::score_line(match));
  if (dealer.any_missed()) throw Finished{1};
}

void add_commands(Command& app) {
  const auto options = std::make_shared<Options>();
  add_arguments(app, *options);
  add_match_options(app, *options);
  add_times(app, *options);
  app.callback([options] { deal(*options); });
}

}  // namespace
}  // namespace trivium::tools

int main(int argc, char** argv) {
  return trivium::tools::run_command_line("trivium-dealer", trivium::tools::kDescription, argc,
                                          argv, trivium::tools::add_commands);
}
