#include "engine/connect6/rules/vertex.h"

#include <optional>

#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

constexpr std::string_view kGtpColumns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kRecordColumns = "abcdefghijklmnopqrstuvwxy";

char fold(char c, bool to_upper) {
  if (to_upper && c >= 'a' && c <= 'z') return static_cast<char>(c - 'a' + 'A');
  return to_upper ? c : text::lower(c);
}

std::optional<int> parse_row(std::string_view digits) {
  if (digits.empty() || digits.front() < '1' || digits.front() > '9') return std::nullopt;
  const std::optional<int> row = text::parse_number<int>(digits);
  return row ? std::optional(*row - 1) : std::nullopt;
}

std::string quoted(std::string_view text) { return text::quoted(text, 16); }

std::string write_vertex(Cell cell, int size, std::string_view columns) {
  std::string text(1, columns[static_cast<std::size_t>(cell % size)]);
  return text += std::to_string(cell / size + 1);
}

Result<Cell> parse_vertex(std::string_view text, int size, std::string_view columns, bool upper) {
  const std::string_view used = columns.substr(0, static_cast<std::size_t>(size));
  const std::size_t column =
      text.empty() ? std::string_view::npos : used.find(fold(text.front(), upper));
  const std::optional<int> row = text.empty() ? std::nullopt : parse_row(text.substr(1));
  if (column == std::string_view::npos || !row || *row >= size) {
    return Error{"vertex.cell", "vertex " + quoted(text) + ": not a column " + used.front() +
                                    " to " + used.back() + (upper ? " (without I)" : "") +
                                    " followed by a row 1 to " + std::to_string(size)};
  }
  return static_cast<Cell>(static_cast<int>(column) + size * *row);
}

}  // namespace

std::string gtp_vertex(Cell cell, int size) { return write_vertex(cell, size, kGtpColumns); }
Result<Cell> parse_gtp_vertex(std::string_view text, int size) {
  return parse_vertex(text, size, kGtpColumns, true);
}

std::string record_vertex(Cell cell, int size) { return write_vertex(cell, size, kRecordColumns); }
Result<Cell> parse_record_vertex(std::string_view text, int size) {
  return parse_vertex(text, size, kRecordColumns, false);
}

std::string reader_vertex(Cell cell, int size) {
  const std::string gtp = gtp_vertex(cell, size), record = record_vertex(cell, size);
  return text::same_ignoring_case(gtp, record) ? gtp : gtp + " (" + record + ")";
}

}  // namespace trivium::connect6
