#include <fmt/format.h>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "engine/chess/choice/explain.h"
#include "engine/chess/choice/model.h"
#include "engine/chess/explain.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/pgn.h"
#include "engine/core/text.h"
#include "tools/trivium/page/board_page.h"
#include "tools/trivium/page/explain_json.h"

namespace trivium::tools::page {

using nlohmann::json;

namespace {

constexpr int kBoardSize = 8;

struct PlayedChess {
  chess::Game game;
  std::vector<std::string> san{};  ///< of each move
};

Result<PlayedChess> play_chess(const Line& line) {
  const Result<chess::Position> start =
      line.start.empty() ? chess::start_position() : chess::parse_fen(line.start);
  if (!start) return Error{"bad_position", start.error().message};
  PlayedChess played{chess::Game(*start)};
  for (const std::string& text : line.moves) {
    const Result<chess::Move> move = chess::parse_uci_move(played.game.position(), text);
    if (!move) {
      return Error{"bad_move",
                   fmt::format("move {}: {}", played.san.size() + 1, move.error().message)};
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

class ChessPage final : public BoardPage {
 public:
  ChessPage(std::shared_ptr<const chess::Weights> weights, StyleFiles styles)
      : weights_(std::move(weights)), styles_(std::move(styles)) {}

  std::string_view game() const override { return "chess"; }
  std::string_view name() const override { return "Chess"; }
  std::vector<std::string> first_lines() const override { return {"uci"}; }

  Answer position(const Line& line) const override {
    const Result<PlayedChess> played = play_chess(line);
    if (!played) return played.error();
    const chess::Game& game = played->game;
    const chess::Position& position = game.position();
    const std::optional<chess::GameEnd> end = game.end();
    json legal = json::array();
    for (const chess::Move move : chess::legal_moves(position))
      legal.push_back(chess::to_uci(position, move));
    json last = json::array();
    if (!line.moves.empty())
      last = {line.moves.back().substr(0, 2), line.moves.back().substr(2, 2)};
    return json{{"game", "chess"},
                {"start", line.start},
                {"columns", kBoardSize},
                {"rows", kBoardSize},
                {"turn", name_of(position.side_to_move())},
                {"legal", std::move(legal)},
                {"notation", played->san},
                {"squares", chess_squares(position)},
                {"last", std::move(last)},
                {"check", position.in_check()},
                {"over", end.has_value()},
                {"result", end ? chess::to_pgn_result(end->for_white) : ""},
                {"reason", end ? chess::words_for(end->reason) : ""},
                {"fen", chess::to_fen(position)},
                {"record", pgn_of(game)}};
  }

  Result<Line> parse(const std::string& text) const override {
    const std::string_view trimmed = text::trimmed(text);
    if (trimmed == "startpos") return Line{};
    if (const Result<chess::Position> position = chess::parse_fen(trimmed))
      return Line{chess::to_fen(*position), {}};
    std::istringstream in(text);
    chess::PgnReader reader(in);
    const auto game = reader.next();
    if (!game) return Error{"bad_position", "neither a FEN nor a PGN game"};
    if (!*game) return Error{"bad_position", game->error().message};
    const std::string start = chess::to_fen((*game)->start);
    Line line{start == chess::kStartFen ? "" : start, {}};
    chess::Position position = (*game)->start;
    for (const chess::Move move : (*game)->moves) {
      line.moves.push_back(chess::to_uci(position, move));
      position.do_move(move);
    }
    return line;
  }

  Answer explain(const Line& line, const web::Call& call) const override {
    const Result<PlayedChess> played = play_chess(line);
    if (!played) return played.error();
    const chess::Position& position = played->game.position();
    if (const std::string style = call.params.value("style", ""); !style.empty())
      return explain_style(position, style);
    if (weights_ == nullptr) return Error{"unavailable", "no weights of chess are loaded"};
    json report = to_json(chess::explain(position, *weights_));
    if (call.params.value("detail", "") != "all") report.erase("terms");
    return report;
  }

 private:
  Answer explain_style(const chess::Position& position, const std::string& style) const {
    const auto file = styles_.find(style);
    if (file == styles_.end())
      return Error{"not_found", "style: " + text::quoted(style, 64) + " is not listed"};
    const chess::ChoiceModel model = chess::ChoiceModel::load(file->second);
    return to_json(chess::explain_choice(position, model, weights_), position);
  }

  std::shared_ptr<const chess::Weights> weights_;
  StyleFiles styles_;
};

}  // namespace

std::unique_ptr<BoardPage> make_chess_page(std::shared_ptr<const chess::Weights> weights,
                                           StyleFiles styles) {
  return std::make_unique<ChessPage>(std::move(weights), std::move(styles));
}

}  // namespace trivium::tools::page
