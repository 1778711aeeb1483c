// Syzygy tables: rejected files and their errors, and the results of small tables made here. Real
// tables are not needed.
#include "engine/chess/endgame/tablebase.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <doctest/doctest.h>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "engine/chess/endgame/tablebase_file.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/rng.h"
#include "tests/engine/chess/endgame/small_tables.h"
#include "tests/engine/chess/rules/position_of.h"

namespace trivium::chess {
namespace {

namespace fs = std::filesystem;

using testing::Bytes;
using testing::closed;
using testing::Folder;
using testing::kDraw;
using testing::kKnightCode;
using testing::kLoss;
using testing::kQueenCode;
using testing::kRookCode;
using testing::kWin;
using testing::lone_piece_table;

std::string open_fault(const std::string& path) {
  const auto tables = Tablebases::open(path);
  REQUIRE_FALSE(tables);
  return tables.error().message;
}

TEST_CASE("table names are distinguished from other files") {
  const auto is_table = [](const char* name) { return table_material(name).has_value(); };
  for (const char* name : {"KQvK", "KPvKP", "KRPvKR", "KQRBNPvK", "KQvKR", "KBNvK", "KQNvKRP"})
    CHECK_MESSAGE(is_table(name), name);
  for (const char* name : {"KvK", "KvKQ", "KRvKQ", "KRPvKQN", "KPQvK", "KQQQvKQQQ", "QvK", "KQ",
                           "KXvK", "", "v", "KQvKv"}) {
    CHECK_FALSE_MESSAGE(is_table(name), name);
  }
}

TEST_CASE("a missing folder and one without tables are errors that name it") {
  CHECK(open_fault("/nonexistent/tables") == "/nonexistent/tables: No such file or directory");
  const Folder empty;
  CHECK(open_fault(empty.path()) == empty.path() + ": no Syzygy tables (.rtbw) there");
  empty.write("readme.txt", {1, 2, 3});
  CHECK(open_fault(empty.path()) == empty.path() + ": no Syzygy tables (.rtbw) there");
  CHECK(open_fault("").ends_with("no Syzygy tables (.rtbw) there"));
}

TEST_CASE("folders are separated by ':' or ';', and a name may contain ';'") {
  const Folder folder;
  const fs::path root = folder.path();
  for (const char* name : {"one", "two", "th;ree", "fo:ur"}) fs::create_directory(root / name);
  const auto write = [&](const char* place, const char* name, std::uint8_t piece,
                         std::uint8_t outcome) {
    folder.write(std::string(place) + "/" + name,
                 lone_piece_table(piece, outcome, outcome == kWin ? kLoss : kDraw));
  };
  write("one", "KNvK.rtbw", kKnightCode, kDraw);
  write("two", "KQvK.rtbw", kQueenCode, kWin);
  write("th;ree", "KRvK.rtbw", kRookCode, kWin);
  const std::string one = root / "one", two = root / "two", three = root / "th;ree",
                    four = root / "fo:ur";
  for (const auto& [path, count] : {std::pair(one + ":" + two, 2U),
                                    {one + ";" + two, 2U},
                                    {one + "; " + two + ";", 2U},
                                    {three, 1U},
                                    {one + ":" + three, 2U},
                                    {one + ";" + two + ":" + three, 3U}}) {
    CAPTURE(path);
    const auto tables = Tablebases::open(path);
    REQUIRE_MESSAGE(tables, (tables ? "" : tables.error().message));
    CHECK((*tables)->outcome_tables() == count);
  }
  CHECK(Tablebases::open(four).error().code == "tablebase.folder.name");
  for (const std::string& path :
       {one + ";" + (root / "none").string(), one + ":" + (root / "none").string(),
        std::string("C:\\tables")}) {
    const auto tables = Tablebases::open(path);
    REQUIRE_FALSE(tables);
    CHECK(tables.error().code == "tablebase.folder");
    CHECK(tables.error().message.find("':' or ';'") != std::string::npos);
  }
}

/// Returns the fault of this table in a folder with one good table.
std::string fault_beside_a_good_one(const std::string& name, const Bytes& bytes) {
  const Folder folder;
  folder.write("KNvK.rtbw", lone_piece_table(kKnightCode, kDraw, kDraw));
  folder.write(name, bytes);
  const std::string fault = open_fault(folder.path());
  const std::string expected =
      "1 of 2 table files cannot be used, so no table is used: " + folder.path() + "/" + name + " ";
  CHECK_MESSAGE(fault.starts_with(expected), fault);
  return fault.substr(std::min(expected.size(), fault.size()));
}

TEST_CASE("damaged tables are rejected before Fathom opens them") {
  const Bytes good = lone_piece_table(kQueenCode, kWin, kLoss);
  CHECK(fault_beside_a_good_one("KQvK.rtbw", {}) == "is not complete");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", Bytes(good.begin(), good.end() - 16)) ==
        "is not complete");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", Bytes(good.size(), 0)) ==
        "does not begin as a Syzygy table does");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", lone_piece_table(kRookCode, kWin, kLoss)) ==
        "is for other pieces than its name");
  CHECK(fault_beside_a_good_one("KPvK.rtbw", good) == "is for other pieces than its name");
  CHECK(fault_beside_a_good_one("KQvK.rtbz", good) == "does not begin as a Syzygy table does");
  CHECK(fault_beside_a_good_one("KQvK.rtbm", Bytes(20, 0)) == "is not complete");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", lone_piece_table(kQueenCode, 9, kLoss)) ==
        "has a damaged header");
}

/// Returns a compressed table whose header states `blocks` blocks, of which one is present, with
/// symbols of three bytes each.
Bytes compressed_table(std::uint8_t blocks, const Bytes& symbols) {
  Bytes bytes = lone_piece_table(kQueenCode, kWin, kLoss);
  bytes.resize(10);
  const auto count = static_cast<std::uint8_t>(symbols.size() / 3);
  bytes.insert(bytes.end(), {0, 6, 15, 0, blocks, 0, 0, 0, 1, 1, 0, 0, count, 0});
  bytes.insert(bytes.end(), symbols.begin(), symbols.end());
  if (count % 2 == 1) bytes.push_back(0);
  bytes.insert(bytes.end(), {0x80, kLoss});
  bytes.resize(
      bytes.size() + 6 +
      2 * std::size_t{blocks});  // index and block lengths: 31332 positions, one entry every 2^15
  bytes.resize((bytes.size() + 63) / 64 * 64 + 64);
  return closed(bytes);
}

TEST_CASE("a header that states more data than the file has is rejected") {
  const Bytes value{kWin, 0xF0, 0xFF};
  const Bytes itself{0, 0, 0};  // the pair of symbols 0 and 0
  const Bytes unknown{7, 0, 0};
  const Folder folder;
  folder.write("KQvK.rtbw", compressed_table(1, value));
  CHECK_FALSE(table_fault(fs::path(folder.path()) / "KQvK.rtbw",
                          {*table_material("KQvK"), TableKind::kWinDrawLoss}));
  CHECK(fault_beside_a_good_one("KQvK.rtbw", compressed_table(200, value)) ==
        "is shorter than its header states");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", compressed_table(1, itself)) ==
        "has a damaged header");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", compressed_table(1, unknown)) ==
        "has a damaged header");
  CHECK(fault_beside_a_good_one("KQvK.rtbw", compressed_table(1, {})) == "has a damaged header");
}

/// Opens `tables` damaged tables.
void check_damaged_heads(int tables) {
  std::vector<Bytes> samples{lone_piece_table(kQueenCode, kWin, kLoss),
                             compressed_table(1, {kWin, 0xF0, 0xFF})};
  const Folder folder;
  std::uint64_t state = 1;
  for (int i = 0; i < tables; ++i) {
    Bytes bytes = samples[static_cast<std::size_t>(i % 2)];
    for (int flips = 0; flips < 1 + i % 3; ++flips) {
      const std::uint64_t random = splitmix64(state);
      bytes[random % 40] = static_cast<std::uint8_t>(random >> 32);
    }
    folder.write("KQvK.rtbw", bytes);
    const fs::path path = fs::path(folder.path()) / "KQvK.rtbw";
    (void)table_fault(path, *table_name(path));
  }
  CHECK(table_fault(fs::path(folder.path()) / "gone.rtbw",
                    {*table_material("KQvK"), TableKind::kWinDrawLoss}) ==
        "No such file or directory");
}

TEST_CASE("random damage to a header never leads to a crash") { check_damaged_heads(100); }

TEST_CASE("2,000 kinds of damage to a header never lead to a crash" * doctest::test_suite("long")) {
  check_damaged_heads(2000);
}

TEST_CASE("tables are read and shared, and one set is open at a time") {
  const Folder folder, other;
  folder.write("KQvK.rtbw", lone_piece_table(kQueenCode, kWin, kLoss));
  folder.write("KNvK.rtbw", lone_piece_table(kKnightCode, kDraw, kDraw));
  other.write("KNvK.rtbw", lone_piece_table(kKnightCode, kDraw, kDraw));

  auto tables = Tablebases::open(folder.path());
  REQUIRE_MESSAGE(tables, tables.error().message);
  std::shared_ptr<const Tablebases> first = *tables;
  CHECK(first->max_men() == 3);
  CHECK(first->outcome_tables() == 2);
  CHECK(first->distance_tables() == 0);
  CHECK(*Tablebases::open(folder.path()) == first);
  CHECK(open_fault(other.path()) == "the tables of " + folder.path() +
                                        " are in use in this process, which can have one set only");

  CHECK(first->probe(position_of("8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1")) == TableOutcome::kWin);
  CHECK(first->probe(position_of("8/8/3k4/8/8/8/4Q3/4K3 b - - 0 1")) == TableOutcome::kLoss);
  CHECK(first->probe(position_of("8/8/3K4/8/8/8/4q3/4k3 b - - 0 1")) == TableOutcome::kWin);
  CHECK(first->probe(position_of("8/8/3k4/8/8/8/4N3/4K3 w - - 0 1")) == TableOutcome::kDraw);
  // The queen is captured.
  CHECK(first->probe(position_of("8/8/8/8/8/3k4/4Q3/7K b - - 0 1")) == TableOutcome::kDraw);
  CHECK_FALSE(first->probe(position_of("8/8/3k4/8/8/8/4R3/4K3 w - - 0 1")));    // no such table
  CHECK_FALSE(first->probe(position_of("8/8/3k4/4q3/8/8/4Q3/4K3 w - - 0 1")));  // too many pieces
  CHECK_FALSE(first->probe(position_of("8/8/3k4/8/8/8/8/R3K3 w Q - 0 1")));
  CHECK_FALSE(first->probe(position_of(kStartFen)));
}

TEST_CASE("another set can be opened after the first is no longer used") {
  const Folder folder, other;
  folder.write("KQvK.rtbw", lone_piece_table(kQueenCode, kWin, kLoss));
  other.write("KNvK.rtbw", lone_piece_table(kKnightCode, kDraw, kDraw));
  CHECK((*Tablebases::open(folder.path()))->probe(position_of("8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1")) ==
        TableOutcome::kWin);
  const auto tables = Tablebases::open(other.path());
  REQUIRE(tables);
  CHECK((*tables)->probe(position_of("8/8/3k4/8/8/8/4N3/4K3 w - - 0 1")) == TableOutcome::kDraw);
  CHECK_FALSE((*tables)->probe(position_of("8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1")));
}

TEST_CASE("opening a damaged set leaves the open one unchanged") {
  const Folder folder, damaged;
  folder.write("KQvK.rtbw", lone_piece_table(kQueenCode, kWin, kLoss));
  damaged.write("KNvK.rtbw", Bytes(80, 0));
  REQUIRE(Tablebases::open(folder.path()));
  CHECK_FALSE(Tablebases::open(damaged.path()));
  const auto again = Tablebases::open(folder.path());
  REQUIRE(again);
  CHECK((*again)->probe(position_of("8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1")) == TableOutcome::kWin);
}

TEST_CASE("an earlier folder of a path hides tables of a later one") {
  const Folder good, wrong;
  good.write("KQvK.rtbw", lone_piece_table(kQueenCode, kWin, kLoss));
  wrong.write("KQvK.rtbw", lone_piece_table(kQueenCode, kDraw, kDraw));
  const auto tables = Tablebases::open(good.path() + "::" + wrong.path());
  REQUIRE(tables);
  CHECK((*tables)->outcome_tables() == 1);
  CHECK((*tables)->probe(position_of("8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1")) == TableOutcome::kWin);
}

TEST_CASE("root moves are ranked, those that keep the win first") {
  const Folder folder;
  folder.write("KQvK.rtbw", lone_piece_table(kQueenCode, kWin, kLoss));
  const auto tables = Tablebases::open(folder.path());
  REQUIRE(tables);
  // On e5 the queen would be captured; all other moves win.
  const Position position = position_of("8/8/8/8/3k4/8/7Q/7K w - - 0 1");
  const auto ranked = (*tables)->rank_root(position, false, true);
  REQUIRE(ranked);
  CHECK(ranked->front().rank >= 900);
  CHECK(ranked->back().rank == 0);
  for (const RankedMove& move : *ranked) {
    Position after = position;
    Undo undo;
    after.do_move(move.move, undo);
    CHECK((move.rank == 0) == ((*tables)->probe(after) == TableOutcome::kDraw));
  }
  CHECK_FALSE((*tables)->rank_root(position_of(kStartFen), false, true));
  // Checkmate.
  CHECK_FALSE((*tables)->rank_root(position_of("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), false, true));
}

TEST_CASE("many threads can probe at once") {
  const Folder folder;
  folder.write("KQvK.rtbw", lone_piece_table(kQueenCode, kWin, kLoss));
  const auto tables = Tablebases::open(folder.path());
  REQUIRE(tables);
  std::vector<int> wins(4, 0);
  {
    std::vector<std::jthread> threads;
    for (int& count : wins) {
      threads.emplace_back([&tables, &count] {
        const Position position = position_of("8/8/3k4/8/8/8/4Q3/4K3 w - - 0 1");
        for (int i = 0; i < 2000; ++i)
          count += (*tables)->probe(position) == TableOutcome::kWin ? 1 : 0;
      });
    }
  }
  CHECK(std::all_of(wins.begin(), wins.end(), [](int count) { return count == 2000; }));
}

}  // namespace
}  // namespace trivium::chess
