#include "engine/connect6/rules/record_reader.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/core/input_file.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr std::size_t kChunk = 1U << 16;

/// Reads the beginning of `in`, which determines the format. It includes any text before the first
/// game.
std::string take_beginning(std::istream& in) {
  std::string beginning(kChunk, '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<std::size_t>(in.gcount()));
  return beginning;
}

/// True if the text begins with a number and a period, as paper 000's format does. Text before SGF
/// may do so too.
bool begins_with_number(std::string_view content) {
  const std::size_t digits = std::min(content.find_first_not_of("0123456789"), content.size());
  return digits > 0 && content.substr(digits).starts_with('.');
}

/// True if the first line that is not empty is a line of a CSV collection.
bool begins_as_csv(std::string_view content) {
  std::istringstream line{std::string(content.substr(0, content.find('\n')))};
  GameRecord game;
  const Result<bool> read = CsvReader(line).next(game);
  return read || read.error().code == "csv.illegal";
}

/// True if the text contains "(;", with or without spaces between.
bool has_sgf(std::string_view text) {
  for (std::size_t at = text.find('('); at != std::string_view::npos; at = text.find('(', at + 1)) {
    const std::size_t next = text.find_first_not_of(text::kBlanks, at + 1);
    if (next != std::string_view::npos && text[next] == ';') return true;
  }
  return false;
}

RecordForm form_of(std::string_view beginning) {
  const std::string_view content = text::trimmed(input::without_byte_order_mark(beginning));
  if (content.starts_with('(')) return RecordForm::kSgf;
  const bool numbered = begins_with_number(content);
  const bool is_other = numbered
                            ? text::trimmed(content.substr(content.find('.') + 1)).starts_with('B')
                            : begins_as_csv(content);
  if (!is_other && has_sgf(content)) return RecordForm::kSgf;
  return numbered ? RecordForm::kPaper : RecordForm::kCsv;
}

}  // namespace

RecordReader::Rejoined::Rejoined(std::string taken, std::istream& rest)
    : buffer_(std::move(taken)), rest_(rest) {
  setg(buffer_.data(), buffer_.data(), buffer_.data() + buffer_.size());
}

RecordReader::Rejoined::int_type RecordReader::Rejoined::underflow() {
  buffer_.resize(kChunk);
  rest_.read(buffer_.data(), static_cast<std::streamsize>(kChunk));
  setg(buffer_.data(), buffer_.data(), buffer_.data() + rest_.gcount());
  return rest_.gcount() > 0 ? traits_type::to_int_type(*gptr()) : traits_type::eof();
}

RecordReader::RecordReader(std::istream& in) : RecordReader(take_beginning(in), in) {}

RecordReader::RecordReader(std::string beginning, std::istream& rest)
    : form_(form_of(beginning)), text_(std::move(beginning), rest) {}

Result<bool> RecordReader::next(GameRecord& game) {
  switch (form_) {
    case RecordForm::kSgf:
      return sgf_.next(game);
    case RecordForm::kPaper:
      return next_paper(game);
    case RecordForm::kCsv:
      break;
  }
  return csv_.next(game);
}

Result<bool> RecordReader::next_paper(GameRecord& game) {
  std::string text(SgfReader::kMaxGameText + 1, '\0');
  in_.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in_.gcount()));
  if (text.empty()) return false;
  if (text.size() > SgfReader::kMaxGameText)
    return Error{"record.length", "record: the game is longer than 1 MiB"};
  Result<GameRecord> record = parse_paper_record(text);
  if (!record) return record.error();
  game = *std::move(record);
  return true;
}

Result<GameRecord> read_record(std::string_view text) {
  std::istringstream in{std::string(text)};
  return read_record(in);
}

Result<GameRecord> read_record(std::istream& in) {
  GameRecord game;
  const Result<bool> read = RecordReader(in).next(game);
  if (!read) return read.error();
  if (!*read) return Error{"record.empty", "record: no game found in SGF, paper or CSV form"};
  return game;
}

ReplayReport replay_report(std::istream& in, const std::function<void()>& after_game) {
  ReplayReport report;
  const auto problem = [&report](std::string text) {
    if (report.problems.size() < ReplayReport::kMaxProblems)
      report.problems.push_back(std::move(text));
  };
  RecordReader reader(in);
  GameRecord game;
  for (;;) {
    const Result<bool> more = reader.next(game);
    if (more && !*more) return report;
    ++report.games;
    if (after_game) after_game();
    const Result<Board> board = more ? replay(game) : Result<Board>(more.error());
    if (!board) {
      ++report.unreadable;
      problem(board.error().message);
      continue;
    }
    const GameResult result = board_result(*board);
    report.stones += board->stones();
    ++(result == GameResult::kBlackWins   ? report.black_wins
       : result == GameResult::kWhiteWins ? report.white_wins
       : result == GameResult::kDraw      ? report.draws
                                          : report.unfinished);
    const bool given_up = result == GameResult::kUnknown && reader.form() == RecordForm::kSgf;
    if (game.result == GameResult::kUnknown || game.result == result || given_up) continue;
    ++report.disagreeing;
    problem("game " + (game.id.empty() ? std::to_string(report.games) : game.id) +
            ": stated result '" + std::string(winner_name(game.result)) + "', on the board '" +
            std::string(winner_name(result)) + "'");
  }
}

}  // namespace trivium::connect6
