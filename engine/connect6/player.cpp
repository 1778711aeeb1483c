#include "engine/connect6/player.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/connect6/odds/odds_analyzer.h"
#include "engine/connect6/odds/playout.h"
#include "engine/connect6/search/search.h"
#include "engine/connect6/search/transposition_table.h"
#include "engine/connect6/search/turn_time.h"
#include "engine/core/deadline.h"
#include "engine/core/node_budget.h"

namespace trivium::connect6 {

namespace {

/// Posterior samples after a stop; they take some tenths of a millisecond.
constexpr std::size_t kPromptSamples = 200;

/// Node limit of the search before playouts if nothing else limits it.
constexpr std::uint64_t kUnlimitedSearchNodes = 20'000;

/// Percentage of the time that the search before playouts may use.
constexpr int kSearchPercent = 90;

/// Returns the limits of the search before playouts: nine tenths of the nodes.
Limits search_share(Limits whole) {
  if (whole.nodes) *whole.nodes -= *whole.nodes / 10;
  if (whole.infinite && !whole.nodes) whole.nodes = kUnlimitedSearchNodes;
  whole.infinite = false;
  return whole;
}

/// Returns the nodes that are left for playouts: one ninth of the search's nodes if only its depth
/// was limited.
std::optional<std::uint64_t> playout_share(const Limits& whole, std::uint64_t searched) {
  if (whole.nodes) return *whole.nodes - std::min(*whole.nodes, searched);
  if (whole.move_time || whole.clock || whole.infinite) return std::nullopt;
  return searched / 9;
}

std::vector<TurnOdds> without_odds(const std::vector<Report<Turn>>& found) {
  std::vector<TurnOdds> turns;
  for (const Report<Turn>& report : found) turns.push_back({report, std::nullopt});
  return turns;
}

}  // namespace

class Player::Impl {
 public:
  Impl(Knowledge knowledge_used, const PlayerOptions& options_used)
      : options(options_used),
        knowledge(std::move(knowledge_used)),
        table(options.hash_megabytes) {}

  /// Returns strengths for every thread and the board's size. Reuses them if number and size fit.
  KnownStrengths& strengths() {
    const auto count = static_cast<std::size_t>(std::max(options.threads, 1));
    if (!strengths_ || strengths_->size() != board.size() || strengths_->count() < count)
      strengths_.emplace(knowledge, board.size(), count);
    return *strengths_;
  }

  /// Returns playouts for the board's size.
  Playouts& playouts() {
    if (!playouts_ || playouts_->last().size() != board.size())
      playouts_.emplace(knowledge, board.size(), OddsAnalyzer::kPlayouts);
    return *playouts_;
  }

  void set_knowledge(Knowledge other) {
    strengths_.reset();
    playouts_.reset();
    knowledge = std::move(other);
    table.clear(options.threads);  // its values depend on the former knowledge
  }

  Deadline deadline(const Limits& limits) const noexcept {
    return deadline_for(limits, options.move_overhead, options.search);
  }

  /// Uses `deadline` instead of the times in `limits`.
  Turn think(const Limits& limits, const Deadline& deadline, const SearchControl& control,
             const ReportSink<Turn>& report, int lines) {
    KnownStrengths& known = strengths();
    table.new_search();
    const SearchContext context{*knowledge.weights,
                                table,
                                limits,
                                deadline,
                                control,
                                report,
                                lines,
                                options.threads > 1 ? &busy : nullptr,
                                options.search};
    SearchThread leader(board, known[0], context);
    std::vector<std::unique_ptr<SearchThread>> others;
    std::vector<SearchThread*> helpers;
    // A search that ends at once needs no helpers.
    const int threads = control.stop_requested() ? 1 : options.threads;
    for (std::size_t i = 1; i < static_cast<std::size_t>(std::max(threads, 1)); ++i) {
      others.push_back(std::make_unique<SearchThread>(board, known[i], context));
      helpers.push_back(others.back().get());
    }
    return leader.run(helpers);
  }

  std::vector<TurnOdds> odds(const Limits& limits, const SearchControl& control) {
    std::vector<Report<Turn>> found;
    std::uint64_t searched = 0;
    const auto gather = [&](const Report<Turn>& report) {
      if (report.line <= 1) found.clear();
      found.push_back(report);
      searched = report.nodes;
    };
    Playouts& playing = playouts();  // before the clock starts, since it takes milliseconds
    const Deadline whole = deadline(limits);
    think(search_share(limits), whole.phase(kSearchPercent), control, gather,
          OddsAnalyzer::kMaxCandidates);
    if (control.stop_requested()) return without_odds(found);
    OddsAnalyzer analyzer(board, found, playing);
    if (!analyzer.is_open()) return without_odds(found);
    NodeBudget budget(playout_share(limits, searched), &control, whole);
    // Four stones of a playout take as long as one node of the search.
    while (!budget.spent_now()) budget.count(1 + analyzer.run_playout() / 4);
    // After a stop the client waits, so take fewer samples.
    return control.stop_requested() ? analyzer.odds(kPromptSamples) : analyzer.odds();
  }

  /// Returns any legal turn, for when memory runs out.
  Turn any_turn() const noexcept {
    Turn turn;
    for (int i = 0; i < board.cells(); ++i) {
      const auto cell = static_cast<Cell>(i);
      if (!board.is_legal(cell)) continue;
      (turn.first == kNoCell ? turn.first : turn.second) = cell;
      if (turn.second != kNoCell || board.stones_left_in_turn() == 1) break;
    }
    return turn;
  }

  PlayerOptions options;
  Knowledge knowledge;
  TranspositionTable table;
  BusyMoves busy;
  Board board;

 private:
  std::optional<KnownStrengths> strengths_;  // one for each thread
  std::optional<Playouts> playouts_;
};

Player::Player(Knowledge knowledge, const PlayerOptions& options)
    : impl_(std::make_unique<Impl>(std::move(knowledge), options)) {}
Player::~Player() = default;

void Player::set_options(const PlayerOptions& options) {
  if (options.hash_megabytes != impl_->table.megabytes())
    impl_->table.resize(options.hash_megabytes);
  impl_->options = options;
}

void Player::set_knowledge(Knowledge knowledge) { impl_->set_knowledge(std::move(knowledge)); }
const Knowledge& Player::knowledge() const noexcept { return impl_->knowledge; }

void Player::new_game() {
  impl_->board = Board(impl_->board.size());
  impl_->table.clear(impl_->options.threads);
}

void Player::warm_up(const std::stop_token& stop) noexcept {
  impl_->table.warm_up(stop, impl_->options.threads);
  try {
    impl_->strengths();
  } catch (const std::bad_alloc&) {
    // Ignored here: think() then returns any legal turn.
  }
}

void Player::set_board(const Board& board) { impl_->board = board; }
const Board& Player::board() const noexcept { return impl_->board; }

std::vector<TurnOdds> Player::odds(const Limits& limits, const SearchControl& control) {
  return impl_->odds(limits, control);
}

Turn Player::think(const Limits& limits, const SearchControl& control,
                   const ReportSink<Turn>& report) noexcept {
  try {
    return impl_->think(limits, impl_->deadline(limits), control, report, impl_->options.lines);
  } catch (const std::bad_alloc&) {
    return impl_->any_turn();
  }
}

}  // namespace trivium::connect6
