#include "tools/match/play/board/openings.h"

#include <cstdlib>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "doctest/doctest.h"

#include "tests/zstd_frame.h"
#include "tools/match/play/board/permutation.h"

namespace trivium::match {
namespace {

using Moves = std::vector<std::string>;

/// Books in a temporary folder.
class Books {
 public:
  Books() {
    std::string name =
        (std::filesystem::temp_directory_path() / "trivium-openings-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    folder_ = name;
  }
  ~Books() { std::filesystem::remove_all(folder_); }

  OpeningOptions write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    OpeningOptions options;
    options.file = folder_ / name;
    return options;
  }
  const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  std::filesystem::path folder_;
};

OpeningBook opened_book(Game game, const OpeningOptions& options, std::uint64_t seed = 0) {
  Result<OpeningBook> book = OpeningBook::open(game, options, seed);
  REQUIRE_MESSAGE(book, book.error().message);
  return *std::move(book);
}

/// Returns the error without the folder of the file.
std::string refusal(Game game, const OpeningOptions& options) {
  const Result<OpeningBook> book = OpeningBook::open(game, options, 0);
  if (book) return "accepted";
  const std::string& message = book.error().message;
  return message.substr(
      message.rfind('/') == std::string::npos ? 0 : message.find(options.file.filename().string()));
}

Opening opening_of(const OpeningBook& book, std::uint64_t index) {
  Result<Opening> opening = book.at(index);
  REQUIRE_MESSAGE(opening, opening.error().message);
  return *std::move(opening);
}

std::vector<std::string> names(const OpeningBook& book, std::uint64_t from, std::uint64_t count) {
  std::vector<std::string> found;
  for (std::uint64_t index = from; index < from + count; ++index)
    found.push_back(opening_of(book, index).name);
  return found;
}

const std::string kTwoPositions =
    "# quiet\n"
    "\n"
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 id \"king's pawn\";\r\n"
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n";

const std::string kTwoGames =
    "[Event \"x\"]\n[Opening \"Open game\"]\n\n1. e4 e5 2. Nf3 {good} Nc6 *\n\n"
    "[Event \"y\"]\n[ECO \"A45\"]\n\n1. d4 Nf6 (1... d5 2. c4) 2. Bg5 1/2-1/2\n";

}  // namespace

TEST_CASE(
    "without a book every game begins from the start position, on a board of the given size") {
  OpeningOptions options;
  options.board_size = 15;
  const OpeningBook book = opened_book(Game::kConnect6, options);
  CHECK(book.size() == 1);
  CHECK(opening_of(book, 7).setup.board_size == 15);
  CHECK(opening_of(book, 7).moves.empty());
  CHECK(opening_of(book, 7).name.empty());
  options.chess960 = true;
  CHECK(opening_of(opened_book(Game::kChess, options), 0).setup.chess960);
  options.board_size = 3;
  CHECK(refusal(Game::kConnect6, options) == "openings: board size 3 is not supported: 6 to 25");
}

TEST_CASE("positions of an EPD book are named by id or number, and the start position has no FEN") {
  const Books books;
  const OpeningBook book = opened_book(Game::kChess, books.write("book.epd", kTwoPositions));
  REQUIRE(book.size() == 2);
  CHECK(opening_of(book, 0).name == "king's pawn");
  CHECK(opening_of(book, 0).setup.fen ==
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
  CHECK(opening_of(book, 1).name == "2");
  CHECK(opening_of(book, 1).setup.fen.empty());
  CHECK_FALSE(opening_of(book, 1).setup.chess960);
  CHECK(names(book, 2, 3) == names(book, 0, 3));
}

TEST_CASE("games of a PGN book are played to their end or to the given ply") {
  const Books books;
  OpeningOptions options = books.write("book.pgn", kTwoGames);
  const OpeningBook whole = opened_book(Game::kChess, options);
  CHECK(whole.size() == 2);
  CHECK(opening_of(whole, 0).name == "Open game");
  CHECK(opening_of(whole, 0).moves == Moves{"e2e4", "e7e5", "g1f3", "b8c6"});
  CHECK(opening_of(whole, 1).name == "A45");
  CHECK(opening_of(whole, 1).moves == Moves{"d2d4", "g8f6", "c1g5"});
  options.plies = 2;
  CHECK(opening_of(opened_book(Game::kChess, options), 1).moves == Moves{"d2d4", "g8f6"});
  options.plies = 0;
  CHECK(opening_of(opened_book(Game::kChess, options), 1).moves.empty());
}

TEST_CASE("Chess960 is used if the user says so or the position needs it") {
  const Books books;
  OpeningOptions options = books.write("frc.epd",
                                       "1rk3r1/pppppppp/8/8/8/8/PPPPPPPP/1RK3R1 w GBgb - 0 1\n"
                                       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\n");
  const OpeningBook book = opened_book(Game::kChess, options);
  CHECK(opening_of(book, 0).setup.chess960);
  CHECK_FALSE(opening_of(book, 1).setup.chess960);
  options.chess960 = true;
  CHECK(opening_of(opened_book(Game::kChess, options), 1).setup.chess960);

  OpeningOptions castling =
      books.write("frc.pgn", "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n\n1. O-O *\n");
  CHECK(opening_of(opened_book(Game::kChess, castling), 0).moves == Moves{"e1g1"});
  castling.chess960 = true;
  CHECK(opening_of(opened_book(Game::kChess, castling), 0).moves == Moves{"e1h1"});
}

TEST_CASE("a book of Connect-6 can be CSV, SGF or records, and a ply is a turn") {
  const Books books;
  const Moves turns{"K10", "L11", "J11"};
  OpeningOptions csv = books.write(
      "book.csv", "game_id,moves,winner\n17,\"j10,k11,i11,h11,i10\",black\n18,\"a1,b2,c3\",\n");
  CHECK(opening_of(opened_book(Game::kConnect6, csv), 0).moves.size() == 5);
  csv.plies = 2;
  CHECK(opening_of(opened_book(Game::kConnect6, csv), 0).moves == turns);
  CHECK(opening_of(opened_book(Game::kConnect6, csv), 0).name == "17");
  CHECK(opening_of(opened_book(Game::kConnect6, csv), 1).moves == Moves{"A1", "B2", "C3"});
  csv.plies = 1;
  CHECK(opening_of(opened_book(Game::kConnect6, csv), 0).moves == Moves{"K10"});
  csv.board_size = 15;  // lines do not state it
  CHECK(opening_of(opened_book(Game::kConnect6, csv), 0).setup.board_size == 15);

  OpeningOptions sgf =
      books.write("book.sgf", "(;FF[4]GN[a]SZ[19];B[j10];W[k11i11])\n(;FF[4]SZ[15];B[h8])");
  const OpeningBook games = opened_book(Game::kConnect6, sgf);
  CHECK(opening_of(games, 0).moves == turns);
  CHECK(opening_of(games, 0).name == "a");
  CHECK(opening_of(games, 1).setup.board_size == 15);
  CHECK(opening_of(games, 1).name == "2");

  const OpeningOptions records =
      books.write("book.txt", "# mine\n1. B[j10] 2. W[k11i11]\n\n1. B[a1]\n");
  const OpeningBook lines = opened_book(Game::kConnect6, records);
  CHECK(lines.size() == 2);
  CHECK(opening_of(lines, 0).moves == turns);
  CHECK(opening_of(lines, 1).moves == Moves{"A1"});
}

TEST_CASE("a book of Reversi can be transcripts, SGF or GGF") {
  const Books books;
  const Moves moves{"F5", "D6", "C3"};
  OpeningOptions lines = books.write("book.txt", "# balanced\nf5d6c3\n\nF5 f6 E6\n");
  lines.board_size = 8;
  const OpeningBook transcripts = opened_book(Game::kReversi, lines);
  CHECK(transcripts.size() == 2);
  CHECK(opening_of(transcripts, 0).moves == moves);
  CHECK(opening_of(transcripts, 1).moves == Moves{"F5", "F6", "E6"});
  CHECK(opening_of(transcripts, 1).name == "2");
  lines.plies = 2;
  CHECK(opening_of(opened_book(Game::kReversi, lines), 0).moves == Moves{"F5", "D6"});

  OpeningOptions sgf =
      books.write("book.sgf", "(;GM[2]SZ[8]GN[a];B[f5];W[d6];B[c3])\n(;GM[2]SZ[6];B[c2])");
  sgf.board_size = 8;
  const OpeningBook games = opened_book(Game::kReversi, sgf);
  CHECK(opening_of(games, 0).moves == moves);
  CHECK(opening_of(games, 0).name == "a");
  CHECK(opening_of(games, 1).moves == Moves{"C2"});
  CHECK(opening_of(games, 1).setup.board_size == 6);

  OpeningOptions ggf = books.write(
      "book.ggf",
      "(;GM[Othello]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- "
      "-------- *]B[F5//2.4]W[D6/1.0]B[C3];)\n");
  ggf.board_size = 8;
  CHECK(opening_of(opened_book(Game::kReversi, ggf), 0).moves == moves);
}

TEST_CASE("an opening of Reversi contains the passes that its record leaves out") {
  const Books books;
  OpeningOptions options = books.write("book.txt", "c4b4a4d4d2a1\n");
  options.board_size = 4;
  CHECK(refusal(Game::kReversi, options) ==
        "book.txt: line 1: the opening ends the game (Black wins by 14 discs); shorten it with "
        "plies=");
  options.plies = 6;
  CHECK(opening_of(opened_book(Game::kReversi, options), 0).moves ==
        Moves{"C4", "B4", "A4", "D4", "D2", "pass"});
}

TEST_CASE("a book of Reversi with an illegal move or another start is rejected") {
  const Books books;
  OpeningOptions illegal = books.write("a.txt", "f5d6\n\nf5a1\n");
  illegal.board_size = 8;
  CHECK(refusal(Game::kReversi, illegal)
            .starts_with("a.txt: transcript: line 3, column 3: a1 flips no disc"));
  OpeningOptions other = books.write("b.sgf", "(;GM[2];B[f5])(;GM[2]PL[W];W[f4])");
  other.board_size = 8;
  CHECK(refusal(Game::kReversi, other) ==
        "b.sgf: opening 2: does not begin from the usual start, as GTP requires");
  OpeningOptions unknown = books.write("book", "f5\n");
  unknown.board_size = 8;
  CHECK(refusal(Game::kReversi, unknown) ==
        "book: the file name does not show the format; format= can be transcript, sgf, ggf");
  unknown.board_size = 19;
  CHECK(refusal(Game::kReversi, unknown) == "openings: board size 19 is not supported: 4, 6, 8");
}

TEST_CASE("every error of a book is found when it is opened, and reported with its line") {
  const Books books;
  CHECK(refusal(Game::kChess, books.write("a.epd", kTwoPositions + "8/8/8/8/8/8/8/8 w - - 0 1\n"))
            .starts_with("a.epd: EPD: line 5: FEN: "));
  CHECK(refusal(Game::kChess,
                books.write("b.epd",
                            kTwoPositions + "\n# mated\nR5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1\n")) ==
        "b.epd: line 7: the opening ends the game (checkmate); shorten it with plies=");
  CHECK(refusal(Game::kChess, books.write("c.pgn", kTwoGames + "1. e4 Ke6 *\n"))
            .starts_with("c.pgn: PGN: game 3, line 10, move 1...: SAN 'Ke6'"));
  CHECK(refusal(Game::kChess, books.write("d.pgn", kTwoGames + "\n\n1. f3 e5 2. g4 Qh4# 0-1\n")) ==
        "d.pgn: line 12: the opening ends the game (checkmate); shorten it with plies=");
  CHECK(refusal(Game::kConnect6, books.write("e.csv", "1,\"j10,j10\",\n"))
            .starts_with("e.csv: CSV: line 1, column "));
  CHECK(refusal(Game::kConnect6,
                books.write("f.csv", "game_id,moves,winner\n1,j10,\n2,\"j10,k10\",\n")) ==
        "f.csv: line 3: the opening stops in the middle of a turn; shorten it with plies=");
  CHECK(refusal(Game::kConnect6, books.write("g.txt", "1. B[j10]\n1. W[j10]\n"))
            .starts_with("g.txt: line 2: record: "));
  CHECK(refusal(Game::kConnect6,
                books.write("h.csv",
                            "game_id,moves,winner\n1,\"a1,b1,b2,c1,d1,b3,b4,e1,f1,b5,b6\",\n")) ==
        "h.csv: line 2: the opening ends the game (six in a row); shorten it with plies=");
}

TEST_CASE("a file that is no book is rejected") {
  const Books books;
  OpeningOptions options;
  options.file = books.folder() / "missing.epd";
  CHECK(refusal(Game::kChess, options) ==
        "missing.epd: cannot be opened: No such file or directory");
  options.file = books.folder();
  CHECK(OpeningBook::open(Game::kChess, options, 0).error().code == "file.folder");
  options.file = "/dev/zero";
  CHECK(OpeningBook::open(Game::kChess, options, 0).error().code == "file.kind");
  options.file = "/proc/self/mem";
  CHECK(OpeningBook::open(Game::kChess, options, 0).error().code == "file.read");
  CHECK(opened_book(Game::kChess,
                    books.write("marked.epd", std::string("\xEF\xBB\xBF") + kTwoPositions))
            .size() == 2);
  CHECK(refusal(Game::kChess, books.write("empty.epd", "# nothing\n\n")) ==
        "empty.epd: contains no opening");
  CHECK(refusal(Game::kChess, books.write("empty.pgn", "")) == "empty.pgn: contains no opening");
  CHECK(OpeningBook::open(Game::kChess, books.write("book.epd", "PK\x03\x04 and more"), 0)
            .error()
            .code == "file.packed");
  CHECK(refusal(Game::kChess, books.write("packed.epd", zstd_frame(kTwoPositions))) ==
        "packed.epd: packed with zstd: it must be unpacked first (zstdcat)");
  CHECK(refusal(Game::kChess, books.write("book", kTwoPositions)) ==
        "book: the file name does not show the format; format= can be epd, pgn");
  CHECK(refusal(Game::kConnect6, books.write("book.epd", kTwoPositions)) ==
        "book.epd: the file name does not show the format; format= can be csv, sgf, record");
  options = books.write("book", kTwoPositions);
  options.format = "abk";
  CHECK(refusal(Game::kChess, options) == "book: unknown format 'abk'; accepted: epd, pgn");
  options.format = "epd";
  CHECK(opened_book(Game::kChess, options).size() == 2);
  options.start = 3;
  CHECK(refusal(Game::kChess, options) == "book: start=3 is past the end: the book has 2 openings");
  options.start = 0;
  CHECK(refusal(Game::kChess, options) == "openings: start= counts from 1");
}

TEST_CASE("a book that has changed since it was opened is no longer read") {
  const Books books;
  const OpeningOptions options = books.write("book.epd", kTwoPositions);
  const OpeningBook book = opened_book(Game::kChess, options);
  books.write("book.epd", kTwoPositions + kTwoPositions);
  CHECK(book.at(0).error().message.ends_with("book.epd: the book has changed since it was opened"));
  std::filesystem::remove(options.file);
  CHECK_FALSE(book.at(0));
}

TEST_CASE("in sequential order a book starts at the given opening and restarts after its end") {
  const Books books;
  OpeningOptions options = books.write("book.txt", "1. B[a1]\n1. B[a2]\n1. B[a3]\n1. B[a4]\n");
  options.start = 3;
  CHECK(names(opened_book(Game::kConnect6, options), 0, 6) ==
        std::vector<std::string>{"3", "4", "1", "2", "3", "4"});
}

TEST_CASE(
    "a random order gives each opening once per pass, in another order in each pass, and depends "
    "on the seed") {
  const Books books;
  std::string text;
  for (int row = 1; row <= 19; ++row) text += "1. B[c" + std::to_string(row) + "]\n";
  OpeningOptions options = books.write("book.txt", text);
  options.order = OpeningOrder::kRandom;
  const OpeningBook book = opened_book(Game::kConnect6, options, 5);
  const auto first = names(book, 0, 19), second = names(book, 19, 19);
  CHECK(std::set(first.begin(), first.end()).size() == 19);
  CHECK(std::set(second.begin(), second.end()).size() == 19);
  CHECK(first != second);
  CHECK(names(opened_book(Game::kConnect6, options, 5), 0, 19) == first);
  CHECK(names(opened_book(Game::kConnect6, options, 6), 0, 19) != first);
  options.start = 4;
  CHECK(names(opened_book(Game::kConnect6, options, 5), 0, 16) ==
        std::vector(first.begin() + 3, first.end()));
}

TEST_CASE("a warning is given if engines without a clock would repeat games") {
  CHECK_FALSE(repetition_warning(64, 64, false));
  CHECK_FALSE(repetition_warning(500, 64, true));
  const auto repeated = repetition_warning(500, 64, false);
  REQUIRE(repeated);
  CHECK(repeated->starts_with("500 rounds begin from 64 openings, and no engine has a time limit"));
  CHECK(repetition_warning(2, 1, false)->starts_with("2 rounds begin from 1 opening,"));
}

TEST_CASE("a permutation maps every number to a different place, for any size") {
  for (std::uint64_t size = 1; size <= 300; ++size) {
    const Permutation permutation(size, 99);
    std::vector<int> seen(size);
    for (std::uint64_t place = 0; place < size; ++place) ++seen[permutation(place)];
    CHECK(std::set(seen.begin(), seen.end()) == std::set{1});
  }
  const std::uint64_t large = std::uint64_t{1} << 40;
  CHECK(Permutation(large, 1)(large - 1) < large);
}

TEST_CASE("over many keys every number is about equally frequent at a place") {
  constexpr int kKeys = 10'000;
  for (const std::uint64_t size : {2, 5, 10}) {
    std::vector<int> first(size);
    for (std::uint64_t key = 0; key < kKeys; ++key) ++first[Permutation(size, key)(0)];
    for (const int count : first) {
      CHECK(count > 0.85 * kKeys / static_cast<double>(size));
      CHECK(count < 1.15 * kKeys / static_cast<double>(size));
    }
  }
}

}  // namespace trivium::match
