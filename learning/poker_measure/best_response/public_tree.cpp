#include "learning/poker_measure/best_response/public_tree.h"

#include <algorithm>

#include "engine/poker/equity/combinations.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::learning::poker_measure {

namespace {

using poker::Action;
using poker::Betting;
using poker::Card;

/// Returns the legal actions in the order fold, call, raises ascending.
std::vector<Action> legal_actions(const Betting& betting) {
  std::vector<Action> actions;
  if (betting.can_fold()) actions.push_back(Action::fold());
  actions.push_back(Action::call());
  const std::optional<poker::RaiseRange> range = betting.raise_range();
  if (!range) return actions;
  if (!betting.game().no_limit()) {
    actions.push_back(Action::raise());
    return actions;
  }
  for (poker::Chips to = range->min; to <= range->max; ++to) actions.push_back(Action::raise(to));
  return actions;
}

/// Returns the number of board cards before the next action or the showdown, given `now` dealt
/// ones. After a fold no more cards are dealt.
std::size_t cards_wanted(const Betting& betting, std::size_t now) {
  if (betting.finished() && !betting.showdown()) return now;
  return static_cast<std::size_t>(betting.game().board_cards_through(betting.round()));
}

}  // namespace

Result<std::shared_ptr<const PublicTree>> PublicTree::make(const poker::GameDefinition& game,
                                                           std::size_t max_numbers) {
  if (game.players != 2)
    return Error{"poker.game.players", "exact measures are for two players, and the game has {}",
                 game.players};
  const std::shared_ptr<PublicTree> tree(new PublicTree(game, max_numbers));
  if (!tree->grow()) {
    return Error{"poker.measure.size",
                 "the game is too large for exact measures: its tree or a strategy of "
                 "it would have more than {} numbers",
                 max_numbers};
  }
  return std::shared_ptr<const PublicTree>(tree);
}

PublicTree::PublicTree(const poker::GameDefinition& game, std::size_t max_numbers)
    : game_(game), holdings_(game), max_numbers_(max_numbers) {}

bool PublicTree::too_large() const noexcept {
  // Nodes without numbers in a strategy, matrices over pairs of holdings, and boards need memory
  // too.
  const std::size_t n = holdings_.size();
  return numbers_ > max_numbers_ || nodes_.size() > max_numbers_ / 4 || n * n > max_numbers_ ||
         boards_.size() * n > max_numbers_;
}

bool PublicTree::grow() {
  if (too_large()) return false;
  const std::size_t n = holdings_.size();
  disjoint_.resize(n * n);
  for (std::size_t o = 0; o < n; ++o) {
    for (std::size_t h = 0; h < n; ++h) {
      disjoint_[o * n + h] = (holdings_.mask(o) & holdings_.mask(h)) == 0 ? 1 : 0;
      pairs_ += disjoint_[o * n + h];
    }
  }
  nodes_.emplace_back();
  bettings_.emplace_back(game_);
  depths_.push_back(1);
  boards_.emplace_back();
  for (std::size_t at = 0; at < nodes_.size(); ++at) {
    place_node(at);
    if (too_large()) return false;
  }
  std::size_t signs = 0;
  for (PublicNode& node : nodes_) {
    if (node.kind != NodeKind::kShowdown) continue;
    PublicBoard& board = boards_[node.board];
    if (!board.signs.empty()) continue;
    signs += n * n;
    if (signs > max_numbers_) return false;
    add_showdown(board);
  }
  return true;
}

void PublicTree::place_node(std::size_t at) {
  const Betting betting = bettings_[at];
  const std::size_t dealt = boards_[nodes_[at].board].cards.size(),
                    wanted = cards_wanted(betting, dealt);
  depth_ = std::max<std::size_t>(depth_, depths_[at]);
  if (wanted > dealt) {
    nodes_[at].kind = NodeKind::kChance;
    add_boards(at, wanted - dealt);
    return;
  }
  if (!betting.finished()) {
    nodes_[at].kind = NodeKind::kDecision;
    nodes_[at].player = static_cast<std::uint8_t>(betting.actor());
    add_actions(at);
    return;
  }
  nodes_[at].kind = betting.showdown() ? NodeKind::kShowdown : NodeKind::kFold;
  nodes_[at].player = betting.folded(0) ? 0 : 1;
  nodes_[at].stake = std::min(betting.spent(0), betting.spent(1));
}

void PublicTree::add_child(std::size_t at, std::uint32_t board, const Betting& betting,
                           Action action) {
  nodes_.push_back({.parent = static_cast<std::uint32_t>(at), .board = board, .action = action});
  bettings_.push_back(betting);
  depths_.push_back(depths_[at] + 1);
}

void PublicTree::add_actions(std::size_t at) {
  const std::optional<poker::RaiseRange> raises = bettings_[at].raise_range();
  if (raises &&
      static_cast<std::size_t>(raises->max - raises->min) > max_numbers_ / holdings_.size()) {
    numbers_ = max_numbers_ + 1;
    return;
  }
  const std::vector<Action> actions = legal_actions(bettings_[at]);
  nodes_[at].first_child = static_cast<std::uint32_t>(nodes_.size());
  nodes_[at].children = static_cast<std::uint32_t>(actions.size());
  nodes_[at].place = numbers_;
  numbers_ += actions.size() * holdings_.size();
  ++decisions_;
  max_actions_ = std::max(max_actions_, actions.size());
  for (std::size_t h = 0; h < holdings_.size(); ++h)
    infosets_ += (holdings_.mask(h) & boards_[nodes_[at].board].mask) == 0 ? 1 : 0;
  for (const Action action : actions) {
    Betting betting = bettings_[at];
    betting.do_action(action);
    add_child(at, nodes_[at].board, betting, action);
  }
}

void PublicTree::add_boards(std::size_t at, std::size_t cards) {
  const std::vector<Card> before = boards_[nodes_[at].board].cards;
  poker::CardSet left = game_.deck();
  for (const Card card : before) left.remove(card);
  const std::vector<Card> rest = left.cards();
  nodes_[at].first_child = static_cast<std::uint32_t>(nodes_.size());
  poker::for_each_set(rest, cards, [&](std::span<const Card> dealt) {
    if (too_large()) return;
    std::vector<Card> board = before;
    board.insert(board.end(), dealt.begin(), dealt.end());
    add_child(at, board_number(board), bettings_[at], {});
    ++nodes_[at].children;
  });
}

std::uint32_t PublicTree::board_number(const std::vector<Card>& cards) {
  std::array<Card, poker::kMaxBoardCards> key{};
  std::copy(cards.begin(), cards.end(), key.begin());
  std::fill(key.begin() + static_cast<std::ptrdiff_t>(cards.size()), key.end(), poker::kNoCard);
  const auto [found, added] =
      board_numbers_.emplace(key, static_cast<std::uint32_t>(boards_.size()));
  if (added) boards_.push_back({cards, poker::bits_of(cards), {}});
  return found->second;
}

void PublicTree::add_showdown(PublicBoard& board) const {
  const std::size_t n = holdings_.size();
  const poker::CardSum sum{std::span<const Card>(board.cards)};
  std::vector<poker::HandRank> ranks(n);
  for (std::size_t h = 0; h < n; ++h) {
    if ((holdings_.mask(h) & board.mask) != 0) continue;
    const auto count = static_cast<std::size_t>(holdings_.cards());
    ranks[h] =
        poker::rank_hand(sum + poker::CardSum(std::span<const Card>(holdings_[h]).first(count)));
  }
  board.signs.resize(n * n);
  for (std::size_t o = 0; o < n; ++o) {
    for (std::size_t h = 0; h < n; ++h)
      board.signs[o * n + h] = disjoint_[o * n + h] * (ranks[h] > ranks[o]   ? 1.0
                                                       : ranks[h] < ranks[o] ? -1.0
                                                                             : 0.0);
  }
}

std::vector<poker::PlayedAction> PublicTree::actions_to(std::size_t node) const {
  std::vector<poker::PlayedAction> actions;
  for (std::size_t at = node; at != 0; at = nodes_[at].parent) {
    const PublicNode& from = nodes_[nodes_[at].parent];
    if (from.kind != NodeKind::kDecision) continue;
    const auto round = static_cast<std::uint8_t>(bettings_[nodes_[at].parent].round());
    actions.push_back({nodes_[at].action, from.player, round});
  }
  std::reverse(actions.begin(), actions.end());
  return actions;
}

std::size_t PublicTree::find(const poker::PublicState& state) const noexcept {
  const std::size_t none = nodes_.size();
  std::size_t at = 0, action = 0;
  while (nodes_[at].kind == NodeKind::kChance || action < state.actions.size()) {
    const PublicNode& node = nodes_[at];
    if (node.children == 0) return none;
    std::size_t child = node.first_child;
    const std::size_t end = child + node.children;
    if (node.kind == NodeKind::kDecision) {
      Action wanted = state.actions[action++].action;
      if (wanted.type != poker::ActionType::kRaise || !game_.no_limit()) wanted.to = 0;
      while (child < end && nodes_[child].action != wanted) ++child;
    } else {
      const std::size_t cards = boards_[nodes_[child].board].cards.size();
      if (cards > state.board.size()) return none;
      std::uint64_t mask = 0;
      for (const Card card : state.board.first(cards))
        mask |= card < poker::kCards ? std::uint64_t{1} << card : 0;
      while (child < end && boards_[nodes_[child].board].mask != mask) ++child;
    }
    if (child == end) return none;
    at = child;
  }
  return nodes_[at].kind == NodeKind::kDecision ? at : none;
}

void PublicTree::end_values(const PublicNode& node, int player, std::span<const double> reach,
                            std::span<double> values) const noexcept {
  const std::size_t n = holdings_.size();
  const bool fold = node.kind == NodeKind::kFold;
  const std::vector<double>& matrix = fold ? disjoint_ : boards_[node.board].signs;
  const double won = fold && node.player == player ? -static_cast<double>(node.stake)
                                                   : static_cast<double>(node.stake);
  std::fill(values.begin(), values.end(), 0.0);
  for (std::size_t o = 0; o < n; ++o) {
    if (reach[o] == 0) continue;
    const double weight = won * reach[o];
    const double* row = &matrix[o * n];
    for (std::size_t h = 0; h < n; ++h) values[h] += weight * row[h];
  }
}

double PublicTree::chance_of_child(const PublicNode& node) const noexcept {
  const std::size_t dealt = boards_[node.board].cards.size();
  const std::size_t cards = boards_[nodes_[node.first_child].board].cards.size() - dealt;
  const auto hidden = 2 * static_cast<std::size_t>(game_.hole_cards) + dealt;
  return 1.0 / static_cast<double>(poker::combinations(
                   static_cast<std::size_t>(game_.deck().size()) - hidden, cards));
}

}  // namespace trivium::learning::poker_measure
