#include <chrono>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/connect6/evaluation/known_strengths.h"
#include "engine/connect6/explain.h"
#include "engine/connect6/player.h"
#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/record_reader.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/threats/solve.h"
#include "engine/core/search_control.h"
#include "engine/core/text.h"
#include "tools/trivium/page/board_page.h"
#include "tools/trivium/page/explain_json.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/search_chance.h"

namespace trivium::tools::page {

using nlohmann::json;

namespace {

int size_of(const std::string& start) {
  if (start.empty()) return connect6::kDefaultSize;
  const std::optional<int> size = text::parse_number<int>(start);
  if (!size || *size < connect6::kMinSize || *size > connect6::kMaxSize) {
    throw Refusal(Error("bad_position", "start: needs a board size from {} to {}",
                        connect6::kMinSize, connect6::kMaxSize));
  }
  return *size;
}

connect6::Board board_after(const Line& line) {
  const int size = size_of(line.start);
  connect6::Board board(size);
  for (const std::string& turn : line.moves) {
    std::string_view rest = turn;
    while (!text::trimmed(rest).empty()) {
      const std::string_view vertex = text::take_word(rest);
      const Result<connect6::Cell> cell = connect6::parse_record_vertex(vertex, size);
      if (!cell) throw Refusal(Error{"bad_move", cell.error().message});
      if (!board.is_legal(*cell)) {
        throw Refusal(Error("bad_move", "stone {}, {}: {}", board.stones() + 1, vertex,
                            board.over() ? "the game is over" : "it is occupied"));
      }
      board.do_move(*cell);
    }
  }
  return board;
}

connect6::GameRecord record_of(const connect6::Board& board) {
  connect6::GameRecord record;
  record.size = board.size();
  record.moves = board.history();
  record.result = connect6::board_result(board);
  return record;
}

/// "j9 k11", or "j10" for a turn of one stone.
std::string turn_text(const connect6::Turn& turn, int size) {
  std::string text = connect6::record_vertex(turn.first, size);
  if (turn.second != connect6::kNoCell) text += " " + connect6::record_vertex(turn.second, size);
  return text;
}

json turn_texts(const std::vector<connect6::Turn>& turns, int size) {
  return json_list(turns, [size](const connect6::Turn& turn) { return turn_text(turn, size); });
}

json connect6_squares(const connect6::Board& board) {
  json squares = json::array();
  for (int stone = 0; stone < board.stones(); ++stone) {
    const connect6::Cell cell = board.history()[static_cast<std::size_t>(stone)];
    squares.push_back({{"square", connect6::record_vertex(cell, board.size())},
                       {"piece", board.at(cell) == connect6::Stone::kBlack ? "b" : "w"}});
  }
  return squares;
}

std::string result_text(const connect6::Board& board) {
  if (!board.over()) return "";
  if (board.winner() == connect6::Stone::kEmpty) return "1/2-1/2";
  return board.winner() == connect6::Stone::kBlack ? "1-0" : "0-1";
}

class Connect6Assessor final : public Assessor {
 public:
  explicit Connect6Assessor(const connect6::Knowledge& knowledge) : player_(knowledge) {}

  Assessment assess(const Line& line, std::uint64_t nodes, const std::stop_token& stop) override {
    const connect6::Board board = board_after(line);
    const bool blacks_turn = board.to_move() == connect6::Stone::kBlack;
    if (board.over()) {
      const bool draw = board.winner() == connect6::Stone::kEmpty;
      return {draw ? 0.5 : board.winner() == board.to_move() ? 1.0 : 0.0, true, blacks_turn};
    }
    Assessment found;
    found.first_side = blacks_turn;
    player_.set_board(board);
    const connect6::Turn best = searched<connect6::Turn>(player_, nodes, stop, found.chance);
    found.best = turn_text(best, board.size());
    found.best_notation = found.best;
    return found;
  }

 private:
  connect6::Player player_;
};

class Connect6Page final : public BoardPage {
 public:
  explicit Connect6Page(const connect6::Knowledge& knowledge) : knowledge_(knowledge) {}

  std::string_view game() const override { return "connect6"; }
  std::string_view name() const override { return "Connect-6"; }
  std::vector<std::string> first_lines() const override { return {"set_game Connect6"}; }

  json position(const Line& line) const override {
    const connect6::Board board = board_after(line);
    const std::vector<std::string> turns = turns_of(board.history(), board.size());
    json last = json::array();
    if (!turns.empty()) {
      std::string_view rest = turns.back();
      while (!rest.empty()) last.push_back(text::take_word(rest));
    }
    const bool black = board.to_move() == connect6::Stone::kBlack;
    return json{{"game", "connect6"},
                {"start", line.start},
                {"columns", board.size()},
                {"rows", board.size()},
                {"turn", black ? "black" : "white"},
                {"stones_left", board.stones_left_in_turn()},
                {"notation", turns},
                {"squares", connect6_squares(board)},
                {"last", std::move(last)},
                {"check", false},
                {"over", board.over()},
                {"result", result_text(board)},
                {"reason", !board.over()                               ? ""
                           : board.winner() != connect6::Stone::kEmpty ? "six in a row"
                                                                       : "the board is full"},
                {"record", connect6::write_sgf(record_of(board))}};
  }

  Line parse(const std::string& text) const override {
    const Result<connect6::GameRecord> record = connect6::read_record(text);
    if (!record) throw Refusal(Error{"bad_position", record.error().message});
    const bool usual = record->size == connect6::kDefaultSize;
    return {usual ? "" : std::to_string(record->size), turns_of(record->moves, record->size)};
  }

  BoardView replay(const Line& line) const override {
    const connect6::Board board = board_after(line);
    return board_view(board.size(), board.history());
  }

  std::unique_ptr<Assessor> assessor() const override {
    if (!knowledge_) throw std::runtime_error("no weights of Connect-6 are loaded");
    return std::make_unique<Connect6Assessor>(knowledge_);
  }

  std::vector<ValueTerm> terms(const Line& line) const override {
    const connect6::Board board = board_after(line);
    const connect6::Explanation explanation = connect6::explain(board, knowledge_);
    const double sign = board.to_move() == connect6::Stone::kBlack ? 1 : -1;
    const auto units = static_cast<double>(connect6::Weights::kUnitsPerHundredth);
    std::vector<ValueTerm> terms;
    for (const connect6::ExplainedTerm& term : explanation.terms) {
      terms.push_back({term.name, sign * static_cast<double>(term.contribution_units) / units});
    }
    terms.push_back({"patterns", sign * static_cast<double>(explanation.pattern_units) / units});
    return terms;
  }

  json explain(const Line& line, const web::Call& call) const override {
    const connect6::Board board = explained_board(line);
    const connect6::Explanation explanation = explanation_of(board, call);
    return to_json(explanation, connect6::planned_turn(board, knowledge_));
  }

  json heat(const Line& line, const web::Call& call) const override {
    const connect6::Board board = explained_board(line);
    const int size = board.size();
    const connect6::Explanation explanation = explanation_of(board, call);
    const auto pair = [size](const connect6::ExplainedCandidate& candidate) {
      return json{{"turn", turn_text(candidate.turn, size)},
                  {"probability", candidate.probability}};
    };
    std::vector<connect6::Turn> win = explanation.forced_line;
    if (win.empty() && explanation.winning_turn.first != connect6::kNoCell)
      win = {explanation.winning_turn};
    return json{{"columns", size},
                {"rows", size},
                {"probability", stone_probabilities(board)},
                {"pairs", json_list(explanation.candidates, pair)},
                {"parries", turn_texts(explanation.parries, size)},
                {"win", turn_texts(win, size)}};
  }

  json solve(const Line& line, double seconds, const web::Call& call) const override {
    const connect6::Board board = board_after(line);
    SearchControl control;
    const std::stop_callback stop(call.stop, [&control] { control.stop(); });
    connect6::SolveLimits limits;
    limits.nodes = std::uint64_t{1} << 40;  // the time ends it
    limits.time = Milliseconds(std::llround(seconds * 1000));
    const connect6::SolveResult result =
        connect6::solve(board, limits, &control, [&](std::uint64_t nodes, std::uint64_t /*total*/) {
          call.progress({{"seconds", std::chrono::duration<double>(control.elapsed()).count()},
                         {"nodes", nodes}});
        });
    const bool proved = result.status == connect6::SolveStatus::kProved;
    json turns = json::array();
    if (proved) turns = turn_texts(connect6::main_line(result.proof), board.size());
    return json{{"outcome", proved ? "win" : "no win found"},
                {"turns", std::move(turns)},
                {"nodes", result.nodes}};
  }

 private:
  /// Returns the board after `line`. Throws a Refusal without weights, too.
  connect6::Board explained_board(const Line& line) const {
    connect6::Board board = board_after(line);
    if (!knowledge_) throw Refusal(Error("unavailable", "no weights of Connect-6 are loaded"));
    return board;
  }

  connect6::Explanation explanation_of(const connect6::Board& board, const web::Call& call) const {
    SearchControl control;
    const std::stop_callback stop(call.stop, [&control] { control.stop(); });
    return connect6::explain(board, knowledge_, control);
  }

  /// Returns the probability of each cell as the next stone, row 1 first.
  std::vector<double> stone_probabilities(const connect6::Board& board) const {
    connect6::KnownStrengths known(knowledge_, board.size());
    connect6::StoneStrengths& strengths = known[0];
    strengths.follow(board.history());
    std::vector<double> cells(strengths.cells());
    const double sum = strengths.read(cells);
    for (double& cell : cells) cell = sum > 0 ? cell / sum : 0;
    return cells;
  }

  connect6::Knowledge knowledge_;
};

}  // namespace

std::vector<std::string> turns_of(const std::vector<connect6::Cell>& stones, int size) {
  std::vector<std::string> turns;
  for (std::size_t i = 0; i < stones.size(); ++i) {
    const std::string vertex = connect6::record_vertex(stones[i], size);
    if (i % 2 == 0 && i > 0) {
      turns.back() += " " + vertex;
    } else {
      turns.push_back(vertex);
    }
  }
  return turns;
}

std::unique_ptr<BoardPage> make_connect6_page(const connect6::Knowledge& knowledge) {
  return std::make_unique<Connect6Page>(knowledge);
}

}  // namespace trivium::tools::page
