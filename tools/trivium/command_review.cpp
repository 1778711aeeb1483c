// `trivium review`: searches every position of a game and names the mistakes.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/chess/evaluation/weights.h"
#include "engine/connect6/evaluation/knowledge.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "engine/poker/policies/policies.h"
#include "engine/poker/rules/game_definition.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "learning/charts/chart.h"
#include "learning/charts/page.h"
#include "learning/charts/report.h"
#include "learning/harness/progress.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/places.h"
#include "tools/poker_options.h"
#include "tools/single/board_view.h"
#include "tools/single/single_page.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/page/board_page.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/poker_review.h"
#include "tools/trivium/page/review.h"

namespace trivium::tools {
namespace {

namespace charts = learning::charts;

constexpr std::array<const char*, 1> kReviewReport = {"report.html"};

struct ReviewCommand : OutputOptions {
  std::string record;
  page::ReviewOptions options;
};

/// Names of the sides: the one that moves first in the game's usual start comes first.
struct Sides {
  const char* first;
  const char* second;
};

Sides sides_of(std::string_view game) {
  return game == "chess" ? Sides{"White", "Black"} : Sides{"Black", "White"};
}

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string change_text(const page::ReviewedMove& move) {
  return text::joined(move.changes, ", ", [](const page::ValueTerm& term) {
    return fmt::format("{} {:+.2f}", term.name, term.value);
  });
}

/// Returns the moves that lost at least an inaccuracy, as numbers from 0, the largest loss first.
std::vector<std::size_t> worst_moves(const page::Review& review) {
  std::vector<std::size_t> worst;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    if (review.moves[i].loss >= page::kInaccuracy) worst.push_back(i);
  }
  std::ranges::stable_sort(worst, std::ranges::greater{},
                           [&](std::size_t i) { return review.moves[i].loss; });
  return worst;
}

/// Returns the mean loss of a side's moves; 0 without moves.
double mean_loss(const page::Review& review, bool first_side) {
  double sum = 0;
  int count = 0;
  for (const page::ReviewedMove& move : review.moves) {
    if (move.first_side != first_side) continue;
    sum += move.loss;
    ++count;
  }
  return count > 0 ? sum / count : 0;
}

std::string summary_of(const page::Review& review) {
  const Sides sides = sides_of(review.game);
  return fmt::format("{}: {} lost {} of winning chance a move on average, {} {}", review.game,
                     sides.first, percent(mean_loss(review, true)), sides.second,
                     percent(mean_loss(review, false)));
}

std::string text_of(const page::Review& review) {
  const Sides sides = sides_of(review.game);
  std::string text = summary_of(review) + "\n";
  const std::vector<std::size_t> worst = worst_moves(review);
  if (worst.empty()) return text + "no move lost 5 % or more\n";
  text += fmt::format("\n{:>4}  {:5}  {:12}  {:12}  {:>7}  {:10}  {}\n", "move", "side", "played",
                      "better", "loss", "", "what changed against the better move");
  for (const std::size_t i : worst) {
    const page::ReviewedMove& move = review.moves[i];
    text += fmt::format("{:>4}  {:5}  {:12}  {:12}  {:>7}  {:10}  {}\n", i + 1,
                        move.first_side ? sides.first : sides.second, move.notation, move.best,
                        percent(move.loss), mark_of(move), change_text(move));
  }
  return text;
}

std::string chance_graph(const page::Review& review) {
  const Sides sides = sides_of(review.game);
  charts::Line line{"", {{0, 100 * review.start_chance}}};
  for (std::size_t i = 0; i < review.moves.size(); ++i)
    line.points.push_back({static_cast<double>(i + 1), 100 * review.moves[i].chance});
  charts::Chart chart{fmt::format("Winning chance of {}", sides.first),
                      {"move"},
                      {"winning chance (%)", false, {0, 100}}};
  chart.lines = {std::move(line)};
  chart.references = {{"", 50}};
  return charts::svg_of(charts::Picture{"Winning chance after each move", {chart}});
}

std::string moves_table(const page::Review& review) {
  const Sides sides = sides_of(review.game);
  std::vector<std::string> head{"move", "side", "played", "better", "loss", "", "what changed"};
  const bool has_style = std::ranges::any_of(
      review.moves, [](const auto& move) { return move.style_probability.has_value(); });
  if (has_style) head.push_back("probability by the style");
  std::vector<std::vector<charts::PageCell>> rows;
  for (std::size_t i = 0; i < review.moves.size(); ++i) {
    const page::ReviewedMove& move = review.moves[i];
    const char* const mark = mark_of(move);
    rows.push_back({{fmt::format("{}", i + 1)},
                    {move.first_side ? sides.first : sides.second},
                    {move.notation},
                    {move.best},
                    {percent(move.loss)},
                    {mark, *mark != '\0' ? "no" : ""},
                    {change_text(move)}});
    if (has_style)
      rows.back().push_back({move.style_probability ? percent(*move.style_probability) : ""});
  }
  return charts::page_table(head, rows);
}

/// The game with its marks as replay.js takes it. In Connect-6 a mark is at the last stone of its
/// turn.
nlohmann::ordered_json game_json(const page::Review& review, const BoardView& board) {
  nlohmann::ordered_json notes = nlohmann::ordered_json::array(),
                         marks = nlohmann::ordered_json::array(),
                         details = nlohmann::ordered_json::array();
  for (const page::ReviewedMove& move : review.moves) {
    const bool two_stones = review.game == "connect6" && move.move.find(' ') != std::string::npos;
    for (int stone = two_stones ? 0 : 1; stone < 2; ++stone) {
      const bool last = stone == 1;
      notes.push_back(last ? percent(move.chance) : "");
      marks.push_back(last ? mark_of(move) : "");
      nlohmann::ordered_json lines = nlohmann::ordered_json::array();
      if (last && move.loss >= page::kInaccuracy) {
        lines.push_back(fmt::format("Better: {} (lost {})", move.best, percent(move.loss)));
        if (!move.changes.empty()) lines.push_back("What changed: " + change_text(move));
      }
      details.push_back(std::move(lines));
    }
  }
  return {{"seats", {"", ""}},         {"result", ""},
          {"board", to_json(board)},   {"notes", std::move(notes)},
          {"marks", std::move(marks)}, {"details", std::move(details)}};
}

std::string html_of(const page::Review& review, const BoardView& board,
                    const ReviewCommand& command) {
  const std::string title =
      fmt::format("Review: {}", std::filesystem::path(command.record).filename().string());
  const std::string how = fmt::format(
      "Each position was searched with {} nodes. The loss of a move is the winning chance before "
      "it minus the chance after it, for the side that moved; from 5 % on it is an inaccuracy, "
      "from 10 % a mistake, from 20 % a blunder.",
      command.options.nodes);
  const std::string body = charts::page_paragraph(summary_of(review)) +
                           charts::page_figure(chance_graph(review)) + replay_section("Moves") +
                           moves_table(review) + charts::page_paragraph(how, "note");
  return single_page(title, body, {{"games", {game_json(review, board)}}});
}

/// Prints a review as `text`, or with --json as `report`. Writes the page that `html` returns, with
/// --report.
void deliver(const ReviewCommand& command, const nlohmann::json& report, const std::string& text,
             const std::function<std::string()>& html) {
  if (!command.report.empty())
    charts::write_report(command.report, "Review", kReviewReport, {html()});
  fmt::print("{}", command.reporting.json ? format::json_text(report) + "\n" : text);
}

void run_review(const page::BoardPage& game, const ReviewCommand& command) {
  constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 20;
  prepare_output({.report = command.report, .report_files = kReviewReport},
                 {{"FILE", command.record}});
  const std::string record = format::or_throw(input::read_text(command.record, kMaxRecordBytes));
  learning::Progress progress("positions", 0, command.reporting.delayed_progress(command.report));
  const auto report = [&](std::size_t done, std::size_t /*all*/) { progress.update(done); };
  try {
    const page::Review review =
        page::review_game(game, record, command.options, report, std::stop_token());
    deliver(command, to_json(review), text_of(review),
            [&] { return html_of(review, game.replay(review.line), command); });
  } catch (const page::Refusal& refusal) {
    throw UsageError(command.record, refusal.error);
  }
}

struct PokerCommand {
  ReviewCommand common;
  std::string game = "nolimit";
  std::string policy;
  page::PokerReviewOptions options;
};

/// Returns the decisions with the largest losses, at most `count`.
std::vector<page::ReviewedDecision> worst_decisions(const page::PokerReview& review,
                                                    std::size_t count) {
  std::vector<page::ReviewedDecision> worst = review.decisions;
  std::ranges::stable_sort(worst, std::ranges::greater{}, &page::ReviewedDecision::loss);
  worst.resize(std::min(worst.size(), count));
  return worst;
}

std::string summary_of(const page::PokerReview& review) {
  double sum = 0;
  for (const page::ReviewedDecision& decision : review.decisions) sum += decision.loss;
  return fmt::format("{}: {} in {}, {:.3f} big blinds lost a hand by the strategy's estimates",
                     review.player, text::counted(review.decisions.size(), "decision"),
                     text::counted(review.hands, "hand"), sum / static_cast<double>(review.hands));
}

std::vector<std::string> cells_of(const page::ReviewedDecision& decision) {
  return {fmt::format("{}", decision.hand),
          decision.street,
          decision.hole,
          decision.board,
          decision.played,
          decision.best,
          fmt::format("{:+.2f} ±{:.2f}", decision.loss, decision.half_width),
          percent(decision.probability)};
}

constexpr std::array kPokerHead{
    "hand", "street", "cards", "board", "played", "better", "loss (big blinds)", "by the strategy"};

std::string text_of(const page::PokerReview& review) {
  constexpr std::size_t kShown = 20;
  std::string text = summary_of(review) + "\n\n";
  const auto row = [&text](const auto& cells) {
    text += fmt::format("{:>5}  {:16}  {:5}  {:10}  {:14}  {:14}  {:>17}  {:>15}\n", cells[0],
                        cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7]);
  };
  row(kPokerHead);
  for (const page::ReviewedDecision& decision : worst_decisions(review, kShown))
    row(cells_of(decision));
  return text;
}

std::string loss_graph(const page::PokerReview& review) {
  charts::Line line;
  double sum = 0;
  double squares = 0;  // of the half widths; the estimates of two decisions are independent
  for (const page::ReviewedDecision& decision : review.decisions) {
    sum += decision.loss;
    squares += decision.half_width * decision.half_width;
    line.points.push_back({static_cast<double>(line.points.size() + 1), sum});
    line.band.push_back({sum - std::sqrt(squares), sum + std::sqrt(squares)});
  }
  charts::Chart chart{
      fmt::format("Losses of {} so far", review.player), {"decision"}, {"loss (big blinds)"}};
  chart.lines = {std::move(line)};
  return charts::svg_of(
      charts::Picture{"Losses of all decisions so far, with 95 % intervals", {chart}});
}

std::string html_of(const page::PokerReview& review, const PokerCommand& command) {
  constexpr std::size_t kShown = 500;
  std::vector<std::vector<charts::PageCell>> rows;
  for (const page::ReviewedDecision& decision : worst_decisions(review, kShown)) {
    std::vector<charts::PageCell>& row = rows.emplace_back();
    for (std::string& cell : cells_of(decision)) row.push_back({std::move(cell)});
  }
  const std::vector<std::string> head(kPokerHead.begin(), kPokerHead.end());
  const std::string how = fmt::format(
      "The value of an action is the mean of {} hands that were played out by the strategy, with "
      "the opponent's cards drawn as the strategy plays its actions. Figures after ± are 95 % "
      "intervals.",
      command.options.playouts);
  const std::string graph = rows.empty() ? "" : charts::page_figure(loss_graph(review));
  return charts::page("Review: " + review.player, charts::page_paragraph(summary_of(review)) +
                                                      graph + charts::page_table(head, rows) +
                                                      charts::page_paragraph(how, "note"));
}

void run_poker_review(const PokerCommand& command) {
  constexpr std::uint64_t kMaxLogBytes = std::uint64_t{256} << 20;
  const ReviewCommand& common = command.common;
  prepare_output({.report = common.report, .report_files = kReviewReport},
                 {{"FILE", common.record}});
  const poker::GameDefinition game = or_usage_error("--game", poker::game_named(command.game));
  const auto policy = or_usage_error("--policy", poker::policy_named(command.policy, game));
  const std::string log = format::or_throw(input::read_text(common.record, kMaxLogBytes));
  learning::Progress progress("hands", 0, common.reporting.delayed_progress(common.report));
  const auto report = [&](std::size_t done, std::size_t /*all*/) { progress.update(done); };
  const page::PokerReview review = or_usage_error(
      common.record,
      page::review_poker(game, log, *policy, command.options, report, std::stop_token()));
  deliver(common, to_json(review), text_of(review), [&] { return html_of(review, command); });
}

void add_poker_review(Command& review) {
  const auto poker = std::make_shared<PokerCommand>();
  Command* command =
      review.add_subcommand("poker", "Estimate what each decision of a player in an ACPC log cost");
  command->add_option("FILE", poker->common.record, "Log with STATE lines (- is stdin)")
      ->required()
      ->type_name("FILE");
  add_game_option(*command, "--game", poker->game, is_for_two);
  add_policy_option(*command, "Strategy that estimates the actions", poker->policy);
  command
      ->add_option("--player NAME", poker->options.player,
                   "Player to review (default: the first one of the first hand)")
      ->group(kDataGroup);
  command->add_number("--playouts", poker->options.playouts, 2, 100'000'000,
                      "Number of hands played out for each action");
  add_seed(*command, poker->options.seed, "cards and actions");
  add_report(*command, poker->common.report, "losses of the decisions");
  add_reporting(*command, poker->common.reporting);
  command->callback([poker] { run_poker_review(*poker); });
}

/// Adds the options that all games have.
void add_options(Command& command, ReviewCommand& options) {
  command.add_option("FILE", options.record, "Record of a game (- is stdin)")
      ->required()
      ->type_name("FILE");
  command.add_number("--nodes", options.options.nodes, 1, 1'000'000'000,
                     "Number of nodes to search for each position");
  add_report(command, options.report, "winning chance after each move, and the moves to replay");
  add_reporting(command, options.reporting);
}

}  // namespace

void add_review(Command& app) {
  Command* command = app.add_subcommand(
      "review", "Review a recorded game: the winning chance after each move, and the mistakes");
  command->require_subcommand(1);

  // `page` makes the page of the game when the command runs.
  const auto add = [&](const char* name, const char* help, const auto& page) {
    const auto options = std::make_shared<ReviewCommand>();
    Command* game = command->add_subcommand(name, help);
    add_options(*game, *options);
    game->callback([options, page] { run_review(*page(), *options); });
    return std::pair(game, options);
  };
  const auto [chess, options] = add("chess", "Review a chess game (PGN)", [] {
    const auto named = [](const std::string& name) { return std::filesystem::path(name); };
    return page::make_chess_page(chess::Weights::load_default(), named);
  });
  chess
      ->add_option(
          "--style FILE", options->options.style,
          "Also print the probability that a player with the style in this file plays each move")
      ->group(kModelGroup);
  add("connect6", "Review a Connect-6 game (SGF, paper form or CSV)",
      [] { return page::make_connect6_page(connect6::load_knowledge()); });
  add_poker_review(*command);
  add("reversi", "Review a Reversi game (SGF, GGF or a transcript)",
      [] { return page::make_reversi_page(reversi::load_knowledge()); });
}

}  // namespace trivium::tools
