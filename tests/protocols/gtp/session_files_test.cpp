#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

#include "doctest/doctest.h"

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "protocols/gtp/session.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/temporary_folder.h"

namespace trivium::gtp {

namespace {

/// A file that is removed at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text = "")
      : path_("/tmp/trivium_gtp_test_" + std::to_string(getpid()) + ".sgf") {
    std::ofstream(path_) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { unlink(path_.c_str()); }

  const std::string& path() const { return path_; }
  std::string text() const { return content_of(path_); }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("a record in each supported format is loaded, up to before a given stone") {
  GtpClient client;
  const TemporaryFile sgf("(;FF[4]SZ[19];B[j10];W[j9l11];B[k10l10])");
  CHECK(client.ask("loadsgf " + sgf.path()) == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
  CHECK(client.ask("loadsgf " + sgf.path() + " 3") == "=");
  CHECK(client.text("printsgf").find(";W[JK]") !=
        std::string::npos);  // j9: the second stone, the last one kept
  CHECK(client.text("gogui-rules_legal_moves").find("M11") != std::string::npos);
  const TemporaryFile paper("1. B[j10] 2. W[i9k9]");
  CHECK(client.ask("loadsgf " + paper.path()) == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "black");
}

TEST_CASE("a file without a legal game is rejected, and the board is unchanged") {
  GtpClient client;
  client.ask("play b K10");
  const TemporaryFile twice("(;FF[4]SZ[19];B[j10];W[j9j9])");
  const TemporaryFolder folder;
  for (const std::string& path :
       {twice.path(), std::string("/nonexistent.sgf"), std::string("/dev/zero"),
        folder.path().string(), std::string("/proc/self/mem"),
        folder.write("utf16", "\xFF\xFE(;").string()}) {
    CAPTURE(path);
    const std::string answer = client.ask("loadsgf " + path);
    CHECK(answer.starts_with("? cannot load file: "));
    CHECK(answer.size() > std::string("? cannot load file: ").size());
  }
  CHECK(client.text("gogui-rules_side_to_move") == "white");
}

TEST_CASE("printsgf writes a file that loadsgf reads back") {
  GtpClient client;
  client.ask("gogui-play_sequence b K10 w L11 w A1");
  const TemporaryFile file;
  CHECK(client.ask("printsgf " + file.path()) == "=");
  const std::string board = client.text("gogui-rules_board");
  CHECK(file.text().find("GM[511]") != std::string::npos);
  client.ask("clear_board");
  CHECK(client.ask("loadsgf " + file.path()) == "=");
  CHECK(client.text("gogui-rules_board") == board);
}

TEST_CASE("a loaded game keeps its players, event and result until the moves change") {
  GtpClient client;
  const TemporaryFile file(
      "(;FF[4]SZ[19]GN[g7]EV[Club evening]DT[2026-11-01]PB[Ann]PW[Ben]RE[B+R];B[j10];W[j9l11])");
  const auto printed = [&client] { return *connect6::parse_sgf(client.text("printsgf")); };
  REQUIRE(client.ask("loadsgf " + file.path()) == "=");
  CHECK(printed() == *connect6::parse_sgf(file.text()));
  CHECK(printed().white == "Ben");
  CHECK(printed().result == connect6::GameResult::kBlackWins);

  SUBCASE("a stone is placed") { client.ask("play b A1"); }
  SUBCASE("a stone is taken back") { client.ask("undo"); }
  SUBCASE("the board is cleared") { client.ask("clear_board"); }
  SUBCASE("another game is loaded") {
    const TemporaryFile other("1. B[j10] 2. W[j9l11]");
    REQUIRE(client.ask("loadsgf " + other.path()) == "=");
  }
  CHECK(printed().white == "");
  CHECK(printed().event == "");
  CHECK(printed().result == connect6::GameResult::kUnknown);
}

TEST_CASE("printsgf writes a complete file or leaves the old one") {
  GtpClient client;
  client.ask("play b K10");
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {folder.path().string(), pipe.string(), std::string("/dev/full"),
                                  folder.file("none/game.sgf").string()}) {
    CAPTURE(path);
    CHECK(client.ask("printsgf " + path).starts_with("? cannot write "));
  }
  CHECK(std::filesystem::is_fifo(pipe));
  CHECK(std::filesystem::is_character_file("/dev/full"));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
  const std::filesystem::path link = folder.file("link");
  std::filesystem::create_symlink(folder.write("game.sgf", "old"), link);
  CHECK(client.ask("printsgf " + link.string()) == "=");
  CHECK(std::filesystem::is_symlink(link));
  CHECK(folder.read("game.sgf").find("B[JJ]") != std::string::npos);
}

TEST_CASE("the result text and the character set of a loaded game are printed again") {
  GtpClient client;
  const TemporaryFile file(
      "From: Ann "
      "(home)\n\n(;FF[4]GM[511]CA[UTF-8]SZ[19]PB[J\xC3\xBCrgen]RE[B+Resign];B[JJ];W[JK];W[KK])");
  REQUIRE(client.ask("loadsgf " + file.path()) == "=");
  CHECK(client.text("printsgf") ==
        "(;FF[4]GM[511]SZ[19]CA[UTF-8]PB[J\xC3\xBCrgen]RE[B+Resign];B[JJ];W[JK];W[KK])");
  REQUIRE(client.ask("loadsgf " + file.path() + " 3") == "=");
  CHECK(client.text("printsgf").find("RE[") == std::string::npos);
}

TEST_CASE("a partly loaded game has its players but no result") {
  GtpClient client;
  const TemporaryFile file("(;FF[4]SZ[19]PB[Ann]RE[B+R];B[j10];W[j9l11])");
  REQUIRE(client.ask("loadsgf " + file.path() + " 3") == "=");
  const auto printed = connect6::parse_sgf(client.text("printsgf"));
  REQUIRE(printed);
  CHECK(printed->black == "Ann");
  CHECK(printed->result == connect6::GameResult::kUnknown);
  CHECK(printed->moves.size() == 2);
}

TEST_CASE("a session without file access reads and writes no files") {
  SessionConfig config = test_config();
  config.files = false;
  GtpClient client(std::move(config));
  const TemporaryFile file("(;FF[4]SZ[19];B[j10])");
  CHECK(client.ask("loadsgf " + file.path()) ==
        "? cannot load file: files are not open to this session");
  CHECK(client.ask("printsgf " + file.path()) == "? files are not open to this session");
  CHECK(client.ask("trivium-weights " + file.path()) == "? files are not open to this session");
  CHECK(file.text() == "(;FF[4]SZ[19];B[j10])");
}

}  // namespace trivium::gtp
