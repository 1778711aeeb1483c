#include "protocols/gtp/session.h"

#include <cerrno>
#include <chrono>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <system_error>
#include <thread>
#include <unistd.h>

#include "doctest/doctest.h"

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/engine/connect6/sample.h"
#include "tests/engine/prompt.h"
#include "tests/fuzz/recorder.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/temporary_folder.h"

namespace trivium::gtp {

using connect6::Board;
using connect6::Stone;
using std::chrono::steady_clock;

namespace {

constexpr auto kForever = std::chrono::minutes(10);
constexpr auto kPatience = std::chrono::seconds(20);

SessionConfig slow_config() { return test_config(kForever); }

/// Places `vertex` on `board`; false when that is illegal.
bool place(Board& board, const std::string& vertex) {
  const auto cell = connect6::parse_gtp_vertex(vertex, board.size());
  if (!cell || !board.is_legal(*cell)) return false;
  board.do_move(*cell);
  return true;
}

const char* color_to_move(const Board& board) { return board.to_move() == Stone::kBlack ? "b" : "w"; }

Milliseconds time_of(const auto& work) {
  const auto began = steady_clock::now();
  work();
  return std::chrono::duration_cast<Milliseconds>(steady_clock::now() - began);
}

/// A file that is gone at the end of the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text = "") : path_("/tmp/trivium_gtp_test_" + std::to_string(getpid()) + ".sgf") {
    std::ofstream(path_) << text;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { unlink(path_.c_str()); }

  const std::string& path() const { return path_; }
  std::string text() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }

 private:
  std::string path_;
};

}  // namespace

TEST_CASE("two sessions play a game to its end, and its record replays to the same result") {
  GtpClient black;
  GtpClient white;
  Board board;
  while (!board.over()) {
    GtpClient& mover = board.to_move() == Stone::kBlack ? black : white;
    GtpClient& other = board.to_move() == Stone::kBlack ? white : black;
    const std::string color = color_to_move(board);
    const std::string vertex = mover.text("genmove " + color);
    REQUIRE(place(board, vertex));
    REQUIRE(other.ask("play " + color + " " + vertex) == "=");
  }
  const std::string score = board.winner() == Stone::kBlack ? "B+" : board.winner() == Stone::kWhite ? "W+" : "0";
  CHECK(black.text("final_score") == score);
  CHECK(white.text("final_score") == score);
  CHECK(black.ask("genmove b") == "? game over");
  CHECK(white.ask("genmove w") == "? game over");
  CHECK(white.ask("gogui-rules_legal_moves") == "=");

  const auto record = connect6::parse_sgf(white.text("printsgf"));
  REQUIRE(record);
  CHECK(record->moves == board.history());
  const auto replayed = connect6::replay(*record);
  REQUIRE(replayed);
  CHECK(replayed->winner() == board.winner());
  CHECK(replayed->key() == board.key());
}

TEST_CASE("the second stone of a turn follows at once and its time is not counted") {
  GtpClient client(test_config(Milliseconds(400)));
  client.ask("play b K10");
  CHECK(time_of([&] { client.ask("genmove w"); }) >= Milliseconds(300));
  CHECK(test::computed_in([&] { CHECK(client.ask("genmove w").starts_with("= ")); }) < Milliseconds(200));
}

TEST_CASE("the second stone is thought of again when the position changed") {
  GtpClient client;
  client.ask("play b K10");
  const std::string first = client.text("genmove w");
  const std::string second = client.text("genmove w");
  client.ask("gg-undo 2");
  // The same stone by other means: the plan still holds.
  REQUIRE(client.ask("play w " + first) == "=");
  CHECK(client.text("genmove w") == second);
  client.ask("gg-undo 2");
  // The planned cell itself is taken: another one must come.
  REQUIRE(client.ask("play w " + second) == "=");
  const std::string other = client.text("genmove w");
  CHECK(other != second);
  CHECK(other.front() != '?');
}

TEST_CASE("reg_genmove shows a stone and leaves the board as it was") {
  GtpClient client;
  client.ask("play b K10");
  const std::string before = client.text("gogui-rules_board");
  CHECK(connect6::parse_gtp_vertex(client.text("reg_genmove w"), connect6::kDefaultSize));
  CHECK(client.text("gogui-rules_board") == before);
  CHECK(client.text("gogui-rules_side_to_move") == "white");
}

TEST_CASE("what arrives while a stone is chosen is answered afterwards, in order") {
  GtpClient client(test_config(Milliseconds(100)));
  client.ask("play b K10");
  client.wire().write("1 genmove w\n2 name\n3 foo\n4 genmove w\n5 final_score\n");
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response() == "=2 Trivium");
  CHECK(client.response() == "?3 unknown command");
  CHECK(client.response().starts_with("=4 "));
  CHECK(client.response() == "?5 cannot score");
}

TEST_CASE("GoGui's interrupt makes genmove answer at once with a legal stone") {
  GtpClient client(slow_config());
  client.ask("play b K10");
  client.wire().write("1 genmove w\n");
  std::this_thread::sleep_for(Milliseconds(50));
  client.wire().write("# a comment that is none of genmove's business\n# interrupt\n");
  Board board;
  place(board, "K10");
  const std::string answer = client.response();
  REQUIRE(answer.starts_with("=1 "));
  CHECK(place(board, answer.substr(3)));
}

TEST_CASE("an interrupt without a search is a comment like any other") {
  GtpClient client;
  client.wire().write("# interrupt\n");
  CHECK(client.ask("1 genmove b").starts_with("=1 "));
}

TEST_CASE("an absolute clock that has run out still gets a stone, at once") {
  GtpClient client(slow_config());
  client.ask("play b K10");
  client.ask("time_settings 0 0 0");
  CHECK(time_of([&] { CHECK(client.ask("genmove w").starts_with("= ")); }) < kPatience);
  client.ask("undo");
  client.ask("time_left w -3 0");
  CHECK(time_of([&] { CHECK(client.ask("genmove w").starts_with("= ")); }) < kPatience);
}

TEST_CASE("analysis reports at a steady pace until the next command, which is then executed") {
  GtpClient client;
  client.ask("play b K10");
  client.wire().write("7 lz-analyze w 5\n");
  CHECK(client.wire().read_line() == "=7");
  for (int line = 0; line < 3; ++line) CHECK(client.wire().read_line()->starts_with("info move "));
  client.wire().write("8 name\n");
  std::string last;
  while (const auto line = client.wire().read_line()) {
    last = *line;
    if (!last.starts_with("info move ")) break;
  }
  CHECK(last.empty());
  CHECK(client.response() == "=8 Trivium");
}

TEST_CASE("an empty line ends an analysis too") {
  GtpClient client(slow_config());
  client.wire().write("kata-analyze 5\n");
  CHECK(client.wire().read_line() == "=");
  const auto line = client.wire().read_line();
  REQUIRE(line);
  CHECK(line->starts_with("info move "));
  CHECK(line->find(" winrate 0.") != std::string::npos);
  client.wire().write("\n");
  while (const auto more = client.wire().read_line()) {
    if (more->empty()) break;
  }
  CHECK(client.ask("name") == "= Trivium");
}

TEST_CASE("a line that already waits when an analysis starts ends it") {
  GtpClient client;
  client.ask("play b K10");
  client.wire().write("1 genmove w\n2 lz-analyze w 10\n3 name\n");
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response().starts_with("=2"));
  CHECK(client.response() == "=3 Trivium");
}

TEST_CASE("genmove with analysis streams and then plays") {
  GtpClient client(test_config(Milliseconds(100)));
  client.wire().write("3 lz-genmove_analyze b 2\n");
  CHECK(client.wire().read_line() == "=3");
  const auto play = client.wire().read_until("play ");
  REQUIRE(play);
  Board board;
  CHECK(place(board, play->substr(5)));
  CHECK(client.wire().read_line() == "");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
  CHECK(client.ask("lz-genmove_analyze 5") == "? invalid color or coordinate");
  CHECK(client.ask("kata-genmove_analyze b") == "? illegal move");
}

TEST_CASE("a client that ends its input in mid-search still gets every answer, and then the session ends") {
  GtpClient client(slow_config());
  client.ask("play b K10");
  client.wire().write("1 genmove w\n2 genmove w\n3 lz-analyze 10\n4 final_score\n");
  client.wire().end_input();
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response().starts_with("=2 "));
  CHECK(client.response().starts_with("=3"));
  CHECK(client.response() == "?4 cannot score");
  CHECK(client.conversation().over(kPatience));
}

TEST_CASE("a client that vanishes in mid-search leaves nothing behind") {
  for (const char* command : {"genmove w", "reg_genmove w", "lz-analyze 1", "kata-analyze w 1", "lz-genmove_analyze w 1"}) {
    CAPTURE(command);
    for (const int wait : {0, 1, 20}) {
      GtpClient client(slow_config());
      client.wire().write(std::string("play b K10\n") + command + "\n");
      std::this_thread::sleep_for(Milliseconds(wait));
      client.wire().hang_up();
      CHECK(client.conversation().over(kPatience));
    }
  }
}

TEST_CASE("quit is answered, ends the session and leaves what follows unread") {
  GtpClient client(test_config(Milliseconds(50)));
  client.wire().write("genmove b\n9 quit\n10 name\n");
  client.response();
  CHECK(client.response() == "=9");
  CHECK(client.wire().read_rest().empty());
  CHECK(client.conversation().over(kPatience));
}

TEST_CASE("a line beyond the limit is refused in its turn and the session goes on") {
  line::StreamLimits limits;
  limits.line_bytes = 100;
  GtpClient client(test_config(), limits);
  client.wire().write("1 genmove b\n" + std::string(1000, 'x') + "\n2 name\n");
  CHECK(client.response().starts_with("=1 "));
  CHECK(client.response() == "? line too long");
  CHECK(client.response() == "=2 Trivium");
}

TEST_CASE("a client that never waits for answers is shown the door") {
  GtpClient client(slow_config());
  client.wire().write("play b K10\ngenmove w\n");
  const std::string batch = "play b " + std::string(1 << 16, 'k') + "\n";
  for (int i = 0; i < 300; ++i) client.wire().write(batch);
  CHECK(client.conversation().over(kPatience));
}

TEST_CASE("without weights a session talks but does not choose") {
  GtpClient client(weightless_config());
  CHECK(client.ask("genmove b") == "? no weights: none found");
  CHECK(client.ask("lz-analyze 10") == "? no weights: none found");
  CHECK(client.ask("play b K10") == "=");
  CHECK(client.ask("clear_board") == "=");
}

TEST_CASE("patterns are no weights: a session that has none goes on having none") {
  const TemporaryFolder folder;
  const auto patterns = connect6::sample_patterns();
  format::WeightFile file;
  file.kind = connect6::kPatternKind;
  file.schema = connect6::kPatternSchema;
  file.tensors = connect6::pattern_tensors(patterns->set(), patterns->gammas(), patterns->wins());
  const auto path = format::write_weight_file(folder.path() / "patterns.safetensors", file);
  GtpClient client(weightless_config());
  CHECK(client.ask("trivium-weights " + path.string()).find("without weights") != std::string::npos);
  for (const char* asked : {"genmove b", "lz-analyze 10", "trivium-explain", "trivium-candidates", "trivium-weights"})
    CHECK(client.ask(asked) == "? no weights: none found");
}

TEST_CASE("weights that cannot be loaded leave the present ones in force") {
  GtpClient client;
  CHECK(client.ask("trivium-weights /nonexistent/weights.safetensors").starts_with("? "));
  CHECK(client.text("trivium-weights") == "test");
  CHECK(client.ask("genmove b").starts_with("= "));
}

TEST_CASE("the version told is the program's") { CHECK(GtpClient().ask("version") == "= 1.2.3"); }

TEST_CASE("threads and hash are shown and set within their limits") {
  SessionConfig config = test_config();
  config.max_threads = 4;
  GtpClient client(std::move(config));
  CHECK(client.text("trivium-threads") == "1");
  CHECK(client.ask("trivium-threads 2") == "=");
  CHECK(client.text("trivium-threads") == "2");
  CHECK(client.ask("trivium-threads 5") == "? threads: from 1 to 4");
  CHECK(client.ask("trivium-hash none") == "? syntax error");
  CHECK(client.ask("genmove b").starts_with("= "));
}

TEST_CASE("the only root policy is shown and accepted, others are refused") {
  GtpClient client(test_config());
  CHECK(client.text("trivium-root_policy") == "search");
  CHECK(client.ask("trivium-root_policy dissent").starts_with("? "));
  CHECK(client.ask("trivium-root_policy a b") == "? syntax error");
  CHECK(client.ask("trivium-root_policy Search").starts_with("= "));
}

TEST_CASE("the table of odds has the turns that the search left close, with chances") {
  GtpClient client(test_config());
  client.ask("gogui-play_sequence b K10 w L11 w J9");
  client.ask("trivium-nodes 4000");
  const std::string table = client.text("trivium-odds");
  CHECK(table.starts_with("turn     best"));
  CHECK(table.find("%") != std::string::npos);
  CHECK(client.ask("trivium-odds now") == "? syntax error");
}

TEST_CASE("the move overhead is shown and set within its limits") {
  GtpClient client(test_config());
  CHECK(client.text("trivium-move_overhead") == "50");
  CHECK(client.ask("trivium-move_overhead 5001") == "? move overhead: from 0 to 5000 ms");
  CHECK(client.ask("trivium-move_overhead -1") == "? move overhead: from 0 to 5000 ms");
  CHECK(client.ask("trivium-move_overhead 1 2") == "? syntax error");
  CHECK(client.ask("trivium-move_overhead much") == "? syntax error");
  CHECK(client.ask("trivium-move_overhead 4900") == "=");
  CHECK(client.text("trivium-move_overhead") == "4900");
}

TEST_CASE("the move overhead is kept back from the clock, but not from a move that has none") {
  GtpClient client(test_config(Milliseconds(200)));
  client.ask("trivium-move_overhead 1000");
  client.ask("play b K10");
  CHECK(time_of([&] { client.ask("reg_genmove w"); }) >= Milliseconds(200));
  CHECK(test::computed_in([&] { client.ask("reg_genmove w"); }) < Milliseconds(600));
  client.ask("time_settings 0 1.5 2");  // for the turn
  CHECK(test::computed_in([&] { client.ask("reg_genmove w"); }) < Milliseconds(900));
}

TEST_CASE("with a number of nodes the clock is not looked at") {
  GtpClient client(test_config());
  CHECK(client.text("trivium-nodes") == "0");
  CHECK(client.ask("trivium-nodes -1") == "? syntax error");
  CHECK(client.ask("trivium-nodes 2 3") == "? syntax error");
  CHECK(client.ask("trivium-nodes 40") == "=");
  CHECK(client.text("trivium-nodes") == "40");
  CHECK(client.ask("time_settings 1 0 0") == "=");
  CHECK(client.ask("time_left b 0 0") == "=");
  client.ask("play b k10");
  const std::string first = client.text("genmove w");
  client.ask("undo");
  CHECK(client.text("genmove w") == first);
}

TEST_CASE("a hash table larger than the machine's memory is refused and the former one stays") {
  SessionConfig config = test_config();
  config.max_hash_megabytes = 1 << 30;
  GtpClient client(std::move(config));
  CHECK(client.ask("trivium-hash 1073741824").starts_with("? not enough memory for a hash table of 1073741824 MB"));
  CHECK(client.text("trivium-hash") == "16");
  CHECK(client.ask("genmove b").starts_with("= "));
}

TEST_CASE("where the first hash table is larger than the machine's memory, the usual one is in its place") {
  SessionConfig config = test_config();
  config.hash_megabytes = 1 << 30;
  GtpClient client(std::move(config));
  CHECK(client.text("trivium-hash") == "16");
  CHECK(client.ask("genmove b").starts_with("= "));
}

TEST_CASE("commands that end with quit and the end of the input are done in full") {
  GtpClient client(test_config(Milliseconds(400)));
  const auto begun = std::chrono::steady_clock::now();
  client.wire().write("play b k10\nreg_genmove w\nshowboard\nquit\n");
  client.wire().end_input();
  const std::string said = client.wire().read_rest();
  CHECK(std::chrono::steady_clock::now() - begun >= std::chrono::milliseconds(400));
  CHECK(said.starts_with("=\n\n= "));
  CHECK(said.find("to place") != std::string::npos);
  CHECK(said.ends_with("\n\n=\n\n"));
  CHECK(client.conversation().over());
}

#if !defined(TRIVIUM_SANITIZER)  // these take address space without bounds
TEST_CASE("memory that the system refuses is an answer too") {
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  SessionConfig config = test_config();
  config.hash_megabytes = 3000;
  GtpClient client(std::move(config));
  const rlimit narrow{rlim_t{1} << 30, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_AS, &narrow) == 0);
  const std::string chosen = client.ask("genmove b");
  const std::string analysed = client.ask("lz-analyze 5");
  const std::string set = client.ask("trivium-hash 2000");
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  CHECK(chosen.starts_with("= "));  // a stone, without a search
  CHECK(analysed.starts_with("? not enough memory"));
  CHECK(set.starts_with("? not enough memory"));
  CHECK(client.text("trivium-hash") == "3000");
  CHECK(client.ask("trivium-hash 1") == "=");
  CHECK(client.ask("genmove w").starts_with("= "));
}
#endif

TEST_CASE("a record in any of our forms is loaded, up to before a given stone") {
  GtpClient client;
  const TemporaryFile sgf("(;FF[4]SZ[19];B[j10];W[j9l11];B[k10l10])");
  CHECK(client.ask("loadsgf " + sgf.path()) == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "white");
  CHECK(client.ask("loadsgf " + sgf.path() + " 3") == "=");
  CHECK(client.text("printsgf").find(";W[JK]") != std::string::npos);  // j9: the second stone, the last that is left
  CHECK(client.text("gogui-rules_legal_moves").find("M11") != std::string::npos);
  const TemporaryFile paper("1. B[j10] 2. W[i9k9]");
  CHECK(client.ask("loadsgf " + paper.path()) == "=");
  CHECK(client.text("gogui-rules_side_to_move") == "black");
}

TEST_CASE("a file that holds no legal game is refused and the board stays") {
  GtpClient client;
  client.ask("play b K10");
  const TemporaryFile twice("(;FF[4]SZ[19];B[j10];W[j9j9])");
  const TemporaryFolder folder;
  for (const std::string& path : {twice.path(), std::string("/nonexistent.sgf"), std::string("/dev/zero"), folder.path().string(),
                                  std::string("/proc/self/mem"), folder.write("utf16", "\xFF\xFE(;").string()}) {
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

TEST_CASE("a loaded game keeps its players, event and stated result until a stone comes or goes") {
  GtpClient client;
  const TemporaryFile file("(;FF[4]SZ[19]GN[g7]EV[Club evening]DT[2026-11-01]PB[Ann]PW[Ben]RE[B+R];B[j10];W[j9l11])");
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

TEST_CASE("printsgf writes a whole file or leaves what is there") {
  GtpClient client;
  client.ask("play b K10");
  const TemporaryFolder folder;
  const std::filesystem::path pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  for (const std::string& path : {folder.path().string(), pipe.string(), std::string("/dev/full"), folder.file("none/game.sgf").string()}) {
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

TEST_CASE("what a loaded game says of its result and its characters is printed again") {
  GtpClient client;
  const TemporaryFile file("From: Ann (home)\n\n(;FF[4]GM[511]CA[UTF-8]SZ[19]PB[J\xC3\xBCrgen]RE[B+Resign];B[JJ];W[JK];W[KK])");
  REQUIRE(client.ask("loadsgf " + file.path()) == "=");
  CHECK(client.text("printsgf") == "(;FF[4]GM[511]SZ[19]CA[UTF-8]PB[J\xC3\xBCrgen]RE[B+Resign];B[JJ];W[JK];W[KK])");
  REQUIRE(client.ask("loadsgf " + file.path() + " 3") == "=");
  CHECK(client.text("printsgf").find("RE[") == std::string::npos);
}

TEST_CASE("of a game loaded in part the players are known, but no result") {
  GtpClient client;
  const TemporaryFile file("(;FF[4]SZ[19]PB[Ann]RE[B+R];B[j10];W[j9l11])");
  REQUIRE(client.ask("loadsgf " + file.path() + " 3") == "=");
  const auto printed = connect6::parse_sgf(client.text("printsgf"));
  REQUIRE(printed);
  CHECK(printed->black == "Ann");
  CHECK(printed->result == connect6::GameResult::kUnknown);
  CHECK(printed->moves.size() == 2);
}

TEST_CASE("an explanation names cells as GoGui does") {
  GtpClient client;
  client.ask("gogui-play_sequence b K10 w A1 w C1 b L10 b M10 w E1 w G1 b N10 b C6 w A9 w C9");
  const std::string text = client.text("trivium-explain");
  CHECK(text.ends_with("wins now: H10-J10"));
  CHECK(text.find("Black to move, 2 stones to place") != std::string::npos);
}

TEST_CASE("an explanation is made beside the conversation: what comes meanwhile waits for it") {
  const auto channel = std::make_shared<fuzz::Recorder>();
  std::weak_ptr<Session> alive;
  {
    const auto session = std::make_shared<Session>(channel, test_config());
    alive = session;
    session->receive("gogui-play_sequence b G10 w A1 w T1 b H10 b J10 w A19 w T19 b K7 b K8 w A3 w T3 b K9 b C16 w A17 w T17");
    session->receive("1 trivium-explain");
    CHECK(session->busy());
    session->receive("2 name");
    session->end(line::SessionEnd::kInput);
  }
  channel->run_until([&alive] { return alive.expired(); });
  const std::string& said = channel->said();
  CHECK(said.starts_with("=\n\n=1 Black to move, 2 stones to place"));
  CHECK(said.find("wins by force in 2 turns: ") != std::string::npos);  // also where the input ends at once
  CHECK(said.ends_with("\n\n=2 Trivium\n\n"));
}

TEST_CASE("a legal stone is placed where the system has no thread for the search") {
  SessionConfig config = test_config();
  config.launcher = [](const std::function<void()>&) -> std::jthread { throw std::system_error(EAGAIN, std::generic_category()); };
  GtpClient client(config);
  CHECK(client.ask("play b K10") == "=");
  CHECK(client.ask("genmove w").starts_with("= "));
  CHECK(client.ask("genmove w").starts_with("= "));
  CHECK(client.ask("gogui-rules_side_to_move") == "= black");
  CHECK(client.ask("trivium-candidates").starts_with("? "));
}

TEST_CASE("every move of an analysis has the share of its stone, however unlikely it is") {
  GtpClient client(slow_config());
  client.ask("gogui-play_sequence b K10 w J9 w L9");
  client.wire().write("kata-analyze 5 maxmoves 100\n");
  CHECK(client.wire().read_line() == "=");
  int moves = 0;
  for (int line = 0; line < 100 && moves < 20; ++line) {
    const auto info = client.wire().read_line();
    REQUIRE(info);
    moves = 0;
    for (std::size_t at = info->find(" prior "); at != std::string::npos; at = info->find(" prior ", at + 1), ++moves) {
      CHECK(std::stod(info->substr(at + 7)) > 0.0);
    }
  }
  CHECK(moves >= 20);  // of the ten likeliest turns come fewer first stones
}

TEST_CASE("a session that may not touch files does not") {
  SessionConfig config = test_config();
  config.files = false;
  GtpClient client(std::move(config));
  const TemporaryFile file("(;FF[4]SZ[19];B[j10])");
  CHECK(client.ask("loadsgf " + file.path()) == "? cannot load file: files are not open to this session");
  CHECK(client.ask("printsgf " + file.path()) == "? files are not open to this session");
  CHECK(client.ask("trivium-weights " + file.path()) == "? files are not open to this session");
  CHECK(file.text() == "(;FF[4]SZ[19];B[j10])");
}

}  // namespace trivium::gtp
