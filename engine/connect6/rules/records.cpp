#include "engine/connect6/rules/records.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/connect6/rules/record_builder.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/readers/text_origin.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr std::string_view kSpaces = " \t\r\n";
constexpr std::size_t kMaxCsvLine = 1U << 16;  // a full 25x25 board needs 2,500 characters

/// Parses paper 000's format; use one object for each text.
class PaperReader {
 public:
  PaperReader(std::string_view text, int size) : text_(text), builder_(size) {}

  Result<GameRecord> read() {
    for (skip_spaces(); at_ < text_.size(); skip_spaces()) {
      if (Status status = read_turn(); !status) return status.error();
    }
    if (builder_.board().stones() == 0)
      return error("empty", "no turn found; '1. B[j10]' would be one");
    return std::move(builder_).finish();
  }

 private:
  Error error(std::string_view code, const std::string& cause) const {
    return error_at("record", code, text_, at_, cause);
  }
  void skip_spaces() { at_ = std::min(text_.find_first_not_of(kSpaces, at_), text_.size()); }
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  Status expect(char wanted) {
    if (peek() != wanted) return error("syntax", std::string("'") + wanted + "' expected");
    ++at_;
    return {};
  }

  Status read_turn() {
    const Board& board = builder_.board();
    if (const auto cause = builder_.ended()) return error("over", *cause);
    if (board.stones() > 0 && board.stones() % 2 == 0)
      return error("turn",
                   "turn " + std::to_string(turn_) + " has one stone; only the last turn may");
    ++turn_;
    const std::string number = std::to_string(turn_);
    if (text_.substr(at_, number.size()) != number ||
        text::is_digit(at_ + number.size() < text_.size() ? text_[at_ + number.size()] : '\0'))
      return error("number", "turn number " + number + " expected");
    at_ += number.size();
    if (Status status = expect('.'); !status) return status;
    skip_spaces();
    const Stone side = board.to_move();
    if (peek() != 'B' && peek() != 'W') return error("syntax", "B or W expected");
    if ((peek() == 'B') != (side == Stone::kBlack))
      return error("turn", "turn " + number + " is " + std::string(color_name(side)) + "'s");
    ++at_;
    if (Status status = expect('['); !status) return status;
    return read_stones();
  }

  Status read_stones() {
    const int allowed = builder_.board().stones_left_in_turn();
    int placed = 0;
    while (peek() != ']') {
      if (at_ >= text_.size()) return error("syntax", "the turn is not closed with ']'");
      if (const auto cause = builder_.ended()) return error("over", *cause);
      if (placed == allowed)
        return error("turn", "this turn places " + std::to_string(allowed) +
                                 (allowed == 1 ? " stone" : " stones"));
      std::size_t end = at_ + 1;
      while (end < text_.size() && text::is_digit(text_[end])) ++end;
      const Result<Cell> cell =
          parse_record_vertex(text_.substr(at_, end - at_), builder_.board().size());
      if (!cell) return error("vertex", cell.error().message);
      if (const auto cause = builder_.place(*cell)) return error("illegal", *cause);
      at_ = end;
      ++placed;
    }
    if (placed == 0) return error("turn", "a turn places at least one stone");
    ++at_;
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int turn_ = 0;
  RecordBuilder builder_;
};

struct CsvField {
  std::string text;
  std::size_t begin = 0;  ///< offset of its first character, after an opening quote, if any
};

Result<std::vector<CsvField>> split_csv(std::string_view line, long number) {
  std::vector<CsvField> fields;
  for (std::size_t at = 0;; ++at) {
    CsvField field;
    const bool quoted = at < line.size() && line[at] == '"';
    field.begin = quoted ? ++at : at;
    for (; at < line.size(); ++at) {
      if (!quoted && line[at] == ',') break;
      if (quoted && line[at] == '"') {
        if (at + 1 >= line.size() || line[at + 1] != '"') break;
        ++at;
      }
      field.text += line[at];
    }
    if (quoted) {
      if (at >= line.size())
        return error_at("CSV", "syntax", line, field.begin - 1, "the quote is not closed",
                        {number, 1});
      ++at;
      if (at < line.size() && line[at] != ',')
        return error_at("CSV", "syntax", line, at, "a comma must follow the closing quote",
                        {number, 1});
    }
    fields.push_back(std::move(field));
    if (at >= line.size()) return fields;
  }
}

/// CSV names by GameResult.
constexpr std::array<std::string_view, 4> kWinners{"", "black", "white", "draw"};

Result<GameRecord> parse_csv_line(std::string_view line, long number, int size) {
  const auto error = [&](std::size_t offset, std::string_view code, const std::string& cause) {
    return error_at("CSV", code, line, offset, cause, {number, 1});
  };
  Result<std::vector<CsvField>> fields = split_csv(line, number);
  if (!fields) return fields.error();
  if (fields->size() != 3)
    return error(
        0, "fields",
        "3 fields expected (game_id, moves, winner), " + std::to_string(fields->size()) + " found");
  const CsvField& id = (*fields)[0];
  const CsvField& moves = (*fields)[1];
  const CsvField& winner = (*fields)[2];

  RecordBuilder builder(size);
  builder.record.id = id.text;
  const auto result = std::ranges::find(kWinners, winner.text);
  if (result == kWinners.end())
    return error(winner.begin, "winner", "winner black, white, draw or nothing expected");
  builder.record.result = static_cast<GameResult>(result - kWinners.begin());
  for (std::size_t at = 0; at < moves.text.size();) {
    const std::size_t end = std::min(moves.text.find(',', at), moves.text.size());
    const Result<Cell> cell =
        parse_record_vertex(std::string_view(moves.text).substr(at, end - at), size);
    if (!cell) return error(moves.begin + at, "vertex", cell.error().message);
    if (const auto cause = builder.place(*cell)) return error(moves.begin + at, "illegal", *cause);
    at = end + 1;
  }
  if (!moves.text.empty() && moves.text.back() == ',')
    return error(moves.begin + moves.text.size(), "syntax", "a move must follow the comma");
  return std::move(builder).finish();
}

}  // namespace

Result<Board> replay(const GameRecord& game) {
  if (game.size < kMinSize || game.size > kMaxSize)
    return Error{"record.size", "size " + std::to_string(game.size) + " is not in 6 to 25"};
  RecordBuilder builder(game.size);
  for (const Cell cell : game.moves) {
    const int stone = builder.board().stones() + 1;
    if (cell >= builder.board().cells())
      return Error{"record.vertex", "stone " + std::to_string(stone) + ": outside the board"};
    if (const auto cause = builder.place(cell)) {
      return Error{"record.illegal", "stone " + std::to_string(stone) + ", " +
                                         record_vertex(cell, game.size) + ": " + *cause};
    }
  }
  return builder.board();
}

GameResult board_result(const Board& board) noexcept {
  if (board.winner() == Stone::kBlack) return GameResult::kBlackWins;
  if (board.winner() == Stone::kWhite) return GameResult::kWhiteWins;
  return board.over() ? GameResult::kDraw : GameResult::kUnknown;
}

std::string_view winner_name(GameResult result) noexcept {
  return kWinners[static_cast<std::size_t>(result)];
}

Result<GameRecord> parse_paper_record(std::string_view text, int size) {
  return PaperReader(input::without_byte_order_mark(text), size).read();
}

std::string write_paper_record(const GameRecord& game) {
  std::string text;
  int turn = 0;
  for (std::size_t i = 0; i < game.moves.size();) {
    const bool black = Board::to_move(static_cast<int>(i)) == Stone::kBlack;
    if (turn > 0) text += ' ';
    text += std::to_string(++turn) + (black ? ". B[" : ". W[");
    const std::size_t end = i == 0 ? 1 : std::min(i + 2, game.moves.size());
    for (; i < end; ++i) text += record_vertex(game.moves[i], game.size);
    text += ']';
  }
  return text;
}

CsvReader::CsvReader(std::istream& in, int size) : lines_(in, kMaxCsvLine), size_(size) {}

Result<bool> CsvReader::next(GameRecord& game) {
  while (lines_.next()) {
    const std::string_view line = lines_.text();
    if (line.empty()) continue;
    if (!std::exchange(begun_, true) && line == kCsvHeader) continue;
    if (lines_.is_too_long())
      return error_at("CSV", "long", "", 0, "the line is longer than any game",
                      {lines_.number(), 1});
    Result<GameRecord> record = parse_csv_line(line, lines_.number(), size_);
    if (!record) return record.error();
    game = *std::move(record);
    return true;
  }
  return false;
}

}  // namespace trivium::connect6
