#include "protocols/gtp/command_table.h"

#include <algorithm>
#include <array>

namespace trivium::gtp {

std::span<const CommandEntry> CommandTable::all() {
  using Task = Session::Task;
  using Dialect = AnalysisDialect;
  static constexpr auto kCommands = std::to_array<CommandEntry>({
      {"protocol_version", &Session::protocol_version, "", "the GTP version: 2"},
      {"name", &Session::name, "", "the name of this program"},
      {"version", &Session::version, "", "the version of this program"},
      {"known_command", &Session::known_command, "NAME", "true if NAME is a command, else false"},
      {"list_commands", &Session::list_commands, "", "the names of all commands, one a line"},
      {"help", &Session::help, "[NAME]", "what every command, or the command NAME, does"},
      {"quit", &Session::quit, "", "end the conversation"},

      {"list_games", &Session::list_games, "",
       "the names of the games that set_game chooses, one a line"},
      {"set_game", &Session::set_game, "NAME",
       "an empty board of the game NAME (case ignored) and full clocks"},
      {"boardsize", &Session::boardsize, "N", "an empty board of N x N"},
      {"clear_board", &Session::clear_board, "", "an empty board and full clocks"},
      {"komi", &Session::komi, "NUMBER", "read and ignored, because controllers send it"},
      {"play", &Session::play, "COLOR VERTEX", "place one stone"},
      {"genmove", &Session::genmove, "COLOR", "choose, place and print one stone"},
      {"undo", &Session::undo, "", "take back one stone"},
      {"gg-undo", &Session::undo_many, "[N]", "take back N stones (1 if not given)"},
      {"reg_genmove", &Session::reg_genmove, "COLOR",
       "choose and print one stone without placing it"},
      {"final_score", &Session::final_score, "", "B+, W+ or 0 (draw) when the game has ended"},
      {"showboard", &Session::showboard, "", "a picture of the board"},

      {"time_settings", &Session::time_settings, "MAIN OVERTIME STONES",
       "main time in seconds, then OVERTIME seconds for each STONES stones"},
      {"kgs-time_settings", &Session::kgs_time_settings,
       "none | absolute MAIN | byoyomi MAIN TIME PERIODS | canadian MAIN TIME STONES",
       "time settings of either overtime system, in seconds"},
      {"time_left", &Session::time_left, "COLOR SECONDS STONES",
       "the clock of COLOR; STONES is 0 in main time"},

      {"loadsgf", &Session::loadsgf, "FILE [MOVE_NUMBER]",
       "set up the game in FILE, up to before stone MOVE_NUMBER"},
      {"trivium-record", &Session::load_record, "RECORD",
       "set up the game of RECORD, the text of a record in one line"},
      {"printsgf", &Session::printsgf, "[FILE]", "the game as SGF, printed or written to FILE"},

      {"lz-analyze", &Session::analyze_as<Task::kAnalyze, Dialect::kLeelaZero>,
       "[COLOR] [INTERVAL] [KEY VALUE]...",
       "search and report every INTERVAL hundredths of a second, until the next line"},
      {"lz-genmove_analyze", &Session::analyze_as<Task::kGenmoveAnalyze, Dialect::kLeelaZero>,
       "COLOR [INTERVAL] [KEY VALUE]...", "genmove with reports as in lz-analyze"},
      {"kata-analyze", &Session::analyze_as<Task::kAnalyze, Dialect::kKataGo>,
       "[COLOR] [INTERVAL] [KEY VALUE]...", "lz-analyze in KataGo's number format"},
      {"kata-genmove_analyze", &Session::analyze_as<Task::kGenmoveAnalyze, Dialect::kKataGo>,
       "COLOR [INTERVAL] [KEY VALUE]...", "genmove with reports as in kata-analyze"},
      {"stop", &Session::stop, "", "end an analysis (any line does)"},

      {"gogui-analyze_commands", &Session::analyze_commands, "",
       "commands that GoGui offers in its Analyze window"},
      {"gogui-interrupt", &Session::interrupt, "",
       "reports to GoGui that the line \"# interrupt\" ends a search early"},
      {"gogui-play_sequence", &Session::play_sequence, "[COLOR VERTEX]...",
       "place stones, all or none of them"},
      {"gogui-title", &Session::title, "", "a title for GoGui's window"},
      {"gogui-rules_game_id", &Session::rules_game_id, "", "the game, for GoGui"},
      {"gogui-rules_board", &Session::rules_board, "",
       "the stones from the top row down: X black, O white"},
      {"gogui-rules_board_size", &Session::rules_board_size, "", "the size of the board"},
      {"gogui-rules_legal_moves", &Session::rules_legal_moves, "",
       "where the side to move may place; empty when the game has ended"},
      {"gogui-rules_side_to_move", &Session::rules_side_to_move, "",
       "the side that places the next stone"},
      {"gogui-rules_final_result", &Session::rules_final_result, "", "the result in words"},

      {"trivium-weights", &Session::set_weights, "[FILE]",
       "use the weights or gammas in FILE for this session; without FILE name the files in use"},
      {"trivium-threads", &Session::set_threads, "[N]",
       "search with N threads; without N print the number"},
      {"trivium-hash", &Session::set_hash, "[MB]",
       "use MB megabytes for the transposition table; without MB print the size"},
      {"trivium-nodes", &Session::set_nodes, "[N]",
       "search N positions per turn and ignore the clock; 0: use the clock; without N print the "
       "setting"},
      {"trivium-move_overhead", &Session::set_move_overhead, "[MS]",
       "reserve MS milliseconds of every move for delays outside the search; without MS print the "
       "setting"},
  });
  return kCommands;
}

const CommandEntry* CommandTable::find(std::string_view name) {
  const auto commands = all();
  const auto found = std::ranges::find(commands, name, &CommandEntry::name);
  return found == commands.end() ? nullptr : &*found;
}

}  // namespace trivium::gtp
