#include "engine/connect6/rules/record_builder.h"

#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

Error error_at(std::string_view form, std::string_view code, std::string_view text,
               std::size_t offset, const std::string& cause, TextOrigin origin) {
  for (const char c : text.substr(0, offset)) origin.advance(c);
  std::string message(form);
  message += ": line " + std::to_string(origin.line) + ", column " + std::to_string(origin.column) +
             ": " + cause;
  std::string full_code;
  for (const char c : form) full_code += text::lower(c);
  return Error{full_code.append(".").append(code), std::move(message)};
}

std::string_view color_name(Stone stone) noexcept {
  return stone == Stone::kBlack ? "Black" : "White";
}

std::optional<std::string> RecordBuilder::ended() const {
  if (board_.winner() != Stone::kEmpty) {
    return std::string(color_name(board_.winner())) + " has won with stone " +
           std::to_string(board_.stones()) + "; nothing may follow";
  }
  if (board_.over()) return "the board is full";
  return std::nullopt;
}

std::optional<std::string> RecordBuilder::place(Cell cell) {
  if (auto cause = ended()) return cause;
  if (!board_.is_legal(cell)) return record_vertex(cell, board_.size()) + " is occupied";
  board_.do_move(cell);
  record.moves.push_back(cell);
  return std::nullopt;
}

}  // namespace trivium::connect6
