#include "engine/connect6/rules/record_builder.h"

#include "engine/connect6/rules/vertex.h"

namespace trivium::connect6 {

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
