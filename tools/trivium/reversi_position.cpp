#include "tools/trivium/reversi_position.h"

#include <cstdint>

#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/obf.h"
#include "engine/reversi/rules/record_reader.h"
#include "models/format/load_error.h"

namespace trivium::tools {
namespace {

/// Returns the game of the record in `path`, or its first `plies` moves if not negative. The error
/// names the file and the place in it. Throws format::LoadError if the file cannot be read.
Result<reversi::Game> game_from_file(const std::string& path, int plies) {
  constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{1} << 20;
  const std::string text = format::or_throw(input::read_text(path, kMaxRecordBytes));
  Result<reversi::GameRecord> record = reversi::read_record(text);
  if (!record) return at_place(input::shown_name(path), record.error());
  const auto moves = static_cast<int>(record->moves.size());
  if (plies > moves) {
    return Error{"record.moves", "{}: has {}, not {}", input::shown_name(path),
                 text::counted(moves, "move"), plies};
  }
  if (plies >= 0) record->moves.resize(static_cast<std::size_t>(plies));
  return reversi::replay(*record);
}

}  // namespace

void add_reversi_position(Command& command, ReversiPosition& place) {
  Option* file =
      command
          .add_option("FILE", place.record,
                      "The position after this record: SGF, GGF or a transcript (- is stdin)")
          ->type_name("FILE");
  Option* record =
      command.add_option("--record FILE", place.record, "The same as FILE")->excludes(file);
  command
      .add_option("--plies", place.plies,
                  "Use only the first N moves of the record, passes included")
      ->check(nonnegative_number());
  command
      .add_option("--position", place.position,
                  "Position as OBF: squares from a1 to h8, and side to move")
      ->excludes(file)
      ->excludes(record);
}

reversi::Game reversi_game(const ReversiPosition& place) {
  if (place.plies >= 0 && place.record.empty()) throw UsageError::needs("--plies", "--record");
  if (!place.record.empty()) return or_usage_error(game_from_file(place.record, place.plies));
  if (place.position.empty()) return reversi::Game();
  const reversi::Problem problem = or_usage_error("--position", reversi::parse_obf(place.position));
  return {problem.position, problem.to_move};
}

}  // namespace trivium::tools
