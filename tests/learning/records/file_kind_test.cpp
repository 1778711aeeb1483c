// Kinds of files are found by their content, whatever their name is.
#include "learning/records/file_kind.h"

#include <doctest/doctest.h>
#include <string>
#include <string_view>

#include "learning/records/connect6_games.h"
#include "learning/records/pgn_games.h"
#include "learning/records/searched_games.h"
#include "models/format/load_error.h"
#include "tests/temporary_folder.h"
#include "tests/zstd_frame.h"

namespace trivium::learning::records {
namespace {

ChessRecord kind_of_text(std::string_view text) {
  const TemporaryFolder folder;
  const ChessRecord kind = kind_of(folder.write("file", std::string(text)));
  CHECK(kind_of(folder.write("packed.pgn", zstd_frame(text))) == kind);
  return kind;
}

TEST_CASE("the beginning of a file shows whether it has games, positions or searched games") {
  const std::string epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - c9 \"1-0\";\n";
  CHECK(kind_of_text(epd) == ChessRecord::kEpd);
  CHECK(kind_of_text("\n  " + epd) == ChessRecord::kEpd);
  CHECK(kind_of_text("# positions\n\n# more\n" + epd) == ChessRecord::kEpd);
  for (const char* const pgn :
       {"[Event \"?\"]\n\n1. e4 *\n", "\r\n[Event \"?\"]\n", "1. e4 *", "{a comment} 1. e4 *",
        "; a comment\n1. e4 *", "% an escape\n[Event \"?\"]\n", "1/2-1/2\n"})
    CHECK(kind_of_text(pgn) == ChessRecord::kPgn);
  for (const char* const other :
       {"", "\n", "# nothing\n", "home,away,result\nA,B,1-0\n", "nonsense"})
    CHECK(kind_of_text(other) == ChessRecord::kOther);
  CHECK(kind_of_text(kSearchedGames.name) == ChessRecord::kSearchedGames);
  CHECK(kind_of_text(kConnect6Games.name) == ChessRecord::kSearchedGames);
}

TEST_CASE("looking at the kind of a text takes nothing from it") {
  const TemporaryFolder folder;
  const auto in = input::Stream::open(folder.write("games", "1. e4 *\n"));
  REQUIRE(in);
  CHECK(kind_of(**in) == ChessRecord::kPgn);
  CHECK_FALSE(is_block_file(**in));
  CHECK(*(*in)->read_all(100) == "1. e4 *\n");
  CHECK_THROWS_AS(kind_of(folder.file("missing")), format::LoadError);
}

TEST_CASE("files of another kind are not read as games in PGN") {
  const TemporaryFolder folder;
  const auto pgn = folder.write("games.pgn", "1. e4 *\n");
  const auto read_after_pgn = [&](std::string_view text) {
    PgnGames games({pgn, folder.write("other.pgn", std::string(text))}, PgnUse::kConsistent,
                   [](const std::string&) {});
    return games.next(2).size();
  };
  CHECK(read_after_pgn("nonsense") == 1);
  CHECK_THROWS_WITH_AS(read_after_pgn("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"),
                       doctest::Contains("other.pgn: no games in PGN: it is a file of positions"),
                       format::LoadError);
  CHECK_THROWS_WITH_AS(read_after_pgn(kSearchedGames.name),
                       doctest::Contains("it is a file of searched chess games"),
                       format::LoadError);
  CHECK_THROWS_WITH_AS(PgnGames({folder.write("first.pgn", std::string(kConnect6Games.name))},
                                PgnUse::kConsistent, [](const std::string&) {}),
                       doctest::Contains("it is a file of Connect-6 games"), format::LoadError);
}

}  // namespace
}  // namespace trivium::learning::records
