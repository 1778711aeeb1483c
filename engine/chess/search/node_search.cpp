#include "engine/chess/search/node_search.h"

#include <algorithm>

#include "engine/chess/endgame/endgames.h"
#include "engine/chess/rules/position_moves.h"
#include "engine/chess/search/upcoming_repetition.h"

namespace trivium::chess {

namespace {

/// Number of nodes (about a millisecond) within which the first iteration is finished even after a
/// stop, so that even an immediate stop returns a searched move.
constexpr std::uint64_t kFirstLookNodes = 1500;

/// Separates the table keys of exhaustive searches.
constexpr std::uint64_t kExhaustiveSalt = 0x9D39247E33776D41ULL;

}  // namespace

void Line::assign(Move first, const Line& rest) noexcept {
  moves[0] = first;
  const int copied = std::min(rest.size, kMaxPly - 1);
  std::copy_n(rest.moves.begin(), copied, moves.begin() + 1);
  size = copied + 1;
}

NodeSearch::NodeSearch(std::size_t number)
    : is_main_thread_(number == 0),
      frames_(kFramesBefore + kMaxPly + 4),
      histories_(std::make_unique<Histories>()) {}

void NodeSearch::set_weights(const Weights& weights) noexcept {
  evaluator_.set_weights(weights);
  for (int type = 0; type < kPieceTypes; ++type) {
    piece_values_[static_cast<std::size_t>(type)] =
        weights.piece_value(static_cast<PieceType>(type));
  }
}

/// Resets the fields that a new search reads before it writes them.
void NodeSearch::Frame::forget() noexcept {
  killers = {};
  continuation = nullptr;
  move_code = kMoveCodes;
  evaluation = kNoValue;
}

void NodeSearch::prepare(const Game& game, SearchContext& context) {
  context_ = &context;
  position_ = game.position();
  keys_ = game.keys();
  root_key_ = keys_.size() - 1;
  keys_.resize(keys_.size() + kMaxPly + 4);
  for (Frame& each : frames_) each.forget();
  frame(0).since_null = position_.halfmove_clock();
  budget_ = is_main_thread_ ? NodeBudget(context.limits.nodes, &context.control, context.deadline)
                            : NodeBudget(context.limits.nodes);
  budget_.share(context.shared);
  if (is_main_thread_) budget_.shelter(kFirstLookNodes);
  corrects_ = parameters().correction_pawns + parameters().correction_pieces +
                  parameters().correction_moves >
              0;
}

/// Counts the node. Returns false if the search must end; the node's value is then invalid.
bool NodeSearch::enter_node(int ply) noexcept {
  if (budget_.spent()) return false;
  budget_.count();
  selective_depth_ = std::max(selective_depth_, ply);
  return true;
}

/// Returns the number of plies back to which the present position may have occurred.
int NodeSearch::reversible_plies(int ply) const noexcept {
  return std::min(
      {position_.halfmove_clock(), frame(ply).since_null, static_cast<int>(root_key_) + ply});
}

/// Counts as a draw: the third occurrence in the game, or the second inside the current line.
bool NodeSearch::is_repetition(int ply) const noexcept {
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

/// True if the side to move can return to a position of the current line, so it has at least a
/// draw.
bool NodeSearch::can_repeat(int ply) const noexcept {
  const int reach = std::min(reversible_plies(ply), ply - 1);
  const std::size_t here = root_key_ + static_cast<std::size_t>(ply);
  for (int back = 3; back <= reach; back += 2) {
    if (one_move_apart(position_, keys_[here] ^ keys_[here - static_cast<std::size_t>(back)]))
      return true;
  }
  return false;
}

bool NodeSearch::is_draw(int ply) const noexcept {
  if (position_.halfmove_clock() >= kFiftyMovePlies &&
      (!position_.in_check() || count_legal(position_) > 0))
    return true;
  return is_repetition(ply) || insufficient_material(position_) ||
         known_endgame(position_) == kDrawValue;
}

/// False near the fifty-move limit: table values do not know the counter.
bool NodeSearch::trusts_table() const noexcept {
  constexpr int kTrustedBelow = 90;
  return position_.halfmove_clock() < kTrustedBelow;
}

/// Returns the key to prefetch as soon as a move is chosen, so that the work before the child node
/// hides the memory latency.
std::uint64_t NodeSearch::table_key_after(Move move) const noexcept {
  return position_.likely_key_after(move) ^ table_salt_;
}

void NodeSearch::do_move(Move move, int ply) noexcept {
  Frame& here = frame(ply);
  here.move_code = move_code(position_.piece_on(move.from()), move.to());
  here.continuation =
      parameters().continuation_history != 0 ? &histories_->after(here.move_code) : nullptr;
  position_.do_move(move, here.undo);
  keys_[root_key_ + static_cast<std::size_t>(ply) + 1] = position_.key();
  frame(ply + 1).since_null = here.since_null + 1;
  if (corrects_) Corrections::prefetch(correction_slots(ply + 1));
}

void NodeSearch::undo_move(Move move, int ply) noexcept {
  position_.undo_move(move, frame(ply).undo);
}

void NodeSearch::do_null_move(int ply) noexcept {
  Frame& here = frame(ply);
  here.continuation = nullptr;
  here.move_code = kMoveCodes;
  position_.do_null_move(here.undo);
  context_->table.prefetch(table_key());
  keys_[root_key_ + static_cast<std::size_t>(ply) + 1] = position_.key();
  frame(ply + 1).since_null = 0;
}

void NodeSearch::undo_null_move(int ply) noexcept { position_.undo_null_move(frame(ply).undo); }

MoveOrder NodeSearch::move_order(int ply) const noexcept {
  MoveOrder order{*histories_};
  const auto after = [this](int earlier) -> const PieceToHistory* {
    const PieceToHistory* const known = frame(earlier).continuation;
    return known != nullptr ? known : &kNoHistory;
  };
  order.continuations = {after(ply - 1), after(ply - 2), after(ply - 4)};
  order.killers = frame(ply).killers;
  if (const unsigned code = frame(ply - 1).move_code; code != kMoveCodes)
    order.counter = histories_->counter(code);
  return order;
}

void NodeSearch::probe_table(Node& node) noexcept {
  node.hit = context_->table.probe(table_key(), node.ply);
  node.was_pv = node.pv() || (node.hit && node.hit->was_pv);
  if (!node.hit) return;
  node.table_move = node.hit->move;
  node.table_captures = node.table_move && is_noisy(position_, node.table_move);
}

/// Computes the static evaluation, refines it by the table entry, and compares it with that of two
/// plies ago, or of four if that one is not known ("improving", as in Stockfish).
void NodeSearch::evaluate(Node& node) noexcept {
  Frame& here = frame(node.ply);
  if (node.in_check) {
    here.evaluation = kNoValue;
    node.improving = false;
    return;
  }
  const bool known = node.hit && node.hit->evaluation != kNoValue;
  node.raw_evaluation = known ? node.hit->evaluation : evaluator_.evaluate(position_);
  here.evaluation = corrected(node.raw_evaluation, node.ply);
  // Stores an entry whose bound says nothing, so that the next visit need not evaluate again.
  if (!node.hit) {
    context_->table.store(table_key(),
                          {Move(), kMateValue, node.raw_evaluation, 0, Bound::kUpper, node.was_pv},
                          node.ply);
  }
  node.estimate = refined(here.evaluation, node.hit);
  for (const int back : {2, 4}) {
    const Value before = frame(node.ply - back).evaluation;
    if (before == kNoValue) continue;
    node.improving = here.evaluation > before;
    return;
  }
}

NodeSearch::Candidate NodeSearch::candidate(Move move, int number, MovePicker::Stage stage,
                                            const MoveOrder& order) const noexcept {
  const bool quiet = !is_noisy(position_, move);
  const int history = quiet ? quiet_score(position_, move, order)
                            : histories_->capture(position_.piece_on(move.from()), move.to(),
                                                  taken_by(position_, move));
  const bool refutation =
      quiet && (move == order.killers[0] || move == order.killers[1] || move == order.counter);
  const bool losing = stage == MovePicker::Stage::kBadCaptures;
  return {move, number, history, quiet, refutation, losing, gives_check(position_, move)};
}

/// Principal variation search (Marsland and Campbell 1982): the first move gets the full window,
/// the others a null window. A move that is better than expected is searched again, without
/// reduction and then with the full window. The re-search of a reduced move is one ply deeper if it
/// is much better than the best move, and one ply shallower if it is hardly better (as in
/// Stockfish).
Value NodeSearch::search_child(const Node& node, const Candidate& candidate, int extended,
                               Value best) noexcept {
  const Value alpha = node.alpha, beta = node.beta;
  const int depth = node.depth - 1 + extended;
  const int child = node.ply + 1;
  const int doubles = node.double_extensions + (extended > 1 ? 1 : 0);
  if (node.pv() && candidate.number == 1)
    return -search_node(-beta, -alpha, depth, child, NodeKind::kPv, doubles);
  const NodeKind unreduced = opposite(node.kind);
  const int reduced = std::clamp(reduction(node, candidate), 0, std::max(depth - 1, 0));
  const NodeKind first = reduced > 0 ? NodeKind::kCut : unreduced;
  Value value = -search_node(-alpha - 1, -alpha, depth - reduced, child, first, doubles);
  if (value > alpha && reduced > 0 && !stopped()) {
    const int margin = parameters().deeper_margin;
    const int deeper = margin > 0 && value > best + margin + 2 * depth ? 1 : 0;
    const int shallower = margin > 0 && value < best + parameters().shallower_margin ? 1 : 0;
    const int wanted = depth + deeper - shallower;
    if (wanted > depth - reduced)
      value = -search_node(-alpha - 1, -alpha, wanted, child, unreduced, doubles);
  }
  if (node.pv() && value > alpha && value < beta && !stopped()) {
    value = -search_node(-beta, -alpha, depth, child, NodeKind::kPv, doubles);
  }
  return value;
}

void NodeSearch::store(const Node& node, Value best, Move best_move, Bound bound) noexcept {
  if (node.excluded) return;
  context_->table.store(table_key(),
                        {best_move, best, node.raw_evaluation, node.depth, bound, node.was_pv},
                        node.ply);
}

Value NodeSearch::search_moves(Node& node) noexcept {
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
    if (exhaustive_ && node.depth == 1 && !next.gives_check) {  // not mate, so at most alpha
      best = std::max(best, original_alpha);
      continue;
    }
    const bool may_skip = best > -kMateBound && !node.in_check && !exhaustive_;
    if (may_skip && is_hopeless(node, next, picker)) continue;
    const Extension extended = extension(node, move);
    if (stopped()) return kDrawValue;
    if (extended.cut) return *extended.cut;

    do_move(move, node.ply);
    const Value value = search_child(node, next, extended.plies, best);
    undo_move(move, node.ply);
    if (stopped()) return kDrawValue;

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
  if (number == 0)
    return node.excluded ? original_alpha : node.in_check ? mated_in(node.ply) : kDrawValue;
  const Bound bound = best >= node.beta       ? Bound::kLower
                      : best > original_alpha ? Bound::kExact
                                              : Bound::kUpper;
  if (best_move) reward(node, best_move, tried);
  learn_correction(node, best, best_move, bound);
  store(node, best, best_move, bound);
  return best;
}

/// Returns the root as a node for search_root().
NodeSearch::Node NodeSearch::root_node(const RootTask& task) noexcept {
  Node node{task.alpha, task.beta, task.depth, 0, NodeKind::kPv, 0, Move(), position_.in_check()};
  probe_table(node);
  evaluate(node);
  return node;
}

Value NodeSearch::search_root(std::span<RootMove> moves, const RootTask& task) noexcept {
  root_depth_ = task.depth;
  if (task.depth > 1) budget_.shelter(0);
  exhaustive_ = task.exhaustive;
  table_salt_ = task.exhaustive ? kExhaustiveSalt : 0;
  for (RootMove& root_move : moves) root_move.value = -kInfinity;
  if (!enter_node(0)) return -kInfinity;
  Node node = root_node(task);
  const MoveOrder order = move_order(0);
  Value best = -kInfinity;
  Move best_move;
  int number = 0;
  Tried tried;
  for (RootMove& root_move : moves) {
    if (best >= task.beta) break;
    const Candidate next = candidate(root_move.move, ++number, MovePicker::Stage::kQuiets, order);
    const std::uint64_t nodes_before = budget_.nodes();
    selective_depth_ = 0;
    do_move(root_move.move, 0);
    const Value value = search_child(node, next, 0, best);
    undo_move(root_move.move, 0);
    root_move.nodes += budget_.nodes() - nodes_before;
    if (stopped()) return best;
    if (next.number == 1 || value > node.alpha) {
      root_move.value = value;
      root_move.bound = value >= task.beta   ? Bound::kLower
                        : value > node.alpha ? Bound::kExact
                                             : Bound::kUpper;
      root_move.depth = task.depth;
    }
    if (value > node.alpha) {
      root_move.line.assign(root_move.move, frame(1).line);
      root_move.selective_depth = selective_depth_;
      best_move = root_move.move;
      node.alpha = value;
    } else {
      (next.quiet ? tried.quiets : tried.captures).push(root_move.move);
    }
    best = std::max(best, value);
  }
  if (best_move) reward(node, best_move, tried);
  const Bound bound = best >= task.beta   ? Bound::kLower
                      : best > task.alpha ? Bound::kExact
                                          : Bound::kUpper;
  if (task.all_moves) store(node, best, best_move, bound);
  return best;
}

Value NodeSearch::search_node(Value alpha, Value beta, int depth, int ply, NodeKind kind,
                              int double_extensions, Move excluded) noexcept {
  // 1. Quiescence beyond the last ply.
  if (depth <= 0) return quiescence(alpha, beta, ply, kind == NodeKind::kPv);

  // 2. Limits, draws, and the maximum length of a line.
  const bool in_check = position_.in_check();
  frame(ply).line.clear();
  if (!enter_node(ply) || is_draw(ply)) return kDrawValue;
  if (ply >= kMaxPly) return in_check ? kDrawValue : evaluator_.evaluate(position_);

  // 3. A repetition that the side to move can reach. This also ends a search with an excluded move
  // (extension()) if its bound is a draw or less, even if the excluded move is the repetition; that
  // move then does not count as singular.
  if (kind != NodeKind::kPv && alpha < kDrawValue && can_repeat(ply)) alpha = kDrawValue;

  // 4. Mate distance pruning (chessprogramming wiki): a mate that is shorter than any from here is
  // already known.
  alpha = std::max(alpha, mated_in(ply));
  beta = std::min(beta, mate_in(ply + 1));
  if (alpha >= beta) return alpha;

  // 5. The transposition table.
  Node node{alpha, beta, depth, ply, kind, double_extensions, excluded, in_check};
  probe_table(node);
  const bool may_answer = !node.pv() && node.hit && !excluded && trusts_table();
  if (may_answer && cuts_off(*node.hit, alpha, beta, depth)) return node.hit->value;

  // 6. Endgame tables.
  if (const std::optional<Value> value = look_up_endgame(node)) return *value;

  // 7. The static evaluation.
  frame(ply + 2).killers = {};
  evaluate(node);

  if (!exhaustive_) {
    // 8. Pruning without a search of all moves: reverse futility, null move, probcut.
    if (const std::optional<Value> value = prune(node)) return *value;
    if (stopped()) return kDrawValue;

    // 9. Internal iterative reduction.
    node.depth -= internal_reduction(node);
  }

  // 10. The moves: pruning, extensions, reductions; then histories, corrections and the table.
  return search_moves(node);
}

}  // namespace trivium::chess
