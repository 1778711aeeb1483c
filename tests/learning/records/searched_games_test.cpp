// Files of searched games: written games are read back; damage at any place is detected, and the
// message names it.
#include "learning/records/searched_games.h"

#include <doctest/doctest.h>
#include <fstream>
#include <string>

#include "models/format/file_io.h"
#include "models/format/load_error.h"
#include "tests/learning/tdleaf/support.h"
#include "tests/models/format/load_fault.h"
#include "tests/temporary_folder.h"
#include "tests/text_search.h"
#include "tests/zstd_frame.h"

using namespace trivium::learning;
using namespace trivium::learning::records;
using namespace trivium::learning::tdleaf;
using namespace trivium;

namespace {

// Offsets in the record of a game.
constexpr std::size_t kResult = 32;
constexpr std::size_t kCount = 33;
constexpr std::size_t kFirstMove = 35;

/// Returns games with everything that a file can contain.
std::vector<SearchedGame> sample_games(std::size_t count) {
  std::vector<SearchedGame> games = test::random_games(count);
  for (SearchedGame& game : games) {
    SearchedPosition& first = game.positions.front();
    first.tree = {{pack(game.start), 31, Score::Bound::kExact},
                  {pack(test::position_of("8/8/8/4k3/8/4K3/4P3/8 b - - 3 70")),
                   -chess::kMateValue + 5, Score::Bound::kUpper}};
    game.positions.back().value = chess::kMateValue - 1;
    game.positions.back().leaf_decides = false;
  }
  return games;
}

void write(const std::filesystem::path& path, const std::vector<SearchedGame>& games) {
  SearchedGameWriter writer(path);
  for (const SearchedGame& game : games) writer.add(game);
  writer.finish();
}

std::vector<SearchedGame> read(const std::filesystem::path& path, std::size_t threads = 2) {
  std::vector<SearchedGame> games;
  SearchedGameReader reader(path, threads);
  for (SearchedGame game; reader.next(game);) games.push_back(game);
  return games;
}

std::string fault_of(const std::filesystem::path& path) {
  return format::test::load_fault([&] { (void)read(path); });
}

/// Writes a file without the syncs of format::write_file_atomically(), which would take too long
/// for a thousand files.
void put(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

/// Returns the error of decode() for the record of a game after `change`.
template <class Change>
std::string fault_after(const Change& change) {
  ByteWriter record;
  encode(sample_games(1).front(), record);
  std::vector<std::byte> bytes(record.bytes().begin(), record.bytes().end());
  change(bytes);
  SearchedGame game;
  return format::test::load_fault([&] { decode(bytes, game); });
}

}  // namespace

TEST_CASE(
    "games are read back from a file in their order, over many blocks, for any number of threads") {
  const TemporaryFolder folder;
  const std::vector<SearchedGame> sample = sample_games(200);
  std::vector<SearchedGame> games;
  for (int times = 0; times < 3; ++times)
    games.insert(games.end(), sample.begin() + times, sample.end());
  write(folder.path() / "games.tdleaf", games);
  CHECK(test::bytes_of(folder.path() / "games.tdleaf").size() > 100'000);
  for (const std::size_t threads : {1U, 2U, 3U})
    CHECK(read(folder.path() / "games.tdleaf", threads) == games);
  const std::string stored = folder.read("games.tdleaf");
  CHECK(read(folder.write("packed", zstd_frame(stored))) == games);
  write(folder.path() / "none.tdleaf", {});
  CHECK(read(folder.path() / "none.tdleaf").empty());
}

TEST_CASE("a file gets its name only when it is complete") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "games.tdleaf";
  {
    SearchedGameWriter writer(path);
    writer.add(sample_games(1).front());
    CHECK_FALSE(std::filesystem::exists(path));
  }
  CHECK(std::filesystem::is_empty(folder.path()));
}

TEST_CASE("trees of the stated maximum size fit in the longest game, and larger ones do not") {
  CHECK(max_tree_nodes(400) == 2'381);
  CHECK(max_tree_nodes(1) > 65'535);
  CHECK(max_tree_nodes(65'535) == 0);
  constexpr std::size_t kPlies = 400;
  SearchedGame game = sample_games(1).front();
  game.positions.assign(kPlies, game.positions.front());
  ByteWriter record;
  for (const std::size_t more : {0U, 1U}) {
    for (SearchedPosition& position : game.positions) {
      position.variation.assign(255, position.played);
      position.tree.assign(max_tree_nodes(kPlies) + more, position.tree.front());
    }
    encode(game, record);
    CHECK((record.bytes().size() > kMaxRecordBytes) == (more > 0));
  }
}

/// Cuts a file at every `stride`-th byte.
void check_cuts(std::size_t stride) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "games.tdleaf";
  write(path, sample_games(2));
  const std::vector<std::byte> whole = test::bytes_of(path);
  for (std::size_t length = 0; length < whole.size(); length += stride) {
    CAPTURE(length);
    put(path, std::span(whole).first(length));
    CHECK(contains(fault_of(path), "games.tdleaf: "));
  }
  std::vector<std::byte> longer = whole;
  longer.push_back(std::byte{0});
  put(path, longer);
  CHECK(contains(fault_of(path), "something follows the last block"));
}

TEST_CASE("a truncated file is rejected") { check_cuts(29); }

TEST_CASE("a file that is truncated anywhere is rejected" * doctest::test_suite("long")) {
  check_cuts(1);
}

/// Changes every `stride`-th byte of a file.
void check_changes(std::size_t stride) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "games.tdleaf";
  write(path, sample_games(2));
  const std::vector<std::byte> whole = test::bytes_of(path);
  for (std::size_t at = 0; at < whole.size(); at += stride) {
    CAPTURE(at);
    std::vector<std::byte> damaged = whole;
    damaged[at] ^= std::byte{0x10};
    put(path, damaged);
    const std::string fault = fault_of(path);
    CHECK(contains(fault, "games.tdleaf: "));
    if (at >= 16) CHECK(contains(fault, at < whole.size() - 24 ? "block 1" : "block 2"));
  }
}

TEST_CASE("a changed byte is detected, and the error names the block") { check_changes(29); }

TEST_CASE("a changed byte is detected at any place, and the error names the block" *
          doctest::test_suite("long")) {
  check_changes(1);
}

TEST_CASE("files of another kind or version are distinguished from damaged ones") {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "games.tdleaf";
  format::write_file_atomically(path, std::string_view("[Event \"?\"]\n\n1. e4 *\n"));
  CHECK(contains(fault_of(path), "no file of kind TRVGAMES"));
  BlockWriter(path, {"TRVGAMES", 7}).finish();
  CHECK(contains(fault_of(path), "version 7, this program reads version 1"));
  CHECK(contains(fault_of(folder.path() / "none"), "cannot be opened"));
}

TEST_CASE("a complete record that is not a game causes an error that names the fault") {
  CHECK(fault_after([](auto&) {}).empty());
  CHECK(fault_after([](auto& bytes) { bytes[8] = std::byte{0xEE}; }) == "a piece of code 14");
  CHECK(fault_after([](auto& bytes) { bytes[kResult] = std::byte{2}; }) == "a result of 2");
  CHECK(fault_after([](auto& bytes) { bytes[kCount] = bytes[kCount + 1] = std::byte{0}; }) ==
        "a game without positions");
  CHECK(fault_after([](auto& bytes) {
          bytes[kFirstMove] = bytes[kFirstMove + 1] = std::byte{0};
        }) == "position 1: an illegal move (0000)");
  CHECK(contains(fault_after([](auto& bytes) { bytes[kFirstMove + 3] = std::byte{0x7F}; }),
                 "position 1: a value of"));
  CHECK(fault_after([](auto& bytes) { bytes[kFirstMove + 4] = std::byte{9}; }) ==
        "position 1: unknown flags (9)");
  CHECK(contains(fault_after([](auto& bytes) { bytes.pop_back(); }), "ends too early"));
  CHECK(fault_after([](auto& bytes) { bytes.push_back(std::byte{0}); }) ==
        "something follows the game");
}

TEST_CASE("any bytes of a record are read as a game or cause an error") {
  ByteWriter record;
  encode(sample_games(1).front(), record);
  Rng rng(3);
  SearchedGame game;
  for (int i = 0; i < 5'000; ++i) {
    std::vector<std::byte> bytes(record.bytes().begin(), record.bytes().end());
    for (int change = 0; change < 2; ++change)
      bytes[rng.below(static_cast<std::uint32_t>(bytes.size()))] =
          static_cast<std::byte>(rng.below(256));
    try {
      decode(bytes, game);
      CHECK_FALSE(game.positions.empty());
    } catch (const format::LoadError& error) {
      CHECK_FALSE(std::string_view(error.what()).empty());
    }
  }
}
