#include "learning/outcome/draw_positions.h"

#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "engine/connect6/evaluation/position.h"
#include "engine/connect6/player.h"
#include "engine/connect6/threats/threats.h"
#include "engine/core/rng.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/outcome/draws.h"
#include "models/format/load_error.h"

namespace trivium::learning::outcome {

namespace {

using connect6::GameResult;
using connect6::Stone;

constexpr std::size_t kPortions = 8;        // portions of a file; a portion is a step of a run
constexpr std::size_t kPortionShards = 32;  // shards of a portion; does not change the result
constexpr std::uint64_t kWhichPosition = 0x647261777373;  // purpose of a random stream

void require_played_out(const records::GameSet& file, const records::Connect6Game& game) {
  if (game.result != GameResult::kDraw ||
      game.moves.size() ==
          static_cast<std::size_t>(game.size) * static_cast<std::size_t>(game.size))
    return;
  file.fail("games.draw.cut",
            fmt::format("a game of {} stones is a draw though the board of {} is not full: it was "
                        "cut off, and its end is not known; "
                        "`trivium-learn connect6 playouts --longest {}` plays to the end",
                        game.moves.size(), game.size, game.size * game.size));
}

/// True if neither a win, a loss nor a draw is certain when `side` begins a turn of two stones.
bool is_open(const connect6::LineFeatures& lines, Stone side) {
  return !can_win(lines, side, 2) && stones_to_parry(lines, opponent(side)) <= 2 &&
         connect6::living_windows(lines) > 0;
}

/// Returns the numbers of stones in a game after which the position is a candidate.
std::vector<std::size_t> open_places(const records::Connect6Game& game) {
  std::vector<std::size_t> places;
  connect6::LineFeatures lines(game.size);
  for (std::size_t stones = 0; stones < game.moves.size(); ++stones) {
    const Stone side = connect6::Board::to_move(static_cast<int>(stones));
    if (stones % 2 == 1 && static_cast<int>(stones) >= game.opening && is_open(lines, side))
      places.push_back(stones);
    lines.place(game.moves[stones], side);
  }
  return places;
}

/// Returns the value for the side to move in hundredths of log-odds. Returns nothing if the search
/// proved a result, or if the value is at the limit of evaluations: then all turns searched lose,
/// but the loss is not proved. `player` has the same knowledge.
std::optional<connect6::Value> value_of(const connect6::Board& board,
                                        const connect6::Knowledge& knowledge, std::uint64_t nodes,
                                        connect6::Player& player) {
  if (nodes == 0) {
    connect6::Position position(board, *knowledge.weights);
    return position.quiet_value(stones_to_parry(position.lines(), opponent(position.to_move())));
  }
  Score score;
  player.new_game();
  player.set_board(board);
  player.think({.nodes = nodes}, SearchControl(),
               [&score](const Report<connect6::Turn>& report) { score = report.score; });
  if (score.kind == Score::Kind::kMate || std::abs(score.value) >= connect6::kMaxEvaluation)
    return std::nullopt;
  return score.value;
}

/// Returns the position sampled from a game, or nothing if there is no candidate or no value.
std::optional<DrawPosition> position_of(const records::Connect6Game& game,
                                        const connect6::Knowledge& knowledge,
                                        const DrawReading& reading, connect6::Player& player) {
  const std::vector<std::size_t> places = open_places(game);
  if (places.empty()) return std::nullopt;
  Rng rng = stream_rng(reading.seed, kWhichPosition, hash_of(game));
  const std::size_t stones = draw_one(places, rng);
  connect6::Board board(game.size);
  for (std::size_t i = 0; i < stones; ++i) board.do_move(game.moves[i]);
  const std::optional<connect6::Value> value = value_of(board, knowledge, reading.nodes, player);
  if (!value) return std::nullopt;
  return DrawPosition{
      static_cast<std::int16_t>(*value),
      static_cast<std::uint16_t>(connect6::living_windows(connect6::LineFeatures(board))),
      static_cast<std::uint16_t>(board.cells() - board.stones()),
      static_cast<std::uint16_t>(stones), game.outcome_for(board.to_move())};
}

struct ReadPart {
  DrawData data;
  std::uint64_t read = 0;

  auto fields() noexcept { return std::tie(data, read); }  ///< for learning::Transfer
};

ReadPart read_shard(const records::GameSet& file, const Shards& shards, std::size_t shard,
                    const connect6::Knowledge& knowledge, const DrawReading& reading) {
  ReadPart part;
  connect6::Player player(knowledge, {.hash_megabytes = 1});
  for (const records::Role role : {records::Role::kTrain, records::Role::kHeldOut}) {
    std::vector<DrawPosition>& positions =
        role == records::Role::kTrain ? part.data.train : part.data.held_out;
    file.visit(shards, shard, role, [&](const records::Connect6Game& game) {
      ++part.read;
      if (game.result == GameResult::kUnknown) return;
      require_played_out(file, game);
      ++part.data.games;
      part.data.drawn += game.result == GameResult::kDraw ? 1 : 0;
      if (const auto position = position_of(game, knowledge, reading, player))
        positions.push_back(*position);
    });
  }
  return part;
}

/// A run over all files, as run() of learning/harness/run.h drives it. A step is a portion of a
/// file.
struct ReadingRun {
  static constexpr const char* kName = kDrawsLearner;
  static constexpr int kStateVersion = 1;
  static constexpr const char* kUnit = "portions of games";

  std::string identity() const {
    return nlohmann::json{{"data", nlohmann::json::parse(data_identity)},
                          {"seed", reading.seed},
                          {"nodes", reading.nodes},
                          {"portions", files.size() * kPortions}}
        .dump();
  }

  std::uint64_t steps() const noexcept { return portion; }
  std::uint64_t goal() const noexcept { return files.size() * kPortions; }
  Step begin() { return Step::kMade; }

  Step advance() {
    const records::GameSet& file = files[portion / kPortions];
    const Shards all(kPortions * kPortionShards, reading.threads);
    const std::size_t first = portion % kPortions * kPortionShards;
    const auto work = [&](std::size_t shard) {
      return read_shard(file, all, first + shard, knowledge, reading);
    };
    const Shards shards(kPortionShards, reading.crew());
    const auto merge = [this](ReadPart& sum, const ReadPart& part) {
      append(part.data, sum.data);
      sum.read += part.read;
      if (on_read && part.read > 0) on_read(read + sum.read);
    };
    const ReadPart sum = shards.reduce(ReadPart(), work, merge);
    append(sum.data, data);
    read += sum.read;
    ++portion;
    return Step::kMade;
  }

  /// The games read so far, and the log loss of a draw model that is fitted to their positions, as
  /// soon as they determine one.
  std::optional<CurveFigures> curve_figures() const {
    if (data.games == 0) return std::nullopt;
    const auto games = static_cast<double>(data.games);
    CurveFigures row{portion,
                     {{"games", games}, {"drawn", static_cast<double>(data.drawn) / games}}};
    try {
      const DrawFit fit = fit_draws(data, engine_room(), reading.threads);
      row.figures.emplace_back("train", fit.train);
      if (!data.held_out.empty()) row.figures.emplace_back("held_out", fit.held_out);
    } catch (const format::LoadError&) {
      // Too few games yet: the fit is reported after the run, and so is its error.
    }
    return row;
  }

  Snapshot snapshot() const {
    const std::array counts{data.games, data.drawn, read};
    Snapshot snapshot{portion,
                      {format::make_tensor<std::uint64_t>("counts", {counts.size()}, counts)}};
    for (const auto& [name, positions] :
         {std::pair{"train", &data.train}, {"held_out", &data.held_out}}) {
      std::vector<std::int32_t> numbers;
      for (const DrawPosition& one : *positions) {
        numbers.insert(numbers.end(), {one.value, one.windows, one.empty, one.stones,
                                       static_cast<std::int32_t>(one.result)});
      }
      if (numbers.empty()) continue;  // a file cannot hold empty tensors
      snapshot.state.push_back(
          format::make_tensor<std::int32_t>(name, {positions->size(), kPositionNumbers}, numbers));
    }
    return snapshot;
  }

  void restore(const StateReader& state) {
    portion = state.step();
    const auto counts = state.numbers<std::uint64_t>("counts", 3);
    data.games = counts[0];
    data.drawn = counts[1];
    read = counts[2];
    for (const auto& [name, positions] :
         {std::pair{"train", &data.train}, {"held_out", &data.held_out}}) {
      if (state.find(name) == nullptr) continue;
      const auto numbers = state.numbers<std::int32_t>(name);
      for (std::size_t i = 0; i + kPositionNumbers <= numbers.size(); i += kPositionNumbers) {
        positions->push_back(
            {static_cast<std::int16_t>(numbers[i]), static_cast<std::uint16_t>(numbers[i + 1]),
             static_cast<std::uint16_t>(numbers[i + 2]), static_cast<std::uint16_t>(numbers[i + 3]),
             static_cast<Outcome>(numbers[i + 4])});
      }
    }
    if (on_read && read > 0) on_read(read);
  }

  static constexpr std::size_t kPositionNumbers = 5;

  static void append(const DrawData& more, DrawData& all) {
    all.train.insert(all.train.end(), more.train.begin(), more.train.end());
    all.held_out.insert(all.held_out.end(), more.held_out.begin(), more.held_out.end());
    all.games += more.games;
    all.drawn += more.drawn;
  }

  std::span<const records::GameSet> files;
  const connect6::Knowledge& knowledge;
  const DrawReading& reading;
  const DrawListener& on_read;
  const std::string& data_identity;
  DrawData data{};
  std::uint64_t read = 0;
  std::size_t portion = 0;  // index of the next portion, over all files
};

}  // namespace

DrawData read_positions(std::span<const records::GameSet> files,
                        const connect6::Knowledge& knowledge, const DrawReading& reading,
                        const DrawListener& on_read, const std::string& data_identity) {
  ReadingRun learner{files, knowledge, reading, on_read, data_identity};
  run(learner, reading);
  return std::move(learner.data);
}

}  // namespace trivium::learning::outcome
