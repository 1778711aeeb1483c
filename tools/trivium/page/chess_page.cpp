#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/chess/choice/explain.h"
#include "engine/chess/choice/model.h"
#include "engine/chess/evaluation/evaluation.h"
#include "engine/chess/explain.h"
#include "engine/chess/player.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/search_control.h"
#include "engine/core/text.h"
#include "tools/trivium/page/board_page.h"
#include "tools/trivium/page/explain_json.h"
#include "tools/trivium/page/parameters.h"
#include "tools/trivium/page/search_chance.h"

namespace trivium::tools::page {

using nlohmann::json;

namespace {

constexpr int kBoardSize = 8;

struct PlayedChess {
  chess::Game game;
  std::vector<std::string> san{};  ///< of each move
};

PlayedChess play_chess(const Line& line) {
  const Result<chess::Position> start =
      line.start.empty() ? chess::start_position() : chess::parse_fen(line.start);
  if (!start) throw Refusal(Error{"bad_position", start.error().message});
  PlayedChess played{chess::Game(*start)};
  for (const std::string& text : line.moves) {
    const Result<chess::Move> move = chess::parse_uci_move(played.game.position(), text);
    if (!move) {
      throw Refusal(Error("bad_move", "move {}: {}", played.san.size() + 1, move.error().message));
    }
    played.san.push_back(chess::to_san(played.game.position(), *move));
    played.game.do_move(*move);
  }
  return played;
}

const char* name_of(chess::Color color) {
  return color == chess::Color::kWhite ? "white" : "black";
}

/// Reads the squares from the board field of the FEN: [{"square":"a8","piece":"bR"}, ...].
json chess_squares(const chess::Position& position) {
  json squares = json::array();
  int file = 0, rank = kBoardSize - 1;
  for (const char letter : chess::to_fen(position)) {
    if (letter == ' ') break;
    if (letter == '/') {
      file = 0;
      --rank;
    } else if (letter >= '1' && letter <= '8') {
      file += letter - '0';
    } else {
      const bool white = letter >= 'A' && letter <= 'Z';
      const char kind = white ? letter : static_cast<char>(letter - 'a' + 'A');
      squares.push_back({{"square", fmt::format("{:c}{}", 'a' + file, rank + 1)},
                         {"piece", fmt::format("{}{}", white ? 'w' : 'b', kind)}});
      ++file;
    }
  }
  return squares;
}

std::string pgn_of(const chess::Game& game) {
  chess::PgnGame record;
  record.start = game.start();
  record.moves = game.moves();
  if (const auto end = game.end()) record.result = end->for_white;
  return chess::to_pgn(record);
}

class ChessAssessor final : public Assessor {
 public:
  explicit ChessAssessor(std::shared_ptr<const chess::Weights> weights)
      : player_(std::move(weights), {.hash_megabytes = kReviewMegabytes}) {}

  Assessment assess(const Line& line, std::uint64_t nodes, const std::stop_token& stop) override {
    const chess::Game game = play_chess(line).game;
    const chess::Position& position = game.position();
    const bool whites_turn = position.side_to_move() == chess::Color::kWhite;
    if (const auto end = game.end()) {
      const double white = end->for_white == Outcome::kWin    ? 1
                           : end->for_white == Outcome::kDraw ? 0.5
                                                              : 0;
      return {whites_turn ? white : 1 - white, true, whites_turn};
    }
    Assessment found;
    found.first_side = whites_turn;
    player_.set_game(game);
    const chess::Answer answer = searched<chess::Move>(player_, nodes, stop, found.chance);
    found.best = chess::to_uci(position, answer.best);
    found.best_notation = chess::to_san(position, answer.best);
    return found;
  }

 private:
  static constexpr int kReviewMegabytes = 64;

  chess::Player player_;
};

class ChessPage final : public BoardPage {
 public:
  ChessPage(std::shared_ptr<const chess::Weights> weights, FindStyle find_style)
      : weights_(std::move(weights)), find_style_(std::move(find_style)) {}

  std::string_view game() const override { return "chess"; }
  std::string_view name() const override { return "Chess"; }
  std::vector<std::string> first_lines() const override { return {"uci"}; }

  json position(const Line& line) const override {
    const PlayedChess played = play_chess(line);
    const chess::Game& game = played.game;
    const chess::Position& position = game.position();
    const std::optional<chess::GameEnd> end = game.end();
    const auto uci = [&position](chess::Move move) { return chess::to_uci(position, move); };
    json last = json::array();
    if (!line.moves.empty())
      last = {line.moves.back().substr(0, 2), line.moves.back().substr(2, 2)};
    return json{{"game", "chess"},
                {"start", line.start},
                {"columns", kBoardSize},
                {"rows", kBoardSize},
                {"turn", name_of(position.side_to_move())},
                {"legal", json_list(chess::legal_moves(position), uci)},
                {"notation", played.san},
                {"squares", chess_squares(position)},
                {"last", std::move(last)},
                {"check", position.in_check()},
                {"over", end.has_value()},
                {"result", end ? chess::to_pgn_result(end->for_white) : ""},
                {"reason", end ? chess::words_for(end->reason) : ""},
                {"fen", chess::to_fen(position)},
                {"record", pgn_of(game)}};
  }

  Line parse(const std::string& text) const override {
    const std::string_view trimmed = text::trimmed(text);
    if (trimmed == "startpos") return Line{};
    if (const Result<chess::Position> position = chess::parse_fen(trimmed))
      return Line{chess::to_fen(*position), {}};
    std::istringstream in(text);
    chess::PgnReader reader(in);
    const auto game = reader.next();
    if (!game) throw Refusal(Error("bad_position", "neither a FEN nor a PGN game"));
    if (!*game) throw Refusal(Error{"bad_position", game->error().message});
    const std::string start = chess::to_fen((*game)->start);
    Line line{start == chess::kStartFen ? "" : start, {}};
    chess::Position position = (*game)->start;
    for (const chess::Move move : (*game)->moves) {
      line.moves.push_back(chess::to_uci(position, move));
      position.do_move(move);
    }
    return line;
  }

  BoardView replay(const Line& line) const override {
    const chess::Game game = play_chess(line).game;
    return board_view(game.start(), game.moves());
  }

  std::unique_ptr<Assessor> assessor() const override {
    if (weights_ == nullptr) throw std::runtime_error("no weights of chess are loaded");
    return std::make_unique<ChessAssessor>(weights_);
  }

  std::vector<ValueTerm> terms(const Line& line) const override {
    constexpr double kPartsPerPawn = 100.0 * chess::kPartsPerCentipawn;
    const chess::Explanation explanation =
        chess::explain(play_chess(line).game.position(), *weights_);
    std::vector<ValueTerm> terms;
    for (const chess::ExplainedGroup& group : explanation.groups) {
      const auto parts = static_cast<double>(group.white_parts - group.black_parts);
      terms.push_back({std::string(group.name), parts / kPartsPerPawn});
    }
    return terms;
  }

  std::optional<double> style_probability(const Line& line,
                                          const std::string& style) const override {
    if (style.empty() || line.moves.empty()) return std::nullopt;
    const chess::ChoiceModel model = style_named(style);
    const chess::Position position =
        play_chess({line.start, {line.moves.begin(), line.moves.end() - 1}}).game.position();
    for (const chess::ExpectedMove& move : chess::explain_choice(position, model, weights_).moves) {
      if (chess::to_uci(position, move.move) == line.moves.back()) return move.chance;
    }
    return std::nullopt;
  }

  json explain(const Line& line, const web::Call& call) const override {
    const chess::Position position = play_chess(line).game.position();
    const std::string style = text_of(call.params, "style");
    const std::string detail = text_of(call.params, "detail");
    if (!style.empty())
      return to_json(chess::explain_choice(position, style_named(style), weights_), position);
    if (weights_ == nullptr) throw Refusal(Error("unavailable", "no weights of chess are loaded"));
    json report = to_json(chess::explain(position, *weights_));
    if (detail != "all") report.erase("terms");
    return report;
  }

 private:
  chess::ChoiceModel style_named(const std::string& style) const {
    const std::filesystem::path file = find_style_(style);
    if (file.empty())
      throw Refusal(Error("not_found", "style: {} is not listed", text::quoted(style, 64)));
    return chess::ChoiceModel::load(file);
  }

  std::shared_ptr<const chess::Weights> weights_;
  FindStyle find_style_;
};

}  // namespace

std::unique_ptr<BoardPage> make_chess_page(std::shared_ptr<const chess::Weights> weights,
                                           FindStyle find_style) {
  return std::make_unique<ChessPage>(std::move(weights), std::move(find_style));
}

}  // namespace trivium::tools::page
