#include "engine/reversi/rules/record_reader.h"

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

#include "engine/core/add_fields.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/wthor.h"

namespace trivium::reversi {

namespace {

constexpr std::size_t kMaxTranscript = 1U << 12;  // 60 moves need 120 characters

/// Requires: the result is known.
std::string score_words(const StatedResult& result) {
  if (!result.score) {
    return *result.for_black == Outcome::kDraw  ? "a draw"
           : *result.for_black == Outcome::kWin ? "a win"
                                                : "a loss";
  }
  return (*result.score > 0 ? "+" : "") + std::to_string(*result.score);
}

}  // namespace

std::optional<std::string> false_result(const StatedResult& stated, const Game& game) {
  if (!game.over() || !stated.reason.empty()) return std::nullopt;
  const StatedResult result = StatedResult::of_score(game.final_score(Color::kBlack));
  const bool agrees = !stated.for_black || (stated.score ? stated.score == result.score
                                                         : stated.for_black == result.for_black);
  if (agrees) return std::nullopt;
  return "stated result " + score_words(stated) + " for Black, on the board " + score_words(result);
}

RecordReader::RecordReader(std::istream& in)
    : in_(in), is_sgf_(sgf::has_game(in_.beginning())), lines_(in_, kMaxTranscript) {}

Result<bool> RecordReader::next(GameRecord& record) {
  return is_sgf_ ? sgf_.next(record) : next_transcript(record);
}

Result<bool> RecordReader::next_transcript(GameRecord& record) {
  while (lines_.next()) {
    if (text::trimmed(lines_.text()).empty()) continue;
    const TextOrigin origin{lines_.number(), 1};
    if (lines_.is_too_long())
      return error_at("transcript", "length", "", 0, "the line is longer than any game", origin);
    Result<GameRecord> read = parse_transcript(lines_.text(), kDefaultSize, origin);
    if (!read) return read.error();
    record = *std::move(read);
    return true;
  }
  return false;
}

Result<GameRecord> read_record(std::string_view text) {
  std::istringstream in{std::string(text)};
  if (is_wthor(in)) return Error{"record.binary", "record: a WTHOR file found; a text expected"};
  GameRecord record;
  const Result<bool> read = RecordReader(in).next(record);
  if (!read) return read.error();
  if (!*read) return Error{"record.empty", "record: no game found in SGF, GGF or as transcript"};
  const Result<Game> game = replay(record);
  if (!game) return game.error();
  if (const auto cause = false_result(record.result, *game))
    return Error{"record.result", "record: " + *cause};
  return record;
}

void ReplayReport::add_problem(std::string text) {
  if (problems.size() < kMaxProblems) problems.push_back(std::move(text));
}

ReplayReport& ReplayReport::operator+=(const ReplayReport& other) {
  add_fields(*this, other, &ReplayReport::games, &ReplayReport::moves, &ReplayReport::passes,
             &ReplayReport::black_wins, &ReplayReport::white_wins, &ReplayReport::draws,
             &ReplayReport::unfinished, &ReplayReport::illegal, &ReplayReport::unreadable,
             &ReplayReport::disagreeing);
  for (const std::string& problem : other.problems) add_problem(problem);
  return *this;
}

void ReplayReport::add(const Result<bool>& read, const GameRecord& record) {
  ++games;
  const Result<Game> game = read ? replay(record) : Result<Game>(read.error());
  if (!game) {
    ++(game.error().code.ends_with(".illegal") ? illegal : unreadable);
    return add_problem(game.error().message);
  }
  const long passed = std::ranges::count(game->moves(), kPass);
  passes += passed;
  moves += static_cast<long>(game->moves().size()) - passed;
  if (!game->over()) {
    ++unfinished;
    return;
  }
  const int score = game->final_score(Color::kBlack);
  ++(score > 0 ? black_wins : score < 0 ? white_wins : draws);
  const auto cause = false_result(record.result, *game);
  if (!cause) return;
  ++disagreeing;
  add_problem("game " + (record.id.empty() ? std::to_string(games) : record.id) + ": " + *cause);
}

}  // namespace trivium::reversi
