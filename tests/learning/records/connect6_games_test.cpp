// Files of Connect-6 games: written games are read back, also in parts; damage is detected, and the
// message names its place.
#include "learning/records/connect6_games.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>

#include "learning/records/game_set.h"
#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tests/learning/btmm/support.h"
#include "tests/models/format/load_fault.h"
#include "tests/temporary_folder.h"
#include "tests/zstd_frame.h"

using namespace trivium::learning;
using namespace trivium::learning::records;
using namespace trivium::learning::btmm;
using namespace trivium;

namespace {

std::vector<Connect6Game> visited(const GameSet& set, Role role, std::size_t shards,
                                  std::size_t shard) {
  std::vector<Connect6Game> games;
  set.visit(Shards(shards, 1), shard, role,
            [&](const Connect6Game& game) { games.push_back(game); });
  return games;
}

std::vector<Connect6Game> visited(const GameSet& set, Role role, std::size_t shards) {
  std::vector<Connect6Game> games;
  for (std::size_t shard = 0; shard < shards; ++shard)
    std::ranges::copy(visited(set, role, shards, shard), std::back_inserter(games));
  return games;
}

/// Returns the error of the reader for the record of a game after `change`.
template <class Change>
std::string fault_after(const Change& change) {
  ByteWriter record;
  encode(test::random_games(1).front(), record);
  std::vector<std::byte> bytes(record.bytes().begin(), record.bytes().end());
  change(bytes);
  Connect6Game game;
  return format::test::load_fault([&] {
    decode(bytes, game);
    require_playable(game);
  });
}

}  // namespace

TEST_CASE("games are read in the order of the file, for any number of shards") {
  const TemporaryFolder folder;
  const std::vector<Connect6Game> games = test::random_games(3000, 9, 40);
  const std::filesystem::path path = test::write_games(folder.path(), games);
  REQUIRE(std::filesystem::file_size(path) > 65'536);  // two blocks
  const GameSet all(path, {1, 0.0, 0});
  for (const std::size_t shards : {1U, 2U, 7U, 5000U})
    CHECK(visited(all, Role::kTrain, shards) == games);
  CHECK(all.board_size() == 9);
  const std::filesystem::path packed =
      folder.write("packed", zstd_frame(folder.read(path.filename().string())));
  CHECK_THROWS_WITH_AS(GameSet(packed, {}), doctest::Contains("zstdcat"), format::LoadError);
}

TEST_CASE("several files are read as one file with their games one after the other") {
  const TemporaryFolder folder;
  const std::vector<Connect6Game> games = test::random_games(3000, 9, 40);
  const auto written = [&](const char* name, std::size_t begin, std::size_t end) {
    const std::filesystem::path path = folder.path() / name;
    std::filesystem::rename(
        test::write_games(folder.path(), {games.data() + begin, games.data() + end}), path);
    return path;
  };
  const Split split{7, 0.25, 1000};
  const std::filesystem::path whole = written("whole.c6", 0, 3000);
  const GameSet one(whole, split);
  const GameSet several({written("a.c6", 0, 2500), written("none.c6", 0, 0),
                         written("b.c6", 2500, 2501), written("c.c6", 2501, 3000)},
                        split);
  CHECK(several.games() == one.games());
  for (const Role role : {Role::kTrain, Role::kHeldOut, Role::kUnused}) {
    CHECK(several.states(role) == one.states(role));
    for (const std::size_t shards : {1U, 7U}) {
      for (std::size_t shard = 0; shard < shards; ++shard) {
        CHECK(visited(several, role, shards, shard) == visited(one, role, shards, shard));
      }
    }
  }
  const std::filesystem::path small = test::write_games(folder.path(), test::random_games(1, 7));
  CHECK_THROWS_WITH_AS(GameSet({whole, small}, split),
                       doctest::Contains("games.c6: block 1, record 1: a board of 7"),
                       format::LoadError);
}

TEST_CASE("each game is a training game, held out or unused; equal games are in one part") {
  const TemporaryFolder folder;
  std::vector<Connect6Game> games = test::random_games(400);
  games.insert(games.end(), games.begin(), games.begin() + 100);
  const std::filesystem::path path = test::write_games(folder.path(), games);
  const GameSet split(path, {7, 0.25, 200});
  CHECK(split.games(Role::kTrain) == 200);
  CHECK(split.games(Role::kHeldOut) > 80);
  CHECK(split.games() == 500);
  std::uint64_t states = 0;
  for (const Connect6Game& game : visited(split, Role::kHeldOut, 3))
    states += game.moves.size() - static_cast<std::size_t>(game.opening);
  CHECK(split.states(Role::kHeldOut) == states);
  for (const Connect6Game& held_out : visited(split, Role::kHeldOut, 3)) {
    for (const Role other : {Role::kTrain, Role::kUnused}) {
      for (const Connect6Game& game : visited(split, other, 1))
        REQUIRE(game.moves != held_out.moves);
    }
  }
}

TEST_CASE("a file without games, or with boards of two sizes, is rejected") {
  const TemporaryFolder folder;
  std::vector<Connect6Game> games = test::random_games(3);
  CHECK_THROWS_WITH_AS(GameSet(test::write_games(folder.path(), {}), {}),
                       doctest::Contains("games.c6: no games"), format::LoadError);
  games.push_back(test::random_games(1, 7).front());
  CHECK_THROWS_WITH_AS(GameSet(test::write_games(folder.path(), games), {}),
                       doctest::Contains("block 1, record 4: a board of 7, those before are of 9"),
                       format::LoadError);
  format::write_file_atomically(folder.path() / "games.c6",
                                std::string_view("game_id,moves,winner\n1,\"j10\",black\n"));
  CHECK_THROWS_WITH_AS(GameSet(folder.path() / "games.c6", {}),
                       doctest::Contains("no file of kind TRVCONN6"), format::LoadError);
}

TEST_CASE("a complete record that is not a game causes an error that names the fault") {
  const auto set = [](std::size_t at, int value) {
    return [=](std::vector<std::byte>& bytes) { bytes[at] = static_cast<std::byte>(value); };
  };
  CHECK(fault_after([](auto&) {}).empty());
  CHECK(fault_after(set(0, 5)) == "a board of size 5, not 6 to 25");
  CHECK(fault_after(set(1, 4)) == "a result of 4");
  CHECK(fault_after(set(2, 200)).starts_with("an opening of 200 stones in a game of "));
  CHECK(fault_after(set(4, 0)) == "a game without stones");
  CHECK(fault_after(set(6, 81)) == "stone 1: cell 81 is off the board");
  CHECK(fault_after([](auto& bytes) { bytes[8] = bytes[6]; }).starts_with("stone 2: cell "));
  CHECK(fault_after([](auto& bytes) { bytes.pop_back(); }).find("ends too early") !=
        std::string::npos);
  CHECK(fault_after([](auto& bytes) { bytes.push_back(std::byte{0}); }) ==
        "something follows the game");
}

TEST_CASE("any bytes of a record are read as a game or cause an error") {
  ByteWriter record;
  encode(test::random_games(1, 19).front(), record);
  Rng rng(3);
  int refused = 0;
  for (int i = 0; i < 5000; ++i) {
    std::vector<std::byte> bytes(record.bytes().begin(), record.bytes().end());
    for (int change = 0; change < 2; ++change) {
      bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] =
          static_cast<std::byte>(rng.below(256));
    }
    if (rng.below(4) == 0) bytes.resize(rng.below(static_cast<std::uint32_t>(bytes.size())));
    Connect6Game game;
    try {
      decode(bytes, game);
      require_playable(game);
    } catch (const format::LoadError& error) {
      ++refused;
      CHECK_FALSE(std::string_view(error.what()).empty());
    }
  }
  CHECK(refused > 1000);
}

TEST_CASE("a file that was truncated or changed anywhere is rejected with its name") {
  const TemporaryFolder folder;
  const std::filesystem::path path = test::write_games(folder.path(), test::random_games(3));
  const std::vector<std::byte> whole = format::read_file(path, 100'000);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::vector<std::byte> damaged = whole;
    damaged[at] ^= std::byte{0x10};
    for (const std::span<const std::byte> bytes :
         {std::span<const std::byte>(damaged), std::span<const std::byte>(whole).first(at)}) {
      std::ofstream(path, std::ios::binary)
          .write(reinterpret_cast<const char*>(bytes.data()),
                 static_cast<std::streamsize>(bytes.size()));
      CHECK_THROWS_WITH_AS(GameSet(path, {}), doctest::Contains("games.c6: "), format::LoadError);
    }
  }
}
