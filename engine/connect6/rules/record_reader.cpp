#include "engine/connect6/rules/record_reader.h"

#include <algorithm>
#include <sstream>
#include <utility>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

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

RecordForm form_of(std::string_view beginning) {
  const std::string_view content = text::trimmed(input::without_byte_order_mark(beginning));
  if (content.starts_with('(')) return RecordForm::kSgf;
  const bool numbered = begins_with_number(content);
  const bool is_other = numbered
                            ? text::trimmed(content.substr(content.find('.') + 1)).starts_with('B')
                            : begins_as_csv(content);
  if (!is_other && sgf::has_game(content)) return RecordForm::kSgf;
  return numbered ? RecordForm::kPaper : RecordForm::kCsv;
}

}  // namespace

RecordReader::RecordReader(std::istream& in) : in_(in), form_(form_of(in_.beginning())) {}

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
  std::string text(sgf::kMaxGameText + 1, '\0');
  in_.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in_.gcount()));
  if (text.empty()) return false;
  if (text.size() > sgf::kMaxGameText)
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
