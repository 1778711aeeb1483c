#include "protocols/client/connect6_text_engine.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "engine/connect6/rules/board.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"

namespace trivium::client {

namespace {

using connect6::Board;
using connect6::kDefaultSize;
using connect6::Stone;

constexpr std::size_t kShownAnswer = 60;

/// Returns lines "black JJ", "white KKLL", ...: one for each turn.
Result<std::string> placements(std::span<const std::string> moves) {
  std::string lines;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Stone color = Board::to_move(static_cast<int>(i));
    const bool turn_begins = i == 0 || Board::to_move(static_cast<int>(i) - 1) != color;
    if (turn_begins)
      lines += i == 0 ? "black " : (color == Stone::kBlack ? "\nblack " : "\nwhite ");
    const Result<std::string> letters = stone_letters(moves[i]);
    if (!letters) return letters.error();
    lines += *letters;
  }
  return lines;
}

}  // namespace

Result<std::string> stone_letters(std::string_view vertex) {
  const Result<connect6::Cell> cell = connect6::parse_gtp_vertex(vertex, kDefaultSize);
  if (!cell) return cell.error();
  return std::string{static_cast<char>('A' + *cell % kDefaultSize),
                     static_cast<char>('A' + *cell / kDefaultSize)};
}

Result<std::vector<std::string>> parse_stone_letters(std::string_view letters) {
  if (letters.size() != 2 && letters.size() != 4)
    return Error{"client.connect6.letters", fmt::format("{}: stones are two or four letters",
                                                        text::quoted(letters, kShownAnswer))};
  std::vector<std::string> stones;
  for (std::size_t i = 0; i < letters.size(); i += 2) {
    const int column = (letters[i] & ~0x20) - 'A';
    const int row = (letters[i + 1] & ~0x20) - 'A';
    if (column < 0 || column >= kDefaultSize || row < 0 || row >= kDefaultSize)
      return Error{"client.connect6.letters", fmt::format("{}: letters of stones go from A to S",
                                                          text::quoted(letters, kShownAnswer))};
    stones.push_back(connect6::gtp_vertex(static_cast<connect6::Cell>(column + kDefaultSize * row),
                                          kDefaultSize));
  }
  return stones;
}

Fallible Connect6TextEngine::handshake() {
  name_ = file_name();
  known_.clear();
  std::string lines;
  for (const auto& [command, arguments] : program().options)
    lines += arguments.empty() ? command + '\n' : command + ' ' + arguments + '\n';
  for (const std::string& command : program().init_commands) lines += command + '\n';
  if (Fallible failed = send(lines + "name")) return failed;
  while (true) {
    std::string_view line;
    if (Fallible failed = receive(line, usual_deadline())) return failed;
    // A help text may have the line "name   - print the name".
    if (text::take_word(line) != "name" || text::trimmed(line).empty() ||
        text::trimmed(line).starts_with('-'))
      continue;
    name_ = text::trimmed(line);
    return std::nullopt;
  }
}

Fallible Connect6TextEngine::new_game(const GameSetup& setup) {
  if (Fallible failed = loss()) return failed;
  if (setup.board_size != kDefaultSize)
    return fault(FaultKind::kRefusal,
                 fmt::format("its protocol has no board of {0} x {0}", setup.board_size));
  known_.clear();
  return std::nullopt;
}

Result<std::string> Connect6TextEngine::request(const Situation& situation) const {
  const std::span<const std::string> moves = situation.moves;
  if (moves.empty()) return std::string("new black");
  if (moves.size() % 2 == 0)
    return Error{"client.connect6.half_turn",
                 "its protocol cannot ask for a turn's second stone alone"};
  const bool continues = !known_.empty() && known_.size() < moves.size() &&
                         std::equal(known_.begin(), known_.end(), moves.begin());
  const std::size_t of_turn = moves.size() == 1 ? 1 : 2;
  if (moves.size() == 1 || (continues && known_.size() + of_turn == moves.size())) {
    std::string lines = moves.size() == 1 ? "new white\nmove " : "move ";
    for (const std::string& vertex : moves.last(of_turn)) {
      const Result<std::string> letters = stone_letters(vertex);
      if (!letters) return letters.error();
      lines += *letters;
    }
    return lines;
  }
  const Result<std::string> lines = placements(moves);
  if (!lines) return lines.error();
  return "new white\n" + *lines + "\nnext";
}

MoveAnswer Connect6TextEngine::move(const Situation& situation, const MoveBudget& budget) {
  if (Fallible failed = loss()) return *std::move(failed);
  const std::size_t stones = situation.moves.size();
  if (known_.size() == stones + 1 &&
      std::equal(situation.moves.begin(), situation.moves.end(), known_.begin())) {
    MoveReply reply;
    reply.move = known_.back();
    return reply;
  }
  if (stones > 0 && stones % 2 == 0 &&
      std::equal(situation.moves.begin(), situation.moves.end(), known_.begin(), known_.end()))
    return fault(
        FaultKind::kRefusal,
        fmt::format("answered with the stone {} alone where two are due", situation.moves.back()));
  const Result<std::string> lines = request(situation);
  if (!lines) return fault(FaultKind::kRefusal, lines.error().message);
  discard_input();
  if (Fallible failed = send(*lines)) return *std::move(failed);
  return answer(situation, after_request(budget.patience));
}

MoveAnswer Connect6TextEngine::answer(const Situation& situation, Clock::time_point until) {
  while (true) {
    std::string_view line;
    if (Fallible failed = receive(line, until)) return *std::move(failed);
    std::string_view rest = line;
    if (text::take_word(rest) != "move") continue;
    const std::string_view letters = text::take_word(rest);
    if (letters.empty() || !text::trimmed(rest).empty()) continue;
    Result<std::vector<std::string>> stones = parse_stone_letters(letters);
    const std::size_t due = situation.moves.empty() ? 1 : 2;
    // Some engines write a single stone twice. If two are due, the referee rejects the second.
    if (stones && stones->size() == 2 && due == 1 && stones->front() == stones->back())
      stones->pop_back();
    if (!stones || stones->size() > due) return refusal(line);
    known_.assign(situation.moves.begin(), situation.moves.end());
    known_.insert(known_.end(), stones->begin(), stones->end());
    MoveReply reply;
    reply.move = stones->front();
    reply.elapsed = elapsed();
    return reply;
  }
}

}  // namespace trivium::client
