// The games of a file as a learner goes through them: opened and checked once, then read again and again, piece by piece and from several
// threads, without ever being in memory together. Some are held out.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::records {

/// What a game is for.
enum class Role : std::uint8_t { kTrain, kHeldOut, kUnused };

struct Split {
  std::uint64_t seed = 1;               ///< chooses the games held out
  double held_out_share = 0.1;          ///< of the games; chosen by their moves, so equal games are on the same side
  std::size_t train_games = 0;          ///< number of the others that are learned from, the first in the file; 0: all
  Teachers teachers = Teachers::kBoth;  ///< of the games learned from; those held out are judged by all stones
  std::optional<Fold> fold{};           ///< if set, this fold is held out and the share is ignored
};

class GameSet {
 public:
  /// Reads the file once and checks every byte: kind, checksums, records, that the games can be played and all boards have one size. Throws
  /// format::LoadError with file and place. The file must not change as long as this is in use.
  GameSet(std::filesystem::path path, const Split& split);

  std::size_t games() const noexcept { return roles_.size(); }
  std::size_t games(Role role) const noexcept;
  /// Stones that somebody chose: the states there are to learn from.
  std::uint64_t states(Role role) const noexcept { return states_[static_cast<std::size_t>(role)]; }
  int board_size() const noexcept { return board_size_; }

  /// Throws format::LoadError where nobody chose a stone that is learned from.
  void require_states() const;
  /// Throws format::LoadError: the file, and why its games will not do.
  [[noreturn]] void fail(std::string code, std::string_view fault) const;

  /// Calls `visit(const Game&)` for the games of `role` in the shard, in file order. Any thread.
  template <class Visit>
  void visit(const Shards& shards, std::size_t shard, Role role, const Visit& visit) const {
    const Range range = shards.range(shard, games());
    if (range.begin == range.end) return;
    const BlockPlace& place = block_of(range.begin);
    BlockReader in(path_, kConnect6Games, place);
    Connect6Game game;
    for (std::size_t i = place.records; i < range.end; ++i) {
      const auto record = in.next();
      if (!record) in.fail("games.shorter", "the file has become shorter");
      if (i < range.begin || roles_[i] != role) continue;
      decode(*record, game);
      game.teachers = teachers(role);
      visit(game);
    }
  }

 private:
  Teachers teachers(Role role) const noexcept { return role == Role::kTrain ? teachers_ : Teachers::kBoth; }
  /// The block that holds this game.
  const BlockPlace& block_of(std::size_t game) const noexcept;

  std::filesystem::path path_;
  Teachers teachers_;
  std::vector<BlockPlace> blocks_;
  std::vector<Role> roles_;
  std::array<std::uint64_t, 3> states_{};
  int board_size_ = 0;
};

/// A hash of the moves: what decides whether a game is held out, and by which equal games are found.
std::uint64_t hash_of(const Connect6Game& game) noexcept;

}  // namespace trivium::learning::records
