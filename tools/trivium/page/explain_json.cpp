#include "tools/trivium/page/explain_json.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/rules/notation.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/poker/rules/records.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::tools::page {

namespace {

nlohmann::json json_of(const chess::ExplainedFeature& feature, std::string_view group) {
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

nlohmann::json json_of(const chess::Verdict& verdict) {
  nlohmann::json report{{"better", nullptr},
                        {"size", verdict.size},
                        {"pawns", verdict.pawns},
                        {"text", verdict.sentence}};
  if (verdict.better)
    report["better"] = *verdict.better == chess::Color::kWhite ? "white" : "black";
  return report;
}

/// The cells of a turn in record form, e.g. ["j10", "k9"].
nlohmann::json json_of(const connect6::Turn& turn, int size) {
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

nlohmann::json per_mille(const WinDrawLoss& expected) {
  return {expected.win, expected.draw, expected.loss};
}

nlohmann::json json_of(const connect6::PlannedTurn& planned, int size) {
  const bool forced = planned.score.kind == Score::Kind::kMate;
  return {{"turn", cells_of(planned.turn, size)},
          {forced ? "end_in_turns" : "score_hundredths", planned.score.value},
          {"expectation_per_mille", per_mille(planned.expectation)},
          {"nodes", planned.nodes}};
}

nlohmann::json json_of(const connect6::ExplainedStone& stone, int size) {
  const auto gamma = [](const connect6::ExplainedGamma& one) {
    return nlohmann::json{{"group", one.group}, {"code", one.code}, {"gamma", one.gamma}};
  };
  return {{"cell", connect6::record_vertex(stone.cell, size)},
          {"probability", stone.probability},
          {"strength", stone.strength},
          {"gammas", json_list(stone.gammas, gamma)}};
}

nlohmann::json json_of(const reversi::ExplainedTerm& term) {
  return {{"name", term.name},
          {"squares", json_list(term.squares, reversi::move_name)},
          {"count", term.count},
          {"contribution_units", term.contribution_units}};
}

nlohmann::json json_of(const reversi::ExplainedMove& move) {
  nlohmann::json report{{"move", reversi::move_name(move.move)},
                        {"flips", move.flips},
                        {"replies", move.replies},
                        {"value_hundredths", move.value},
                        {"probability", nullptr}};
  if (move.probability) report["probability"] = *move.probability;
  return report;
}

nlohmann::json json_of(const reversi::PlannedMove& planned) {
  return {{"move", reversi::move_name(planned.move)},
          {"score_hundredths", planned.score.value},
          {"final", planned.is_final},
          {"expectation_per_mille", per_mille(planned.expectation)},
          {"depth", planned.depth},
          {"nodes", planned.nodes},
          {"variation", json_list(planned.variation, reversi::move_name)}};
}

}  // namespace

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
      terms.push_back(json_of(feature, group.name));
  }
  return {{"fen", explanation.fen},
          {"verdict", json_of(chess::verdict(explanation))},
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

nlohmann::json to_json(const connect6::Explanation& explanation,
                       const connect6::PlannedTurn& planned) {
  const auto term = [](const connect6::ExplainedTerm& one) {
    return nlohmann::json{{"name", one.name},
                          {"count", one.count},
                          {"weight_units", one.weight_units},
                          {"contribution_units", one.contribution_units}};
  };
  const auto on_board = [&](const auto& item) { return json_of(item, explanation.size); };
  const auto candidate = [&](const connect6::ExplainedCandidate& one) {
    return nlohmann::json{{"turn", on_board(one.turn)},
                          {"probability", one.probability},
                          {"value", one.value},
                          {"threat", one.threat},
                          {"stones", json_list(one.stones, on_board)}};
  };
  return {{"units_per_hundredth", connect6::Weights::kUnitsPerHundredth},
          {"size", explanation.size},
          {"last_turn", cells_of(explanation.last_turn, explanation.size)},
          {"threats",
           {{"black", cells_of(explanation.black_sixes, explanation.size)},
            {"white", cells_of(explanation.white_sixes, explanation.size)}}},
          {"planned", json_of(planned, explanation.size)},
          {"to_move", explanation.to_move == connect6::Stone::kBlack ? "black" : "white"},
          {"stones_left", explanation.stones_left},
          {"over", explanation.over},
          {"terms", json_list(explanation.terms, term)},
          {"pattern_units", explanation.pattern_units},
          {"rounding_units", explanation.rounding_units},
          {"limit_units", explanation.limit_units},
          {"score_hundredths", explanation.score},
          {"expectation_per_mille", per_mille(explanation.expectation)},
          {"winning_turn", json_of(explanation.winning_turn, explanation.size)},
          {"stones_to_parry", explanation.stones_to_parry},
          {"parries", json_list(explanation.parries, on_board)},
          {"forced_turns", explanation.forced_turns},
          {"forced_line", json_list(explanation.forced_line, on_board)},
          {"candidates", json_list(explanation.candidates, candidate)},
          {"weights", explanation.weights_source},
          {"patterns", explanation.patterns_source}};
}

nlohmann::json to_json(const reversi::Explanation& explanation,
                       const reversi::PlannedMove& planned) {
  const auto entry = [](const auto& item) { return json_of(item); };
  nlohmann::json report{
      {"units_per_disc", reversi::PatternValue::kUnitsPerDisc},
      {"size", explanation.size},
      {"to_move", explanation.to_move == reversi::Color::kBlack ? "black" : "white"},
      {"discs", {{"black", explanation.black_discs}, {"white", explanation.white_discs}}},
      {"over", explanation.over},
      {"must_pass", explanation.passes},
      {"terms", json_list(explanation.terms, entry)},
      {"rounding_units", explanation.rounding_units},
      {"limit_units", explanation.limit_units},
      {"score_hundredths", explanation.score},
      {"expectation_per_mille", per_mille(explanation.expectation)},
      {"moves", json_list(explanation.moves, entry)},
      {"planned", nullptr},
      {"value", explanation.value_source},
      {"patterns", explanation.priors_source}};
  if (!explanation.over) report["planned"] = json_of(planned);
  return report;
}

nlohmann::json to_json(const poker::Explanation& explanation) {
  nlohmann::json terms = nlohmann::json::array();
  for (const poker::PolicyTerm& term : explanation.terms) {
    terms.push_back({{"name", term.name}, {"value", term.value}, {"whole", term.whole}});
    if (term.change) terms.back()["change"] = *term.change;
  }
  const auto picture = [](const poker::PolicyPicture& one) {
    return nlohmann::json{{"name", one.name}, {"rows", one.rows}};
  };
  const auto action = [](const poker::ExplainedAction& choice) {
    return nlohmann::json{{"action", poker::action_text(choice.action)},
                          {"words", choice.words},
                          {"probability", choice.probability}};
  };
  nlohmann::json report{{"policy", explanation.policy},
                        {"betting", explanation.betting},
                        {"player", explanation.player},
                        {"round", explanation.round},
                        {"hole", explanation.hole},
                        {"board", explanation.board},
                        {"category", explanation.category},
                        {"pot", explanation.pot},
                        {"to_call", explanation.to_call},
                        {"raise", nullptr},
                        {"terms", std::move(terms)},
                        {"pictures", json_list(explanation.pictures, picture)},
                        {"actions", json_list(explanation.actions, action)}};
  report.update({{"seat", explanation.seat},
                 {"street", explanation.street},
                 {"hand", explanation.hand},
                 {"draws", explanation.draws},
                 {"pot_in_words", explanation.pot_words},
                 {"to_call_in_words", explanation.to_call_words},
                 {"pot_odds", nullptr}});
  if (const auto& odds = explanation.odds)
    report["pot_odds"] = {{"wins", odds->wins}, {"to_one", odds->ratio}, {"needed", odds->needed}};
  if (explanation.raise)
    report["raise"] = {{"min", explanation.raise->min}, {"max", explanation.raise->max}};
  return report;
}

nlohmann::json to_json(const poker::Range& range) {
  nlohmann::json actions = nlohmann::json::array();
  for (std::size_t k = 0; k < range.actions.size(); ++k) {
    actions.push_back({{"action", poker::action_text(range.actions[k])},
                       {"words", range.action_words[k]},
                       {"probability", range.probabilities[k]}});
  }
  const auto cell = [](const poker::RangeCell& one) {
    return nlohmann::json{{"hand", one.name},
                          {"combinations", one.combinations},
                          {"probabilities", one.probabilities}};
  };
  const auto row = [&](const auto& cells) { return json_list(cells, cell); };
  return {{"actions", std::move(actions)}, {"grid", json_list(range.cells, row)}};
}

}  // namespace trivium::tools::page
