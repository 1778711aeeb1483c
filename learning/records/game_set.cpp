#include "learning/records/game_set.h"

#include <fmt/format.h>

#include "engine/core/signature.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

GameSet::GameSet(std::vector<std::filesystem::path> files, const Split& split) : split_(split) {
  for (std::filesystem::path& path : files) files_.push_back({std::move(path)});
  RoleAssigner roles(split);
  for (std::size_t file = 0; file < files_.size(); ++file) read(file, roles);
  if (roles_.empty()) fail("games.none", "no games");
}

void GameSet::read(std::size_t file, RoleAssigner& roles) {
  BlockReader in(files_[file].path, kConnect6Games, kFirstBlock);
  for (Connect6Game game; next_game(in, game, board_size_);) {
    if (in.record_place().record == 1) blocks_.push_back({roles_.size(), file, in.place()});
    const Role role = roles.next(hash_of(game));
    roles_.push_back(role);
    game.learn_from = split_.used_in(role);
    for (std::size_t stone = 0; stone < game.moves.size(); ++stone)
      states_[static_cast<std::size_t>(role)] += game.is_learned(stone) ? 1 : 0;
  }
  files_[file].end = roles_.size();
}

void GameSet::require_states() const {
  if (states(Role::kTrain) > 0) return;
  fail("games.teach.none",
       fmt::format("no stone to learn from: in no game that is learned from did {} choose one",
                   split_.learn_from == LearnFrom::kWinner ? "the winner" : "a side"));
}

void GameSet::fail(std::string code, std::string_view fault) const {
  const auto name = [](const File& file) { return file.path.string(); };
  throw format::LoadError(std::move(code), "{}: {}", text::joined(files_, ", ", name), fault);
}

const GameSet::Block& GameSet::block_of(std::size_t game) const noexcept {
  const auto behind = std::ranges::upper_bound(blocks_, game, {}, &Block::first);
  return *std::prev(behind);
}

std::uint64_t hash_of(const Connect6Game& game) noexcept {
  Signature hash;
  for (const connect6::Cell cell : game.moves) hash.add(cell);
  return hash.value();
}

}  // namespace trivium::learning::records
