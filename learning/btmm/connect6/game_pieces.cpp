#include "learning/btmm/connect6/game_pieces.h"

#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "models/format/load_error.h"

namespace trivium::learning::btmm {

namespace {

constexpr int kPiecesVersion = 1;

}  // namespace

GamePieces::GamePieces(std::filesystem::path folder, std::string identity, bool resume)
    : folder_(std::move(folder)),
      checkpoint_(folder_, "self_play", kPiecesVersion, std::move(identity)) {
  if (!checkpoint_.begin(resume)) checkpoint_.save({});
}

std::filesystem::path GamePieces::piece(std::uint64_t first) const {
  return folder_ / fmt::format("games-{:09}.c6", first);
}

std::optional<std::vector<records::Connect6Game>> GamePieces::find(std::uint64_t first,
                                                                   std::size_t count) const {
  const std::filesystem::path path = piece(first);
  if (std::error_code ignored; !std::filesystem::exists(path, ignored)) return std::nullopt;
  std::vector<records::Connect6Game> games(count);
  try {
    BlockReader in(path, records::kConnect6Games);
    for (records::Connect6Game& game : games) {
      const auto record = in.next();
      if (!record) return std::nullopt;
      decode(*record, game);
    }
  } catch (const format::LoadError&) {
    return std::nullopt;  // damaged, for example by a power failure: the piece is played again
  }
  return games;
}

void GamePieces::keep(std::uint64_t first, std::span<const records::Connect6Game> games) const {
  records::Connect6GameWriter writer(piece(first));
  for (const records::Connect6Game& game : games) writer.add(game);
  writer.finish();
}

}  // namespace trivium::learning::btmm
