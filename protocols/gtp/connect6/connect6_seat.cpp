#include "protocols/gtp/connect6/connect6_seat.h"

#include <array>
#include <new>
#include <stdexcept>
#include <utility>

#include "fmt/format.h"

#include "engine/connect6/rules/record_reader.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/connect6/search/likely_turns.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::gtp {

using connect6::Board;
using connect6::Cell;
using connect6::GameResult;
using connect6::kNoCell;
using connect6::Stone;
using connect6::Turn;

namespace {

using HelpText = std::pair<std::string_view, std::string_view>;

constexpr auto kHelp = std::to_array<HelpText>({
    {"boardsize", "an empty board of N x N, N from 6 to 25"},
    {"komi", "read and ignored: there is no komi in Connect-6, but controllers send it"},
    {"play", "place one stone; Black opens with one, then each side places two a turn"},
    {"genmove", "choose, place and print one stone; the second of a turn follows at once"},
});

constexpr std::string_view kAnalyzeCommands =
    "gfx/Line Values/trivium-line_values\n"
    "pspairs/Candidates/trivium-candidates\n"
    "hpstring/Explain Evaluation/trivium-explain\n"
    "hpstring/Odds of Turns/trivium-odds\n";

struct Ending {
  const char* picture;
  const char* score;  ///< empty while the game is not over
  const char* words;
};

const Ending& ending_of(const Board& board) noexcept {
  static constexpr std::array kEndings =
      std::to_array<Ending>({{"", "", "The game is not over"},
                             {"black has won", "B+", "Black wins: six in a row"},
                             {"white has won", "W+", "White wins: six in a row"},
                             {"draw", "0", "Draw: the board is full"}});
  static_assert(kEndings.size() == static_cast<std::size_t>(GameResult::kDraw) + 1);
  return kEndings[static_cast<std::size_t>(connect6::board_result(board))];
}

/// Returns `report` with the stones of its turns as separate moves.
MoveReport in_vertices(const Report<Turn>& report, int size) {
  std::vector<std::string> moves;
  for (const Turn& turn : report.principal_variation) {
    for (const Cell cell : {turn.first, turn.second}) {
      if (cell != kNoCell) moves.push_back(connect6::gtp_vertex(cell, size));
    }
  }
  return with_variation(report, std::move(moves));
}

}  // namespace

SeatFactory connect6_game(std::shared_ptr<const Connect6Config> config) {
  const auto make = [config = std::move(config)](bool files) {
    return std::make_unique<Connect6Seat>(config, files);
  };
  return {"Connect6", "Connect-6", make};
}

Connect6Seat::Connect6Seat(std::shared_ptr<const Connect6Config> config, bool files)
    : config_(std::move(config)), files_(files), commands_(make_commands()) {
  if (config_->knowledge) set_knowledge(config_->knowledge);
}

GameTexts Connect6Seat::texts() const { return {kHelp, kAnalyzeCommands}; }

std::string Connect6Seat::vertex(Cell cell) const {
  return connect6::gtp_vertex(cell, board_.size());
}

void Connect6Seat::set_board(Board board) {
  board_ = std::move(board);
  planned_ = {};
  loaded_ = {};
}

bool Connect6Seat::set_size(int size) {
  if (size < connect6::kMinSize || size > connect6::kMaxSize) return false;
  set_board(Board(size));
  return true;
}

Color Connect6Seat::to_move() const {
  return board_.to_move() == Stone::kBlack ? Color::kBlack : Color::kWhite;
}

Status Connect6Seat::play(Color color, const std::string& vertex) {
  const bool pass = text::lower_case(vertex) == "pass";
  const Result<Cell> cell = connect6::parse_gtp_vertex(vertex, board_.size());
  if (!pass && !cell) return Error{kInvalidColorOrCoordinate};
  if (board_.over()) return Error{kGameOver};
  if (color != to_move() || pass || !board_.is_legal(*cell)) return Error{kIllegalMove};
  board_.do_move(*cell);
  return {};
}

std::vector<std::string> Connect6Seat::legal_moves() const {
  std::vector<std::string> vertices;
  for (int i = 0; i < board_.cells(); ++i) {
    const auto cell = static_cast<Cell>(i);
    if (board_.is_legal(cell)) vertices.push_back(vertex(cell));
  }
  return vertices;
}

std::string Connect6Seat::picture() const {
  std::string columns = "  ";
  for (int column = 0; column < board_.size(); ++column) {
    columns += fmt::format(" {}", vertex(board_.cell(column, 0))[0]);
  }
  std::string text = '\n' + columns + '\n';
  for (int row = board_.size() - 1; row >= 0; --row) {
    text += fmt::format("{:2}", row + 1);
    for (int column = 0; column < board_.size(); ++column)
      text += std::array{" .", " X", " O"}[connect6::index(board_.at(board_.cell(column, row)))];
    text += fmt::format(" {}\n", row + 1);
  }
  text += columns + '\n';
  if (board_.over()) return text + ending_of(board_).picture;
  const char mark = to_move() == Color::kBlack ? 'X' : 'O';
  const int left = board_.stones_left_in_turn();
  return text + fmt::format("{} ({}) to place {}", color_name(to_move()), mark, left);
}

std::string Connect6Seat::rows() const {
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

std::optional<std::string> Connect6Seat::score() const {
  return board_.over() ? std::optional<std::string>(ending_of(board_).score) : std::nullopt;
}

std::string Connect6Seat::result() const { return ending_of(board_).words; }

Status Connect6Seat::load(const std::string& record, std::optional<int> before) {
  Result<connect6::GameRecord> game = connect6::read_record(record);
  if (!game) return game.error();
  Result<Board> board = connect6::replay(*game);
  if (!board) return board.error();
  // Numbers count from 1: the stone of that number and all later ones are left out; 0 keeps all.
  const int keep = before && *before > 0 ? *before - 1 : board->stones();
  if (board->stones() > keep) {
    game->result = GameResult::kUnknown;
    game->result_text.clear();
  }
  while (board->stones() > keep) board->undo_move();
  set_board(*std::move(board));
  loaded_ = *std::move(game);
  loaded_.moves = board_.history();
  return {};
}

std::string Connect6Seat::record() const {
  connect6::GameRecord game;
  if (loaded_.size == board_.size() && loaded_.moves == board_.history()) game = loaded_;
  game.size = board_.size();
  game.moves = board_.history();
  const bool states_result = game.result != GameResult::kUnknown || !game.result_text.empty();
  if (!states_result) game.result = connect6::board_result(board_);
  return connect6::write_sgf(game);
}

std::optional<Error> Connect6Seat::weights_missing() const {
  if (player_ != nullptr) return std::nullopt;
  return Error{"gtp.weights.missing", "no weights: " + config_->weights_fault};
}

std::vector<std::string> Connect6Seat::weights() const {
  std::vector<std::string> files;
  if (knowledge_.weights != nullptr) files.push_back(knowledge_.weights->source());
  if (knowledge_.patterns != nullptr) files.push_back(knowledge_.patterns->source());
  return files;
}

Status Connect6Seat::use(const std::string& file) {
  try {
    set_knowledge(connect6::with_file(knowledge_, file));
  } catch (const format::LoadError& failure) {
    return Error{failure.code(), failure.what()};
  }
  own_weights_ = true;
  return {};
}

std::function<void()> Connect6Seat::new_game() {
  set_board(Board(board_.size()));
  connect6::Knowledge newest = own_weights_ ? knowledge_ : config_->knowledge;
  if (!newest) return nullptr;
  return [this, newest = std::move(newest)] {
    if (newest == knowledge_) {
      player_->new_game();
    } else {
      set_knowledge(newest);  // also clears the table
    }
  };
}

void Connect6Seat::set_knowledge(connect6::Knowledge knowledge) {
  knowledge_ = std::move(knowledge);
  if (player_ != nullptr) {
    player_->set_knowledge(knowledge_);
  } else {
    // Its table gets the requested size on the worker, before the first search.
    const connect6::PlayerOptions options{.hash_megabytes = 1};
    player_ = std::make_unique<connect6::Player>(knowledge_, options);
  }
  planned_ = {};
}

void Connect6Seat::prepare(const PlayerSettings& settings) {
  if (player_ == nullptr) return;
  try {
    player_->set_options({.threads = settings.threads,
                          .hash_megabytes = settings.hash_megabytes,
                          .lines = settings.lines,
                          .move_overhead = settings.move_overhead,
                          .search = config_->search});
  } catch (const std::bad_alloc&) {
    const std::string size = std::to_string(settings.hash_megabytes);
    throw std::runtime_error("not enough memory for a hash table of " + size + " MB");
  }
}

void Connect6Seat::warm_up(const std::stop_token& stop) {
  if (player_ != nullptr) player_->warm_up(stop);
}

Priors Connect6Seat::priors() const {
  const Board& board = player_->board();
  const std::vector<double> by_cell = connect6::stone_probabilities(board, knowledge_);
  Priors priors;
  for (int i = 0; i < board.cells(); ++i) {
    const auto cell = static_cast<Cell>(i);
    if (board.is_legal(cell)) priors.emplace(vertex(cell), by_cell[cell]);
  }
  return priors;
}

Choice Connect6Seat::think(const Limits& limits, const SearchControl& control,
                           const MoveReportSink& sink) {
  const int size = board_.size();
  const Turn turn = player_->think(limits, control, [&sink, size](const Report<Turn>& report) {
    if (sink) sink(in_vertices(report, size));
  });
  if (turn.first == kNoCell || !board_.is_legal(turn.first)) return {};
  return {vertex(turn.first), turn.second == kNoCell ? std::string() : vertex(turn.second)};
}

void Connect6Seat::plan(const std::string& next) {
  planned_ = {};
  if (next.empty()) return;
  const Result<Cell> cell = connect6::parse_gtp_vertex(next, board_.size());
  if (cell) planned_ = {board_.key(), board_.stones(), *cell};
}

std::optional<std::string> Connect6Seat::planned() const {
  const bool is_here = planned_.stones == board_.stones() && planned_.key == board_.key();
  if (!is_here || planned_.cell == kNoCell || !board_.is_legal(planned_.cell)) return std::nullopt;
  return vertex(planned_.cell);
}

}  // namespace trivium::gtp
