#include "engine/chess/rules/epd.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation_text.h"

namespace trivium::chess {
namespace {

constexpr std::size_t kMaxLine = (1U << 16) - 1;

Error epd_error(std::string code, const std::string& cause) {
  return Error{std::move(code), "EPD: " + cause};
}

/// Returns the same error as an EPD error.
Error epd_error(const Error& error) { return epd_error(error.code, error.message); }

bool all_digits(std::string_view text) noexcept {
  return !text.empty() && std::ranges::all_of(text, text::is_digit);
}

/// Removes and returns a word that ends at a blank or a semicolon.
std::string_view take_field(std::string_view& text) noexcept {
  const std::string_view before = text;
  const std::string_view word = text::take_word(text);
  const std::string_view field = word.substr(0, word.find(';'));
  text = before.substr(static_cast<std::size_t>(field.data() + field.size() - before.data()));
  return field;
}

/// Removes the position's fields from the front and returns them as FEN: the four of EPD, and the
/// counters if numbers follow.
std::string take_position(std::string_view& text) {
  std::string fen;
  for (int field = 0; field < 3; ++field) fen += std::string(take_field(text)) + ' ';
  int counters = 2;
  const std::string_view en_passant = take_field(text);
  if (en_passant.starts_with('-') && all_digits(en_passant.substr(1))) {
    // Some test suites write "- -1 12" for "- - 1 12".
    fen += "- " + std::string(en_passant.substr(1));
    --counters;
  } else {
    fen += en_passant;
  }
  for (; counters > 0; --counters) {
    std::string_view rest = text;
    const std::string_view word = take_field(rest);
    if (!all_digits(word)) break;
    fen += ' ' + std::string(word);
    text = rest;
  }
  return fen;
}

bool is_opcode(std::string_view word) noexcept {
  return !word.empty() && text::is_letter(word.front()) && std::ranges::all_of(word, [](char c) {
    return text::is_letter(c) || text::is_digit(c) || c == '_';
  });
}

/// Removes and returns a quoted string at the front of `text`, which starts with the quote. Returns
/// nothing if the string is not closed. A line end inside, usually a stray '\r', becomes a blank.
std::optional<std::string> take_string(std::string_view& text) {
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '"') {
      text.remove_prefix(i + 1);
      return value;
    }
    const bool escaped =
        text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '"' || text[i + 1] == '\\');
    if (escaped) ++i;
    value += text[i] == '\n' || text[i] == '\r' ? ' ' : text[i];
  }
  return std::nullopt;
}

/// Removes and returns a word that ends at a blank, a semicolon or a quote.
std::string_view take_operand(std::string_view& text) noexcept {
  const std::size_t length = std::min(text.find_first_of(" \t\r\n\v\f;\""), text.size());
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

/// Parses one operation and consumes its semicolon. The opcode is empty if there was only a
/// semicolon.
Result<EpdOperation> take_operation(std::string_view& text) {
  EpdOperation operation;
  for (bool first = true;; first = false) {
    while (!text.empty() && text::is_blank(text.front())) text.remove_prefix(1);
    if (text.empty()) return operation;
    if (text.front() == ';') {
      text.remove_prefix(1);
      return operation;
    }
    if (first) {
      operation.opcode = take_operand(text);
      if (!is_opcode(operation.opcode))
        return Error{"epd.opcode", text::quoted(operation.opcode) + " is not an opcode"};
    } else if (text.front() == '"') {
      std::optional<std::string> value = take_string(text);
      if (!value)
        return Error{"epd.string", "the string of '" + operation.opcode + "' is not closed"};
      operation.operands.push_back(*std::move(value));
    } else {
      operation.operands.emplace_back(take_operand(text));
    }
  }
}

/// Applies hmvc and fmvn to the position. It has no setter for them, so its FEN is parsed again.
Result<Position> with_counters(const Position& position, const EpdOperation* halfmoves,
                               const EpdOperation* moves) {
  const auto value = [](const EpdOperation* operation, int otherwise) {
    if (operation == nullptr) return std::to_string(otherwise);
    return operation->operands.empty() ? std::string("''") : operation->operands.front();
  };
  std::string fen = to_fen(position, FenStyle::kShredder);
  fen.resize(fen.rfind(' ', fen.rfind(' ') - 1));
  return parse_fen(fen + ' ' + value(halfmoves, position.halfmove_clock()) + ' ' +
                   value(moves, position.fullmove_number()));
}

/// Removes a leading move number and trailing commas: "1.e4", "12...", "Nf3,".
std::string_view plain_operand(std::string_view text) noexcept {
  while (text.ends_with(',')) text.remove_suffix(1);
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits == 0 || digits == text.size() || text[digits] != '.') return text;
  return text.substr(std::min(text.find_first_not_of('.', digits), text.size()));
}

/// True if the operand only annotates the move before it. Some suites write "Qd1 +" for "Qd1+", and
/// words after a move as in PGN files.
bool is_said_of_move(std::string_view text, bool behind_move) noexcept {
  return text.find_first_not_of("+#!?") == std::string_view::npos ||
         (behind_move && text::is_glyph(text));
}

/// Checks that the moves of an operation are legal in the position; those of `pv` one after the
/// other.
Status check_moves(const EpdOperation& operation, Position position) {
  constexpr std::array<std::string_view, 5> kMoves{"bm", "am", "pm", "sm", "pv"};
  if (std::ranges::find(kMoves, operation.opcode) == kMoves.end()) return {};
  bool behind_move = false;
  for (const std::string& operand : operation.operands) {
    const std::string_view text = plain_operand(operand);
    if (is_said_of_move(text, behind_move)) continue;
    const Result<Move> move = parse_san(position, text);
    if (!move)
      return epd_error("epd.move.illegal",
                       "operation '" + operation.opcode + "': " + move.error().message);
    behind_move = true;
    if (operation.opcode != "pv") continue;
    position.do_move(*move);
  }
  return {};
}

}  // namespace

const EpdOperation* EpdRecord::find(std::string_view opcode) const {
  const auto found = std::ranges::find(operations, opcode, &EpdOperation::opcode);
  return found == operations.end() ? nullptr : &*found;
}

std::optional<std::string_view> EpdRecord::text(std::string_view opcode) const {
  const EpdOperation* operation = find(opcode);
  if (operation == nullptr || operation->operands.empty()) return std::nullopt;
  return operation->operands.front();
}

Result<EpdRecord> parse_epd(std::string_view line) {
  EpdRecord record;
  Result<Position> position = parse_fen(take_position(line), &record.note);
  if (!position) return epd_error(position.error());
  record.position = *position;
  std::optional<EpdOperation> halfmoves;
  std::optional<EpdOperation> moves;
  for (std::size_t number = 1; !line.empty(); ++number) {
    Result<EpdOperation> operation = take_operation(line);
    if (!operation)
      return epd_error(operation.error().code,
                       "operation " + std::to_string(number) + ": " + operation.error().message);
    if (operation->opcode.empty()) {
      --number;
    } else if (operation->opcode == "hmvc") {
      halfmoves = *std::move(operation);
    } else if (operation->opcode == "fmvn") {
      moves = *std::move(operation);
    } else {
      record.operations.push_back(*std::move(operation));
    }
  }
  if (halfmoves || moves) {
    position = with_counters(record.position, halfmoves ? &*halfmoves : nullptr,
                             moves ? &*moves : nullptr);
    if (!position) return epd_error(position.error());
    record.position = *position;
  }
  for (const EpdOperation& operation : record.operations) {
    if (Status status = check_moves(operation, record.position); !status) return status.error();
  }
  return record;
}

EpdReader::EpdReader(std::istream& in) : lines_(in, kMaxLine) {}

std::optional<Result<EpdRecord>> EpdReader::next() {
  while (lines_.next()) {
    const std::string place = "EPD: line " + std::to_string(lines_.number()) + ": ";
    if (lines_.is_too_long())
      return Error{"epd.line.long",
                   place + "longer than " + std::to_string(kMaxLine) + " characters"};
    std::string_view line = lines_.text();
    // Some files end lines or the text with a zero byte or the DOS end-of-file mark.
    while (line.ends_with('\0') || line.ends_with('\x1A')) line.remove_suffix(1);
    line = text::trimmed(line);
    if (line.empty() || line.front() == '#') continue;
    Result<EpdRecord> record = parse_epd(line);
    if (!record)
      return Error{record.error().code,
                   place + record.error().message.substr(std::string_view("EPD: ").size())};
    return record;
  }
  return std::nullopt;
}

}  // namespace trivium::chess
