#include "learning/records/game_set.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

#include "engine/core/signature.h"
#include "models/format/load_error.h"

namespace trivium::learning::records {

namespace {

bool is_held_out(const Connect6Game& game, const Split& split) {
  const std::uint64_t hash = hash_of(game);
  if (split.fold) return fold_of(split.seed, hash, split.fold->count) == split.fold->number;
  return held_out(split.seed, hash, split.held_out_share);
}

}  // namespace

GameSet::GameSet(std::filesystem::path path, const Split& split) : path_(std::move(path)), teachers_(split.teachers) {
  BlockReader in(path_, kConnect6Games);
  Connect6Game game;
  std::size_t train = 0;
  while (const auto record = in.next()) {
    try {
      decode(*record, game);
      require_playable(game);
      require_same_size(game, board_size_);
    } catch (const format::LoadError& error) {
      in.fail(error.code(), error.what());
    }
    if (blocks_.empty() || blocks_.back().block != in.place().block) blocks_.push_back(in.place());
    Role role = is_held_out(game, split) ? Role::kHeldOut : Role::kTrain;
    if (role == Role::kTrain && split.train_games > 0 && ++train > split.train_games) role = Role::kUnused;
    roles_.push_back(role);
    game.teachers = teachers(role);
    for (std::size_t stone = 0; stone < game.moves.size(); ++stone) states_[static_cast<std::size_t>(role)] += game.teaches(stone) ? 1 : 0;
  }
  if (roles_.empty()) fail("games.none", "no games");
}

void GameSet::require_states() const {
  if (states(Role::kTrain) > 0) return;
  fail("games.teach.none", fmt::format("no stone to learn from: in no game that is learned from did {} choose one",
                                       teachers_ == Teachers::kWinner ? "the winner" : "anybody"));
}

void GameSet::fail(std::string code, std::string_view fault) const {
  throw format::LoadError(std::move(code), fmt::format("{}: {}", path_.string(), fault));
}

std::size_t GameSet::games(Role role) const noexcept { return static_cast<std::size_t>(std::ranges::count(roles_, role)); }

const BlockPlace& GameSet::block_of(std::size_t game) const noexcept {
  const auto behind = std::ranges::upper_bound(blocks_, game, {}, &BlockPlace::records);
  return *std::prev(behind);
}

std::uint64_t hash_of(const Connect6Game& game) noexcept {
  Signature hash;
  for (const connect6::Cell cell : game.moves) hash.add(cell);
  return hash.value();
}

}  // namespace trivium::learning::records
