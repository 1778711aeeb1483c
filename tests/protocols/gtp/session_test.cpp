#include "protocols/gtp/session.h"

#include <cerrno>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <system_error>
#include <thread>

#include "doctest/doctest.h"

#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "tests/engine/connect6/record_text.h"
#include "tests/engine/connect6/sample.h"
#include "tests/protocols/gtp/gtp_client.h"
#include "tests/temporary_folder.h"

namespace trivium::gtp {

using connect6::Board;
using connect6::Stone;

namespace {

const char* color_to_move(const Board& board) {
  return board.to_move() == Stone::kBlack ? "b" : "w";
}

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
  const std::string score = board.winner() == Stone::kBlack   ? "B+"
                            : board.winner() == Stone::kWhite ? "W+"
                                                              : "0";
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

TEST_CASE("the second stone is searched again if the position has changed") {
  GtpClient client;
  client.ask("play b K10");
  const std::string first = client.text("genmove w");
  const std::string second = client.text("genmove w");
  client.ask("gg-undo 2");
  // The same stone by another command: the plan is still valid.
  REQUIRE(client.ask("play w " + first) == "=");
  CHECK(client.text("genmove w") == second);
  client.ask("gg-undo 2");
  // The planned cell itself is occupied: another one must be chosen.
  REQUIRE(client.ask("play w " + second) == "=");
  const std::string other = client.text("genmove w");
  CHECK(other != second);
  CHECK(other.front() != '?');
}

TEST_CASE("reg_genmove prints a stone and leaves the board unchanged") {
  GtpClient client;
  client.ask("play b K10");
  const std::string before = client.text("gogui-rules_board");
  CHECK(connect6::parse_gtp_vertex(client.text("reg_genmove w"), connect6::kDefaultSize));
  CHECK(client.text("gogui-rules_board") == before);
  CHECK(client.text("gogui-rules_side_to_move") == "white");
}

TEST_CASE("without weights a session answers but chooses no moves") {
  GtpClient client(weightless_config());
  CHECK(client.ask("genmove b") == "? no weights: none found");
  CHECK(client.ask("lz-analyze 10") == "? no weights: none found");
  CHECK(client.ask("play b K10") == "=");
  CHECK(client.ask("clear_board") == "=");
}

TEST_CASE("a pattern file is not enough: a session without weights still has none") {
  const TemporaryFolder folder;
  const auto patterns = connect6::sample_patterns();
  format::WeightFile file;
  file.kind = connect6::kPatternKind;
  file.schema = connect6::kPatternSchema;
  file.tensors = connect6::pattern_tensors(patterns->set(), patterns->gammas(), patterns->wins());
  const auto path = format::write_weight_file(folder.path() / "patterns.safetensors", file);
  GtpClient client(weightless_config());
  CHECK(client.ask("trivium-weights " + path.string()).find("needs weights") != std::string::npos);
  for (const char* asked :
       {"genmove b", "lz-analyze 10", "trivium-explain", "trivium-candidates", "trivium-weights"})
    CHECK(client.ask(asked) == "? no weights: none found");
}

TEST_CASE("if weights cannot be loaded, the present ones stay in use") {
  GtpClient client;
  CHECK(client.ask("trivium-weights /nonexistent/weights.safetensors").starts_with("? "));
  CHECK(client.text("trivium-weights") == "test");
  CHECK(client.ask("genmove b").starts_with("= "));
}

TEST_CASE("the version is that of the program") { CHECK(GtpClient().ask("version") == "= 1.2.3"); }

TEST_CASE("threads and hash are printed and set within their limits") {
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

TEST_CASE("the only root policy is printed and accepted, others are rejected") {
  GtpClient client(test_config());
  CHECK(client.text("trivium-root_policy") == "search");
  CHECK(client.ask("trivium-root_policy dissent").starts_with("? "));
  CHECK(client.ask("trivium-root_policy a b") == "? syntax error");
  CHECK(client.ask("trivium-root_policy Search").starts_with("= "));
}

TEST_CASE("a hash table larger than the machine's memory is rejected, and the former one stays") {
  SessionConfig config = test_config();
  config.max_hash_megabytes = 1 << 30;
  GtpClient client(std::move(config));
  CHECK(client.ask("trivium-hash 1073741824")
            .starts_with("? not enough memory for a hash table of 1073741824 MB"));
  CHECK(client.text("trivium-hash") == "16");
  CHECK(client.ask("genmove b").starts_with("= "));
}

TEST_CASE("if the first hash table is larger than the machine's memory, the default size is used") {
  SessionConfig config = test_config();
  config.hash_megabytes = 1 << 30;
  GtpClient client(std::move(config));
  CHECK(client.text("trivium-hash") == "16");
  CHECK(client.ask("genmove b").starts_with("= "));
}

#if !defined(TRIVIUM_SANITIZER)  // these take address space without bounds
TEST_CASE("a failed allocation is reported, and genmove still chooses a stone") {
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_AS, &before) == 0);
  SessionConfig config = test_config();
  config.hash_megabytes = 3000;
  GtpClient client(std::move(config));
  const rlimit narrow{rlim_t{1} << 30, before.rlim_max};
  REQUIRE(setrlimit(RLIMIT_AS, &narrow) == 0);
  const std::string chosen = client.ask("genmove b");
  const std::string analyzed = client.ask("lz-analyze 5");
  const std::string set = client.ask("trivium-hash 2000");
  REQUIRE(setrlimit(RLIMIT_AS, &before) == 0);
  CHECK(chosen.starts_with("= "));  // a stone, without a search
  CHECK(analyzed.starts_with("? not enough memory"));
  CHECK(set.starts_with("? not enough memory"));
  CHECK(client.text("trivium-hash") == "3000");
  CHECK(client.ask("trivium-hash 1") == "=");
  CHECK(client.ask("genmove w").starts_with("= "));
}
#endif

TEST_CASE("a legal stone is placed if no thread is available for the search") {
  SessionConfig config = test_config();
  config.launcher = [](const std::function<void()>&) -> std::jthread {
    throw std::system_error(EAGAIN, std::generic_category());
  };
  GtpClient client(config);
  CHECK(client.ask("play b K10") == "=");
  CHECK(client.ask("genmove w").starts_with("= "));
  CHECK(client.ask("genmove w").starts_with("= "));
  CHECK(client.ask("gogui-rules_side_to_move") == "= black");
  CHECK(client.ask("trivium-candidates").starts_with("? "));
}

}  // namespace trivium::gtp
