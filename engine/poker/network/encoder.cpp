#include "engine/poker/network/encoder.h"

#include <algorithm>

#include "engine/poker/equity/board_classes.h"
#include "engine/poker/rules/hand_rank.h"

namespace trivium::poker {

namespace {

enum Plane : std::size_t {
  kHigherCard,
  kLowerCard,
  kFlop,
  kTurn,
  kRiver,
  kBoard,
  kAllCards,
  kStage,
  kPosition,
  kPot,
  kToCall,
  kOpponentPreflop,  // followed by the three later rounds
  kStrength = 15,
};

constexpr std::size_t kTopRow = 6;      // of the centered area
constexpr std::size_t kLeftColumn = 2;  // of the centered area
constexpr std::array<std::string_view, 2> kAlignmentNames = {"top-left", "centred"};

constexpr std::size_t corner_of(Alignment alignment) noexcept {
  return alignment == Alignment::kCentered ? kTopRow * kPlaneSide + kLeftColumn : 0;
}

/// Writes to the card area of each plane.
class Canvas {
 public:
  Canvas(EncodedState& numbers, Alignment alignment) noexcept
      : numbers_(numbers), corner_(corner_of(alignment)) {
    numbers_.fill(0);
  }

  void put(std::size_t plane, std::size_t row, std::size_t column) noexcept {
    numbers_[plane * kPlaneSize + corner_ + row * kPlaneSide + column] = 1;
  }
  void put(std::size_t plane, Card card) noexcept {
    put(plane, static_cast<std::size_t>(kSuits - 1 - suit_of(card)),
        static_cast<std::size_t>(rank_of(card)));
  }
  void fill(std::size_t plane, double value) noexcept {
    for (std::size_t row = 0; row < kSuits; ++row) {
      float* first = numbers_.data() + plane * kPlaneSize + corner_ + row * kPlaneSide;
      std::fill_n(first, kRanks, static_cast<float>(value));
    }
  }

 private:
  EncodedState& numbers_;
  std::size_t corner_;
};

/// Returns the maximum pot of a hand of the game.
double largest_pot(const GameDefinition& game) noexcept {
  double raised = game.big_blind();
  for (std::size_t round = 0; round < static_cast<std::size_t>(game.rounds); ++round) {
    raised += static_cast<double>(game.raise_size[round]) * game.max_raises[round];
  }
  double pot = 0;
  for (std::size_t player = 0; player < 2; ++player) {
    const auto stack = static_cast<double>(game.stack[player]);
    pot += game.no_limit() ? stack : std::min(stack, raised);
  }
  return pot;
}

void draw_cards(std::span<const Card> board, const Holding& holding, Canvas& canvas) noexcept {
  const auto [lower, higher] = std::minmax(holding[0], holding[1]);
  canvas.put(kHigherCard, higher);
  canvas.put(kLowerCard, lower);
  for (const Card card : {higher, lower}) canvas.put(kAllCards, card);
  for (std::size_t i = 0; i < board.size(); ++i) {
    constexpr std::size_t kFlopCards = 3;
    canvas.put(i < kFlopCards ? std::size_t{kFlop} : kTurn + i - kFlopCards, board[i]);
    canvas.put(kBoard, board[i]);
    canvas.put(kAllCards, board[i]);
  }
}

void draw_betting(const Betting& betting, Canvas& canvas) noexcept {
  const GameDefinition& game = betting.game();
  const auto pot = static_cast<double>(betting.pot());
  const int last_round = game.rounds - 1;
  canvas.fill(kStage, static_cast<double>(betting.round()) / last_round);
  if (game.first_player[static_cast<std::size_t>(last_round)] != betting.actor())
    canvas.fill(kPosition, 1);
  canvas.fill(kPot, std::min(1.0, pot / largest_pot(game)));
  canvas.fill(kToCall, pot > 0 ? std::min(1.0, betting.to_call() / pot) : 0);
}

/// The opponent's k-th action in a round is a cell in column k; the row is fold, call or raise.
/// Actions beyond the columns are omitted.
void draw_opponent(std::span<const PlayedAction> actions, int actor, Canvas& canvas) noexcept {
  std::array<std::size_t, kMaxRounds> taken{};
  for (const PlayedAction& played : actions) {
    if (played.player == actor) continue;
    const std::size_t column = taken[played.round]++;
    if (column < kRanks)
      canvas.put(kOpponentPreflop + played.round, static_cast<std::size_t>(played.action.type),
                 column);
  }
}

}  // namespace

const std::array<std::string_view, kPlanes>& plane_names() noexcept {
  static constexpr std::array<std::string_view, kPlanes> kNames = {"higher own card",
                                                                   "lower own card",
                                                                   "flop",
                                                                   "turn",
                                                                   "river",
                                                                   "board",
                                                                   "own cards and board",
                                                                   "round",
                                                                   "acts last",
                                                                   "pot",
                                                                   "to call",
                                                                   "opponent before the flop",
                                                                   "opponent on the flop",
                                                                   "opponent on the turn",
                                                                   "opponent on the river",
                                                                   "beaten now"};
  return kNames;
}

std::string_view alignment_name(Alignment alignment) noexcept {
  return kAlignmentNames[static_cast<std::size_t>(alignment)];
}

std::optional<Alignment> alignment_named(std::string_view name) noexcept {
  const auto found = std::ranges::find(kAlignmentNames, name);
  if (found == kAlignmentNames.end()) return std::nullopt;
  return static_cast<Alignment>(found - kAlignmentNames.begin());
}

Beaten beaten_now(const Holding& holding, std::span<const Card> board) noexcept {
  constexpr std::size_t kMaxHoldings = 50 * 49 / 2;
  const CardSum on_board(board);
  const HandRank own = rank_hand(on_board + CardSum(holding[0]) + CardSum(holding[1]));
  const std::uint64_t dead = bits_of(board) | bits_of(std::span(holding).first(2));
  std::array<Card, kCards> left{};
  std::size_t cards = 0;
  for (Card card = 0; card < kCards; ++card) {
    if ((dead >> card & 1) == 0) left[cards++] = card;
  }
  std::array<CardSum, kMaxHoldings> hands;
  std::array<HandRank, kMaxHoldings> ranks{};
  std::size_t count = 0;
  for (std::size_t a = 1; a < cards; ++a) {
    const CardSum first = on_board + CardSum(left[a]);
    for (std::size_t b = 0; b < a; ++b) hands[count++] = first + CardSum(left[b]);
  }
  rank_hands(std::span(hands).first(count), ranks);
  std::uint32_t by = 0;
  for (std::size_t i = 0; i < count; ++i) by += ranks[i] > own ? 1U : 0U;
  return {by, static_cast<std::uint32_t>(count)};
}

Status encodable(const GameDefinition& game) {
  if (game.players == 2 && is_holdem(game)) return {};
  return Error{"poker.network.game", "a network can only play heads-up hold'em with a full deck"};
}

void encode(const PublicState& state, const Holding& holding, Alignment alignment,
            EncodedState& out) noexcept {
  Canvas canvas(out, alignment);
  draw_cards(state.board, holding, canvas);
  draw_betting(state.betting, canvas);
  draw_opponent(state.actions, state.betting.actor(), canvas);
  const Beaten beaten = beaten_now(holding, state.board);
  canvas.fill(kStrength, static_cast<double>(beaten.by) / beaten.of);
}

void encode_betting(const PublicState& state, EncodedBetting& out) noexcept {
  constexpr std::size_t kOwn = 0, kOthers = 1, kCalled = 2, kRaised = 3, kPart = 4, kFirstRound = 5;
  static_assert(kFirstRound + kMaxRounds == kActionNumbers);
  Betting betting(state.betting.game());
  const std::size_t skipped = state.actions.size() - std::min(state.actions.size(), kMaxActions);
  out.count = 0;
  for (std::size_t i = 0; i < state.actions.size(); ++i) {
    const PlayedAction& played = state.actions[i];
    const Chips before = betting.spent(played.player);
    betting.do_action(played.action);
    if (i < skipped) continue;
    std::array<float, kActionNumbers>& numbers = out.actions[out.count++];
    numbers.fill(0);
    numbers[played.player == state.betting.actor() ? kOwn : kOthers] = 1;
    numbers[played.action.type == ActionType::kRaise ? kRaised : kCalled] = 1;
    const auto pot = static_cast<float>(betting.pot());
    numbers[kPart] = pot > 0 ? static_cast<float>(betting.spent(played.player) - before) / pot : 0;
    numbers[kFirstRound + played.round] = 1;
  }
}

std::array<std::string, kSuits> plane_rows(const EncodedState& state, std::size_t plane,
                                           Alignment alignment) {
  std::array<std::string, kSuits> rows;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const float* first =
        state.data() + plane * kPlaneSize + corner_of(alignment) + row * kPlaneSide;
    for (std::size_t column = 0; column < kRanks; ++column) {
      const float number = first[column];
      rows[row] += number == 0   ? '.'
                   : number >= 1 ? '#'
                                 : static_cast<char>('0' + static_cast<int>(number * 10));
    }
  }
  return rows;
}

}  // namespace trivium::poker
