#include "protocols/gtp/reversi/reversi_seat.h"

#include <array>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <utility>

#include "fmt/format.h"

#include "engine/core/text.h"
#include "engine/reversi/rules/diagram.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/sgf.h"
#include "engine/reversi/rules/vertex.h"
#include "models/format/load_error.h"

namespace trivium::gtp {

using reversi::Game;
using reversi::kPass;
using reversi::Move;

namespace {

constexpr auto kReversiHelp = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"boardsize", "the start position of a board of size 4, 6 or 8"},
    {"komi", "read and ignored: there is no komi in Reversi, but controllers send it"},
    {"clear_board", "the start position and full clocks"},
    {"play", "place a disc; a side that must pass may play pass or be left out"},
    {"genmove", "choose, play and print a move; pass if there is no other"},
    {"undo", "take back a move, and a pass that was left out before it"},
    {"gg-undo", "take back N moves (1 if not given)"},
    {"reg_genmove", "choose and print a move without playing it"},
    {"final_score", "B+N, W+N or 0 (draw) when the game has ended"},
    {"time_settings", "main time in seconds, then OVERTIME seconds for each STONES moves"},
    {"loadsgf", "set up the game in FILE, up to before move MOVE_NUMBER"},
    {"gogui-play_sequence", "play moves, all or none of them"},
    {"gogui-rules_board", "the discs from row 8 up to row 1: X black, O white"},
    {"gogui-rules_legal_moves", "legal moves or pass; empty when the game has ended"},
    {"gogui-rules_side_to_move", "the side that moves next"},
});

Color color_of(reversi::Color color) noexcept {
  return color == reversi::Color::kBlack ? Color::kBlack : Color::kWhite;
}

MoveReport in_vertices(const Report<Move>& report) {
  std::vector<std::string> moves;
  for (const Move move : report.principal_variation) moves.push_back(reversi::gtp_vertex(move));
  return with_variation(report, std::move(moves));
}

std::string row_text(const Game& game, int row) {
  std::string text;
  for (int column = 0; column < game.size(); ++column) {
    if (column > 0) text += ' ';
    text += reversi::disc_symbol(game, static_cast<reversi::Square>(8 * row + column));
  }
  return text;
}

}  // namespace

SeatFactory reversi_game(std::shared_ptr<const ReversiConfig> config) {
  const auto make = [config = std::move(config)](bool /*files*/) {
    return std::make_unique<ReversiSeat>(config);
  };
  return {"Othello", "Reversi", make, {"Reversi"}};
}

ReversiSeat::ReversiSeat(std::shared_ptr<const ReversiConfig> config)
    : config_(std::move(config)),
      // Its table gets the requested size on the worker, before the first search.
      player_(std::make_unique<reversi::Player>(config_->knowledge,
                                                reversi::PlayerOptions{.hash_megabytes = 1})) {}

GameTexts ReversiSeat::texts() const { return {kReversiHelp, {}}; }

void ReversiSeat::set_game(Game game) {
  game_ = std::move(game);
  implied_before_.clear();
  implied_ = false;
  loaded_ = {};
}

bool ReversiSeat::set_size(int size) {
  if (!reversi::is_size(size)) return false;
  set_game(Game(size));
  return true;
}

Color ReversiSeat::to_move() const { return color_of(game_.to_move()); }

Status ReversiSeat::play(Color color, const std::string& vertex) {
  const Result<Move> move = reversi::parse_move(vertex, size());
  if (!move) return Error{kInvalidColorOrCoordinate};
  if (over()) return Error{kGameOver};
  const bool skips = is_next_after_pass(color);
  if (color != to_move() && !skips) return Error{kIllegalMove};
  const reversi::Position& now = game_.position();
  if (!(skips ? now.passed() : now).is_legal(*move)) return Error{kIllegalMove};
  skip_to(color);
  game_.do_move(*move);
  implied_before_.push_back(std::exchange(implied_, false));
  return {};
}

void ReversiSeat::skip_to(Color color) {
  if (!is_next_after_pass(color)) return;
  game_.do_move(kPass);
  implied_ = true;
}

void ReversiSeat::undo() {
  if (std::exchange(implied_, false)) game_.undo_move();
  game_.undo_move();
  if (implied_before_.back()) game_.undo_move();
  implied_before_.pop_back();
}

std::vector<std::string> ReversiSeat::legal_moves() const {
  std::vector<std::string> vertices;
  for (const Move move : reversi::legal_moves(game_.position()))
    vertices.push_back(reversi::gtp_vertex(move));
  return vertices;
}

std::string ReversiSeat::picture() const {
  std::string columns = "  ";
  for (int column = 0; column < size(); ++column)
    columns += fmt::format(" {}", static_cast<char>('A' + column));
  std::string text = '\n' + columns + '\n';
  for (int row = 0; row < size(); ++row)
    text += fmt::format("{:2} {} {}\n", row + 1, row_text(game_, row), row + 1);
  text += columns + '\n';
  text += fmt::format("Black (X) {}, White (O) {}\n",
                      reversi::count(game_.discs(reversi::Color::kBlack)),
                      reversi::count(game_.discs(reversi::Color::kWhite)));
  if (over()) return text + result();
  return text + fmt::format("{} ({}) to {}", color_name(to_move()),
                            to_move() == Color::kBlack ? 'X' : 'O',
                            game_.position().must_pass() ? "pass" : "play");
}

std::string ReversiSeat::rows() const {
  std::string text;
  for (int row = size() - 1; row >= 0; --row) text += row_text(game_, row) + '\n';
  return text;
}

std::optional<std::string> ReversiSeat::score() const {
  if (!over()) return std::nullopt;
  const int score = score_of_black();
  if (score == 0) return "0";
  return fmt::format("{}+{}", score > 0 ? 'B' : 'W', std::abs(score));
}

std::string ReversiSeat::result() const {
  if (!over()) return "The game is not over";
  const int score = score_of_black();
  const int squares = size() * size();
  const int black = (squares + score) / 2;
  const std::string discs = fmt::format("Final score is B {} and W {}", black, squares - black);
  if (score == 0) return fmt::format("Draw. {}.", discs);
  return fmt::format("{} wins by {} points. {}.", score > 0 ? "Black" : "White", std::abs(score),
                     discs);
}

Status ReversiSeat::load(const std::string& record, std::optional<int> before) {
  Result<reversi::GameRecord> game = reversi::read_record(record);
  if (!game) return game.error();
  // Numbers count from 1: the move of that number and all later ones are left out; 0 keeps all.
  const bool cut = before && *before > 0 && game->moves.size() >= static_cast<std::size_t>(*before);
  if (cut) {
    game->moves.resize(static_cast<std::size_t>(*before - 1));
    game->result = {};
  }
  Result<Game> played = reversi::replay(*game);
  if (!played) return played.error();
  const std::size_t moves = played->moves().size();
  set_game(*std::move(played));
  implied_before_.assign(moves, false);
  loaded_ = *std::move(game);
  return {};
}

std::string ReversiSeat::record() const {
  reversi::GameRecord record;
  if (loaded_.start == game_.start() && loaded_.moves == game_.moves()) record = loaded_;
  record.start = game_.start();
  record.first = game_.first();
  record.moves = game_.moves();
  if (over() && !record.result.for_black)
    record.result = reversi::StatedResult::of_score(score_of_black());
  return reversi::write_sgf(record);
}

std::vector<std::string> ReversiSeat::weights() const {
  std::vector<std::string> files;
  const reversi::Knowledge& knowledge = player_->knowledge();
  if (knowledge.value != nullptr) files.push_back(knowledge.value->source());
  if (knowledge.priors != nullptr) files.push_back(knowledge.priors->source());
  return files;
}

Status ReversiSeat::use(const std::string& file) {
  try {
    player_->set_knowledge(reversi::with_file(player_->knowledge(), file));
  } catch (const format::LoadError& failure) {
    return Error{failure.code(), failure.what()};
  }
  own_weights_ = true;
  return {};
}

std::function<void()> ReversiSeat::new_game() {
  set_game(Game(size()));
  return [this, newest = own_weights_ ? player_->knowledge() : config_->knowledge] {
    if (newest == player_->knowledge()) {
      player_->new_game();
    } else {
      player_->set_knowledge(newest);  // also clears the table
    }
  };
}

void ReversiSeat::prepare(const PlayerSettings& settings) {
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

Priors ReversiSeat::priors() const {
  const reversi::Position& position = player_->position();
  const std::vector<Move> moves = reversi::legal_moves(position);
  const auto& strengths = player_->knowledge().priors;
  const bool is_known = strengths != nullptr && position.size() == reversi::kDefaultSize;
  const std::vector<double> probabilities =
      is_known ? reversi::move_probabilities(*strengths, position)
               : std::vector<double>(moves.size(), 1.0 / static_cast<double>(moves.size()));
  Priors priors;
  for (std::size_t i = 0; i < moves.size(); ++i)
    priors.emplace(reversi::gtp_vertex(moves[i]), probabilities[i]);
  return priors;
}

Choice ReversiSeat::think(const Limits& limits, const SearchControl& control,
                          const MoveReportSink& sink) {
  if (player_->position().over()) return {};
  const Move move = player_->think(limits, control, [&sink](const Report<Move>& report) {
    if (sink) sink(in_vertices(report));
  });
  return {reversi::gtp_vertex(move), {}};
}

}  // namespace trivium::gtp
