#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "engine/core/deadline.h"
#include "engine/core/node_budget.h"
#include "engine/core/search_control.h"
#include "engine/reversi/explain.h"
#include "engine/reversi/patterns/pattern_value.h"
#include "engine/reversi/player.h"
#include "engine/reversi/rules/game.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/sgf.h"
#include "engine/reversi/rules/vertex.h"
#include "engine/reversi/search/endgame_solver.h"
#include "tools/trivium/page/board_page.h"
#include "tools/trivium/page/explain_json.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/search_chance.h"

namespace trivium::tools::page {

using nlohmann::json;
using reversi::Color;

namespace {

constexpr int kSolverMegabytes = 64;

reversi::Game game_after(const Line& line) {
  reversi::Game game;
  if (!line.start.empty()) {
    const Result<reversi::Problem> start = reversi::parse_obf(line.start);
    if (!start) throw Refusal(Error{"bad_position", start.error().message});
    game = reversi::Game(start->position, start->to_move);
  }
  for (const std::string& text : line.moves) {
    const Result<reversi::Move> move = reversi::parse_move(text, game.size());
    const auto number = game.moves().size() + 1;
    if (!move) throw Refusal(Error("bad_move", "move {}: {}", number, move.error().message));
    if (!game.position().is_legal(*move)) {
      throw Refusal(Error("bad_move", "move {}: {}", number, reversi::illegal_cause(game, *move)));
    }
    game.do_move(*move);
  }
  return game;
}

const char* name_of(Color color) { return color == Color::kBlack ? "black" : "white"; }

json reversi_squares(const reversi::Game& game) {
  json squares = json::array();
  for (const Color color : {Color::kBlack, Color::kWhite}) {
    for (reversi::Bitboard discs = game.discs(color); discs != 0;) {
      squares.push_back({{"square", reversi::move_name(reversi::take_square(discs))},
                         {"piece", color == Color::kBlack ? "b" : "w"}});
    }
  }
  return squares;
}

std::string result_text(const reversi::Game& game) {
  if (!game.over()) return "";
  const int score = game.final_score(Color::kBlack);
  return score > 0 ? "1-0" : score < 0 ? "0-1" : "1/2-1/2";
}

std::vector<std::string> names_of(const std::vector<reversi::Move>& moves) {
  std::vector<std::string> names;
  for (const reversi::Move move : moves) names.push_back(reversi::move_name(move));
  return names;
}

reversi::GameRecord record_of(const reversi::Game& game) {
  reversi::GameRecord record;
  record.start = game.start();
  record.first = game.first();
  record.moves = game.moves();
  if (game.over()) record.result = reversi::StatedResult::of_score(game.final_score(Color::kBlack));
  return record;
}

class ReversiAssessor final : public Assessor {
 public:
  explicit ReversiAssessor(const reversi::Knowledge& knowledge) : player_(knowledge) {}

  Assessment assess(const Line& line, std::uint64_t nodes, const std::stop_token& stop) override {
    const reversi::Game game = game_after(line);
    const bool blacks_turn = game.to_move() == Color::kBlack;
    if (game.over()) {
      const int score = game.final_score(game.to_move());
      return {score > 0 ? 1.0 : score < 0 ? 0.0 : 0.5, true, blacks_turn};
    }
    Assessment found;
    found.first_side = blacks_turn;
    player_.set_position(game.position());
    const reversi::Move best = searched<reversi::Move>(player_, nodes, stop, found.chance);
    found.best = reversi::move_name(best);
    found.best_notation = found.best;
    return found;
  }

 private:
  reversi::Player player_;
};

class ReversiPage final : public BoardPage {
 public:
  explicit ReversiPage(const reversi::Knowledge& knowledge) : knowledge_(knowledge) {}

  std::string_view game() const override { return "reversi"; }
  std::string_view name() const override { return "Reversi"; }
  std::vector<std::string> first_lines() const override { return {"set_game Othello"}; }

  json position(const Line& line) const override {
    const reversi::Game game = game_after(line);
    json last = json::array();
    if (!game.moves().empty() && game.moves().back() != reversi::kPass)
      last.push_back(reversi::move_name(game.moves().back()));
    return json{{"game", "reversi"},
                {"start", line.start},
                {"columns", game.size()},
                {"rows", game.size()},
                {"turn", name_of(game.to_move())},
                {"legal", names_of(reversi::legal_moves(game.position()))},
                {"notation", names_of(game.moves())},
                {"squares", reversi_squares(game)},
                {"last", std::move(last)},
                {"check", false},
                {"over", game.over()},
                {"result", result_text(game)},
                {"reason", game.over() ? "neither side can move" : ""},
                {"score",
                 {{"black", reversi::count(game.discs(Color::kBlack))},
                  {"white", reversi::count(game.discs(Color::kWhite))}}},
                {"obf", reversi::write_obf({game.position(), game.to_move(), {}})},
                {"record", reversi::write_sgf(record_of(game))}};
  }

  Line parse(const std::string& text) const override {
    if (const Result<reversi::Problem> problem = reversi::parse_obf(text))
      return {reversi::write_obf({problem->position, problem->to_move, {}}), {}};
    const Result<reversi::GameRecord> record = reversi::read_record(text);
    if (!record) throw Refusal(Error{"bad_position", record.error().message});
    const bool usual =
        record->start == reversi::Position::start() && record->first == Color::kBlack;
    return {usual ? "" : reversi::write_obf({record->start, record->first, {}}),
            names_of(record->moves)};
  }

  BoardView replay(const Line& line) const override { return board_view(game_after(line)); }

  std::unique_ptr<Assessor> assessor() const override {
    return std::make_unique<ReversiAssessor>(knowledge_);
  }

  std::vector<ValueTerm> terms(const Line& line) const override {
    const reversi::Game game = game_after(line);
    const double sign = game.to_move() == Color::kBlack ? 1 : -1;
    std::map<std::string, double> sums;  // the instances of a shape together
    for (const reversi::ExplainedTerm& term : reversi::explain(game, knowledge_).terms)
      sums[term.name] += sign * static_cast<double>(term.contribution_units);
    std::vector<ValueTerm> terms;
    for (const auto& [name, units] : sums)
      terms.push_back({name, units / reversi::PatternValue::kUnitsPerDisc});
    return terms;
  }

  json explain(const Line& line, const web::Call& /*call*/) const override {
    const reversi::Game game = game_after(line);
    return to_json(reversi::explain(game, knowledge_),
                   reversi::planned_move(game.position(), knowledge_));
  }

  json heat(const Line& line, const web::Call& /*call*/) const override {
    const reversi::Game game = game_after(line);
    const int size = game.size();
    std::vector<double> cells(static_cast<std::size_t>(size * size), 0.0);
    json values = json::array();
    for (const reversi::ExplainedMove& move : reversi::explain(game, knowledge_).moves) {
      if (move.move == reversi::kPass) continue;
      // A square is 8 * row + column on every board.
      const int row = move.move / reversi::kDefaultSize, column = move.move % reversi::kDefaultSize;
      cells[static_cast<std::size_t>(size * row + column)] = move.probability.value_or(0);
      values.push_back({{"move", reversi::move_name(move.move)}, {"value_hundredths", move.value}});
    }
    return json{{"columns", size},
                {"rows", size},
                {"probability", cells},
                {"pairs", json::array()},
                {"parries", json::array()},
                {"win", json::array()},
                {"values", std::move(values)}};
  }

  json solve(const Line& line, double seconds, const web::Call& call) const override {
    const reversi::Game game = game_after(line);
    SearchControl control;
    const std::stop_callback stop(call.stop, [&control] { control.stop(); });
    NodeBudget budget(NodeBudget::kUnlimited, &control,
                      {.maximum = Deadline::Duration(std::llround(std::ceil(seconds * 1e6)))});
    reversi::EndgameSolver solver(kSolverMegabytes, knowledge_);
    const reversi::EndgameResult result = solver.solve(
        game.position(), reversi::EndgameGoal::kScore, budget,
        [&](std::uint64_t nodes, std::uint64_t /*total*/) {
          call.progress({{"seconds", std::chrono::duration<double>(control.elapsed()).count()},
                         {"nodes", nodes}});
        });
    return json{{"score", result.lower},
                {"upper", result.upper},
                {"exact", result.lower == result.upper},
                {"line", names_of(result.line)},
                {"nodes", result.nodes}};
  }

 private:
  reversi::Knowledge knowledge_;
};

}  // namespace

std::unique_ptr<BoardPage> make_reversi_page(const reversi::Knowledge& knowledge) {
  return std::make_unique<ReversiPage>(knowledge);
}

}  // namespace trivium::tools::page
