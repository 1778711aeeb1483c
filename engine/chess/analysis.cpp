#include "engine/chess/analysis.h"

#include <deque>
#include <unordered_set>
#include <utility>

#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/search/root_search.h"

namespace trivium::chess {

namespace {

constexpr SearchParameters without_corrections(SearchParameters parameters) noexcept {
  parameters.correction_pawns = parameters.correction_pieces = parameters.correction_moves = 0;
  return parameters;
}

const TablebaseOptions kNoTables{};

}  // namespace

class Analyzer::Impl {
 public:
  Impl(int hash_megabytes, const SearchParameters& parameters)
      : parameters_(without_corrections(parameters)), table_(hash_megabytes), searcher_(0) {}

  void set_weights(std::shared_ptr<const Weights> weights) {
    searcher_.set_weights(*weights);
    weights_ = std::move(weights);
    new_game();
  }

  void new_game() noexcept {
    table_.clear();
    searcher_.clear();
  }

  Result search(const Game& game, std::uint64_t nodes, int depth) {
    const MoveList moves = legal_moves(game.position());
    if (moves.empty()) return {game.position().in_check() ? mated_in(0) : kDrawValue, 0, 0, {}};
    Limits limits;
    if (nodes > 0) limits.nodes = nodes;
    if (depth > 0) limits.depth = depth;
    const SearchControl control;
    const ReportSink<Move> no_reports;
    table_.new_search();
    SearchContext context{table_, parameters_, kNoTables, control, limits, no_reports, Deadline()};
    searcher_.prepare(game, moves, context);
    searcher_.run();
    searcher_.forget_context();
    const std::uint64_t visited = searcher_.nodes();
    const RootSearch::Settled& found = searcher_.settled();
    if (found.depth == 0)
      return {evaluate(game.position(), *weights_), 0, visited, {searcher_.root_moves()[0].move}};
    return {found.value,
            found.depth,
            visited,
            {found.line.moves.begin(), found.line.moves.begin() + found.line.size}};
  }

  void visit_tree(const Game& game, std::size_t max_positions, const Visitor& visit) const {
    std::unordered_set<std::uint64_t> met;
    std::deque<Position> waiting;
    const auto meet = [&](const Position& position) {
      if (met.size() >= max_positions) return;
      const std::optional<TableEntry> entry = table_.probe(position.key(), 0);
      if (!entry || entry->depth < 1 || !met.insert(position.key()).second) return;
      visit(position, *entry);
      waiting.push_back(position);
    };
    for (meet(game.position()); !waiting.empty() && met.size() < max_positions;
         waiting.pop_front()) {
      for (const Move move : legal_moves(waiting.front())) {
        Position next = waiting.front();
        next.do_move(move);
        meet(next);
      }
    }
  }

 private:
  const SearchParameters parameters_;
  TranspositionTable table_;
  RootSearch searcher_;
  std::shared_ptr<const Weights> weights_;
};

Analyzer::Analyzer(int hash_megabytes, const SearchParameters& parameters)
    : impl_(std::make_unique<Impl>(hash_megabytes, parameters)) {}
Analyzer::~Analyzer() = default;

void Analyzer::set_weights(std::shared_ptr<const Weights> weights) {
  impl_->set_weights(std::move(weights));
}
void Analyzer::new_game() noexcept { impl_->new_game(); }
Analyzer::Result Analyzer::search(const Game& game, std::uint64_t nodes, int depth) {
  return impl_->search(game, nodes, depth);
}
void Analyzer::visit_tree(const Game& game, std::size_t max_positions, const Visitor& visit) const {
  impl_->visit_tree(game, max_positions, visit);
}

}  // namespace trivium::chess
