// Merged files have every game of their sources as it was, and sources with a common game are
// refused.
#include "learning/records/merge_games.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "engine/chess/rules/pgn.h"
#include "learning/records/connect6_games.h"
#include "learning/records/searched_games.h"
#include "models/format/load_error.h"
#include "tests/engine/reversi/rules/position_of.h"
#include "tests/temporary_folder.h"
#include "tests/zstd_frame.h"

namespace trivium::learning::records {
namespace {

namespace fs = std::filesystem;

/// A game of Connect-6 that differs for every number.
Connect6Game stones(int number, int size = 19) {
  Connect6Game game;
  game.size = size;
  game.result = connect6::GameResult::kDraw;
  for (int i = 0; i < 5; ++i) game.moves.push_back(static_cast<connect6::Cell>(number + 7 * i));
  return game;
}

fs::path connect6_file(const fs::path& path, const std::vector<Connect6Game>& games) {
  Connect6GameWriter writer(path);
  for (const Connect6Game& game : games) writer.add(game);
  writer.finish();
  return path;
}

std::vector<Connect6Game> connect6_games(const fs::path& path) {
  std::vector<Connect6Game> games;
  BlockReader in(path, kConnect6Games);
  while (const auto record = in.next()) decode(*record, games.emplace_back());
  return games;
}

std::string pgn(const std::string& round, const std::string& moves) {
  return "[Event \"self-play\"]\n[Round \"" + round + "\"]\n[Result \"*\"]\n\n" + moves + " *\n\n";
}

chess::PgnGame parsed(const std::string& text) {
  std::istringstream in(text);
  const auto game = chess::PgnReader(in).next();
  REQUIRE((game && *game));
  return **game;
}

fs::path searched_file(const fs::path& path, const std::vector<std::string>& texts) {
  SearchedGameWriter writer(path);
  for (const std::string& text : texts) {
    const chess::PgnGame game = parsed(text);
    SearchedGame searched{.start = game.start, .positions = {}};
    for (const chess::Move move : game.moves) searched.positions.emplace_back().played = move;
    writer.add(searched);
  }
  writer.finish();
  return path;
}

std::vector<SearchedGame> searched_games(const fs::path& path) {
  std::vector<SearchedGame> games;
  SearchedGameReader reader(path);
  for (SearchedGame game; reader.next(game);) games.push_back(game);
  return games;
}

struct Refusal {
  std::string code;
  std::string message;

  bool names(const std::string& part) const { return message.find(part) != std::string::npos; }
};

/// The error of a merge into `out`, which must not appear.
template <class Merge>
Refusal refusal(const fs::path& out, const Merge& merge) {
  Refusal refused;
  try {
    merge();
  } catch (const format::LoadError& error) {
    refused = {error.code(), error.what()};
  }
  CAPTURE(refused.message);
  CHECK_FALSE(fs::exists(out));
  return refused;
}

}  // namespace

TEST_CASE("merged files of Connect-6 games have the games of all files in order") {
  const TemporaryFolder folder;
  const fs::path first = connect6_file(folder.file("a.c6"), {stones(0), stones(1), stones(0)});
  const fs::path second = connect6_file(folder.file("b.c6"), {stones(2)});
  const MergeCounts counts = merge_connect6_games({first, second}, folder.file("out.c6"), {});
  CHECK(counts.games == 4);
  CHECK(counts.left_out == 0);
  CHECK(connect6_games(folder.file("out.c6")) ==
        std::vector{stones(0), stones(1), stones(0), stones(2)});
}

TEST_CASE("a game in two files is refused with both places, or left out on request") {
  const TemporaryFolder folder;
  const fs::path first = connect6_file(folder.file("a.c6"), {stones(0), stones(1)});
  const fs::path second = connect6_file(folder.file("b.c6"), {stones(2), stones(1), stones(3)});
  const fs::path out = folder.file("out.c6");
  const Refusal refused = refusal(out, [&] { merge_connect6_games({first, second}, out, {}); });
  CHECK(refused.code == "merge.duplicate");
  CHECK(refused.names("b.c6: game 2 is game 2 of "));
  CHECK(refused.names("a.c6"));
  const MergeCounts counts =
      merge_connect6_games({first, second}, out, {.common = CommonGames::kLeaveOut});
  CHECK(counts.games == 4);
  CHECK(counts.left_out == 1);
  CHECK(connect6_games(out) == std::vector{stones(0), stones(1), stones(2), stones(3)});
}

TEST_CASE("a file that adds no game is refused even if common games are left out") {
  const TemporaryFolder folder;
  const fs::path first = connect6_file(folder.file("a.c6"), {stones(0), stones(1)});
  const fs::path again = connect6_file(folder.file("again.c6"), {stones(0), stones(1)});
  const fs::path last = connect6_file(folder.file("b.c6"), {stones(2)});
  const fs::path out = folder.file("out.c6");
  for (const auto& files : {std::vector{first, again, last}, std::vector{first, last, again}}) {
    const Refusal refused =
        refusal(out, [&] { merge_connect6_games(files, out, {.common = CommonGames::kLeaveOut}); });
    CHECK(refused.code == "merge.duplicate");
    CHECK(refused.names("again.c6"));
  }
}

TEST_CASE("boards of two sizes, another kind of file and no games are refused") {
  const TemporaryFolder folder;
  const fs::path large = connect6_file(folder.file("a.c6"), {stones(0)});
  const fs::path small = connect6_file(folder.file("b.c6"), {stones(1, 15)});
  const fs::path none = connect6_file(folder.file("none.c6"), {});
  const fs::path text = folder.write("text.txt", "1. e4 e5 2. Nf3 *\n");
  const fs::path out = folder.file("out.c6");
  CHECK(refusal(out, [&] { merge_connect6_games({large, small}, out, {}); }).names("b.c6"));
  CHECK(refusal(out, [&] { merge_connect6_games({large, text}, out, {}); }).names("text.txt"));
  CHECK(refusal(out, [&] { merge_connect6_games({none}, out, {}); }).code == "merge.empty");
}

TEST_CASE("merged searched games are those of all files, and damage is refused") {
  const TemporaryFolder folder;
  const fs::path first = searched_file(folder.file("a.tdleaf"), {"1. e4 e5 *", "1. d4 *"});
  const fs::path second = searched_file(folder.file("b.tdleaf"), {"1. c4 e5 2. g3 *"});
  const fs::path out = folder.file("out.tdleaf");
  CHECK(merge_chess_games({first, second}, out, {}).games == 3);
  std::vector<SearchedGame> games = searched_games(first);
  const std::vector<SearchedGame> more = searched_games(second);
  games.insert(games.end(), more.begin(), more.end());
  CHECK(searched_games(out) == games);
  fs::remove(out);
  CHECK(refusal(out, [&] {
          merge_chess_games({first, first}, out, {});
        }).code == "merge.duplicate");
  std::string bytes = content_of(second);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] + 1);
  folder.write("b.tdleaf", bytes);
  CHECK(refusal(out, [&] { merge_chess_games({first, second}, out, {}); }).names("b.tdleaf"));
}

TEST_CASE("the texts of PGN games are copied as they are") {
  const TemporaryFolder folder;
  const std::string comment = pgn("2", "1. d4 {+0.35} (1. c4 $1) 1... d5 {-M3}");
  const fs::path first = folder.write("a.pgn", pgn("1", "1. e4 e5") + comment);
  std::string unended = pgn("1", "1. c4");
  unended.resize(unended.size() - 2);  // without its last line ends
  const fs::path second = folder.write("b.pgn", "\n" + unended);
  const fs::path out = folder.file("out.pgn");
  CHECK(merge_chess_games({second, first}, out, {}).games == 3);
  CHECK(content_of(out) == pgn("1", "1. c4") + pgn("1", "1. e4 e5") + comment);
}

TEST_CASE("PGN games with equal moves are one game, whatever their tags and comments") {
  const TemporaryFolder folder;
  const fs::path first = folder.write("a.pgn", pgn("1", "1. e4 e5") + pgn("2", "1. d4"));
  const fs::path second = folder.write("b.pgn", pgn("7", "1. e4 {+0.10} e5") + pgn("8", "1. c4"));
  const fs::path out = folder.file("out.pgn");
  const Refusal refused = refusal(out, [&] { merge_chess_games({first, second}, out, {}); });
  CHECK(refused.names("b.pgn: game 1 is game 1 of "));
  const MergeCounts counts =
      merge_chess_games({first, second}, out, {.common = CommonGames::kLeaveOut});
  CHECK(counts.left_out == 1);
  CHECK(content_of(out) == content_of(first) + pgn("8", "1. c4"));
}

TEST_CASE("a PGN game that cannot be read and files of two kinds are refused") {
  const TemporaryFolder folder;
  const fs::path first = folder.write("a.pgn", pgn("1", "1. e4 e5"));
  const fs::path bad = folder.write("bad.pgn", pgn("1", "1. e5"));
  const fs::path searched = searched_file(folder.file("b.tdleaf"), {"1. d4 *"});
  const fs::path out = folder.file("out.pgn");
  CHECK(refusal(out, [&] { merge_chess_games({first, bad}, out, {}); }).names("bad.pgn"));
  const Refusal kinds = refusal(out, [&] { merge_chess_games({first, searched}, out, {}); });
  CHECK(kinds.code == "merge.kind");
  CHECK(kinds.names("a.pgn has PGN"));
  CHECK(kinds.names("b.tdleaf has searched games"));
}

TEST_CASE("files packed with zstd are merged as what is in them") {
  const TemporaryFolder folder;
  const fs::path first = folder.write("a.pgn", zstd_frame(pgn("1", "1. e4 e5")));
  const fs::path second = folder.write("b.pgn", pgn("2", "1. d4"));
  CHECK(merge_chess_games({first, second}, folder.file("out.pgn"), {}).games == 2);
  CHECK(content_of(folder.file("out.pgn")) == pgn("1", "1. e4 e5") + pgn("2", "1. d4"));
  const fs::path plain = connect6_file(folder.file("a.c6"), {stones(0), stones(1)});
  const fs::path packed = folder.write("packed", zstd_frame(content_of(plain)));
  CHECK(merge_connect6_games({packed}, folder.file("out.c6"), {}).games == 2);
  CHECK(content_of(folder.file("out.c6")) == content_of(plain));
}

TEST_CASE("texts of Reversi games are joined, and common games are refused") {
  const TemporaryFolder folder;
  const std::string solved(reversi::kSolvedGame);
  const fs::path first = folder.write("a.txt", "f5d6c3\nf5d6c4");
  const fs::path second = folder.write("b.txt", solved + "\n");
  const fs::path out = folder.file("out.txt");
  CHECK(merge_reversi_games({first, second}, out, {}).games == 3);
  CHECK(content_of(out) == "f5d6c3\nf5d6c4\n" + solved + "\n");
  fs::remove(out);
  const fs::path again = folder.write("again.txt", "f5f6\nF5 D6 C4\n");
  const Refusal refused = refusal(out, [&] { merge_reversi_games({first, again}, out, {}); });
  CHECK(refused.names("again.txt: game 2 is game 2 of "));
}

TEST_CASE("transcripts, SGF and WTHOR files of Reversi are not joined") {
  const TemporaryFolder folder;
  const fs::path line = folder.write("a.txt", "f5d6c3\n");
  const fs::path sgf = folder.write("b.sgf", "(;GM[2]SZ[8];B[fe];W[ff])\n");
  const fs::path binary = folder.write("c.wtb", std::string(32, '\0'));
  const fs::path bad = folder.write("bad.txt", "f5a1\n");
  const fs::path out = folder.file("out.txt");
  const auto code = [&](const std::vector<fs::path>& files) {
    return refusal(out, [&] { merge_reversi_games(files, out, {}); }).code;
  };
  CHECK(code({line, sgf}) == "merge.kind");
  CHECK(code({line, binary}) == "merge.kind");
  CHECK_FALSE(code({line, bad}).empty());
}

}  // namespace trivium::learning::records
