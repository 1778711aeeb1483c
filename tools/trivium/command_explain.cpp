// `trivium explain`: terms of an evaluation, for one position.
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/chess/choice/explain.h"
#include "engine/chess/explain.h"
#include "engine/chess/rules/notation.h"
#include "engine/connect6/explain.h"
#include "engine/core/text.h"
#include "engine/reversi/evaluation/knowledge.h"
#include "engine/reversi/explain.h"
#include "models/format/strict_json.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/page/explain_json.h"
#include "tools/trivium/record_file.h"
#include "tools/trivium/reversi_position.h"

namespace trivium::tools {
namespace {

struct ExplainOptions {
  std::vector<std::string> position;  ///< chess: "startpos" or a FEN, in one or more words
  std::string fen;
  std::string record;
  int stones = -1;
  std::string weights;
  std::string patterns;
  std::string style;
  bool all = false;
  bool json = false;
};

/// Returns the requested position, by default the start position. `note` is that of parse_fen().
Result<chess::Position> position_of(const ExplainOptions& options, std::string& note) {
  std::string text = options.fen;
  for (const std::string& word : options.position)
    text.append(text.empty() ? "" : " ").append(word);
  if (text.empty() || text::same_ignoring_case(text::trimmed(text), "startpos"))
    return chess::start_position();
  return chess::parse_fen(text, &note);
}

void print_explanation(bool json, const nlohmann::json& report, const std::string& text) {
  fmt::print("{}", json ? format::json_text(report) + "\n" : text);
}

void explain_chess(const ExplainOptions& options) {
  std::string note;
  const chess::Position position = or_usage_error("explain chess", position_of(options, note));
  if (!note.empty()) Reporting{.json = options.json}.note("trivium: explain chess: {}", note);
  if (!options.style.empty()) {
    const chess::ChoiceModel model = chess::ChoiceModel::load(options.style);
    const auto weights = model.search.nodes > 0 ? chess::Weights::load_default() : nullptr;
    const chess::ChoiceExplanation explanation = chess::explain_choice(position, model, weights);
    return print_explanation(options.json, page::to_json(explanation, position),
                             chess::board_text(position) + "\n" + chess::to_text(explanation));
  }
  const auto weights = options.weights.empty() ? chess::Weights::load_default()
                                               : chess::Weights::load(options.weights);
  const chess::Explanation explanation = chess::explain(position, *weights);
  const auto detail = options.all ? chess::Detail::kFeatures : chess::Detail::kTopGroups;
  print_explanation(options.json, page::to_json(explanation),
                    chess::overview_text(explanation) + chess::to_text(explanation, detail));
}

void explain_connect6(const ExplainOptions& options) {
  const connect6::Board board = or_usage_error(board_from_file(options.record, options.stones));
  const connect6::Knowledge knowledge =
      connect6::load_knowledge({options.weights, options.patterns});
  const connect6::Explanation explanation = connect6::explain(board, knowledge);
  const connect6::PlannedTurn planned = connect6::planned_turn(board, knowledge);
  print_explanation(options.json, page::to_json(explanation, planned),
                    connect6::overview_text(explanation, planned) + connect6::to_text(explanation));
}

struct ExplainReversiOptions {
  ReversiPosition place;
  std::string value;
  std::string priors;
  bool all = false;
  bool json = false;
};

void run_explain_reversi(const ExplainReversiOptions& options) {
  const reversi::Game game = reversi_game(options.place);
  const reversi::Knowledge knowledge = reversi::load_knowledge({options.value, options.priors});
  const reversi::Explanation explanation = reversi::explain(game, knowledge);
  const reversi::PlannedMove planned = reversi::planned_move(game.position(), knowledge);
  print_explanation(
      options.json, page::to_json(explanation, planned),
      reversi::overview_text(explanation, planned) + reversi::to_text(explanation, options.all));
}

void add_explain_reversi(Command& explain) {
  auto options = std::make_shared<ExplainReversiOptions>();
  Command* command = explain.add_subcommand(
      "reversi", "Explain a Reversi position (default: before the first move)");
  command->begin_group(kDataGroup);
  add_reversi_position(*command, options->place);
  command->begin_group(kModelGroup);
  command->add_option("--weights FILE", options->value,
                      "Weights of the value (default: those in models/reversi/default.json)");
  command->add_option("--patterns FILE", options->priors,
                      "Pattern strengths of moves (default: those in models/reversi/default.json)");
  command->begin_group(kOutputGroup);
  command->add_flag("--all", options->all, "Print every instance of each shape");
  add_json(*command, options->json);
  command->callback([options] { run_explain_reversi(*options); });
}

}  // namespace

void add_explain(Command& app) {
  Command* command = app.add_subcommand("explain", "Explain an evaluation, term by term");
  command->require_subcommand(1);

  auto chess = std::make_shared<ExplainOptions>();
  Command* chess_command = command->add_subcommand("chess", "Explain a chess position");
  Option* position = chess_command->add_option(
      "POSITION", chess->position, "'startpos' or a FEN, quoted or not (default: startpos)");
  chess_command->begin_group(kDataGroup);
  chess_command
      ->add_option("--fen", chess->fen, "Position as one argument: FEN, X-FEN or Shredder-FEN")
      ->excludes(position);
  chess_command->begin_group(kModelGroup);
  Option* weights =
      chess_command->add_option("--weights FILE", chess->weights,
                                "Weight file (default: the one in models/chess/default.json)");
  Option* style =
      chess_command
          ->add_option("--style FILE", chess->style,
                       "Explain by the style in this file: attributes and move probabilities")
          ->excludes(weights);
  chess_command->begin_group(kOutputGroup);
  chess_command
      ->add_flag("--all", chess->all,
                 "Print all groups and features, not only the ten largest groups")
      ->excludes(style);
  add_json(*chess_command, chess->json);
  chess_command->callback([chess] { explain_chess(*chess); });

  auto connect6 = std::make_shared<ExplainOptions>();
  Command* connect6_command = command->add_subcommand("connect6", "Explain a Connect-6 position");
  connect6_command->begin_group(kDataGroup);
  Option* file =
      connect6_command
          ->add_option("FILE", connect6->record,
                       "The position after this record: SGF, paper form or CSV (- is stdin)")
          ->type_name("FILE");
  Option* record =
      connect6_command->add_option("--record FILE", connect6->record, "The same as FILE")
          ->excludes(file);
  connect6_command
      ->add_option("--stones", connect6->stones, "Use only the first N stones of the record")
      ->check(nonnegative_number());
  connect6_command->begin_group(kModelGroup);
  connect6_command->add_option("--weights FILE", connect6->weights,
                               "Weight file (default: the one in models/connect6/default.json)");
  connect6_command->add_option(
      "--patterns FILE", connect6->patterns,
      "Pattern strengths (default: those in models/connect6/default.json)");
  add_json(*connect6_command, connect6->json);
  connect6_command->callback([connect6, file, record] {
    if (!*file && !*record) throw UsageError::required("--record");
    explain_connect6(*connect6);
  });

  add_explain_poker(*command);
  add_explain_reversi(*command);
}

}  // namespace trivium::tools
