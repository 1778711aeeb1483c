// A set of Connect-6 games for training, from one or more files. The files are read and checked
// once; then several threads can read parts repeatedly, so the games need not fit into memory. Some
// games are held out for evaluation. Several files are one sequence of games.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "learning/harness/shards.h"
#include "learning/records/connect6_games.h"
#include "learning/records/split.h"

namespace trivium::learning::records {

/// States are positions before a stone for which Connect6Game::is_learned() is true.
class GameSet : public RoleCounts {
 public:
  /// Reads the files once and checks kind, checksums, records, that the games are legal and that
  /// all boards have one size. Throws format::LoadError with file and place, also if there is no
  /// game. Requires: at least one file, and the files do not change during the lifetime of this
  /// object.
  GameSet(std::vector<std::filesystem::path> files, const Split& split);
  GameSet(std::filesystem::path file, const Split& split)
      : GameSet(std::vector{std::move(file)}, split) {}

  /// Side length of all boards.
  int board_size() const noexcept { return board_size_; }

  /// Throws format::LoadError if there is no training state.
  void require_states() const;
  /// Throws format::LoadError with the names of the files and `fault`.
  [[noreturn]] void fail(std::string code, std::string_view fault) const;

  /// Calls `visit(const Connect6Game&)` for the games of `role` in the shard, in the order of the
  /// files, with their `learn_from` set. Thread-safe. Throws format::LoadError if a file has
  /// changed so that it cannot be read.
  template <class Visit>
  void visit(const Shards& shards, std::size_t shard, Role role, const Visit& visit) const {
    const Range range = shards.range(shard, games());
    const LearnFrom learn_from = split_.used_in(role);
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
        game.learn_from = learn_from;
        visit(game);
      }
      next = end;
    }
  }

 private:
  struct File {
    std::filesystem::path path;
    std::size_t end = 0;  ///< number of games in this file and all files before it
  };
  struct Block {
    std::size_t first = 0;  ///< index of its first game in the set
    std::size_t file = 0;
    BlockPlace place;
  };

  /// Reads and checks a file, and assigns roles.
  void read(std::size_t file, RoleAssigner& roles);
  /// Returns the block that contains the game with this index.
  const Block& block_of(std::size_t game) const noexcept;

  std::vector<File> files_;
  Split split_;
  std::vector<Block> blocks_;
  int board_size_ = 0;
};

/// Returns a hash of the moves. It decides whether a game is held out, and identifies duplicates.
std::uint64_t hash_of(const Connect6Game& game) noexcept;

}  // namespace trivium::learning::records
