#include "engine/reversi/rules/obf.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "engine/core/text.h"
#include "engine/reversi/rules/diagram.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {

namespace {

constexpr std::size_t kMaxLine = 1U << 12;  // 34 moves with scores need 400 characters

std::optional<Color> parse_side(std::string_view word) {
  const auto is_one_of = [word](auto... names) {
    return (text::same_ignoring_case(word, names) || ...);
  };
  if (is_one_of("X", "*", "B", "Black")) return Color::kBlack;
  if (is_one_of("O", "W", "White")) return Color::kWhite;
  return std::nullopt;
}

/// Parses "A2:+38".
Result<ScoredMove> parse_scored_move(std::string_view text, const Position& position) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  const std::string_view name = text::trimmed(text.substr(0, colon));
  const Result<Move> move = parse_move(name, position.size());
  if (!move) return Error{"obf.move", move.error().message};
  if (!position.is_legal(*move))
    return Error{"obf.illegal", move_name(*move) + " is not a legal move"};
  std::string_view number = text::trimmed(text.substr(std::min(colon + 1, text.size())));
  const std::string shown = text::quoted(number, 16);
  if (number.starts_with('+')) number.remove_prefix(1);
  const std::optional<int> score = text::parse_number<int>(number);
  if (!score || std::abs(*score) > kMaxScore)
    return Error{"obf.score", "score " + shown + " is not a number from -64 to 64"};
  return ScoredMove{*move, *score};
}

}  // namespace

Result<Problem> parse_obf(std::string_view text) {
  const std::string_view board = text::take_word(text);
  const Result<Diagram> diagram = parse_diagram(board);
  if (!diagram) return at_place("OBF", diagram.error());

  std::vector<std::string_view> parts = text::split(text, ';');
  const std::string_view side = text::trimmed(parts.front());
  const std::optional<Color> to_move = parse_side(side);
  if (!to_move)
    return Error{"obf.side", "OBF: side to move " + text::quoted(side, 16) +
                                 " found; X or Black, O or White expected"};
  Problem problem{diagram->position(*to_move), *to_move, {}};
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::string_view part = text::trimmed(parts[i]);
    if (part.empty()) continue;
    const Result<ScoredMove> move = parse_scored_move(part, problem.position);
    if (!move) return at_place("OBF: move " + std::to_string(i), move.error());
    problem.moves.push_back(*move);
  }
  return problem;
}

std::string write_obf(const Problem& problem) {
  std::string text = write_diagram(Diagram::of(problem.position, problem.to_move));
  text += problem.to_move == Color::kBlack ? " X;" : " O;";
  for (const auto& [move, score] : problem.moves) {
    text += ' ' + gtp_vertex(move) + (score < 0 ? ":" : ":+") + std::to_string(score) + ';';
  }
  return text;
}

std::string write_ffo(const Problem& problem) {
  std::string text = write_diagram(Diagram::of(problem.position, problem.to_move));
  return text.append("\n").append(color_name(problem.to_move)).append("\n");
}

ObfReader::ObfReader(std::istream& in) : lines_(in, kMaxLine) {}

Result<bool> ObfReader::next_line(std::string& line) {
  while (lines_.next()) {
    const std::size_t comment = lines_.text().find('%');
    const std::string_view content = text::trimmed(lines_.text().substr(0, comment));
    if (content.empty() || content.starts_with('#')) continue;
    if (lines_.is_too_long() && comment == std::string_view::npos)
      return Error{"obf.length", "OBF: line " + std::to_string(lines_.number()) +
                                     ": the line is longer than any position"};
    line = content;
    return true;
  }
  return false;
}

Result<bool> ObfReader::next(Problem& problem) {
  std::string line;
  const Result<bool> found = next_line(line);
  if (!found || !*found) return found;
  const std::string place = "line " + std::to_string(lines_.number());
  std::string_view rest = line;
  text::take_word(rest);
  if (text::trimmed(rest).empty()) {
    std::string side;
    const Result<bool> second = next_line(side);
    if (!second) return second;
    if (!*second)
      return Error{"obf.side", "OBF: " + place + ": the file ends before the side to move"};
    line += ' ' + side;
  }
  Result<Problem> read = parse_obf(line);
  if (!read) {
    const Error& error = read.error();
    return Error{error.code,
                 "OBF: " + place + error.message.substr(std::string_view("OBF").size())};
  }
  problem = *std::move(read);
  return true;
}

}  // namespace trivium::reversi
