#include "learning/tdleaf/games/position_searcher.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/value.h"
#include "learning/harness/shards.h"

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
    const std::shared_ptr<const chess::Weights>& weights, std::size_t threads) {
  std::vector<records::SearchedGame> searched(games.size());
  if (games.empty()) return searched;
  Shards(games.size(), threads).run([&](std::size_t game) {
    PositionSearcher searcher(options, weights);
    searched[game] = search_game(searcher, games[game]);
  });
  return searched;
}

}  // namespace trivium::learning::tdleaf
