#include "learning/tdleaf/games/self_play.h"

#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/value.h"
#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/records/searched_games.h"

namespace trivium::learning::tdleaf {

namespace {

constexpr std::size_t kMaxVariation = std::numeric_limits<std::uint8_t>::max();
constexpr std::size_t kMaxTreeNodes = std::numeric_limits<std::uint16_t>::max();

/// Converts a bound from the view of `side` to White's view, as chess::seen_by() converts values.
Score::Bound seen_by(chess::Color side, Score::Bound bound) noexcept {
  if (side == chess::Color::kWhite || bound == Score::Bound::kExact) return bound;
  return bound == Score::Bound::kLower ? Score::Bound::kUpper : Score::Bound::kLower;
}

records::SearchedGame search_game(PositionSearcher& searcher, const chess::PgnGame& moves) {
  searcher.new_game();
  records::SearchedGame record;
  record.start = moves.start;
  record.for_white = *moves.result;
  chess::Game game(moves.start);
  for (const chess::Move move : moves.moves) {
    records::SearchedPosition& searched = record.positions.emplace_back(searcher.search(game));
    searched.played = move;
    game.do_move(move);
  }
  return record;
}

constexpr std::uint64_t kSelfPlay = 0x73656C66706C6179;  // purpose of the random streams
constexpr std::size_t kGamesPerTable = 4;                // played one after the other by one Table
constexpr int kTriesAtStart = 50;                        // starts sampled to find a balanced one
constexpr int kDecidedPositions = 4;                     // see SelfPlayOptions::won_from

/// Returns White's result if the values of the last positions decide the game, else nothing.
std::optional<Outcome> decided(const std::vector<records::SearchedPosition>& positions,
                               chess::Value won_from) noexcept {
  if (won_from <= 0 || positions.size() < kDecidedPositions) return std::nullopt;
  const auto last = positions.end() - kDecidedPositions;
  if (std::all_of(last, positions.end(),
                  [&](const records::SearchedPosition& one) { return one.value >= won_from; }))
    return Outcome::kWin;
  if (std::all_of(last, positions.end(),
                  [&](const records::SearchedPosition& one) { return one.value <= -won_from; }))
    return Outcome::kLoss;
  return std::nullopt;
}

/// Plays games one after the other.
class Table {
 public:
  Table(const Selves& selves, const Openings& openings, const SelfPlayOptions& options)
      : selves_(selves), openings_(openings), options_(options) {}

  records::SearchedGame play(Rng rng) {
    present_.new_game();
    records::SearchedGame record;
    record.start = draw_start(rng);
    std::optional<chess::Color> earlier;  // the side that an earlier self plays
    if (!selves_.earlier.empty() && rng.unit() < options_.earlier_share) {
      earlier = rng.below(2) == 0 ? chess::Color::kWhite : chess::Color::kBlack;
      choose_earlier(rng);
    }
    present_.new_game();
    play(record, earlier);
    return record;
  }

  /// Number of games played without a balanced start.
  std::uint64_t unbalanced() const noexcept { return unbalanced_; }

 private:
  void choose_earlier(Rng& rng) {
    const auto& weights = draw_one(selves_.earlier, rng);
    SearchOptions search = options_.search;
    search.tree_positions = 0;
    earlier_ = std::make_unique<PositionSearcher>(search, weights);
  }

  chess::Position draw_start(Rng& rng) {
    std::optional<chess::Position> best;
    chess::Value minimum = std::numeric_limits<chess::Value>::max();
    for (int attempt = 0; attempt < kTriesAtStart; ++attempt) {
      chess::Game game(openings_.draw(rng));
      if (!play_random_moves(game, rng)) continue;
      chess::Game fresh(game.position());
      const chess::Value unbalance = std::abs(present_.search(fresh).value);
      if (unbalance <= options_.max_imbalance) return game.position();
      if (unbalance < minimum) best = game.position();
      minimum = std::min(minimum, unbalance);
    }
    ++unbalanced_;
    return best ? *best : openings_.draw(rng);  // no random moves if they always end the game
  }

  /// Plays random moves in `game`. Returns false if they end the game.
  bool play_random_moves(chess::Game& game, Rng& rng) const {
    const int spread = options_.max_random_plies - options_.min_random_plies + 1;
    const int plies =
        options_.min_random_plies + static_cast<int>(rng.below(static_cast<std::uint32_t>(spread)));
    for (int ply = 0; ply < plies; ++ply) {
      const chess::MoveList moves = chess::legal_moves(game.position());
      if (moves.empty()) return false;
      game.do_move(draw_one(moves, rng));
    }
    return !chess::Game(game.position()).end();
  }

  void play(records::SearchedGame& record, std::optional<chess::Color> earlier) {
    chess::Game game(record.start);
    for (;;) {
      if (const std::optional<Outcome> result = result_of(game, record)) {
        record.for_white = *result;
        return;
      }
      records::SearchedPosition& searched = record.positions.emplace_back(present_.search(game));
      if (game.position().side_to_move() == earlier)
        searched.played = earlier_->search(game).played;
      game.do_move(searched.played);
    }
  }

  /// Returns the result if the game has ended by the rules, by search values or by its length.
  std::optional<Outcome> result_of(const chess::Game& game,
                                   const records::SearchedGame& record) const {
    if (const std::optional<chess::GameEnd> end = game.end()) return end->for_white;
    if (const std::optional<Outcome> winner = decided(record.positions, options_.won_from))
      return winner;
    if (record.positions.size() >= static_cast<std::size_t>(options_.max_plies))
      return Outcome::kDraw;
    return std::nullopt;
  }

  const Selves& selves_;
  const Openings& openings_;
  const SelfPlayOptions& options_;
  PositionSearcher present_{options_.search, selves_.present};
  std::unique_ptr<PositionSearcher> earlier_;
  std::uint64_t unbalanced_ = 0;
};

}  // namespace

PositionSearcher::PositionSearcher(const SearchOptions& options,
                                   std::shared_ptr<const chess::Weights> weights)
    : options_(options),
      weights_(std::move(weights)),
      analyzer_(options.hash_megabytes, options.parameters) {
  if (options.nodes == 0 && options.depth == 0)
    throw std::invalid_argument("a search needs a limit of nodes or of depth");
  options_.tree_positions = std::min(options.tree_positions, kMaxTreeNodes);
  analyzer_.set_weights(weights_);
}

/// True if the value is the static evaluation of the leaf. It is not if the search found a mate, if
/// the line ends in a draw, or if a transposition table cutoff made the line shorter than the
/// search.
bool PositionSearcher::leaf_decides(chess::Game& game,
                                    const records::SearchedPosition& searched) const {
  if (chess::is_mate(searched.value)) return false;
  for (const chess::Move move : searched.variation) game.do_move(move);
  const chess::Position& leaf = game.position();
  const bool drawn = chess::is_drawn(leaf, game.keys(), 2);  // as the search: 2nd occurrence draws
  const bool same = !drawn && chess::seen_by(leaf.side_to_move(),
                                             chess::evaluate(leaf, *weights_)) == searched.value;
  for (std::size_t i = 0; i < searched.variation.size(); ++i) game.undo_move();
  return same;
}

std::vector<records::TreeNode> PositionSearcher::tree_of(const chess::Game& game) const {
  std::vector<records::TreeNode> tree;
  if (options_.tree_positions == 0) return tree;
  analyzer_.visit_tree(game, options_.tree_positions,
                       [&tree](const chess::Position& position, const chess::TableEntry& entry) {
                         const chess::Color side = position.side_to_move();
                         tree.push_back({records::pack(position), chess::seen_by(side, entry.value),
                                         seen_by(side, entry.bound)});
                       });
  return tree;
}

records::SearchedPosition PositionSearcher::search(chess::Game& game) {
  chess::Analyzer::Result result = analyzer_.search(game, options_.nodes, options_.depth);
  records::SearchedPosition searched;
  searched.value = chess::seen_by(game.position().side_to_move(), result.value);
  searched.variation = std::move(result.line);
  if (searched.variation.size() > kMaxVariation) searched.variation.resize(kMaxVariation);
  searched.played = searched.variation.empty() ? chess::legal_moves(game.position())[0]
                                               : searched.variation.front();
  searched.leaf_decides = leaf_decides(game, searched);
  searched.tree = tree_of(game);
  return searched;
}

std::vector<records::SearchedGame> search_games(
    const std::vector<chess::PgnGame>& games, const SearchOptions& options,
    const std::shared_ptr<const chess::Weights>& weights, Crew crew) {
  std::vector<records::SearchedGame> searched(games.size());
  if (games.empty()) return searched;
  Shards(games.size(), crew).fill(searched, [&](std::size_t game) {
    PositionSearcher searcher(options, weights);
    searched[game] = search_game(searcher, games[game]);
  });
  return searched;
}

std::vector<records::SearchedGame> play_games(const Selves& selves, const Openings& openings,
                                              const SelfPlayOptions& options,
                                              std::uint64_t generation, std::uint64_t first,
                                              std::size_t count, Crew crew,
                                              std::uint64_t* unbalanced) {
  std::vector<records::SearchedGame> games(count);
  if (count == 0) return games;
  const Shards shards((count + kGamesPerTable - 1) / kGamesPerTable, crew);
  std::vector<std::uint64_t> of_shard(shards.count());
  const std::uint64_t seed = stream_seed(options.seed, kSelfPlay, generation);
  shards.fill(games, [&](std::size_t shard) {
    Table table(selves, openings, options);
    const Range range = shards.range(shard, count);
    for (std::size_t i = range.begin; i < range.end; ++i)
      games[i] = table.play(stream_rng(seed, kSelfPlay, first + i));
    of_shard[shard] = table.unbalanced();
  });
  shards.collect(of_shard);
  if (unbalanced != nullptr)
    *unbalanced += std::accumulate(of_shard.begin(), of_shard.end(), std::uint64_t{0});
  return games;
}

}  // namespace trivium::learning::tdleaf
