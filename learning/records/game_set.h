// The games of one or more files for training: opened and checked once, then read repeatedly in
// parts and from several threads, without all being in memory. Some are held out. Several files are
// read as one file that holds their games one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learning/harness/seeds.h"
#include "learning/harness/shards.h"
#include "learning/records/connect6_games.h"

namespace trivium::learning::records {

/// Role of a game.
enum class Role : std::uint8_t { kTrain, kHeldOut, kUnused };

struct Split {
  std::uint64_t seed = 1;  ///< chooses the games held out
  double held_out_share =
      0.1;  ///< of the games; chosen by their moves, so equal games are on the same side
  std::size_t train_games =
      0;  ///< number of the others that are learned from, the first in the file; 0: all
  Teachers teachers =
      Teachers::kBoth;  ///< of the games learned from; those held out are judged by all stones
  std::optional<Fold> fold{};  ///< if set, this fold is held out and the share is ignored
};

class GameSet {
 public:
  /// Reads the files once and checks every byte: kind, checksums, records, that the games can be
  /// played and all boards have one size. Throws format::LoadError with file and place. The files
  /// must not change as long as this is in use. Requires: at least one file.
  GameSet(std::vector<std::filesystem::path> files, const Split& split);
  GameSet(std::filesystem::path file, const Split& split)
      : GameSet(std::vector{std::move(file)}, split) {}

  std::size_t games() const noexcept { return roles_.size(); }
  std::size_t games(Role role) const noexcept;
  /// Number of chosen stones, which are the training states.
  std::uint64_t states(Role role) const noexcept { return states_[static_cast<std::size_t>(role)]; }
  int board_size() const noexcept { return board_size_; }

  /// Throws format::LoadError if no stone can be trained on.
  void require_states() const;
  /// Throws format::LoadError: the files, and why their games will not do.
  [[noreturn]] void fail(std::string code, std::string_view fault) const;

  /// Calls `visit(const Game&)` for the games of `role` in the shard, in the order of the files.
  /// Any thread.
  template <class Visit>
  void visit(const Shards& shards, std::size_t shard, Role role, const Visit& visit) const {
    const Range range = shards.range(shard, games());
    Connect6Game game;
    for (std::size_t next = range.begin; next < range.end;) {
      const Block& block = block_of(next);
      const File& file = files_[block.file];
      BlockReader in(file.path, kConnect6Games, block.place);
      const std::size_t end = std::min(range.end, file.end);
      for (std::size_t i = block.first; i < end; ++i) {
        const auto record = in.next();
        if (!record) in.fail("games.shorter", "the file has become shorter");
        if (i < next || roles_[i] != role) continue;
        decode(*record, game);
        game.teachers = teachers(role);
        visit(game);
      }
      next = end;
    }
  }

 private:
  struct File {
    std::filesystem::path path;
    std::size_t end = 0;  ///< number of games in this file and those before it
  };
  struct Block {
    std::size_t first = 0;  ///< number of its first game in the set
    std::size_t file = 0;
    BlockPlace place;
  };

  Teachers teachers(Role role) const noexcept {
    return role == Role::kTrain ? teachers_ : Teachers::kBoth;
  }
  /// Counts in `train` the games that are not held out.
  void read(std::size_t file, const Split& split, std::size_t& train);
  /// The block that holds this game.
  const Block& block_of(std::size_t game) const noexcept;

  std::vector<File> files_;
  Teachers teachers_;
  std::vector<Block> blocks_;
  std::vector<Role> roles_;
  std::array<std::uint64_t, 3> states_{};
  int board_size_ = 0;
};

/// Hash of the moves, which decides whether a game is held out and finds equal games.
std::uint64_t hash_of(const Connect6Game& game) noexcept;

}  // namespace trivium::learning::records
