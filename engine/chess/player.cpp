// The player: owns table, threads and game, and converts the result of a search into an answer.
#include "engine/chess/player.h"

#include <algorithm>
#include <bit>
#include <new>
#include <unordered_set>
#include <utility>

#include "engine/chess/search/root_search.h"
#include "engine/chess/search/thread_vote.h"
#include "engine/chess/search/time_manager.h"
#include "engine/core/deadline.h"
#include "engine/core/search_together.h"

namespace trivium::chess {

class Player::Impl {
 public:
  Impl(std::shared_ptr<const Weights> weights, const PlayerOptions& options)
      : weights_(std::move(weights)),
        options_(options),
        table_(std::make_unique<TranspositionTable>(options.hash_megabytes)) {
    set_threads(options.threads);
  }

  void set_options(const PlayerOptions& options) {
    const int megabytes = std::max(options.hash_megabytes, 1);
    if (megabytes != table_->megabytes()) set_hash(megabytes);
    if (const auto threads = static_cast<std::size_t>(std::max(options.threads, 1));
        threads != searchers_.size())
      set_threads(options.threads);
    options_ = options;
  }

  void set_weights(std::shared_ptr<const Weights> weights) {
    for (const auto& searcher : searchers_) searcher->set_weights(*weights);
    weights_ = std::move(weights);
    new_game();  // the table contains values of the old weights
  }

  const Weights& weights() const noexcept { return *weights_; }

  void new_game() {
    table_->clear(threads());
    for (const auto& searcher : searchers_) searcher->clear();
  }

  void warm_up(const std::stop_token& stop) noexcept { table_->warm_up(stop, threads()); }

  void set_game(const Game& game) { game_ = game; }
  const Game& game() const noexcept { return game_; }

  Answer think(const Limits& limits, const SearchControl& control, const ReportSink<Move>& report,
               const std::vector<Move>& search_moves) {
    const MoveList considered = choose_root_moves(search_moves);
    const MoveList root_moves = best_by_tables(considered);
    if (root_moves.empty()) return {};
    table_->new_search();
    const Deadline deadline = deadline_for(limits, options_.move_overhead, options_.search);
    SearchContext context{*table_, options_.search, options_.tablebases, control, limits,
                          report,  deadline};
    context.lines = static_cast<std::size_t>(std::max(options_.lines, 1));
    context.started = std::chrono::steady_clock::now();
    const ContextUse use(searchers_);
    for (const auto& searcher : searchers_) searcher->prepare(game_, root_moves, context);
    search(context);
    const RootSearch& chosen =
        limits.depth || options_.lines > 1 || limits.mate ? *searchers_[0] : best_searcher();
    if (chosen.was_stopped() || chosen.no_mate_in() > 0 || &chosen != searchers_[0].get())
      chosen.report_lines();
    Answer found = answer(chosen);
    if (root_moves.size() == considered.size()) found.no_mate_in = chosen.no_mate_in();
    return found;
  }

  /// Returns any legal move, for a search without memory.
  Answer any_answer(const std::vector<Move>& search_moves) const noexcept {
    const MoveList moves = choose_root_moves(search_moves);
    return moves.empty() ? Answer() : Answer{moves[0], Move()};
  }

 private:
  using Searches = std::vector<std::unique_ptr<RootSearch>>;

  /// Removes the context from all search threads in its destructor.
  class ContextUse {
   public:
    explicit ContextUse(const Searches& searchers) noexcept : searchers_(searchers) {}
    ContextUse(const ContextUse&) = delete;
    ContextUse& operator=(const ContextUse&) = delete;
    ~ContextUse() {
      for (const auto& searcher : searchers_) searcher->forget_context();
    }

   private:
    const Searches& searchers_;
  };

  int threads() const noexcept { return static_cast<int>(searchers_.size()); }

  void set_hash(int megabytes) {
    // First, so that old and new table need not fit in memory together.
    table_ = std::make_unique<TranspositionTable>(1);
    table_ = std::make_unique<TranspositionTable>(megabytes);
  }

  void set_threads(int threads) {
    const auto count = static_cast<std::size_t>(std::max(threads, 1));
    Searches searchers;
    for (std::size_t i = 0; i < count; ++i) {
      searchers.push_back(std::make_unique<RootSearch>(i));
      searchers.back()->set_weights(*weights_);
    }
    ballots_.resize(count);
    searchers_ = std::move(searchers);
  }

  /// Returns the legal moves among `wanted`, or all legal moves if there are none.
  MoveList choose_root_moves(const std::vector<Move>& wanted) const noexcept {
    const MoveList legal = legal_moves(game_.position());
    MoveList chosen;
    for (const Move move : legal) {
      if (std::ranges::find(wanted, move) != wanted.end()) chosen.push(move);
    }
    return chosen.empty() ? legal : chosen;
  }

  /// Returns the moves with the best rank in the endgame tables; all moves if the tables have no
  /// result or several lines are requested.
  MoveList best_by_tables(const MoveList& moves) const {
    const TablebaseOptions& use = options_.tablebases;
    const Position& position = game_.position();
    if (use.tables == nullptr || options_.lines > 1 ||
        std::popcount(position.pieces()) > use.probe_limit)
      return moves;
    const auto ranking = use.tables->rank_root(position, has_repeated(), use.fifty_move_rule);
    if (!ranking) return moves;
    MoveList best;
    int highest = 0;
    for (const RankedMove& ranked : *ranking) {  // best first
      if (!moves.contains(ranked.move)) continue;
      if (best.empty()) highest = ranked.rank;
      if (ranked.rank == highest) best.push(ranked.move);
    }
    return best.empty() ? moves : best;
  }

  /// True if a position since the last capture or pawn move has occurred twice.
  bool has_repeated() const {
    const std::vector<std::uint64_t>& keys = game_.keys();
    const auto reversible =
        std::min(keys.size(), static_cast<std::size_t>(game_.position().halfmove_clock()) + 1);
    const std::unordered_set<std::uint64_t> different(
        keys.end() - static_cast<std::ptrdiff_t>(reversible), keys.end());
    return different.size() < reversible;
  }

  /// Runs the first search on this thread and the others on helper threads.
  void search(SearchContext& context) {
    // A search that ends at once needs no helpers.
    const std::size_t helpers = context.control.stop_requested() ? 0 : searchers_.size() - 1;
    search_together(
        context.shared, helpers, [this] { searchers_[0]->run(); },
        [this](std::size_t i) { searchers_[i + 1]->run(); });
  }

  /// Returns the search that wins the vote. Allocates nothing, since there may be no memory left.
  const RootSearch& best_searcher() noexcept {
    for (std::size_t i = 0; i < searchers_.size(); ++i) {
      const Move move = searchers_[i]->root_moves()[0].move;
      const RootSearch::Settled& found = searchers_[i]->settled();
      ballots_[i] = {move, found.depth > 0 && found.line.moves[0] == move, found.value,
                     found.depth};
    }
    return *searchers_[choose_thread(ballots_)];
  }

  /// Returns the answer; without the ponder move if there is no memory for the line.
  static Answer answer(const RootSearch& searcher) noexcept {
    const RootMove& best = searcher.root_moves()[0];
    try {
      const std::vector<Move> line = searcher.playable_line(best);
      return {best.move, line.size() > 1 ? line[1] : Move()};
    } catch (const std::bad_alloc&) {
      return {best.move, Move()};
    }
  }

  std::shared_ptr<const Weights> weights_;
  PlayerOptions options_;
  Game game_;
  std::unique_ptr<TranspositionTable> table_;
  Searches searchers_;
  std::vector<Ballot> ballots_;  ///< one per search thread
};

Player::Player(std::shared_ptr<const Weights> weights, const PlayerOptions& options)
    : impl_(std::make_unique<Impl>(std::move(weights), options)) {}
Player::~Player() = default;

void Player::set_options(const PlayerOptions& options) { impl_->set_options(options); }
void Player::set_weights(std::shared_ptr<const Weights> weights) {
  impl_->set_weights(std::move(weights));
}
const Weights& Player::weights() const noexcept { return impl_->weights(); }
void Player::new_game() { impl_->new_game(); }
void Player::warm_up(const std::stop_token& stop) noexcept { impl_->warm_up(stop); }
void Player::set_game(const Game& game) { impl_->set_game(game); }
const Game& Player::game() const noexcept { return impl_->game(); }

Answer Player::think(const Limits& limits, const SearchControl& control,
                     const ReportSink<Move>& report,
                     const std::vector<Move>& search_moves) noexcept {
  try {
    return impl_->think(limits, control, report, search_moves);
  } catch (const std::bad_alloc&) {
    return impl_->any_answer(search_moves);
  }
}

}  // namespace trivium::chess
