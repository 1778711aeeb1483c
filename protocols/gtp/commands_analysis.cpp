// GTP commands that show what the engine thinks: streaming analysis and the terms of the evaluation.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "fmt/format.h"

#include "engine/connect6/explain.h"
#include "engine/connect6/likely_turns.h"
#include "engine/connect6/line_features.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/stone_strengths.h"
#include "protocols/gtp/session.h"
#include "protocols/line/shown_file.h"

namespace trivium::gtp {

using connect6::Cell;
using connect6::kNoCell;
using connect6::Turn;

namespace {

/// "K10-L11": GoGui marks the cells that it finds in a text, and finds them as words.
std::string vertices_of(Turn turn, int size) {
  const std::string first = connect6::gtp_vertex(turn.first, size);
  return turn.second == kNoCell ? first : first + '-' + connect6::gtp_vertex(turn.second, size);
}

std::string line_values_text(const connect6::Board& board, const connect6::Knowledge& knowledge) {
  const connect6::LineGains gains_of(*knowledge.weights);
  const connect6::LineFeatures lines(board);
  std::vector<std::pair<std::int64_t, Cell>> gains;
  std::int64_t largest = 1;
  for (int i = 0; i < board.cells(); ++i) {
    const auto cell = static_cast<Cell>(i);
    if (!board.is_legal(cell)) continue;
    gains.emplace_back(gains_of.gain(lines, board.to_move(), cell), cell);
    largest = std::max(largest, std::abs(gains.back().first));
  }
  std::string text = "INFLUENCE";
  for (const auto& [gain, cell] : gains) {
    text += fmt::format(" {} {:.3f}", connect6::gtp_vertex(cell, board.size()), static_cast<double>(gain) / static_cast<double>(largest));
  }
  return text + fmt::format("\nTEXT 1 stands for {} hundredths of the log-odds of winning", connect6::units_text(largest));
}

std::string candidates_text(const connect6::Board& board, const connect6::Knowledge& knowledge) {
  const connect6::LikelyTurns likely = connect6::likely_turns(board, knowledge);
  std::map<Cell, double> chances;
  const auto add = [&chances](Turn turn, double probability) {
    for (const Cell cell : {turn.first, turn.second}) {
      if (cell != kNoCell) chances[cell] += probability;
    }
  };
  add(likely.winning_turn, 1.0);
  for (const connect6::RatedTurn& rated : likely.turns) add(rated.turn, rated.probability);
  std::string text;
  for (const auto& [cell, chance] : chances) {
    text += fmt::format("{}{} {}", text.empty() ? "" : " ", connect6::gtp_vertex(cell, board.size()), std::lround(100.0 * chance));
  }
  return text;
}

}  // namespace

Reply Session::analyze(const Arguments& arguments, Task task, AnalysisDialect dialect) {
  const Result<AnalysisRequest> request = parse_analysis(arguments);
  if (!request) return request.error();
  if (task == Task::kGenmoveAnalyze && !request->color) return Error{kInvalidColorOrCoordinate};
  if (std::optional<Error> error = refusal(request->color.value_or(to_move()))) return *std::move(error);
  if (task == Task::kAnalyze) {
    Limits limits;
    limits.infinite = true;
    return start_search(task, limits, &*request, dialect);
  }
  if (const Cell planned = planned_stone(); planned != kNoCell) {
    channel_->send(open_response(current_id_) + "play " + *place_chosen(planned, Milliseconds::zero()) + "\n\n");
    return Reply::later();
  }
  return start_search(task, move_limits(), &*request, dialect);
}

Reply Session::lz_analyze(const Arguments& arguments) { return analyze(arguments, Task::kAnalyze, AnalysisDialect::kLeelaZero); }

Reply Session::lz_genmove_analyze(const Arguments& arguments) {
  return analyze(arguments, Task::kGenmoveAnalyze, AnalysisDialect::kLeelaZero);
}

Reply Session::kata_analyze(const Arguments& arguments) { return analyze(arguments, Task::kAnalyze, AnalysisDialect::kKataGo); }

Reply Session::kata_genmove_analyze(const Arguments& arguments) {
  return analyze(arguments, Task::kGenmoveAnalyze, AnalysisDialect::kKataGo);
}

Reply Session::explain(const Arguments&) {
  if (player_ == nullptr) return weights_missing();
  if (board_.over()) return Error{kGameOver};
  return start_job(Task::kText, [this](const SearchControl& control) {
    connect6::Explanation explanation = connect6::explain(board_, knowledge_, control);
    for (std::string* const file : {&explanation.weights_source, &explanation.patterns_source}) {
      *file = line::shown_file(*file, config_.files);
    }
    return connect6::to_text(explanation, {vertices_of, " "});
  });
}

Reply Session::line_values(const Arguments&) {
  if (player_ == nullptr) return weights_missing();
  if (board_.over()) return Error{kGameOver};
  return start_job(Task::kText, [this](const SearchControl&) { return line_values_text(board_, knowledge_); });
}

Reply Session::candidates(const Arguments&) {
  if (player_ == nullptr) return weights_missing();
  if (board_.over()) return Error{kGameOver};
  return start_job(Task::kText, [this](const SearchControl&) { return candidates_text(board_, knowledge_); });
}

Reply Session::odds(const Arguments& arguments) {
  if (!arguments.empty()) return Error{kSyntaxError};
  if (std::optional<Error> error = refusal(to_move())) return *std::move(error);
  return start_search(Task::kOdds, move_limits());
}

}  // namespace trivium::gtp
