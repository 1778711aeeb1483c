// `trivium-learn GAME VERB`: learners and what they need, as one table of commands. Each learner
// writes a weight file with its manifest and a model card beside it.
#include "tools/learn/commands.h"

#include <array>
#include <fmt/format.h>
#include <string>
#include <string_view>

#include "engine/core/text.h"
#include "tools/command.h"
#include "tools/common_options.h"
#include "tools/learn_poker_cnn/options.h"

namespace trivium::tools {

namespace {

struct Group {
  const char* game;
  const char* description;
};

constexpr std::array kGroups{
    Group{"chess", "Evaluation, playing styles and strength levels of chess"},
    Group{"connect6", "Patterns, position values and games of Connect-6"},
    Group{"poker", "Strategies and networks for hold'em and small poker games"},
    Group{"reversi", "Patterns, position values, games and openings of Reversi"},
};

struct Row {
  std::string_view game;
  const char* verb;
  const char* old;  ///< spelling before; null if there was none
  AddLearner* add;
  const char* description;
  bool is_shared = false;  ///< true for a learner that several processes share
};

/// Adds a command of one process.
template <AddCommand* add>
void alone(Command& command, learning::ProcessGroup*) {
  add(command);
}

constexpr bool kShared = true;

constexpr std::array kRows{
    Row{"chess", "tdleaf", "tdleaf", add_chess_tdleaf,
        "Learn the evaluation by TDLeaf(lambda) from self-play, records or stored games, or by "
        "regression on labeled positions",
        kShared},
    Row{"chess", "style", "choice", add_chess_style,
        "Learn how a player chooses moves, from games (kind chess.choice)", kShared},
    Row{"chess", "style-classes", "choice-classes", alone<add_chess_style_classes>,
        "Learn a style with separate weights for classes of positions (kind chess.choice)"},
    Row{"chess", "style-people", "choice-people", alone<add_chess_style_people>,
        "Compare the styles of rating bands and players, and test whether games identify their "
        "player"},
    Row{"chess", "style-tables", "choice-tables", alone<add_chess_style_tables>,
        "Repeat the experiment of paper 002: play by known weights and recover them"},
    Row{"chess", "strength-rungs", "strength rungs", alone<add_chess_strength_rungs>,
        "Lay out the levels of a strength scale: nodes and weights rise by equal factors (kind "
        "chess.strength)"},
    Row{"chess", "strength-measure", "strength measure", alone<add_chess_strength_measure>,
        "Estimate the Elo of strength levels from games of players named `Trivium ELO` (kind "
        "chess.strength)"},
    Row{"chess", "selfplay", "selfplay chess", alone<add_chess_selfplay>,
        "Play games of the engine against itself, every position searched"},
    Row{"chess", "merge", nullptr, alone<add_chess_merge>,
        "Unite files of self-play games that were played with different seeds"},
    Row{"connect6", "patterns", "btmm", add_connect6_patterns,
        "Learn the strengths of patterns from the stones of games (Bradley-Terry, kind "
        "connect6.btmm)",
        kShared},
    Row{"connect6", "value", "outcome connect6", add_connect6_value,
        "Learn position values from the results of games (logistic regression, kind "
        "connect6.value)",
        kShared},
    Row{"connect6", "draws", "draws connect6", add_connect6_draws,
        "Learn draw probabilities for learned values (ordered logit, kind connect6.value)",
        kShared},
    Row{"connect6", "playouts", "playouts connect6", alone<add_connect6_playouts>,
        "Cut games off and let the engine complete them"},
    Row{"connect6", "records", "games connect6", alone<add_connect6_records>,
        "Convert game records to one file of games for the learners"},
    Row{"connect6", "match", "match connect6", alone<add_connect6_match>,
        "Play two files of patterns against each other without a search, each opening with both "
        "colors"},
    Row{"connect6", "selfplay", "selfplay connect6", alone<add_connect6_selfplay>,
        "Play games by patterns without a search"},
    Row{"connect6", "merge", nullptr, alone<add_connect6_merge>,
        "Unite files of self-play games that were played with different seeds"},
    Row{"poker", "cfr", "cfr train", add_poker_cfr,
        "Learn a strategy for heads-up hold'em by Monte Carlo counterfactual regret minimization "
        "(kind poker.strategy)",
        kShared},
    Row{"poker", "cfr-exact", "cfr exact", alone<add_poker_cfr_exact>,
        "Solve a small two-player game without sampling and report exploitability and value in "
        "milli big blinds per hand"},
    Row{"poker", "cfr-buckets", "cfr buckets", alone<add_poker_cfr_buckets>,
        "Group the hands of hold'em into buckets (kind poker.buckets) and report their quality"},
    Row{"poker", "cfr-sample", "cfr sample", alone<add_poker_cfr_sample>,
        "Run Monte Carlo CFR on a two-player game and report its speed and, for small games, "
        "exploitability"},
    Row{"poker", "cnn", "poker-cnn train", alone<add_poker_cnn>, kNetworkTrainingHelp},
    Row{"poker", "cnn-test", "poker-cnn test", alone<add_poker_cnn_test>, kNetworkTestHelp},
    Row{"poker", "selfplay", "selfplay poker", alone<add_poker_selfplay>,
        "Play hands between policies and log them as STATE lines"},
    Row{"poker", "merge", nullptr, alone<add_poker_merge>,
        "Unite logs of hands that were played with different seeds"},
    Row{"reversi", "patterns", nullptr, add_reversi_patterns,
        "Learn the strengths of patterns from the moves of games (Bradley-Terry, kind "
        "reversi.btmm)",
        kShared},
    Row{"reversi", "shapes", nullptr, alone<add_reversi_shapes>,
        "Choose the shapes of a pattern set for moves by the evidence of held-out games"},
    Row{"reversi", "value", nullptr, add_reversi_value,
        "Learn position values from the final scores of games (least squares, kind reversi.value)",
        kShared},
    Row{"reversi", "probcut", nullptr, alone<add_reversi_probcut>,
        "Measure the errors of shallow searches with learned values, for ProbCut"},
    Row{"reversi", "match", nullptr, alone<add_reversi_match>,
        "Play two files of patterns against each other without a search, each opening with both "
        "colors"},
    Row{"reversi", "selfplay", nullptr, alone<add_reversi_selfplay>,
        "Play games of the engine against itself, with best play at their ends"},
    Row{"reversi", "openings", nullptr, alone<add_reversi_openings>,
        "Find balanced openings for matches by searches after random moves"},
    Row{"reversi", "merge", nullptr, alone<add_reversi_merge>,
        "Unite texts of games that were played with different seeds"},
};

}  // namespace

void add_learn_commands(Command& app, learning::ProcessGroup* processes) {
  app.require_subcommand(1);
  for (const Group& group : kGroups) {
    Command* const game = app.add_subcommand(group.game, group.description);
    game->require_subcommand(1);
    for (const Row& row : kRows) {
      if (row.game != group.game || (processes != nullptr && !row.is_shared)) continue;
      row.add(*game->add_subcommand(row.verb, row.description), processes);
      if (row.old != nullptr) app.old_command(row.old, fmt::format("{} {}", row.game, row.verb));
    }
  }
}

void require_count(const Reporting& reporting, const std::string& out, std::size_t made,
                   std::size_t wanted, std::size_t known_in_a_row, std::string_view unit,
                   std::string_view advice) {
  if (made == wanted) return;
  reporting.note("trivium-learn: {}: {} of the {} asked for: the last {} were all known; {}", out,
                 text::counted(made, unit), wanted, known_in_a_row, advice);
  throw Finished{1};
}

void warn_if_none_held_out(const Reporting& reporting, double share, std::size_t held_out,
                           const std::string& items, const std::string& option) {
  if (share <= 0.0 || held_out > 0) return;
  reporting.note(
      "trivium-learn: {} {}: none of {} is held out, so the result is not tested; use more of "
      "them, a greater share or another --seed, or 0 for no test",
      option, share, items);
}

}  // namespace trivium::tools
