#include "engine/connect6/rules/turn.h"

#include "engine/connect6/rules/vertex.h"

namespace trivium::connect6 {

std::string record_turn(Turn turn, int size) {
  return record_vertex(turn.first, size) + (turn.second == kNoCell ? std::string() : record_vertex(turn.second, size));
}

std::string reader_turn(Turn turn, int size) {
  return reader_vertex(turn.first, size) + (turn.second == kNoCell ? std::string() : " and " + reader_vertex(turn.second, size));
}

}  // namespace trivium::connect6
