// `trivium-learn poker selfplay --policy POLICY --out FILE.log`: hands between policies as STATE
// lines.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/stopwatch.h"
#include "engine/core/text.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/poker/rules/records.h"
#include "learning/harness/progress.h"
#include "learning/poker_cnn/self_play.h"
#include "models/format/part_file.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/places.h"
#include "tools/poker_options.h"

namespace trivium::tools {

namespace {

namespace poker_cnn = learning::poker_cnn;

struct PokerSelfPlayRun : OutputOptions {
  std::string game;
  std::vector<std::string> players{""};
  poker_cnn::SelfPlayOptions options;
};

/// A player on the command line: [NAME=]POLICY. No kind of policy has a '=' before its colon.
struct PlayerWords {
  std::string name;  ///< empty if not given
  std::string policy;
};

PlayerWords words_of(const std::string& given) {
  const std::size_t equals = given.find('=');
  if (equals == std::string::npos || equals > given.find(':')) return {"", given};
  PlayerWords words{given.substr(0, equals), given.substr(equals + 1)};
  if (!poker::is_player_name(words.name)) {
    throw UsageError("--policy",
                     text::quoted(given, 100) + ": a name has a letter or more, and none of : | /");
  }
  return words;
}

/// Default name of a player in the log: its policy as typed; a default strategy by its own name.
std::string name_for_log(const std::string& written, const poker::Policy& policy) {
  std::string name = written.empty() ? policy.name() : written;
  for (char& c : name) {
    if (!poker::is_player_name({&c, 1})) c = '_';
  }
  return name;
}

std::vector<poker_cnn::NamedPlayer> players_of(const PokerSelfPlayRun& run,
                                               const poker::GameDefinition& game) {
  std::vector<poker_cnn::NamedPlayer> players;
  for (const std::string& given : run.players) {
    PlayerWords words = words_of(given);
    auto policy = or_usage_error("--policy", poker::policy_named(words.policy, game));
    if (words.name.empty()) words.name = name_for_log(words.policy, *policy);
    if (std::ranges::find(players, words.name, &poker_cnn::NamedPlayer::name) != players.end()) {
      throw UsageError("--policy", fmt::format("two players are called {}; rename one: NAME=POLICY",
                                               words.name));
    }
    players.push_back({std::move(words.name), std::move(policy)});
  }
  return players;
}

/// Checks the output before any hand is played.
void prepare_places(const PokerSelfPlayRun& run, const poker::GameDefinition& game) {
  require_file_place(run.out);
  std::vector<NamedPlace> read{{"--game", game_file(run.game)}};
  for (const std::string& given : run.players) {
    for (const std::filesystem::path& file : poker::policy_files(words_of(given).policy, game))
      read.push_back({"--policy", file});
  }
  require_different(with_parts({{"--out", run.out}}), read);
}

void run_selfplay_poker(PokerSelfPlayRun run) {
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(run.game));
  const std::vector<poker_cnn::NamedPlayer> players = players_of(run, game);
  prepare_places(run, game);
  format::PartFile log(run.out);
  const std::uint64_t hands = run.options.hands;
  const Stopwatch watch;
  {
    learning::Progress progress("hands", hands, run.reporting.progress(run.out));
    run.options.progress = [&progress](std::uint64_t done) { progress.update(done); };
    or_usage_error("poker selfplay",
                   poker_cnn::play_hands(game, players, run.options,
                                         [&log](std::string_view line) { log.write_line(line); }));
  }
  log.finish();
  const double seconds = watch.seconds();
  run.reporting.note("{}, {:.2f} s: {:.0f} hands per second", text::counted(hands, "hand"), seconds,
                     static_cast<double>(hands) / seconds);
  run.reporting.print_file(run.out);
}

}  // namespace

void add_poker_selfplay(Command& command) {
  auto run = std::make_shared<PokerSelfPlayRun>();
  add_count(
      command, run->options.hands,
      fmt::format("Number of hands; a pair of players plays {} in a row", poker_cnn::kBlockHands),
      1, 1'000'000'000)
      ->old_name("--hands");
  command.begin_group(kDataGroup);
  add_game_option(command, "--game", run->game, is_for_two)->required();
  command.begin_group(kModelGroup);
  command
      .add_option("--policy [NAME=]POLICY", run->players,
                  fmt::format("A policy that plays, and its name in the log; once for each player; "
                              "a single one plays itself. Policies: {}; "
                              "default: the default strategy of the game, or rule if there is none",
                              text::joined(poker::policy_kinds(), ", ", &poker::PolicyKind::name)))
      ->suggest_names(poker::policy_kinds())
      ->old_name("--player");
  add_seed(command, run->options.seed, "cards and actions");
  add_threads(command, run->options.threads);
  command.begin_group(kOutputGroup);
  command.add_option("--out FILE", run->out, "Log to write: a STATE line for each hand")
      ->required();
  add_reporting(command, run->reporting);
  command.callback([run] { run_selfplay_poker(*run); });
}

}  // namespace trivium::tools
