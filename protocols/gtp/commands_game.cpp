// GTP commands that set up, play and record a game.
//
// Colours are checked against whose turn it is: `play` and `genmove` for the other side are illegal moves, and so is a pass.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "fmt/format.h"

#include "engine/connect6/rules/record_reader.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/input_file.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "protocols/gtp/session.h"

namespace trivium::gtp {

using connect6::Board;
using connect6::Cell;
using connect6::GameResult;
using connect6::kNoCell;
using connect6::Stone;

namespace {

constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{4} << 20;
constexpr FixedError kFilesClosed{"gtp.files", "files are not open to this session"};
constexpr double kMaxSeconds = 1e7;  // a third of a year

std::optional<int> parse_count(const std::string& text) {
  const std::optional<int> count = parse_int(text);
  return count && *count >= 0 ? count : std::nullopt;
}

/// Parses a time in seconds. Fractions are allowed, since KGS and CGOS send them. A negative time
/// is kept, since a clock may have run out.
std::optional<Milliseconds> parse_clock(const std::string& text, double least = -kMaxSeconds) {
  const std::optional<double> seconds = parse_number(text);
  if (!seconds || *seconds < least || *seconds > kMaxSeconds) return std::nullopt;
  return Milliseconds(static_cast<Milliseconds::rep>(*seconds * 1000));
}

/// Parses a time setting in seconds, which must not be negative.
std::optional<Milliseconds> parse_seconds(const std::string& text) { return parse_clock(text, 0); }

std::string picture(const Board& board) {
  std::string columns = "  ";
  for (int column = 0; column < board.size(); ++column)
    columns += fmt::format(" {}", connect6::gtp_vertex(board.cell(column, 0), board.size())[0]);
  std::string text = '\n' + columns + '\n';
  for (int row = board.size() - 1; row >= 0; --row) {
    text += fmt::format("{:2}", row + 1);
    for (int column = 0; column < board.size(); ++column)
      text += std::array{" .", " X", " O"}[connect6::index(board.at(board.cell(column, row)))];
    text += fmt::format(" {}\n", row + 1);
  }
  text += columns + '\n';
  switch (connect6::board_result(board)) {
    case GameResult::kBlackWins:
      return text + "black has won";
    case GameResult::kWhiteWins:
      return text + "white has won";
    case GameResult::kDraw:
      return text + "draw";
    case GameResult::kUnknown:
      break;
  }
  const bool black = board.to_move() == Stone::kBlack;
  return text + fmt::format("{} ({}) to place {}", black ? "black" : "white", black ? 'X' : 'O', board.stones_left_in_turn());
}

/// Writes the complete file, or leaves the old one unchanged.
Reply save(const std::string& text, const std::string& name) {
  const auto cannot_write = [&name](const char* code, const std::string& why) {
    return Error{code, fmt::format("cannot write {}: {}", name, why)};
  };
  std::error_code ignored;
  if (std::filesystem::is_directory(name, ignored)) return cannot_write("file.folder", "is a folder");
  // The atomic write would replace a device or a pipe by a file.
  if (std::filesystem::exists(name, ignored) && !std::filesystem::is_regular_file(name, ignored)) {
    return cannot_write("file.kind", "is no regular file");
  }
  try {
    format::write_file_atomically(std::filesystem::weakly_canonical(name), text);
  } catch (const format::LoadError& error) {
    return Error{error.code(), fmt::format("cannot write {}", error.what())};
  } catch (const std::filesystem::filesystem_error& error) {
    return cannot_write("file.write", error.code().message());
  }
  return "";
}

}  // namespace

void Session::set_board(Board board) {
  board_ = std::move(board);
  planned_ = {};
  loaded_ = {};
}

Reply Session::boardsize(const Arguments& arguments) {
  const std::optional<int> size = arguments.size() == 1 ? parse_int(arguments[0]) : std::nullopt;
  if (!size) return Error{kSyntaxError};
  if (*size < connect6::kMinSize || *size > connect6::kMaxSize) return Error{kUnacceptableSize};
  set_board(Board(*size));
  return "";
}

Reply Session::clear_board(const Arguments&) {
  set_board(Board(board_.size()));
  time_.restart();
  const connect6::Knowledge newest = config_.newest_knowledge && !own_weights_ ? config_.newest_knowledge() : knowledge_;
  if (!newest) return "";
  return start_job(Task::kSetUp, [this, newest](const SearchControl&) {
    use(newest);
    player_->new_game();
    return std::string();
  });
}

Reply Session::komi(const Arguments& arguments) {
  if (arguments.size() != 1 || !parse_number(arguments[0])) return Error{kSyntaxError};
  return "";
}

std::optional<Error> Session::refusal(Color color) const {
  if (board_.over()) return Error{kGameOver};
  if (color != to_move()) return Error{kIllegalMove};
  return std::nullopt;
}

Status Session::place(const std::string& color, const std::string& vertex) {
  const std::optional<Color> side = parse_color(color);
  if (!side) return Error{kInvalidColorOrCoordinate};
  const bool pass = lower_case(vertex) == "pass";
  const Result<Cell> cell = connect6::parse_gtp_vertex(vertex, board_.size());
  if (!pass && !cell) return Error{kInvalidColorOrCoordinate};
  if (std::optional<Error> error = refusal(*side)) return *std::move(error);
  if (pass || !board_.is_legal(*cell)) return Error{kIllegalMove};
  board_.do_move(*cell);
  return {};
}

Reply Session::play(const Arguments& arguments) {
  if (arguments.size() != 2) return Error{kInvalidColorOrCoordinate};
  return place(arguments[0], arguments[1]);
}

Reply Session::play_sequence(const Arguments& arguments) {
  if (arguments.size() % 2 != 0) return Error{kInvalidColorOrCoordinate};
  const int before = board_.stones();
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const Status placed = place(arguments[i], arguments[i + 1]);
    if (placed) continue;
    while (board_.stones() > before) board_.undo_move();
    return placed.error();
  }
  return "";
}

Cell Session::planned_stone() const {
  const bool same = planned_.cell != kNoCell && planned_.stones == board_.stones() && planned_.key == board_.key();
  return same && board_.is_legal(planned_.cell) ? planned_.cell : kNoCell;
}

Result<std::string> Session::place_chosen(Cell cell, Milliseconds spent) {
  time_.charge(to_move(), spent);
  board_.do_move(cell);
  return connect6::gtp_vertex(cell, board_.size());
}

Limits Session::move_limits() const {
  if (nodes_ > 0) {
    Limits limits;
    limits.nodes = nodes_;
    return limits;
  }
  const std::optional<ClockState> clock = time_.clock(to_move(), {board_.stones_left_in_turn(), 2});
  if (!clock) return config_.untimed;
  Limits limits;
  limits.clock = clock;
  return limits;
}

Reply Session::generate(const Arguments& arguments, Task task) {
  const std::optional<Color> color = arguments.size() == 1 ? parse_color(arguments[0]) : std::nullopt;
  if (!color) return Error{kInvalidColorOrCoordinate};
  if (std::optional<Error> error = refusal(*color)) return *std::move(error);
  if (const Cell planned = planned_stone(); planned != kNoCell) {
    if (task == Task::kRegGenmove) return connect6::gtp_vertex(planned, board_.size());
    return place_chosen(planned, Milliseconds::zero());
  }
  return start_search(task, move_limits());
}

Reply Session::genmove(const Arguments& arguments) { return generate(arguments, Task::kGenmove); }

Reply Session::reg_genmove(const Arguments& arguments) { return generate(arguments, Task::kRegGenmove); }

Reply Session::undo(const Arguments& arguments) {
  if (!arguments.empty()) return Error{kSyntaxError};
  return undo_many({});
}

Reply Session::undo_many(const Arguments& arguments) {
  const std::optional<int> count = arguments.empty() ? 1 : arguments.size() == 1 ? parse_count(arguments[0]) : std::nullopt;
  if (!count) return Error{kSyntaxError};
  if (*count > board_.stones()) return Error{kCannotUndo};
  for (int i = 0; i < *count; ++i) board_.undo_move();
  return "";
}

Reply Session::time_settings(const Arguments& arguments) {
  if (arguments.size() != 3) return Error{kSyntaxError};
  const std::optional<Milliseconds> main = parse_seconds(arguments[0]);
  const std::optional<Milliseconds> overtime = parse_seconds(arguments[1]);
  const std::optional<int> stones = parse_count(arguments[2]);
  if (!main || !overtime || !stones) return Error{kSyntaxError};
  // "Byo yomi stones = 0 and byo yomi time > 0" is how GTP says that there is no limit.
  TimeSettings settings{TimeSettings::Kind::kCanadian, *main, *overtime, *stones};
  if (*overtime <= Milliseconds::zero()) settings.kind = TimeSettings::Kind::kAbsolute;
  if (*overtime > Milliseconds::zero() && *stones == 0) settings.kind = TimeSettings::Kind::kNone;
  time_.set(settings);
  return "";
}

Reply Session::kgs_time_settings(const Arguments& arguments) {
  using Kind = TimeSettings::Kind;
  const std::string system = arguments.empty() ? "" : lower_case(arguments[0]);
  const std::size_t values = system == "none" ? 0 : system == "absolute" ? 1 : system == "byoyomi" || system == "canadian" ? 3 : 99;
  if (arguments.size() != values + 1) return Error{kSyntaxError};
  TimeSettings settings;
  if (values >= 1) {
    const std::optional<Milliseconds> main = parse_seconds(arguments[1]);
    if (!main) return Error{kSyntaxError};
    settings = {Kind::kAbsolute, *main, Milliseconds::zero(), 0};
  }
  if (values == 3) {
    const std::optional<Milliseconds> overtime = parse_seconds(arguments[2]);
    const std::optional<int> count = parse_count(arguments[3]);
    if (!overtime || !count || *count == 0) return Error{kSyntaxError};
    settings = {system == "canadian" ? Kind::kCanadian : Kind::kByoYomi, settings.main, *overtime, *count};
  }
  time_.set(settings);
  return "";
}

Reply Session::time_left(const Arguments& arguments) {
  if (arguments.size() != 3) return Error{kSyntaxError};
  const std::optional<Color> color = parse_color(arguments[0]);
  const std::optional<Milliseconds> left = parse_clock(arguments[1]);
  const std::optional<int> count = parse_count(arguments[2]);
  if (!color) return Error{kInvalidColorOrCoordinate};
  if (!left || !count) return Error{kSyntaxError};
  time_.set_left(*color, *left, *count);
  return "";
}

Reply Session::final_score(const Arguments&) {
  switch (connect6::board_result(board_)) {
    case GameResult::kBlackWins:
      return "B+";
    case GameResult::kWhiteWins:
      return "W+";
    case GameResult::kDraw:
      return "0";
    case GameResult::kUnknown:
      break;
  }
  return Error{kCannotScore};
}

Reply Session::showboard(const Arguments&) { return picture(board_); }

Reply Session::loadsgf(const Arguments& arguments) {
  if (arguments.empty()) return Error{kSyntaxError};
  std::optional<int> move_number;
  auto last = arguments.end();
  if (arguments.size() > 1) {
    move_number = parse_count(arguments.back());
    if (move_number) --last;
  }
  const auto cannot_load = [](const Error& reason) { return at_place(kCannotLoadFile, reason); };
  if (!config_.files) return cannot_load(kFilesClosed);
  const Result<std::string> text = input::read_text(file_name(arguments.begin(), last), kMaxRecordBytes, input::Pipes::kNone);
  if (!text) return cannot_load(text.error());
  Result<connect6::GameRecord> game = connect6::read_record(*text);
  if (!game) return cannot_load(game.error());
  Result<Board> board = connect6::replay(*game);
  if (!board) return cannot_load(board.error());
  // Numbers count from 1: the stone of that number and what follows it are left out; 0 leaves out nothing.
  const int keep = move_number && *move_number > 0 ? *move_number - 1 : board->stones();
  if (board->stones() > keep) {
    game->result = GameResult::kUnknown;
    game->result_text.clear();
  }
  while (board->stones() > keep) board->undo_move();
  set_board(*std::move(board));
  loaded_ = *std::move(game);
  loaded_.moves = board_.history();
  return "";
}

Reply Session::printsgf(const Arguments& arguments) {
  connect6::GameRecord game;
  if (loaded_.size == board_.size() && loaded_.moves == board_.history()) game = loaded_;
  game.size = board_.size();
  game.moves = board_.history();
  if (game.result == GameResult::kUnknown && game.result_text.empty()) game.result = connect6::board_result(board_);
  const std::string text = connect6::write_sgf(game, connect6::SgfForm::kNctu);
  if (arguments.empty()) return text;
  if (!config_.files) return Error{kFilesClosed};
  return save(text, file_name(arguments.begin(), arguments.end()));
}

}  // namespace trivium::gtp
