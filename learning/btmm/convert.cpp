#include "learning/btmm/convert.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/connect6/rules/sgf.h"
#include "engine/core/text.h"
#include "learning/btmm/game_set.h"
#include "models/format/load_error.h"

namespace trivium::learning::btmm {

void Converter::add(const connect6::GameRecord& record) {
  add(Game{record.size, record.result, std::min(opening_, static_cast<int>(record.moves.size())), record.moves});
}

void Converter::add(const Game& game) {
  if (game.moves.empty()) {
    ++counts_.empty;
  } else if (!keep_duplicates_ && !known_.insert(hash_of(game)).second) {
    ++counts_.duplicates;
  } else {
    ++counts_.games;
    counts_.stones += game.moves.size();
    out_.add(game);
  }
}

void Converter::read_games(const std::filesystem::path& path) {
  BlockReader in(path, kGameFileKind);
  for (Game game; const auto record = in.next();) {
    try {
      decode(*record, game);
      require_playable(game);
    } catch (const format::LoadError& error) {
      in.fail(error.what());
    }
    add(game);
  }
}

bool is_game_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string begin(kGameFileKind.name.size(), '\0');
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return in && begin == kGameFileKind.name;
}

void Converter::read(std::istream& in, std::string_view name) {
  const auto fail = [name](const Error& error) { throw format::LoadError(fmt::format("{}: {}", name, error.message)); };
  const auto read_all = [&](auto reader) {
    for (connect6::GameRecord record;;) {
      const Result<bool> more = reader.next(record);
      if (!more) fail(more.error());
      if (!*more) return;
      add(record);
    }
  };
  while (text::is_blank(static_cast<char>(in.peek()))) in.get();
  const auto place = in.tellg();
  std::string begin(2, '\0');
  in.read(begin.data(), 2);
  in.clear();
  in.seekg(place);
  if (begin[0] == '(') {
    read_all(connect6::SgfReader(in));
  } else if (begin == "1.") {
    const std::string all(std::istreambuf_iterator<char>(in), {});
    const Result<connect6::GameRecord> record = connect6::parse_paper_record(all);
    if (!record) fail(record.error());
    add(*record);
  } else {
    read_all(connect6::CsvReader(in));
  }
}

}  // namespace trivium::learning::btmm
