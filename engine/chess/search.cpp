// One node of the search: draws, the table, the evaluation, pruning, the moves, the table again.
#include "engine/chess/search.h"

#include <algorithm>

#include "engine/chess/endgames.h"
#include "engine/chess/rules/position_moves.h"
#include "engine/chess/upcoming_repetition.h"

namespace trivium::chess {

namespace {

/// Nodes between two looks at clock and stop switch: a quarter of a millisecond or less.
constexpr int kPollInterval = 128;

/// The first iteration is finished even after a stop, within so many nodes (about a millisecond): its move is not just any move.
constexpr std::uint64_t kFirstLookNodes = 1500;

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

/// Every thread watches the nodes, as the leading one may have to wait for a processor; time and the user are the leading one's. Its first
/// look ends for its own nodes alone.
void Searcher::poll() noexcept {
  std::uint64_t ahead = kPollInterval;
  bool told = false;
  const bool first_look = leads_ && root_depth_ <= 1 && nodes_ < kFirstLookNodes;
  if (const std::optional<std::uint64_t>& limit = context_->limits.nodes) {
    const std::uint64_t nodes = first_look ? nodes_ : context_->nodes();
    told = nodes >= *limit;
    if (!told) ahead = std::min(ahead, *limit - nodes);
  }
  if (leads_ && !first_look) {
    const auto elapsed = std::chrono::duration_cast<TimeManager::Duration>(context_->control.elapsed());
    const bool hit = enough_when_hit_ && !context_->control.pondering();
    told = told || hit || context_->control.stop_requested() || context_->time.is_over(elapsed);
  }
  if (told) context_->stop.store(true, std::memory_order_relaxed);
  until_poll_ = static_cast<int>(ahead);
  stopped_ = stopped_ || told || (!first_look && context_->stop.load(std::memory_order_relaxed));
}

/// Counts the node. False when the search must end: its value is then worthless.
bool Searcher::enter_node(int ply) noexcept {
  if (--until_poll_ <= 0) poll();
  if (stopped_) return false;
  counter_.count.store(++nodes_, std::memory_order_relaxed);
  selective_depth_ = std::max(selective_depth_, ply);
  return true;
}

/// So many plies back the same position may have stood on the board.
int Searcher::reversible_plies(int ply) const noexcept {
  return std::min({position_.halfmove_clock(), frame(ply).since_null, static_cast<int>(root_key_) + ply});
}

/// A position that stood on the board twice before, or once in the line being searched: who could avoid it then could now.
bool Searcher::is_repetition(int ply) const noexcept {
  const int reach = reversible_plies(ply);
  const std::size_t here = root_key_ + static_cast<std::size_t>(ply);
  bool seen_in_game = false;
  for (int back = 4; back <= reach; back += 2) {
    if (keys_[here - static_cast<std::size_t>(back)] != keys_[here]) continue;
    if (back < ply || seen_in_game) return true;
    seen_in_game = true;
  }
  return false;
}

/// Whether the side to move can go back to a position of the line being searched: it has a draw at least.
bool Searcher::can_repeat(int ply) const noexcept {
  const int reach = std::min(reversible_plies(ply), ply - 1);
  const std::size_t here = root_key_ + static_cast<std::size_t>(ply);
  for (int back = 3; back <= reach; back += 2) {
    if (one_move_apart(position_, keys_[here] ^ keys_[here - static_cast<std::size_t>(back)])) return true;
  }
  return false;
}

bool Searcher::is_draw(int ply) const noexcept {
  if (position_.halfmove_clock() >= kFiftyMovePlies && (!position_.in_check() || count_legal(position_) > 0)) return true;
  return is_repetition(ply) || insufficient_material(position_) || known_endgame(position_) == kDrawValue;
}

/// Near the fifty-move draw the table's values, which do not know the counter, are not trusted.
bool Searcher::trusts_table() const noexcept {
  constexpr int kTrustedBelow = 90;
  return position_.halfmove_clock() < kTrustedBelow;
}

/// For prefetching as soon as a move is chosen: memory is far away, and all that is done about the move until its node begins hides the
/// way.
std::uint64_t Searcher::table_key_after(Move move) const noexcept { return position_.likely_key_after(move) ^ table_salt_; }

void Searcher::do_move(Move move, int ply) noexcept {
  Frame& here = frame(ply);
  here.move_code = move_code(position_.piece_on(move.from()), move.to());
  here.continuation = parameters().continuation_history != 0 ? &histories_->after(here.move_code) : nullptr;
  position_.do_move(move, here.undo);
  keys_[root_key_ + static_cast<std::size_t>(ply) + 1] = position_.key();
  frame(ply + 1).since_null = here.since_null + 1;
}

void Searcher::undo_move(Move move, int ply) noexcept { position_.undo_move(move, frame(ply).undo); }

void Searcher::do_null_move(int ply) noexcept {
  Frame& here = frame(ply);
  here.continuation = nullptr;
  here.move_code = kMoveCodes;
  position_.do_null_move(here.undo);
  context_->table.prefetch(table_key());
  keys_[root_key_ + static_cast<std::size_t>(ply) + 1] = position_.key();
  frame(ply + 1).since_null = 0;
  frame(ply + 1).double_extensions = here.double_extensions;
}

void Searcher::undo_null_move(int ply) noexcept { position_.undo_null_move(frame(ply).undo); }

MoveOrder Searcher::move_order(int ply) const noexcept {
  MoveOrder order{*histories_};
  const auto after = [this](int earlier) -> const PieceToHistory* {
    const PieceToHistory* const known = frame(earlier).continuation;
    return known != nullptr ? known : &kNoHistory;
  };
  order.continuations = {after(ply - 1), after(ply - 2), after(ply - 4)};
  order.killers = frame(ply).killers;
  if (const unsigned code = frame(ply - 1).move_code; code != kMoveCodes) order.counter = histories_->counter(code);
  return order;
}

void Searcher::probe_table(Node& node) noexcept {
  node.excluded = frame(node.ply).excluded;
  node.hit = context_->table.probe(table_key(), node.ply);
  node.was_pv = node.pv() || (node.hit && node.hit->was_pv);
  if (!node.hit) return;
  node.table_move = node.hit->move;
  node.table_captures = node.table_move && is_noisy(position_, node.table_move);
}

/// What the static evaluation and the table say of the position, and whether that is better than two or four plies ago ("improving", as in
/// Stockfish).
void Searcher::evaluate(Node& node) noexcept {
  Frame& here = frame(node.ply);
  if (node.in_check) {
    here.evaluation = kNoValue;
    node.improving = false;
    return;
  }
  const bool known = node.hit && node.hit->evaluation != kNoValue;
  node.raw_evaluation = known ? node.hit->evaluation : evaluator_.evaluate(position_);
  here.evaluation = corrected(node.raw_evaluation, node.ply);
  // An entry that bounds nothing, so that the next visit need not evaluate again.
  if (!node.hit) {
    context_->table.store(table_key(), {Move(), kMateValue, node.raw_evaluation, 0, Bound::kUpper, node.was_pv}, node.ply);
  }
  node.estimate = refined(here.evaluation, node.hit);
  for (const int back : {2, 4}) {
    const Value before = frame(node.ply - back).evaluation;
    if (before == kNoValue) continue;
    node.improving = here.evaluation > before;
    return;
  }
}

Searcher::Candidate Searcher::candidate(Move move, int number, MovePicker::Stage stage, const MoveOrder& order) const noexcept {
  const bool quiet = !is_noisy(position_, move);
  const int history = quiet ? quiet_score(position_, move, order)
                            : histories_->capture(position_.piece_on(move.from()), move.to(), taken_by(position_, move));
  const bool refutation = quiet && (move == order.killers[0] || move == order.killers[1] || move == order.counter);
  const bool losing = stage == MovePicker::Stage::kBadCaptures;
  return {move, number, history, quiet, refutation, losing, gives_check(position_, move)};
}

/// Principal variation search (Marsland and Campbell 1982): the first move with the full window, the others with a null window, again
/// without reduction and then with the full window if they turn out better. A reduced move that surprises is looked at a ply deeper, one
/// that is hardly better than the best so far a ply less deep (as in Stockfish).
Value Searcher::search_child(const Node& node, const Candidate& candidate, int depth, int reduction, Value best) noexcept {
  const Value alpha = node.alpha, beta = node.beta;
  const int child = node.ply + 1;
  if (node.pv() && candidate.number == 1) return -search_node(-beta, -alpha, depth, child, NodeKind::kPv);
  const NodeKind unreduced = opposite(node.kind);
  reduction = std::clamp(reduction, 0, std::max(depth - 1, 0));
  Value value = -search_node(-alpha - 1, -alpha, depth - reduction, child, reduction > 0 ? NodeKind::kCut : unreduced);
  if (value > alpha && reduction > 0 && !stopped_) {
    const int margin = parameters().deeper_margin;
    const int deeper = margin > 0 && value > best + margin + 2 * depth ? 1 : 0;
    const int shallower = margin > 0 && value < best + parameters().shallower_margin ? 1 : 0;
    const int wanted = depth + deeper - shallower;
    if (wanted > depth - reduction) value = -search_node(-alpha - 1, -alpha, wanted, child, unreduced);
  }
  if (node.pv() && value > alpha && value < beta && !stopped_) value = -search_node(-beta, -alpha, depth, child, NodeKind::kPv);
  return value;
}

void Searcher::store(const Node& node, Value best, Move best_move, Bound bound) noexcept {
  if (node.excluded) return;
  context_->table.store(table_key(), {best_move, best, node.raw_evaluation, node.depth, bound, node.was_pv}, node.ply);
}

Value Searcher::search_moves(Node& node) noexcept {
  Frame& here = frame(node.ply);
  const Value original_alpha = node.alpha;
  Value best = -kInfinity;
  Move best_move;
  int number = 0;
  Tried tried;
  const MoveOrder order = move_order(node.ply);
  MovePicker picker(position_, node.table_move, order);
  while (const Move move = picker.next()) {
    if (move == node.excluded) continue;
    context_->table.prefetch(table_key_after(move));
    const Candidate next = candidate(move, ++number, picker.stage(), order);
    if (exhaustive_ && node.depth == 1 && !next.gives_check) {  // no mate, so not more than alpha
      best = std::max(best, original_alpha);
      continue;
    }
    const bool may_skip = best > -kMateBound && !node.in_check && !exhaustive_;
    if (may_skip && is_hopeless(node, next, picker)) continue;
    const Extension extended = extension(node, move);
    if (stopped_) return kDrawValue;
    if (extended.cut) return *extended.cut;

    do_move(move, node.ply);
    frame(node.ply + 1).double_extensions = here.double_extensions + (extended.plies > 1 ? 1 : 0);
    const Value value = search_child(node, next, node.depth - 1 + extended.plies, reduction(node, next), best);
    undo_move(move, node.ply);
    if (stopped_) return kDrawValue;

    if (value > best) {
      best = value;
      if (value > node.alpha) {
        best_move = move;
        if (node.pv()) here.line.assign(move, frame(node.ply + 1).line);
        if (value >= node.beta) break;
        node.alpha = value;
      }
    }
    if (move != best_move) (next.quiet ? tried.quiets : tried.captures).push(move);
  }
  if (number == 0) return node.excluded ? original_alpha : node.in_check ? mated_in(node.ply) : kDrawValue;
  const Bound bound = best >= node.beta ? Bound::kLower : best > original_alpha ? Bound::kExact : Bound::kUpper;
  if (best_move) reward(node, best_move, tried);
  learn_correction(node, best, best_move, bound);
  store(node, best, best_move, bound);
  return best;
}

Value Searcher::search_node(Value alpha, Value beta, int depth, int ply, NodeKind kind) noexcept {
  if (depth <= 0) return quiescence(alpha, beta, ply, kind == NodeKind::kPv);
  const bool in_check = position_.in_check();
  frame(ply).line.clear();
  if (!enter_node(ply) || is_draw(ply)) return kDrawValue;
  if (ply >= kMaxPly) return in_check ? kDrawValue : evaluator_.evaluate(position_);
  // This also ends a search that leaves one move out (extension()) when its bar is a draw or less, even where the repetition is that very
  // move: it then does not count as singular.
  if (kind != NodeKind::kPv && alpha < kDrawValue && can_repeat(ply)) alpha = kDrawValue;

  // Mate distance pruning (chessprogramming wiki): a mate found elsewhere is already shorter than any from here.
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  Node node{alpha, beta, depth, ply, kind, in_check};
  probe_table(node);
  const bool may_answer = !node.pv() && node.hit && !node.excluded && trusts_table();
  if (may_answer && answers(*node.hit, alpha, beta, depth)) return node.hit->value;
  if (const std::optional<Value> value = look_up_endgame(node)) return *value;
  frame(ply + 2).killers = {};
  evaluate(node);
  if (!exhaustive_) {
    if (const std::optional<Value> value = prune(node)) return *value;
    if (stopped_) return kDrawValue;
    node.depth -= internal_reduction(node);
  }
  return search_moves(node);
}

}  // namespace trivium::chess
