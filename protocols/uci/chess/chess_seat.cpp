#include "protocols/uci/chess/chess_seat.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <random>
#include <utility>
#include <vector>

#include "engine/chess/bench.h"
#include "engine/chess/explain.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/perft.h"
#include "models/format/load_error.h"
#include "protocols/line/shown_file.h"
#include "protocols/uci/chess/chess_text.h"

namespace trivium::uci {

namespace {

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

}  // namespace

SeatFactory chess_seats(std::shared_ptr<const ChessConfig> config) {
  return [config = std::move(config)](Host& host) {
    return std::make_unique<ChessSeat>(host, config);
  };
}

ChessSeat::ChessSeat(Host& host, std::shared_ptr<const ChessConfig> config)
    : host_(host),
      config_(std::move(config)),
      weights_(config_->weights),
      book_rng_(config_->seed != 0 ? config_->seed : random_seed()),
      style_rng_(book_rng_()),
      strength_(config_->strength) {
  player_options_.search = config_->search;
}

Result<std::string> ChessSeat::set_position(const PositionCommand& command) {
  std::string note;
  Result<chess::Position> start = command.fen ? chess::parse_fen(*command.fen, &note)
                                              : Result<chess::Position>(chess::start_position());
  if (!start) return start.error();
  if (chess960_) start->set_chess960(true);
  chess::Game game(*start);
  for (std::size_t i = 0; i < command.moves.size(); ++i) {
    const Result<chess::Move> move = chess::parse_uci_move(game.position(), command.moves[i]);
    if (!move)
      return Error{move.error().code,
                   "position: move " + std::to_string(i + 1) + ": " + move.error().message};
    game.do_move(*move);
  }
  game_ = std::move(game);
  return note;
}

bool ChessSeat::first_to_move() const {
  return game_.position().side_to_move() == chess::Color::kWhite;
}

std::string ChessSeat::position_text() const { return chess::to_fen(game_.position()); }

Status ChessSeat::check_move(const std::string& move) const {
  const Result<chess::Move> parsed = chess::parse_uci_move(game_.position(), move);
  return parsed ? Status() : Status(parsed.error());
}

std::string ChessSeat::any_move() const {
  const chess::MoveList moves = chess::legal_moves(game_.position());
  return moves.empty() ? std::string() : chess::to_uci(game_.position(), moves[0]);
}

std::optional<Score> ChessSeat::final_score() const {
  if (chess::count_legal(game_.position()) != 0) return std::nullopt;
  return Score{.kind = game_.position().in_check() ? Score::Kind::kMate : Score::Kind::kValue};
}

void ChessSeat::add_options(OptionGroup group, OptionTable& options) {
  switch (group) {
    case OptionGroup::kStrength:
      add_strength(options);
      if (config_->style_file) add_style(options);
      return;
    case OptionGroup::kRules:
      return options.add_check("UCI_Chess960", false, [this](bool on) { chess960_ = on; });
    case OptionGroup::kFiles:
      add_book(options);
      if (!config_->style_file) add_style(options);
      return add_tables(options);
  }
}

std::optional<Error> ChessSeat::cannot_think() const {
  if (weights_ != nullptr) return std::nullopt;
  return Error{"uci.weights.missing", "no weights: " + config_->weights_fault};
}

Status ChessSeat::load_weights(const std::string& file) {
  std::shared_ptr<const chess::Weights> weights;
  try {
    weights = !file.empty() ? chess::Weights::load(file) : config_->weights;
  } catch (const format::LoadError& error) {
    return Error{error.code(), error.what()};
  }
  if (weights == nullptr) return Error{"uci.weights.missing", config_->weights_fault};
  own_weights_ = !file.empty();
  weights_ = std::move(weights);
  return {};
}

void ChessSeat::begin_game() {
  if (!own_weights_) weights_ = config_->weights;
  // The range of UCI_Elo was already listed, so the scale is neither added nor removed.
  if (strength_ != nullptr && config_->strength != nullptr) strength_ = config_->strength;
}

chess::PlayerOptions ChessSeat::with(const PlayerSettings& settings) const {
  chess::PlayerOptions options = player_options_;
  options.threads = settings.threads;
  options.hash_megabytes = settings.hash_megabytes;
  options.lines = settings.lines;
  options.move_overhead = settings.move_overhead;
  return options;
}

void ChessSeat::make_player(const PlayerSettings& settings) {
  const chess::PlayerOptions options = with(settings);
  player_ = std::make_unique<chess::Player>(weights_, options);
  player_options_ = options;
}

void ChessSeat::apply(const PlayerSettings& settings) { change_player(with(settings)); }

void ChessSeat::change_player(const chess::PlayerOptions& options) {
  if (player_ != nullptr) player_->set_options(options);
  player_options_ = options;
}

void ChessSeat::renew_player() {
  if (&player_->weights() == weights_.get()) {
    player_->new_game();
  } else {
    player_->set_weights(weights_);  // also begins a new game
  }
}

void ChessSeat::warm_up(const std::stop_token& stop) {
  if (player_ != nullptr) player_->warm_up(stop);
}

void ChessSeat::think(const Request& request, const SearchControl& control,
                      const ReportSink<std::string>& report, Answer& answer) {
  player_->set_game(game_);
  if (has_chooser(request)) return choose(*chooser(), request.limits, control, report, answer);
  chess::Position position = game_.position();
  std::vector<chess::Move> moves;
  for (const std::string& move : request.search_moves)
    moves.push_back(*chess::parse_uci_move(position, move));
  const ReportSink<chess::Move> in_text = [&](const Report<chess::Move>& found) {
    report(to_uci_report(found, game_.position()));
  };
  const chess::Answer found = player_->think(request.limits, control, in_text, moves);
  if (found.no_mate_in > 0) answer.note = fmt::format("no mate in {}", found.no_mate_in);
  if (found.best) answer.best = chess::to_uci(position, found.best);
  if (!found.expected) return;
  position.do_move(found.best);
  answer.expected = chess::to_uci(position, found.expected);
}

std::optional<std::uint64_t> ChessSeat::perft(int depth, const PerftVisitor& visit,
                                              const std::function<bool()>& should_stop) {
  chess::Position position = game_.position();
  const auto in_text = [&](chess::Move move, std::uint64_t leaves) {
    visit(chess::to_uci(position, move), leaves);
  };
  return chess::divide(position, depth, in_text, should_stop);
}

std::string ChessSeat::display() const {
  const chess::Position& position = game_.position();
  std::string text =
      fmt::format("\n{}\nFen: {}\nKey: {:016X}\nCheckers:", chess::board_text(position),
                  chess::to_fen(position), position.key());
  for (chess::Bitboard checkers = position.checkers(); checkers != 0;)
    text += ' ' + chess::to_string(chess::pop_lowest(checkers));
  text += fmt::format("\nRepetitions: {}\n", game_.repetitions());
  if (const auto end = game_.end())
    text += fmt::format("Game over: {}\n", chess::words_for(end->reason));
  return text;
}

std::string ChessSeat::eval(bool with_folders) const {
  chess::Explanation explanation = chess::explain(game_.position(), *weights_);
  explanation.weights_source = line::shown_file(explanation.weights_source, with_folders);
  return chess::to_text(explanation);
}

std::string ChessSeat::bench(const SearchControl& control) const {
  const BenchResult result = chess::run_bench(weights_, control, config_->search);
  const double seconds = std::max(std::chrono::duration<double>(result.time).count(), 1e-6);
  return fmt::format("\nNodes searched: {}\nNodes/second: {:.0f}\nsignature: {:016x}\n",
                     result.nodes, static_cast<double>(result.nodes) / seconds, result.signature);
}

}  // namespace trivium::uci
