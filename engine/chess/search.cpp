// One node of the search: probe the table, evaluate, try to prune, loop over the moves, store.
#include "engine/chess/search.h"

#include <algorithm>

#include "engine/chess/evaluation.h"
#include "engine/chess/search_parameters.h"
#include "engine/chess/see.h"

namespace trivium::chess {

namespace {

/// Nodes between two looks at clock and stop switch: a quarter of a millisecond or less.
constexpr int kPollInterval = 128;

/// The first iteration is finished even after a stop, within so many nodes (about a millisecond): its move is not just any move.
constexpr std::uint64_t kFirstLookNodes = 1500;

/// Near the fifty-move draw the table's values, which do not know the counter, are not trusted.
constexpr int kTrustTableBelowClock = 90;

bool has_pieces(const Position& position, Color color) noexcept {
  return (position.pieces(color) & ~position.pieces(PieceType::kPawn) & ~position.pieces(PieceType::kKing)) != 0;
}

/// The static evaluation, replaced by the table's value where that is known to be nearer to the truth.
Value refined(Value evaluation, const std::optional<TableEntry>& hit) noexcept {
  if (!hit || is_mate(hit->value)) return evaluation;
  const bool better = hit->bound == Bound::kExact || (hit->bound == Bound::kLower && hit->value > evaluation) ||
                      (hit->bound == Bound::kUpper && hit->value < evaluation);
  return better ? hit->value : evaluation;
}

}  // namespace

void Line::assign(Move first, const Line& rest) noexcept {
  moves[0] = first;
  const int copied = std::min(rest.size, kMaxPly - 1);
  std::copy_n(rest.moves.begin(), copied, moves.begin() + 1);
  size = copied + 1;
}

std::uint64_t SearchContext::nodes() const noexcept {
  std::uint64_t sum = 0;
  for (const NodeCounter& counter : counters) sum += counter.count.load(std::memory_order_relaxed);
  return sum;
}

void Searcher::poll() noexcept {
  std::uint64_t ahead = kPollInterval;
  if (leads_) {
    const std::optional<std::uint64_t>& limit = context_->limits.nodes;
    const std::uint64_t nodes = limit ? context_->nodes() : 0;
    if (limit && nodes < *limit) ahead = std::min(ahead, *limit - nodes);
    const auto elapsed = std::chrono::duration_cast<TimeManager::Duration>(context_->control.elapsed());
    const bool first_look = root_depth_ <= 1 && nodes_ < kFirstLookNodes;
    const bool told = context_->control.stop_requested() || context_->time.is_over(elapsed);
    if ((told && !first_look) || (limit && nodes >= *limit)) {
      context_->stop.store(true, std::memory_order_relaxed);
    }
  }
  until_poll_ = static_cast<int>(ahead);
  stopped_ = stopped_ || context_->stop.load(std::memory_order_relaxed);
}

/// Counts the node. False when the search must end: its value is then worthless.
bool Searcher::enter_node(int ply) noexcept {
  if (--until_poll_ <= 0) poll();
  if (stopped_) return false;
  counter_.count.store(++nodes_, std::memory_order_relaxed);
  selective_depth_ = std::max(selective_depth_, ply);
  return true;
}

/// A position that stood on the board twice before, or once in the line being searched: who could avoid it then could now.
bool Searcher::is_repetition(int ply) const noexcept {
  const int reach = std::min({position_.halfmove_clock(), frame(ply).since_null, static_cast<int>(root_key_) + ply});
  const std::size_t here = root_key_ + static_cast<std::size_t>(ply);
  bool seen_in_game = false;
  for (int back = 4; back <= reach; back += 2) {
    if (keys_[here - static_cast<std::size_t>(back)] != keys_[here]) continue;
    if (back < ply || seen_in_game) return true;
    seen_in_game = true;
  }
  return false;
}

bool Searcher::is_draw(int ply) const noexcept {
  if (position_.halfmove_clock() >= kFiftyMovePlies && (!position_.in_check() || count_legal(position_) > 0)) return true;
  return is_repetition(ply) || insufficient_material(position_);
}

Value Searcher::evaluate_here() const noexcept { return evaluate(position_, context_->weights); }

void Searcher::do_move(Move move, int ply) noexcept {
  position_.do_move(move, frame(ply).undo);
  context_->table.prefetch(table_key());
  keys_[root_key_ + static_cast<std::size_t>(ply) + 1] = position_.key();
  frame(ply + 1).since_null = frame(ply).since_null + 1;
}

void Searcher::undo_move(Move move, int ply) noexcept { position_.undo_move(move, frame(ply).undo); }

/// Null move pruning: if even passing keeps the value above beta, a move will too. Not with pawns alone, where passing may be best.
std::optional<Value> Searcher::try_null_move(Value beta, int depth, int ply, bool expect_cut) noexcept {
  const Value surplus = frame(ply).evaluation - beta;
  if (depth < kSearch.null_move_depth || surplus < 0 || frame(ply).since_null == 0 || beta <= -kMateBound) return std::nullopt;
  if (!has_pieces(position_, position_.side_to_move())) return std::nullopt;
  const int reduced = depth - kSearch.null_move_reduction - depth / kSearch.null_move_depth_divisor -
                      std::min(surplus / kSearch.null_move_surplus, kSearch.null_move_most_surplus);
  position_.do_null_move(frame(ply).undo);
  context_->table.prefetch(table_key());
  keys_[root_key_ + static_cast<std::size_t>(ply) + 1] = position_.key();
  frame(ply + 1).since_null = 0;
  const Value value = -search_node<false>(-beta, -beta + 1, reduced, ply + 1, !expect_cut);
  position_.undo_null_move(frame(ply).undo);
  if (stopped_ || value < beta) return std::nullopt;
  return value >= kMateBound ? beta : value;
}

/// Pruning before the move is made, when something better is known: late and futile quiet moves, captures that lose too much.
bool Searcher::is_hopeless(Move move, bool quiet, int depth, int move_number, Value alpha, int ply) const noexcept {
  if (!quiet) {
    return depth <= kSearch.losing_capture_depth && !exchange_is_at_least(position_, move, -kSearch.losing_capture_margin * depth);
  }
  const Value evaluation = frame(ply).evaluation;
  const bool late = depth <= kSearch.move_count_depth && move_number >= kSearch.move_count_base + depth * depth;
  const bool futile = depth <= kSearch.futility_depth && evaluation + kSearch.futility_base + kSearch.futility_margin * depth <= alpha;
  return (late || futile) && move.kind() != Move::Kind::kPromotion && !gives_check(position_, move);
}

/// Late move reductions: moves that ordering puts late are searched less deep first.
int Searcher::reduction(Move move, bool quiet, int depth, int move_number, bool pv, bool expect_cut) const noexcept {
  if (exhaustive_ || depth < kSearch.reduction_depth || move_number < kSearch.reduction_move || !quiet) return 0;
  int plies = kReductions[static_cast<std::size_t>(std::min(depth, 63))][static_cast<std::size_t>(std::min(move_number, 63))];
  plies += expect_cut;
  plies -= pv;
  plies -= history_.score(~position_.side_to_move(), move) / kSearch.reduction_history;
  return std::clamp(plies, 0, depth - 2);
}

/// The quiet move that cut off becomes a killer and gains history; the quiet moves tried before it lose some.
void Searcher::reward_cutoff(Move move, int depth, int ply, std::span<const Move> failed) noexcept {
  Killers& killers = frame(ply).killers;
  if (move.kind() != Move::Kind::kPromotion && killers[0] != move) {
    killers[1] = killers[0];
    killers[0] = move;
  }
  const int bonus = std::min(kSearch.history_factor * depth * depth, kSearch.history_limit);
  const Color color = position_.side_to_move();
  history_.update(color, move, bonus);
  for (const Move other : failed) history_.update(color, other, -bonus);
}

/// Principal variation search (Marsland and Campbell 1982): the first move with the full window, the others with a null window, again
/// without reduction and then with the full window if they turn out better.
template <bool kPv>
Value Searcher::search_child(Value alpha, Value beta, int depth, int reduction, int ply, bool first, bool expect_cut) noexcept {
  if (kPv && first) return -search_node<true>(-beta, -alpha, depth, ply + 1, false);
  Value value = -search_node<false>(-alpha - 1, -alpha, depth - reduction, ply + 1, kPv || reduction > 0 || !expect_cut);
  if (value > alpha && reduction > 0) value = -search_node<false>(-alpha - 1, -alpha, depth, ply + 1, !expect_cut);
  if (kPv && value > alpha && value < beta) value = -search_node<true>(-beta, -alpha, depth, ply + 1, false);
  return value;
}

template Value Searcher::search_child<true>(Value, Value, int, int, int, bool, bool) noexcept;

template <bool kPv>
Value Searcher::search_moves(Value alpha, Value beta, int depth, int ply, bool expect_cut, Move table_move) noexcept {
  const bool in_check = position_.in_check();
  const Value original_alpha = alpha;
  Value best = -kInfinity;
  Move best_move;
  int move_number = 0;
  MoveList quiets_tried;
  MovePicker picker(position_, table_move, frame(ply).killers, history_);
  while (const Move move = picker.next()) {
    const bool quiet = !is_noisy(position_, move);
    const bool may_skip = best > -kMateBound && !in_check && !exhaustive_;
    ++move_number;
    if (may_skip && is_hopeless(move, quiet, depth, move_number, alpha, ply)) continue;
    do_move(move, ply);
    const bool check = position_.in_check();
    const int less = check || in_check ? 0 : reduction(move, quiet, depth, move_number, kPv, expect_cut);
    const Value value = search_child<kPv>(alpha, beta, depth - 1, less, ply, move_number == 1, expect_cut);
    undo_move(move, ply);
    if (stopped_) return kDrawValue;
    if (value > best) {
      best = value;
      if (value > alpha) {
        best_move = move;
        if (kPv) frame(ply).line.assign(move, frame(ply + 1).line);
        if (value >= beta) {
          if (quiet) reward_cutoff(move, depth, ply, {quiets_tried.begin(), quiets_tried.end()});
          break;
        }
        alpha = value;
      }
    }
    if (quiet) quiets_tried.push(move);
  }
  if (move_number == 0) return in_check ? mated_in(ply) : kDrawValue;
  const Bound bound = best >= beta ? Bound::kLower : best > original_alpha ? Bound::kExact : Bound::kUpper;
  context_->table.store(table_key(), {best_move, best, frame(ply).evaluation, depth, bound}, ply);
  return best;
}

template <bool kPv>
Value Searcher::search_node(Value alpha, Value beta, int depth, int ply, bool expect_cut) noexcept {
  const bool in_check = position_.in_check();
  if (in_check && ply < 2 * root_depth_) depth = std::max(depth, 0) + 1;  // check extension
  if (depth <= 0) return quiescence<kPv>(alpha, beta, ply);
  frame(ply).line.clear();
  if (!enter_node(ply) || is_draw(ply)) return kDrawValue;
  if (ply >= kMaxPly) return in_check ? kDrawValue : evaluate_here();

  // Mate distance pruning: a mate found elsewhere is already shorter than any from here.
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  const std::optional<TableEntry> hit = context_->table.probe(table_key(), ply);
  if (!kPv && hit && answers(*hit, alpha, beta, depth) && position_.halfmove_clock() < kTrustTableBelowClock) return hit->value;

  Frame& here = frame(ply);
  frame(ply + 2).killers = {};
  here.evaluation = in_check ? kNoValue : hit && hit->evaluation != kNoValue ? hit->evaluation : evaluate_here();
  if (!kPv && !in_check && !exhaustive_) {
    const Value estimate = refined(here.evaluation, hit);
    const bool far_above = estimate - kSearch.reverse_futility_margin * depth >= beta;
    if (depth <= kSearch.reverse_futility_depth && far_above && !is_mate(beta)) return estimate;
    if (const std::optional<Value> value = try_null_move(beta, depth, ply, expect_cut)) return *value;
    if (stopped_) return kDrawValue;
  }
  const Move table_move = hit ? hit->move : Move();
  if (!table_move && depth >= kSearch.internal_reduction_depth && !exhaustive_) --depth;
  return search_moves<kPv>(alpha, beta, depth, ply, expect_cut, table_move);
}

template Value Searcher::search_node<true>(Value, Value, int, int, bool) noexcept;
template Value Searcher::search_node<false>(Value, Value, int, int, bool) noexcept;

}  // namespace trivium::chess
