// The extensions by which GoGui plays a game other than Go: gogui-rules_* make this program its own referee.
//
// Source: the GoGui manual (Enzenberger and Coulom), chapters "Rules", "Analyze Commands" and "Interrupting Commands". GoGui reads the
// types and wildcards of gogui-analyze_commands as "type/label/command"; the game ends for it when no legal move is listed.
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/vertex.h"
#include "protocols/gtp/session.h"

namespace trivium::gtp {

using connect6::GameResult;

Reply Session::analyze_commands(const Arguments&) {
  return "gfx/Line Values/trivium-line_values\n"
         "pspairs/Candidates/trivium-candidates\n"
         "hpstring/Explain Evaluation/trivium-explain\n"
         "hpstring/Odds of Turns/trivium-odds\n"
         "pstring/Suggest Stone/reg_genmove %m\n"
         "string/Result/gogui-rules_final_result\n"
         "plist/Legal Cells/gogui-rules_legal_moves\n"
         "string/Print SGF/printsgf\n"
         "string/Weights/trivium-weights\n"
         "none/Load Weights/trivium-weights %r\n"
         "none/Hash Megabytes/trivium-hash %o\n";
}

Reply Session::title(const Arguments&) { return "Trivium: Connect-6"; }

Reply Session::interrupt(const Arguments&) { return ""; }

Reply Session::rules_game_id(const Arguments&) { return "Connect6"; }

Reply Session::rules_board(const Arguments&) {
  std::string text;
  for (int row = board_.size() - 1; row >= 0; --row) {
    for (int column = 0; column < board_.size(); ++column) {
      if (column > 0) text += ' ';
      text += ".XO"[connect6::index(board_.at(board_.cell(column, row)))];
    }
    text += '\n';
  }
  return text;
}

Reply Session::rules_board_size(const Arguments&) { return std::to_string(board_.size()); }

Reply Session::rules_legal_moves(const Arguments&) {
  std::string text;
  for (int cell = 0; cell < board_.cells(); ++cell) {
    if (!board_.is_legal(static_cast<connect6::Cell>(cell))) continue;
    if (!text.empty()) text += ' ';
    text += connect6::gtp_vertex(static_cast<connect6::Cell>(cell), board_.size());
  }
  return text;
}

Reply Session::rules_side_to_move(const Arguments&) { return std::string(color_name(to_move())); }

Reply Session::rules_final_result(const Arguments&) {
  switch (connect6::board_result(board_)) {
    case GameResult::kBlackWins:
      return "Black wins: six in a row";
    case GameResult::kWhiteWins:
      return "White wins: six in a row";
    case GameResult::kDraw:
      return "Draw: the board is full";
    case GameResult::kUnknown:
      break;
  }
  return "The game is not over";
}

}  // namespace trivium::gtp
