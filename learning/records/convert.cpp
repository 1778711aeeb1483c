#include "learning/records/convert.h"

#include <algorithm>
#include <istream>

#include "engine/connect6/rules/record_reader.h"
#include "learning/records/game_set.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

void Converter::add(const Connect6Game& game) {
  if (game.moves.empty()) {
    ++counts_.empty;
  } else if (!keep_duplicates_ && !known_.insert(hash_of(game)).second) {
    ++counts_.duplicates;
  } else {
    ++counts_.games;
    counts_.stones += game.moves.size();
    out_.add(game);
  }
  if (progress_) progress_(counts_.games + counts_.duplicates + counts_.empty);
}

void Converter::read_games(const std::filesystem::path& path) {
  BlockReader in(path, kConnect6Games);
  for (Connect6Game game; next_game(in, game, size_);) add(game);
}

void Converter::read(std::istream& in, std::string_view name) {
  connect6::RecordReader reader(in);
  connect6::GameRecord record;
  for (std::uint64_t number = 1;; ++number) {
    if (!format::or_throw(reader.next(record), name)) return;
    const Connect6Game game{record.size, record.result,
                            std::min(opening_, static_cast<int>(record.moves.size())),
                            record.moves};
    try {
      if (!game.moves.empty()) require_same_size(game, size_);
    } catch (const format::LoadError& error) {
      throw format::LoadError(error.code(), "{}: game {}: {}", name, number, error.what());
    }
    add(game);
  }
}

}  // namespace trivium::learning::records
