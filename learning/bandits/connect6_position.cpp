#include "learning/bandits/connect6_position.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

#include "engine/connect6/rules/turn.h"
#include "engine/connect6/search/likely_turns.h"
#include "learning/bandits/result_text.h"
#include "learning/harness/seeds.h"
#include "learning/harness/work_items.h"

namespace trivium::learning::bandits {

namespace {

using connect6::Board;
using connect6::Turn;
using trivium::bandits::NodeKind;
using trivium::bandits::Ternary;
using trivium::bandits::Tree;
using trivium::bandits::TreeShape;

// Purposes of random streams.
constexpr std::uint64_t kTruthPulls = 0x7472757468;
constexpr std::uint64_t kTruthViews = 0x7669657773;
constexpr std::size_t kViewSamples = 2000;

/// The tree of actions and replies.
struct Positions {
  TreeShape shape{NodeKind::kMax};
  std::vector<Board> boards;       // by leaf: start of the playouts
  std::vector<std::string> names;  // by action: the turn in record notation
  std::vector<std::string> turns;  // by action: the turn in notation for readers
};

Board after(Board board, const Turn& turn) {
  board.do_move(turn.first);
  if (turn.second != connect6::kNoCell && !board.over()) board.do_move(turn.second);
  return board;
}

Positions positions_of(const Board& board, const connect6::Knowledge& knowledge,
                       const connect6::LikelyTurns& likely, const PositionOptions& options) {
  Positions positions;
  for (std::size_t i = 0; i < std::min(options.turns, likely.turns.size()); ++i) {
    const Turn turn = likely.turns[i].turn;
    const Board next = after(board, turn);
    positions.names.push_back(connect6::record_turn(turn, board.size()));
    positions.turns.push_back(connect6::reader_turn(turn, board.size()));
    if (options.answers == 0) {
      positions.shape.children.emplace_back();
      positions.boards.push_back(next);
      continue;
    }
    TreeShape replies{NodeKind::kMin};
    const connect6::LikelyTurns answers =
        next.over() ? connect6::LikelyTurns{} : connect6::likely_turns(next, knowledge);
    for (std::size_t k = 0; k < std::min(options.answers, answers.turns.size()); ++k) {
      positions.boards.push_back(after(next, answers.turns[k].turn));
      replies.children.emplace_back();
    }
    if (replies.children.empty()) {  // the result is certain, so playouts need no reply
      positions.boards.push_back(next);
      replies.children.emplace_back();
    }
    positions.shape.children.push_back(std::move(replies));
  }
  return positions;
}

/// Pulls every leaf options.truth_pulls times, with several threads.
trivium::bandits::Beliefs measured(const LivePulls& pulls, std::size_t leaves,
                                   const PositionOptions& options) {
  constexpr std::size_t kBlock = 1000;  // playouts between two reports of progress
  trivium::bandits::Beliefs beliefs(leaves);
  const WorkProgress report = [&](std::uint64_t playouts) {
    if (options.progress) options.progress(playouts, leaves * options.truth_pulls);
  };
  DoneCount done(report);
  const auto one = [&](std::size_t leaf) {
    const LivePull pull = pulls();
    Rng rng = stream_rng(options.seed, kTruthPulls, leaf);
    for (std::size_t left = options.truth_pulls; left > 0;) {
      const std::size_t block = std::min(left, kBlock);
      for (std::size_t i = 0; i < block; ++i) beliefs[leaf].observe(pull(leaf, rng));
      done.add(block);
      left -= block;
    }
  };
  for_each_item(leaves, options.threads, one);
  return beliefs;
}

}  // namespace

Result<PositionBandit> position_bandit(const Board& board, const connect6::Knowledge& knowledge,
                                       const PositionOptions& options) {
  if (board.over()) return Error{"lab.position.over", "the game is over"};
  const connect6::LikelyTurns likely = connect6::likely_turns(board, knowledge);
  if (likely.winning_turn.first != connect6::kNoCell)
    return Error{"lab.position.won", "the side to move wins at once: there is nothing to find out"};
  if (likely.turns.size() < 2)
    return Error{"lab.position.choice", "there are no two likely turns to choose from"};
  Positions positions = positions_of(board, knowledge, likely, options);
  const auto boards = std::make_shared<const std::vector<Board>>(std::move(positions.boards));
  const connect6::Stone side = board.to_move();
  const LivePulls pulls = [boards, knowledge, side, parameters = options.playouts]() -> LivePull {
    const auto playouts =
        std::make_shared<connect6::Playouts>(knowledge, boards->front().size(), parameters);
    return [boards, side, playouts](std::size_t leaf, Rng& rng) {
      return playouts->play((*boards)[leaf], side, rng);
    };
  };
  Tree tree(positions.shape);
  const trivium::bandits::Beliefs beliefs = measured(pulls, boards->size(), options);
  Rng rng = stream_rng(options.seed, kTruthViews, 0);
  std::vector<trivium::bandits::ActionView> views =
      trivium::bandits::view_actions(tree, options.rule, beliefs, kViewSamples, rng);
  std::vector<Ternary> means;
  for (const trivium::bandits::Belief& belief : beliefs) means.push_back(belief.mean());
  std::string description = fmt::format(
      "Connect-6, {} stones, {} to move; {} arms, the truth by {} playouts of each", board.stones(),
      side == connect6::Stone::kBlack ? "Black" : "White", boards->size(), options.truth_pulls);
  return PositionBandit{make_instance(std::move(tree), std::move(means), options.truth, {},
                                      std::move(positions.names)),
                        std::move(views), std::move(positions.turns), pulls,
                        std::move(description)};
}

std::string position_text(const PositionBandit& position) {
  std::string text =
      fmt::format("{}\n\n{:<23} {:>8}  {:<24} {:<24} {:<24} {}\n", position.description, "turn",
                  "playouts", "loss", "draw", "win", "best with");
  for (std::size_t action = 0; action < position.views.size(); ++action) {
    const trivium::bandits::ActionView& view = position.views[action];
    const auto chance = [&view](double Ternary::*of) {
      return to_text({view.mean.*of, view.low.*of, view.high.*of});
    };
    text += fmt::format("{:<23} {:>8.0f}  {:<24} {:<24} {:<24} {:.3f}\n", position.turns[action],
                        view.pulls, chance(&Ternary::loss), chance(&Ternary::draw),
                        chance(&Ternary::win), view.best);
  }
  return text + '\n';
}

}  // namespace trivium::learning::bandits
