// The search below the root.
#include "engine/connect6/search/search.h"

#include <algorithm>

#include "engine/connect6/threats/threats.h"

namespace trivium::connect6 {

namespace {

/// Minimum value of a node that searched only some of its turns, all of which lose.
constexpr Value kUnprovedLoss = -kMaxEvaluation;

/// Maximum ply at which forced replies (threats that need both stones) are still searched at depth
/// 0.
constexpr int kMaxForcedPly = 40;

/// Minimum depth at which threads divide turns. Below, the bookkeeping costs as much as it saves.
constexpr Cost kMinShared = 3 * kBit;

/// Conversion of proved wins: the search counts them from the root, the table from the node.
Value seen_from_node(Value value, int ply) noexcept {
  return !is_proved(value) ? value : value > 0 ? value + ply : value - ply;
}
Value seen_from_root(Value value, int ply) noexcept {
  return !is_proved(value) ? value : value > 0 ? value - ply : value + ply;
}

bool cuts_off(const TableEntry& entry, Value value, Cost depth, Value alpha, Value beta) noexcept {
  if (entry.depth < depth && !is_proved(value)) return false;
  switch (entry.bound) {
    case Score::Bound::kExact:
      return value <= alpha || value >= beta;  // inside the window the line of play is needed too
    case Score::Bound::kLower:
      return value >= beta;
    case Score::Bound::kUpper:
      return value <= alpha;
  }
  return false;
}

}  // namespace

Value SearchThread::search(Cost depth, int ply, Value alpha, Value beta) {
  Variation& variation = variations_[static_cast<std::size_t>(ply)];
  variation.clear();
  const LineFeatures& lines = position_.lines();
  if (position_.board().over())
    return position_.board().winner() == Stone::kEmpty ? 0 : loss_in(ply - 1);
  if (!budget_.spend()) return 0;
  context_.table.prefetch(position_.key());
  const int stones_left = position_.stones_left();
  if (const auto win = winning_turn(lines, position_.to_move(), stones_left)) {
    variation = {*win};
    return win_in(ply);
  }
  const Parries needed = parries(lines, opponent(position_.to_move()));
  if (needed.stones_needed() > stones_left) return loss_in(ply + 1);
  if (ply + 1 >= kMaxPly) return position_.quiet_value(needed.stones_needed());

  depth = std::max(depth, 0);
  const std::optional<TableEntry> known = context_.table.probe(position_.key());
  if (known) {
    const Value value = seen_from_root(known->value, ply);
    if (cuts_off(*known, value, depth, alpha, beta)) {
      if (known->turn.first != kNoCell) variation = {known->turn};
      return value;
    }
  }
  const bool forced = needed.stones_needed() == 2 && ply < kMaxForcedPly;
  if (depth == 0 && !forced) return quiet_value(ply, beta, needed);
  Node node{depth, ply, alpha, beta, needed, -kInfinity, {}};
  if (const auto value = value_ahead(node)) return *value;
  return search_turns(node, known ? RatedTurn{known->turn, 0.0, known->cost} : RatedTurn{});
}

/// Reverse futility pruning: returns the evaluation if it is far above beta, little depth is left,
/// nothing must be parried, the window is null and beta is not a proved value.
std::optional<Value> SearchThread::value_ahead(const Node& node) noexcept {
  const bool is_shallow = node.depth <= parameters_.futility_depth;
  if (!is_shallow || node.needed.stones_needed() > 0 || node.beta - node.alpha > 1 ||
      is_proved(node.beta))
    return std::nullopt;
  const Value value = position_.quiet_value(0);
  if (value - parameters_.futility_margin * node.depth / kBit < node.beta) return std::nullopt;
  return value;
}

/// Returns the evaluation at depth 0, or a win by double threats if the probe finds one.
Value SearchThread::quiet_value(int ply, Value beta, const Parries& needed) {
  const Value value = position_.quiet_value(needed.stones_needed());
  Value win = 0;
  const bool enough = value >= beta;
  if (!enough && probe_win(ply, win)) return win;
  if (!budget_.spent())
    store(0, ply, value, enough ? Score::Bound::kLower : Score::Bound::kExact, {});
  return value;
}

/// Returns true if the probe finds a win by double threats; `value` is then a lower bound,
/// since a faster win may exist.
bool SearchThread::probe_win(int ply, Value& value) {
  const auto maximum = static_cast<std::uint64_t>(parameters_.leaf_nodes);
  const int nodes = static_cast<int>(std::min(maximum, budget_.nodes_left()));
  if (nodes == 0) return false;
  const ThreatProbe::Win win =
      probe_.probe(position_.scratch(), position_.key(), position_.to_move(),
                   position_.stones_left(), parameters_.probe_turns, nodes);
  if (win.turns == 0) return false;
  value = win_in(ply + 2 * (win.turns - 1));
  variations_[static_cast<std::size_t>(ply)] = {win.first};
  store(0, ply, value, Score::Bound::kLower, {win.first, 0.0, 0});
  return true;
}

Value SearchThread::search_turns(Node& node, const RatedTurn& remembered) {
  const Value first_alpha = node.alpha;
  const auto result = [&](bool complete) {
    if (budget_.spent()) return Value{0};
    if (!complete && node.value < kUnprovedLoss) node.value = kUnprovedLoss;
    const Score::Bound bound = node.value <= first_alpha ? Score::Bound::kUpper
                               : node.value >= node.beta ? Score::Bound::kLower
                                                         : Score::Bound::kExact;
    store(node.depth, node.ply, node.value, bound, node.best);
    return node.value;
  };
  const bool has_remembered = is_turn(remembered.turn, node.needed);
  if (has_remembered && try_turn(remembered, node)) return result(true);

  const Beam beam{node.depth + parameters_.slack, parameters_.inner_fewest, parameters_.inner_most,
                  parameters_.inner_firsts};
  std::vector<RatedTurn>& turns = turns_[static_cast<std::size_t>(node.ply)];
  const bool complete = generator_.generate(position_.board(), node.needed, beam, turns);
  if (has_remembered) {
    const auto same = std::find_if(turns.begin(), turns.end(), [&](const RatedTurn& rated) {
      return rated.turn == remembered.turn;
    });
    const auto place = same - turns.begin();
    if (same == turns.end()) turns.push_back(remembered);
    std::rotate(turns.begin(), turns.begin() + place, turns.begin() + place + 1);
  }
  bool rescued = complete || node.ply > parameters_.rescue_plies;
  std::size_t deferred = 0;
  for (std::size_t i = 0; i < turns.size() && !budget_.spent(); ++i) {
    put_off_busy(turns, i, deferred,
                 [&](const RatedTurn& rated) { return is_busy(rated, node.depth); });
    if ((i > 0 || !has_remembered) && try_turn(turns[i], node)) break;
    const bool is_last_likely =
        static_cast<int>(i) + 1 >= parameters_.inner_fewest || i + 1 == turns.size();
    if (!rescued && is_last_likely && node.value <= kUnprovedLoss) {
      rescued = true;
      add_rescues(i + 1, node.needed, variations_[static_cast<std::size_t>(node.ply) + 1],
                  beam.cost, turns);
    }
  }
  return result(complete);
}

/// True if a turn from the table is legal here and parries all threats.
bool SearchThread::is_turn(Turn turn, const Parries& needed) const {
  const Board& board = position_.board();
  const bool has_all =
      turn.first != kNoCell && (turn.second != kNoCell) == (position_.stones_left() == 2);
  if (!has_all || turn.first == turn.second || !board.is_legal(turn.first)) return false;
  if (turn.second != kNoCell && !board.is_legal(turn.second)) return false;
  const auto is_placed = [turn](Cell cell) {
    return cell == kNoCell || cell == turn.first || cell == turn.second;
  };
  const auto is_in = [&](const Turn& set) { return is_placed(set.first) && is_placed(set.second); };
  return needed.stones_needed() == 0 ||
         std::any_of(needed.sets().begin(), needed.sets().end(), is_in);
}

/// Returns the key by which threads share the turn in the current position; 0 if it is not shared.
BusyMoves::Key SearchThread::shared_key(const RatedTurn& rated, Cost depth) const noexcept {
  const bool shares = context_.busy != nullptr && depth >= kMinShared;
  return shares ? busy_key(position_.key(), rated.turn, depth) : 0;
}

/// True if another thread is searching the turn.
bool SearchThread::is_busy(const RatedTurn& rated, Cost depth) const noexcept {
  const BusyMoves::Key key = shared_key(rated, depth);
  return key != 0 && context_.busy->has(key);
}

/// Marks the turn as busy for other threads during the lifetime of the result.
BusyMoves::Claim SearchThread::claim(const RatedTurn& rated, Cost depth) const noexcept {
  const BusyMoves::Key key = shared_key(rated, depth);
  return {key != 0 ? context_.busy : nullptr, key};
}

/// Searches a turn. Returns true if the node needs no further turns: a cutoff, or a stop.
bool SearchThread::try_turn(const RatedTurn& rated, Node& node) {
  const auto level = static_cast<std::size_t>(node.ply);
  const BusyMoves::Claim claimed = claim(rated, node.depth);
  position_.do_turn(rated.turn);
  const Value reply =
      search_turn(rated, node.depth, node.ply, node.alpha, node.beta, node.value == -kInfinity);
  position_.undo_turn(rated.turn);
  if (budget_.spent()) return true;
  if (reply > node.value) {
    node.value = reply;
    node.best = rated;
  }
  if (reply > node.alpha) {
    node.alpha = reply;
    variations_[level] = {rated.turn};
    variations_[level].insert(variations_[level].end(), variations_[level + 1].begin(),
                              variations_[level + 1].end());
  }
  return node.alpha >= node.beta;
}

/// Adds turns to a node whose first `tried` turns all lose. Each takes a cell of the attack that
/// refutes the last of them (the first turn of `line`). The other stone parries if something must
/// be parried, else it is a stone of a tried turn.
void SearchThread::add_rescues(std::size_t tried, const Parries& needed, const Variation& line,
                               Cost cost, std::vector<RatedTurn>& turns) const {
  if (line.empty() || line.front().second == kNoCell || position_.stones_left() < 2 ||
      needed.stones_needed() > 1)
    return;
  const Turn attack = line.front();
  const auto is_known = [&](const Turn& turn) {
    return std::any_of(turns.begin(), turns.end(),
                       [&](const RatedTurn& rated) { return rated.turn == turn; });
  };
  std::vector<RatedTurn> rescues;
  const auto add = [&](Cell taken, Cell other) {
    const Turn turn = ordered(taken, other);
    if (taken != other && static_cast<int>(rescues.size()) < parameters_.rescues && !is_known(turn))
      rescues.push_back({turn, 0.0, cost});
  };
  if (needed.stones_needed() == 0) add(attack.first, attack.second);
  for (const Turn& set : needed.sets()) {
    for (const Cell taken : {attack.first, attack.second}) add(taken, set.first);
  }
  for (const RatedTurn& rated : std::span(turns).first(needed.stones_needed() == 0 ? tried : 0)) {
    for (const Cell likely : {rated.turn.first, rated.turn.second}) {
      for (const Cell taken : {attack.first, attack.second}) add(taken, likely);
    }
  }
  turns.insert(turns.begin() + static_cast<std::ptrdiff_t>(tried), rescues.begin(), rescues.end());
}

/// Returns the value of the turn just made, for the side that made it. Turns after the first get a
/// null window and a depth reduced by their cost. A better one is searched again, at the depth of a
/// probable turn and then with the full window.
Value SearchThread::search_turn(const RatedTurn& rated, Cost depth, int ply, Value alpha,
                                Value beta, bool first) {
  const Cost cost = std::max(rated.cost, parameters_.minimum);
  const Cost full = std::min(cost, parameters_.full);
  if (first) return -search(depth - full, ply + 1, -beta, -alpha);
  Value value = -search(depth - cost, ply + 1, -alpha - 1, -alpha);
  if (value > alpha && cost > full && depth > full)
    value = -search(depth - full, ply + 1, -alpha - 1, -alpha);
  if (value > alpha && value < beta) value = -search(depth - full, ply + 1, -beta, -alpha);
  return value;
}

void SearchThread::store(Cost depth, int ply, Value value, Score::Bound bound,
                         const RatedTurn& best) {
  context_.table.store(position_.key(),
                       {best.turn, seen_from_node(value, ply), depth, bound, best.cost});
}

}  // namespace trivium::connect6
