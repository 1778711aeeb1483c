// `trivium-learn connect6 playouts --data FILE... --out FILE`: games completed by the engine, for
// `connect6 value`.
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <string>
#include <vector>

#include "engine/connect6/evaluation/knowledge.h"
#include "engine/core/text.h"
#include "learning/harness/progress.h"
#include "learning/harness/shards.h"
#include "learning/outcome/playouts.h"
#include "learning/records/game_set.h"
#include "models/format/load_error.h"
#include "models/format/model_path.h"
#include "tools/common_options.h"
#include "tools/learn/commands.h"
#include "tools/learn/connect6/game_options.h"
#include "tools/places.h"

namespace trivium::tools {

namespace {

namespace records = learning::records;

struct PlayoutsRun : OutputOptions {
  learning::outcome::PlayoutOptions options;
  std::vector<std::string> from;
  std::string weights;
  std::string patterns;
  std::size_t games = 0;
  std::size_t threads = 1;
};

constexpr std::size_t kPlayoutsAtOnce = 128;

/// Completes the games of the files in order.
class Playouts {
 public:
  Playouts(const PlayoutsRun& run, std::uint64_t total)
      : run_(run),
        knowledge_(connect6::load_knowledge({run.weights, run.patterns})),
        writer_(run.out),
        progress_("games", total, run.reporting.progress(run.out)) {}

  void add(const records::Connect6Game& game) {
    waiting_.push_back(game);
    if (waiting_.size() == kPlayoutsAtOnce) play();
  }

  /// Writes pending games and ends the file. Returns the number of games; throws format::LoadError
  /// if 0.
  std::uint64_t finish() {
    if (!waiting_.empty()) play();
    if (written_ == 0) {
      throw format::LoadError("games.few",
                              "{}: no game to play on: each is over or has too few stones",
                              fmt::join(run_.from, ", "));
    }
    writer_.finish();
    return written_;
  }

 private:
  void play() {
    std::vector<records::Connect6Game> played(waiting_.size());
    learning::Shards(played.size(), run_.threads).run([&](std::size_t i) {
      played[i] = learning::outcome::play_on(waiting_[i], next_ + i, knowledge_, run_.options);
    });
    for (const records::Connect6Game& game : played) {
      if (game.moves.empty()) continue;
      writer_.add(game);
      ++written_;
    }
    next_ += waiting_.size();
    waiting_.clear();
    progress_.update(next_, fmt::format("{} written", written_));
  }

  const PlayoutsRun& run_;
  connect6::Knowledge knowledge_;
  records::Connect6GameWriter writer_;
  learning::Progress progress_;
  std::vector<records::Connect6Game> waiting_;
  std::uint64_t next_ = 0;     // number of the first pending game
  std::uint64_t written_ = 0;  // without games that are too short
};

/// Checks the output before any game is played.
void prepare_place(const PlayoutsRun& run) {
  require_file_place(run.out);
  const auto file_of = [](const std::string& named, const char* role) {
    return named.empty() ? format::default_model("connect6", role).value_or("")
                         : std::filesystem::path(named);
  };
  require_different(with_parts({{"--out", run.out}}),
                    places_named("--data", run.from,
                                 {{"--weights", file_of(run.weights, "weights")},
                                  {"--patterns", file_of(run.patterns, "patterns")}}));
}

void run_playouts(const PlayoutsRun& run) {
  prepare_place(run);
  const records::GameSet games({run.from.begin(), run.from.end()}, {1, 0.0, run.games});
  Playouts playouts(run, games.games(records::Role::kTrain));
  games.visit(learning::Shards(1, 1), 0, records::Role::kTrain,
              [&](const records::Connect6Game& game) { playouts.add(game); });
  const std::uint64_t written = playouts.finish();
  run.reporting.note("{}", text::counted(written, "game"));
  run.reporting.print_file(run.out);
}

}  // namespace

void add_connect6_playouts(Command& command) {
  constexpr int kMaxStones = connect6::kMaxSize * connect6::kMaxSize;
  auto run = std::make_shared<PlayoutsRun>();
  add_data(command, run->from,
           "Files of games to cut off, as `trivium-learn connect6 selfplay` writes them")
      ->required()
      ->old_name("--from");
  add_count(command, run->games, "Use only the first N games of --data; 0: all", 0, 1'000'000'000)
      ->old_name("--games");
  command.begin_group(kDataGroup);
  command.add_number("--fewest-stones", run->options.min_stones, 1, kMaxStones,
                     "Minimum number of stones before the cut of a game");
  command.add_number("--most-stones", run->options.max_stones, 1, kMaxStones,
                     "Maximum number of stones before the cut of a game");
  add_longest(command, run->options.max_length);
  command.begin_group(kModelGroup);
  command.add_option("--weights FILE", run->weights,
                     "Weights of the evaluation (default: the default weights)");
  command.add_option("--patterns FILE", run->patterns,
                     "Patterns of likely stones (default: the default patterns)");
  command.add_number("--nodes", run->options.nodes, 1, 100'000'000, "Positions searched per turn");
  add_seed(command, run->options.seed, "the places where games are cut off");
  add_threads(command, run->threads);
  command.begin_group(kOutputGroup);
  command
      .add_option("--out FILE", run->out,
                  "File of games to write, for `trivium-learn connect6 value`")
      ->required();
  add_reporting(command, run->reporting);
  command.callback([run] {
    if (run->options.max_stones < (run->options.min_stones | 1)) {
      throw UsageError("--most-stones",
                       "must not be below --fewest-stones, rounded up to the start of a turn");
    }
    if (run->options.max_length <= run->options.max_stones) {
      throw UsageError(
          "--longest",
          "must be more than --most-stones: games cut at that length would count as draws");
    }
    run_playouts(*run);
  });
}

}  // namespace trivium::tools
