// `trivium explain`: terms of an evaluation, for one position.
#include <cstdio>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/explain.h"
#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/explain.h"
#include "engine/chess/rules/notation.h"
#include "engine/connect6/explain.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"
#include "tools/common_options.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/json_list.h"
#include "tools/trivium/record_file.h"

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

nlohmann::json to_json(const chess::ExplainedFeature& feature, std::string_view group) {
  return {{"name", feature.name},
          {"group", group},
          {"white", feature.white},
          {"black", feature.black},
          {"middlegame_units", feature.middlegame_units},
          {"endgame_units", feature.endgame_units},
          {"white_parts", feature.white_parts},
          {"black_parts", feature.black_parts},
          {"contribution_parts", feature.white_parts - feature.black_parts}};
}

nlohmann::json to_json(const chess::Verdict& verdict) {
  nlohmann::json report{{"better", nullptr},
                        {"size", verdict.size},
                        {"pawns", verdict.pawns},
                        {"text", verdict.sentence}};
  if (verdict.better)
    report["better"] = *verdict.better == chess::Color::kWhite ? "white" : "black";
  return report;
}

nlohmann::json to_json(const chess::Explanation& explanation) {
  const auto largest = [](const chess::ExplainedGroup* group) {
    return nlohmann::json{{"name", group->name},
                          {"meaning", group->meaning},
                          {"contribution_parts", group->white_parts - group->black_parts}};
  };
  nlohmann::json groups = nlohmann::json::array(), terms = nlohmann::json::array();
  for (const chess::ExplainedGroup& group : explanation.groups) {
    groups.push_back({{"name", group.name},
                      {"white_parts", group.white_parts},
                      {"black_parts", group.black_parts}});
    for (const chess::ExplainedFeature& feature : group.features)
      terms.push_back(to_json(feature, group.name));
  }
  return {{"fen", explanation.fen},
          {"verdict", to_json(chess::verdict(explanation))},
          {"largest", json_list(chess::largest_groups(explanation), largest)},
          {"units_per_centipawn", chess::Weights::kUnitsPerCentipawn},
          {"parts_per_centipawn", chess::kPartsPerCentipawn},
          {"phase_percent", explanation.phase},
          {"scale_percent", explanation.scale},
          {"known_endgame", explanation.known},
          {"groups", std::move(groups)},
          {"terms", std::move(terms)},
          {"scale_parts", explanation.scale_parts},
          {"known_parts", explanation.known_parts},
          {"rounding_parts", explanation.rounding_parts},
          {"limit_parts", explanation.limit_parts},
          {"white_centipawns", explanation.white_centipawns},
          {"score_centipawns", explanation.score_centipawns},
          {"reported_centipawns", explanation.reported_score},
          {"reported_as_hundred", explanation.reported_pawn},
          {"game_over", explanation.game_over},
          {"weights", explanation.weights_source}};
}

nlohmann::json to_json(const chess::ChoiceExplanation& explanation,
                       const chess::Position& position) {
  const auto attribute = [](const chess::SeenAttribute& one) {
    return nlohmann::json{{"name", one.name}, {"balance", one.balance}, {"weight", one.weight}};
  };
  const auto reason = [](const chess::MoveReason& one) {
    return nlohmann::json{{"name", one.name}, {"worth", one.worth}};
  };
  const auto expected_move = [&](const chess::ExpectedMove& move) {
    return nlohmann::json{{"move", chess::to_uci(position, move.move)},
                          {"san", move.san},
                          {"chance", move.chance},
                          {"value", move.value},
                          {"reasons", json_list(move.reasons, reason)}};
  };
  return {{"fen", chess::to_fen(position)},
          {"lookahead", chess::lookahead_name(explanation.lookahead)},
          {"attributes", json_list(explanation.attributes, attribute)},
          {"moves", json_list(explanation.moves, expected_move)},
          {"class", explanation.position_class},
          {"style", explanation.source}};
}

/// Returns the requested position, by default the start position. `note` is that of parse_fen().
Result<chess::Position> position_of(const ExplainOptions& options, std::string& note) {
  std::string text = options.fen;
  for (const std::string& word : options.position)
    text.append(text.empty() ? "" : " ").append(word);
  if (text.empty() || text::same_ignoring_case(text::trimmed(text), "startpos"))
    return chess::start_position();
  return chess::parse_fen(text, &note);
}

int explain_chess(const ExplainOptions& options) {
  std::string note;
  const chess::Position position = or_usage_error("explain chess", position_of(options, note));
  if (!note.empty()) fmt::print(stderr, "trivium: explain chess: {}\n", note);
  if (!options.style.empty()) {
    const chess::ChoiceModel model = chess::ChoiceModel::load(options.style);
    const auto weights = model.search.nodes > 0 ? chess::Weights::load_default() : nullptr;
    const chess::ChoiceExplanation explanation = chess::explain_choice(position, model, weights);
    const std::string board = fmt::format("{}\n", chess::board_text(position));
    fmt::print("{}", options.json ? to_json(explanation, position).dump(2) + "\n"
                                  : board + chess::to_text(explanation));
    return 0;
  }
  const auto weights = options.weights.empty() ? chess::Weights::load_default()
                                               : chess::Weights::load(options.weights);
  const chess::Explanation explanation = chess::explain(position, *weights);
  const auto detail = options.all ? chess::Detail::kFeatures : chess::Detail::kTopGroups;
  const auto text = [&] {
    return chess::overview_text(explanation) + chess::to_text(explanation, detail);
  };
  fmt::print("{}", options.json ? to_json(explanation).dump(2) + "\n" : text());
  return 0;
}

/// The cells of a turn in record form, e.g. ["j10", "k9"].
nlohmann::json to_json(const connect6::Turn& turn, int size) {
  nlohmann::json cells = nlohmann::json::array();
  for (const connect6::Cell cell : {turn.first, turn.second}) {
    if (cell != connect6::kNoCell) cells.push_back(connect6::record_vertex(cell, size));
  }
  return cells;
}

/// Returns the cells with both names: [{"gtp": "K10", "record": "j10"}, ...].
nlohmann::json cells_of(const connect6::Turn& turn, int size) {
  nlohmann::json cells = nlohmann::json::array();
  for (const connect6::Cell cell : {turn.first, turn.second}) {
    if (cell == connect6::kNoCell) continue;
    cells.push_back({{"gtp", connect6::gtp_vertex(cell, size)},
                     {"record", connect6::record_vertex(cell, size)}});
  }
  return cells;
}

nlohmann::json cells_of(const std::vector<connect6::Turn>& turns, int size) {
  return json_list(turns, [size](const connect6::Turn& turn) { return cells_of(turn, size); });
}

nlohmann::json to_json(const connect6::PlannedTurn& planned, int size) {
  const bool forced = planned.score.kind == Score::Kind::kMate;
  const WinDrawLoss& expected = planned.expectation;
  return {{"turn", cells_of(planned.turn, size)},
          {forced ? "end_in_turns" : "score_hundredths", planned.score.value},
          {"expectation_per_mille", {expected.win, expected.draw, expected.loss}},
          {"nodes", planned.nodes}};
}

std::string_view name_of(connect6::Stone stone) {
  return stone == connect6::Stone::kBlack ? "black" : "white";
}

nlohmann::json to_json(const connect6::ExplainedStone& stone, int size) {
  const auto gamma = [](const connect6::ExplainedGamma& one) {
    return nlohmann::json{{"group", one.group}, {"code", one.code}, {"gamma", one.gamma}};
  };
  return {{"cell", connect6::record_vertex(stone.cell, size)},
          {"probability", stone.probability},
          {"strength", stone.strength},
          {"gammas", json_list(stone.gammas, gamma)}};
}

nlohmann::json to_json(const connect6::Explanation& explanation,
                       const connect6::PlannedTurn& planned) {
  const auto term = [](const connect6::ExplainedTerm& one) {
    return nlohmann::json{{"name", one.name},
                          {"count", one.count},
                          {"weight_units", one.weight_units},
                          {"contribution_units", one.contribution_units}};
  };
  const auto on_board = [&](const auto& item) { return to_json(item, explanation.size); };
  const auto candidate = [&](const connect6::ExplainedCandidate& one) {
    return nlohmann::json{{"turn", on_board(one.turn)},
                          {"probability", one.probability},
                          {"value", one.value},
                          {"threat", one.threat},
                          {"stones", json_list(one.stones, on_board)}};
  };
  return {
      {"units_per_hundredth", connect6::Weights::kUnitsPerHundredth},
      {"size", explanation.size},
      {"last_turn", cells_of(explanation.last_turn, explanation.size)},
      {"threats",
       {{"black", cells_of(explanation.black_sixes, explanation.size)},
        {"white", cells_of(explanation.white_sixes, explanation.size)}}},
      {"planned", to_json(planned, explanation.size)},
      {"to_move", name_of(explanation.to_move)},
      {"stones_left", explanation.stones_left},
      {"over", explanation.over},
      {"terms", json_list(explanation.terms, term)},
      {"pattern_units", explanation.pattern_units},
      {"rounding_units", explanation.rounding_units},
      {"limit_units", explanation.limit_units},
      {"score_hundredths", explanation.score},
      {"expectation_per_mille",
       {explanation.expectation.win, explanation.expectation.draw, explanation.expectation.loss}},
      {"winning_turn", to_json(explanation.winning_turn, explanation.size)},
      {"stones_to_parry", explanation.stones_to_parry},
      {"parries", json_list(explanation.parries, on_board)},
      {"forced_turns", explanation.forced_turns},
      {"forced_line", json_list(explanation.forced_line, on_board)},
      {"candidates", json_list(explanation.candidates, candidate)},
      {"weights", explanation.weights_source},
      {"patterns", explanation.patterns_source}};
}

int explain_connect6(const ExplainOptions& options) {
  const Result<connect6::Board> board = board_from_file(options.record, options.stones);
  if (!board) throw UsageError(board.error());
  const connect6::Knowledge knowledge =
      connect6::load_knowledge({options.weights, options.patterns});
  const connect6::Explanation explanation = connect6::explain(*board, knowledge);
  const connect6::PlannedTurn planned = connect6::planned_turn(*board, knowledge);
  const auto text = [&] {
    return connect6::overview_text(explanation, planned) + connect6::to_text(explanation);
  };
  fmt::print("{}", options.json ? to_json(explanation, planned).dump(2) + "\n" : text());
  return 0;
}

}  // namespace

void add_explain(Command& app, int& status) {
  Command* command = app.add_subcommand("explain", "Where an evaluation comes from, term by term");
  command->require_subcommand(1);

  auto chess = std::make_shared<ExplainOptions>();
  Command* chess_command = command->add_subcommand("chess", "A chess position");
  Option* position = chess_command->add_option(
      "POSITION", chess->position, "'startpos' or a FEN, quoted or not (default: startpos)");
  chess_command->add_option("--fen", chess->fen, "The same as one word: FEN, X-FEN or Shredder-FEN")
      ->excludes(position);
  chess_command->add_option("--weights FILE", chess->weights,
                            "Weight file (default: the one in models/chess/default.json)");
  Option* style =
      chess_command
          ->add_option("--style FILE", chess->style,
                       "Explain by the style in this file: attributes and move probabilities")
          ->excludes("--weights");
  chess_command
      ->add_flag("--all", chess->all,
                 "Print all groups and features, not only the ten largest groups")
      ->excludes(style);
  add_json(*chess_command, chess->json);
  chess_command->callback([chess, &status] { status = explain_chess(*chess); });

  auto connect6 = std::make_shared<ExplainOptions>();
  Command* connect6_command = command->add_subcommand("connect6", "A Connect-6 position");
  Option* file =
      connect6_command
          ->add_option("FILE", connect6->record,
                       "The position after this record: SGF, paper form or CSV (- is stdin)")
          ->type_name("FILE");
  Option* record =
      connect6_command->add_option("--record FILE", connect6->record, "The same")->excludes(file);
  connect6_command
      ->add_option("--stones", connect6->stones, "Number of stones of the record, instead of all")
      ->check(nonnegative_number());
  connect6_command->add_option("--weights FILE", connect6->weights,
                               "Weight file (default: the one in models/connect6/default.json)");
  connect6_command->add_option(
      "--patterns FILE", connect6->patterns,
      "Pattern strengths (default: those in models/connect6/default.json)");
  add_json(*connect6_command, connect6->json);
  connect6_command->callback([connect6, file, record, &status] {
    if (!*file && !*record) throw UsageError::required("--record");
    status = explain_connect6(*connect6);
  });

  add_explain_poker(*command, status);
  add_explain_reversi(*command, status);
}

}  // namespace trivium::tools
