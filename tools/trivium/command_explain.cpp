// `trivium explain`: where an evaluation comes from, term by term, for one position.
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "engine/chess/choice/explain.h"
#include "engine/chess/evaluation.h"
#include "engine/chess/explain.h"
#include "engine/chess/rules/notation.h"
#include "engine/connect6/explain.h"
#include "engine/connect6/rules/vertex.h"
#include "tools/command.h"
#include "tools/trivium/commands.h"
#include "tools/trivium/record_file.h"

namespace trivium::tools {
namespace {

struct ExplainOptions {
  std::string fen{chess::kStartFen};
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

nlohmann::json to_json(const chess::Explanation& explanation) {
  nlohmann::json groups = nlohmann::json::array(), terms = nlohmann::json::array();
  for (const chess::ExplainedGroup& group : explanation.groups) {
    groups.push_back({{"name", group.name}, {"white_parts", group.white_parts}, {"black_parts", group.black_parts}});
    for (const chess::ExplainedFeature& feature : group.features) terms.push_back(to_json(feature, group.name));
  }
  return {{"units_per_centipawn", chess::Weights::kUnitsPerCentipawn},
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
          {"reported_centipawns", explanation.told_centipawns},
          {"reported_as_hundred", explanation.told_as_hundred},
          {"game_over", explanation.game_over},
          {"weights", explanation.weights_source}};
}

nlohmann::json to_json(const chess::ChoiceExplanation& explanation, const chess::Position& position) {
  nlohmann::json attributes = nlohmann::json::array(), moves = nlohmann::json::array();
  for (const chess::SeenAttribute& one : explanation.attributes) {
    attributes.push_back({{"name", one.name}, {"balance", one.balance}, {"weight", one.weight}});
  }
  for (const chess::ExpectedMove& move : explanation.moves) {
    nlohmann::json reasons = nlohmann::json::array();
    for (const chess::MoveReason& reason : move.reasons) reasons.push_back({{"name", reason.name}, {"worth", reason.worth}});
    moves.push_back({{"move", chess::to_uci(position, move.move)},
                     {"san", move.san},
                     {"chance", move.chance},
                     {"value", move.value},
                     {"reasons", std::move(reasons)}});
  }
  return {{"lookahead", chess::lookahead_name(explanation.lookahead)},
          {"attributes", std::move(attributes)},
          {"moves", std::move(moves)},
          {"class", explanation.position_class},
          {"style", explanation.source}};
}

int explain_chess(const ExplainOptions& options) {
  const Result<chess::Position> position = chess::parse_fen(options.fen);
  if (!position) {
    fmt::print(stderr, "trivium explain chess: {}\n", position.error().message);
    return 2;
  }
  if (!options.style.empty()) {
    const chess::ChoiceModel model = chess::ChoiceModel::load(options.style);
    const auto weights = model.search.nodes > 0 ? chess::Weights::load_default() : nullptr;
    const chess::ChoiceExplanation explanation = chess::explain_choice(*position, model, weights);
    fmt::print("{}", options.json ? to_json(explanation, *position).dump(2) + "\n" : chess::to_text(explanation));
    return 0;
  }
  const auto weights = options.weights.empty() ? chess::Weights::load_default() : chess::Weights::load(options.weights);
  const chess::Explanation explanation = chess::explain(*position, *weights);
  const auto detail = options.all ? chess::Detail::kFeatures : chess::Detail::kGroups;
  fmt::print("{}", options.json ? to_json(explanation).dump(2) + "\n" : chess::to_text(explanation, detail));
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

nlohmann::json to_json(const connect6::ExplainedStone& stone, int size) {
  nlohmann::json gammas = nlohmann::json::array();
  for (const connect6::ExplainedGamma& gamma : stone.gammas)
    gammas.push_back({{"group", gamma.group}, {"code", gamma.code}, {"gamma", gamma.gamma}});
  return {{"cell", connect6::record_vertex(stone.cell, size)},
          {"probability", stone.probability},
          {"strength", stone.strength},
          {"gammas", std::move(gammas)}};
}

nlohmann::json to_json(const connect6::Explanation& explanation) {
  nlohmann::json terms = nlohmann::json::array();
  for (const connect6::ExplainedTerm& term : explanation.terms) {
    terms.push_back(
        {{"name", term.name}, {"count", term.count}, {"weight_units", term.weight_units}, {"contribution_units", term.contribution_units}});
  }
  nlohmann::json parries = nlohmann::json::array();
  for (const connect6::Turn& parry : explanation.parries) parries.push_back(to_json(parry, explanation.size));
  nlohmann::json candidates = nlohmann::json::array();
  for (const connect6::ExplainedCandidate& candidate : explanation.candidates) {
    nlohmann::json stones = nlohmann::json::array();
    for (const connect6::ExplainedStone& stone : candidate.stones) stones.push_back(to_json(stone, explanation.size));
    candidates.push_back({{"turn", to_json(candidate.turn, explanation.size)},
                          {"probability", candidate.probability},
                          {"value", candidate.value},
                          {"threat", candidate.threat},
                          {"stones", std::move(stones)}});
  }
  nlohmann::json forced_line = nlohmann::json::array();
  for (const connect6::Turn& turn : explanation.forced_line) forced_line.push_back(to_json(turn, explanation.size));
  return {{"units_per_hundredth", connect6::Weights::kUnitsPerHundredth},
          {"to_move", explanation.to_move == connect6::Stone::kBlack ? "black" : "white"},
          {"stones_left", explanation.stones_left},
          {"over", explanation.over},
          {"terms", std::move(terms)},
          {"pattern_units", explanation.pattern_units},
          {"rounding_units", explanation.rounding_units},
          {"limit_units", explanation.limit_units},
          {"score_hundredths", explanation.score},
          {"expectation_per_mille", {explanation.expectation.win, explanation.expectation.draw, explanation.expectation.loss}},
          {"winning_turn", to_json(explanation.winning_turn, explanation.size)},
          {"stones_to_parry", explanation.stones_to_parry},
          {"parries", std::move(parries)},
          {"forced_turns", explanation.forced_turns},
          {"forced_line", std::move(forced_line)},
          {"candidates", std::move(candidates)},
          {"weights", explanation.weights_source},
          {"patterns", explanation.patterns_source}};
}

int explain_connect6(const ExplainOptions& options) {
  const Result<connect6::Board> board = board_from_file(options.record, options.stones);
  if (!board) {
    fmt::print(stderr, "trivium explain connect6: {}\n", board.error().message);
    return 2;
  }
  const connect6::Knowledge knowledge = connect6::load_knowledge({options.weights, options.patterns});
  const connect6::Explanation explanation = connect6::explain(*board, knowledge);
  fmt::print("{}", options.json ? to_json(explanation).dump(2) + "\n" : connect6::to_text(explanation));
  return 0;
}

}  // namespace

void add_explain(Command& app, int& status) {
  Command* command = app.add_subcommand("explain", "Where an evaluation comes from, term by term");
  command->require_subcommand(1);

  auto chess = std::make_shared<ExplainOptions>();
  Command* chess_command = command->add_subcommand("chess", "A chess position");
  chess_command->add_option("--fen", chess->fen, "Position: FEN, X-FEN or Shredder-FEN (default: the start position)");
  chess_command->add_option("--weights", chess->weights, "Weight file (default: the one in models/chess/default.json)")->type_name("FILE");
  Option* style =
      chess_command->add_option("--style", chess->style, "What the player in this file sees, and which move he plays how likely")
          ->type_name("FILE")
          ->excludes("--weights");
  chess_command->add_flag("--all", chess->all, "A row for each feature, not only for each group")->excludes(style);
  chess_command->add_flag("--json", chess->json, "For programs: each feature");
  chess_command->callback([chess, &status] { status = explain_chess(*chess); });

  auto connect6 = std::make_shared<ExplainOptions>();
  Command* connect6_command = command->add_subcommand("connect6", "A Connect-6 position");
  connect6_command->add_option("--record", connect6->record, "The position after this record: SGF, paper form or CSV (- is stdin)")
      ->required()
      ->type_name("FILE");
  connect6_command->add_option("--stones", connect6->stones, "Only after its first so many stones")->check(nonnegative_number());
  connect6_command->add_option("--weights", connect6->weights, "Weight file (default: the one in models/connect6/default.json)")
      ->type_name("FILE");
  connect6_command->add_option("--patterns", connect6->patterns, "Gammas of patterns (default: those in models/connect6/default.json)")
      ->type_name("FILE");
  connect6_command->add_flag("--json", connect6->json, "For programs");
  connect6_command->callback([connect6, &status] { status = explain_connect6(*connect6); });

  add_explain_poker(*command, status);
}

}  // namespace trivium::tools
