// The nodes below the root.
#include "engine/connect6/search/search.h"

#include <algorithm>

#include "engine/connect6/threats/threats.h"

namespace trivium::connect6 {

namespace {

/// What a node says at worst when it has looked at some of its turns only and found all of them losing.
constexpr Value kUnprovedLoss = -kMaxEvaluation;

/// A ply at which threats that take both stones to parry are still followed where the depth is spent.
constexpr int kMaxForcedPly = 40;

/// Where less depth is left, threads do not divide turns between them: making the table's answer out costs as much.
constexpr Cost kMinShared = 3 * kBit;

/// Proved wins are counted from the root in the search, from the node in the table.
Value seen_from_node(Value value, int ply) noexcept { return !is_proved(value) ? value : value > 0 ? value + ply : value - ply; }
Value seen_from_root(Value value, int ply) noexcept { return !is_proved(value) ? value : value > 0 ? value - ply : value + ply; }

bool answers(const TableEntry& entry, Value value, Cost depth, Value alpha, Value beta) noexcept {
  if (entry.depth < depth && !is_proved(value)) return false;
  switch (entry.bound) {
    case Score::Bound::kExact:
      return value <= alpha || value >= beta;  // inside the window the line below is wanted too
    case Score::Bound::kLower:
      return value >= beta;
    case Score::Bound::kUpper:
      return value <= alpha;
  }
  return false;
}

}  // namespace

Value Search::search(Cost depth, int ply, Value alpha, Value beta) {
  Variation& variation = variations_[static_cast<std::size_t>(ply)];
  variation.clear();
  const LineFeatures& lines = position_.lines();
  if (position_.board().over()) return position_.board().winner() == Stone::kEmpty ? 0 : loss_in(ply - 1);
  if (!budget_.spend()) return 0;
  context_.table.prefetch(position_.key());
  const int stones_left = position_.stones_left();
  if (const auto win = winning_turn(lines, position_.to_move(), stones_left)) {
    variation = {*win};
    return win_in(ply);
  }
  const Parries needed = parries(lines, opponent(position_.to_move()));
  if (needed.needed() > stones_left) return loss_in(ply + 1);
  if (ply + 1 >= kMaxPly) return position_.quiet_value(needed.needed());

  depth = std::max(depth, 0);
  const std::optional<TableEntry> known = context_.table.probe(position_.key());
  if (known) {
    const Value value = seen_from_root(known->value, ply);
    if (answers(*known, value, depth, alpha, beta)) {
      if (known->turn.first != kNoCell) variation = {known->turn};
      return value;
    }
  }
  const bool forced = needed.needed() == 2 && ply < kMaxForcedPly;
  if (depth == 0 && !forced) return quiet_value(ply, beta, needed);
  Node node{depth, ply, alpha, beta, needed, -kInfinity, {}};
  if (const auto value = value_ahead(node)) return *value;
  return search_turns(node, known ? RatedTurn{known->turn, 0.0, known->cost} : RatedTurn{});
}

/// The evaluation where the side to move is so far ahead that it is believed without a search (reverse futility pruning): little depth is
/// left, nothing must be parried, and what is asked for is a bound that is no proof.
std::optional<Value> Search::value_ahead(const Node& node) noexcept {
  const bool is_shallow = node.depth <= parameters_.futility_depth;
  if (!is_shallow || node.needed.needed() > 0 || node.beta - node.alpha > 1 || is_proved(node.beta)) return std::nullopt;
  const Value value = position_.quiet_value(0);
  if (value - parameters_.futility_margin * node.depth / kBit < node.beta) return std::nullopt;
  return value;
}

/// The evaluation, or the win that it does not see.
Value Search::quiet_value(int ply, Value beta, const Parries& needed) {
  const Value value = position_.quiet_value(needed.needed());
  Value win = 0;
  const bool enough = value >= beta;
  if (!enough && probe_win(ply, win)) return win;
  if (!budget_.spent()) store(0, ply, value, enough ? Score::Bound::kLower : Score::Bound::kExact, {});
  return value;
}

/// Whether the side to move wins by double threats; `value` is that win, which is the fewest turns at best.
bool Search::probe_win(int ply, Value& value) {
  const auto most = static_cast<std::uint64_t>(parameters_.leaf_nodes);
  const int nodes = static_cast<int>(std::min(most, budget_.nodes_left()));
  if (nodes == 0) return false;
  const ThreatProbe::Win win =
      probe_.find(position_.scratch(), position_.key(), position_.to_move(), position_.stones_left(), parameters_.probe_turns, nodes);
  if (win.turns == 0) return false;
  value = win_in(ply + 2 * (win.turns - 1));
  variations_[static_cast<std::size_t>(ply)] = {win.first};
  store(0, ply, value, Score::Bound::kLower, {win.first, 0.0, 0});
  return true;
}

Value Search::search_turns(Node& node, const RatedTurn& remembered) {
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

  const Beam beam{node.depth + parameters_.slack, parameters_.inner_fewest, parameters_.inner_most, parameters_.inner_firsts};
  std::vector<RatedTurn>& turns = turns_[static_cast<std::size_t>(node.ply)];
  const bool complete = generator_.generate(position_.board(), node.needed, beam, turns);
  if (has_remembered) {
    const auto same = std::find_if(turns.begin(), turns.end(), [&](const RatedTurn& rated) { return rated.turn == remembered.turn; });
    const auto place = same - turns.begin();
    if (same == turns.end()) turns.push_back(remembered);
    std::rotate(turns.begin(), turns.begin() + place, turns.begin() + place + 1);
  }
  bool rescued = complete || node.ply > parameters_.rescue_plies;
  std::size_t put_off = 0;
  for (std::size_t i = 0; i < turns.size() && !budget_.spent(); ++i) {
    put_off_busy(turns, i, put_off, [&](const RatedTurn& rated) { return is_busy(rated, node.depth); });
    if ((i > 0 || !has_remembered) && try_turn(turns[i], node)) break;
    const bool is_last_likely = static_cast<int>(i) + 1 >= parameters_.inner_fewest || i + 1 == turns.size();
    if (!rescued && is_last_likely && node.value <= kUnprovedLoss) {
      rescued = true;
      add_rescues(i + 1, node.needed, variations_[static_cast<std::size_t>(node.ply) + 1], beam.cost, turns);
    }
  }
  return result(complete);
}

/// Whether a turn from the table can be one here: its stones are legal, and parry what must be parried.
bool Search::is_turn(Turn turn, const Parries& needed) const {
  const Board& board = position_.board();
  const bool has_all = turn.first != kNoCell && (turn.second != kNoCell) == (position_.stones_left() == 2);
  if (!has_all || turn.first == turn.second || !board.is_legal(turn.first)) return false;
  if (turn.second != kNoCell && !board.is_legal(turn.second)) return false;
  const auto is_placed = [turn](Cell cell) { return cell == kNoCell || cell == turn.first || cell == turn.second; };
  const auto is_in = [&](const Turn& set) { return is_placed(set.first) && is_placed(set.second); };
  return needed.needed() == 0 || std::any_of(needed.sets().begin(), needed.sets().end(), is_in);
}

/// What threads tell each other of that turn of the position on the board; 0: nothing.
BusyTurns::Key Search::shared_key(const RatedTurn& rated, Cost depth) const noexcept {
  const bool shares = context_.busy != nullptr && depth >= kMinShared;
  return shares ? BusyTurns::key(position_.key(), rated.turn, depth) : 0;
}

/// Whether another thread is searching that turn.
bool Search::is_busy(const RatedTurn& rated, Cost depth) const noexcept {
  const BusyTurns::Key key = shared_key(rated, depth);
  return key != 0 && context_.busy->has(key);
}

/// Tells other threads that this one is searching that turn, as long as the claim lives.
BusyTurns::Claim Search::claim(const RatedTurn& rated, Cost depth) const noexcept {
  const BusyTurns::Key key = shared_key(rated, depth);
  return {key != 0 ? context_.busy : nullptr, key};
}

/// Returns whether no other turn need be tried: the node is decided, or the search must end.
bool Search::try_turn(const RatedTurn& rated, Node& node) {
  const auto level = static_cast<std::size_t>(node.ply);
  const BusyTurns::Claim claimed = claim(rated, node.depth);
  position_.do_turn(rated.turn);
  const Value reply = search_turn(rated, node.depth, node.ply, node.alpha, node.beta, node.value == -kInfinity);
  position_.undo_turn(rated.turn);
  if (budget_.spent()) return true;
  if (reply > node.value) {
    node.value = reply;
    node.best = rated;
  }
  if (reply > node.alpha) {
    node.alpha = reply;
    variations_[level] = {rated.turn};
    variations_[level].insert(variations_[level].end(), variations_[level + 1].begin(), variations_[level + 1].end());
  }
  return node.alpha >= node.beta;
}

/// Where all of the first `tried` turns lose: turns that take a cell from the attack by which the last of them does, `line`'s first, and
/// parry what must be parried; else their other stone is one of a likely turn.
void Search::add_rescues(std::size_t tried, const Parries& needed, const Variation& line, Cost cost, std::vector<RatedTurn>& turns) const {
  if (line.empty() || line.front().second == kNoCell || position_.stones_left() < 2 || needed.needed() > 1) return;
  const Turn attack = line.front();
  const auto is_known = [&](const Turn& turn) {
    return std::any_of(turns.begin(), turns.end(), [&](const RatedTurn& rated) { return rated.turn == turn; });
  };
  std::vector<RatedTurn> rescues;
  const auto add = [&](Cell taken, Cell other) {
    const Turn turn = ordered(taken, other);
    if (taken != other && static_cast<int>(rescues.size()) < parameters_.rescues && !is_known(turn)) rescues.push_back({turn, 0.0, cost});
  };
  if (needed.needed() == 0) add(attack.first, attack.second);
  for (const Turn& set : needed.sets()) {
    for (const Cell taken : {attack.first, attack.second}) add(taken, set.first);
  }
  for (const RatedTurn& rated : std::span(turns).first(needed.needed() == 0 ? tried : 0)) {
    for (const Cell likely : {rated.turn.first, rated.turn.second}) {
      for (const Cell taken : {attack.first, attack.second}) add(taken, likely);
    }
  }
  turns.insert(turns.begin() + static_cast<std::ptrdiff_t>(tried), rescues.begin(), rescues.end());
}

/// The value of the turn just made, for the side that made it. Those behind the first are looked at with a window of nothing, paying their
/// price; who promises more than is known already is looked at again as deep as a likely turn, and then with the whole window.
Value Search::search_turn(const RatedTurn& rated, Cost depth, int ply, Value alpha, Value beta, bool first) {
  const Cost cost = std::max(rated.cost, parameters_.least);
  const Cost full = std::min(cost, parameters_.full);
  if (first) return -search(depth - full, ply + 1, -beta, -alpha);
  Value value = -search(depth - cost, ply + 1, -alpha - 1, -alpha);
  if (value > alpha && cost > full && depth > full) value = -search(depth - full, ply + 1, -alpha - 1, -alpha);
  if (value > alpha && value < beta) value = -search(depth - full, ply + 1, -beta, -alpha);
  return value;
}

void Search::store(Cost depth, int ply, Value value, Score::Bound bound, const RatedTurn& best) {
  context_.table.store(position_.key(), {best.turn, seen_from_node(value, ply), depth, bound, best.cost});
}

}  // namespace trivium::connect6
