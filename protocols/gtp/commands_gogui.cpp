// Extensions with which GoGui plays a game other than Go: gogui-rules_* make this program its own
// referee.
//
// Source: the GoGui manual (Enzenberger and Coulom), chapters "Rules", "Analyze Commands" and
// "Interrupting Commands". GoGui reads the types and wildcards of gogui-analyze_commands as
// "type/label/command". For GoGui the game ends when no legal move is listed.
#include <string>

#include "fmt/format.h"

#include "protocols/gtp/session.h"

namespace trivium::gtp {

Reply Session::analyze_commands(const Arguments&) {
  return std::string(seat_->texts().analyze_commands) +
         "pstring/Suggest Stone/reg_genmove %m\n"
         "string/Result/gogui-rules_final_result\n"
         "plist/Legal Cells/gogui-rules_legal_moves\n"
         "string/Print SGF/printsgf\n"
         "string/Weights/trivium-weights\n"
         "none/Load Weights/trivium-weights %r\n"
         "none/Hash Megabytes/trivium-hash %o\n";
}

Reply Session::title(const Arguments&) { return fmt::format("Trivium: {}", game_->title); }

Reply Session::interrupt(const Arguments&) { return ""; }

Reply Session::rules_game_id(const Arguments&) { return std::string(game_->id); }

Reply Session::rules_board(const Arguments&) { return seat_->rows(); }

Reply Session::rules_board_size(const Arguments&) { return std::to_string(seat_->size()); }

Reply Session::rules_legal_moves(const Arguments&) {
  return fmt::format("{}", fmt::join(seat_->legal_moves(), " "));
}

Reply Session::rules_side_to_move(const Arguments&) {
  return std::string(color_name(seat_->to_move()));
}

Reply Session::rules_final_result(const Arguments&) { return seat_->result(); }

}  // namespace trivium::gtp
