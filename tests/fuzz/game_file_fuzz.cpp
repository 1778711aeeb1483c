// Files of searched games (.tdleaf): a record is rejected with a message or survives writing and
// reading; a file is rejected with its place or read to its end.
#include <cstddef>
#include <span>
#include <vector>

#include "learning/records/searched_games.h"
#include "models/format/load_error.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/fuzz_target.h"
#include "tests/fuzz/memory_file.h"

namespace trivium::learning::tdleaf {
namespace {

std::vector<std::byte> bytes_of(const records::SearchedGame& game) {
  ByteWriter record;
  encode(game, record);
  return {record.bytes().begin(), record.bytes().end()};
}

}  // namespace

TRIVIUM_FUZZ_TARGET(game_file) {
  try {
    records::SearchedGame game;
    decode(std::as_bytes(input), game);
    const std::vector<std::byte> written = bytes_of(game);
    records::SearchedGame again;
    decode(written, again);
    fuzz::check(bytes_of(again) == written, "a game reads the same after writing");
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
  }
  const fuzz::MemoryFile file(input);
  try {
    records::SearchedGameReader reader(file.path());
    for (records::SearchedGame game; reader.next(game);) {
    }
  } catch (const format::LoadError& error) {
    fuzz::check_message(error.what());
  }
}

}  // namespace trivium::learning::tdleaf
