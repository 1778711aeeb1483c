#include "engine/connect6/rules/record_reader.h"

#include <iterator>
#include <sstream>
#include <utility>

#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr std::size_t kChunk = 1U << 16;

/// Takes off `in` what tells its form: blanks, digits, and one character more.
std::string take_beginning(std::istream& in) {
  constexpr int kEnd = std::istream::traits_type::eof();
  std::string beginning;
  const auto take_while = [&](bool (*wanted)(char)) {
    for (int c = in.peek(); c != kEnd && wanted(static_cast<char>(c)); c = in.peek()) beginning += static_cast<char>(in.get());
  };
  take_while([](char c) { return text::is_blank(c); });
  take_while([](char c) { return text::is_digit(c); });
  if (const int c = in.get(); c != kEnd) beginning += static_cast<char>(c);
  return beginning;
}

RecordForm form_of(std::string_view beginning) {
  const std::string_view content = text::trimmed(beginning);
  if (content == "(") return RecordForm::kSgf;
  return content.size() > 1 && content.back() == '.' ? RecordForm::kPaper : RecordForm::kCsv;
}

}  // namespace

RecordReader::Rejoined::Rejoined(std::string taken, std::istream& rest) : buffer_(std::move(taken)), rest_(rest) {
  setg(buffer_.data(), buffer_.data(), buffer_.data() + buffer_.size());
}

RecordReader::Rejoined::int_type RecordReader::Rejoined::underflow() {
  buffer_.resize(kChunk);
  rest_.read(buffer_.data(), static_cast<std::streamsize>(kChunk));
  setg(buffer_.data(), buffer_.data(), buffer_.data() + rest_.gcount());
  return rest_.gcount() > 0 ? traits_type::to_int_type(*gptr()) : traits_type::eof();
}

RecordReader::RecordReader(std::istream& in) : RecordReader(take_beginning(in), in) {}

RecordReader::RecordReader(std::string beginning, std::istream& rest) : form_(form_of(beginning)), text_(std::move(beginning), rest) {}

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
  const std::string text(std::istreambuf_iterator<char>(in_), {});
  if (text.empty()) return false;
  Result<GameRecord> record = parse_paper_record(text);
  if (!record) return record.error();
  game = *std::move(record);
  return true;
}

Result<GameRecord> read_record(std::string_view text) {
  std::istringstream in{std::string(text)};
  GameRecord game;
  const Result<bool> read = RecordReader(in).next(game);
  if (!read) return read.error();
  if (!*read) return Error{"record: no game found in SGF, paper or CSV form"};
  return game;
}

ReplayReport replay_report(std::istream& in) {
  ReplayReport report;
  const auto problem = [&report](std::string text) {
    if (report.problems.size() < ReplayReport::kMaxProblems) report.problems.push_back(std::move(text));
  };
  RecordReader reader(in);
  GameRecord game;
  for (;;) {
    const Result<bool> more = reader.next(game);
    if (more && !*more) return report;
    ++report.games;
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
    problem("game " + (game.id.empty() ? std::to_string(report.games) : game.id) + ": stated result '" +
            std::string(winner_name(game.result)) + "', on the board '" + std::string(winner_name(result)) + "'");
  }
}

}  // namespace trivium::connect6
