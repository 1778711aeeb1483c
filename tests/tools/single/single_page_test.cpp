// One-file pages: the squares that moves change, and that data cannot become markup.
#include "tools/single/single_page.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/rules/notation.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/reversi/rules/records.h"
#include "tools/single/board_view.h"

namespace trivium::tools {
namespace {

constexpr std::string_view kFewPieces = "4k3/P7/8/8/4p3/8/3P4/4K2R w K - 0 1";

chess::Position position_of(std::string_view fen) {
  const Result<chess::Position> position = chess::parse_fen(fen);
  if (!position) FAIL(position.error().message);
  return *position;
}

/// Plays moves in UCI notation and returns the squares that each changes.
std::vector<std::string> chess_changes(std::string_view fen,
                                       const std::vector<std::string>& texts) {
  const chess::Position start = position_of(fen);
  chess::Position position = start;
  std::vector<chess::Move> moves;
  for (const std::string& text : texts) {
    const Result<chess::Move> move = chess::parse_uci_move(position, text);
    if (!move) FAIL(move.error().message);
    moves.push_back(*move);
    position.do_move(*move);
  }
  std::vector<std::string> changes;
  for (const BoardView::Move& move : board_view(start, moves).moves)
    changes.push_back(move.changes);
  return changes;
}

TEST_CASE("a view of chess starts with all pieces") {
  const BoardView view = board_view(position_of(kFewPieces), {});
  CHECK(view.start == "e1wK h1wR d2wP e4bP a7wP e8bK");
  CHECK(view.moves.empty());
  CHECK_FALSE(view.row_one_on_top);
}

TEST_CASE("castling, captures en passant and promotions change all their squares") {
  CHECK(chess_changes(kFewPieces, {"e1g1"}) == std::vector<std::string>{"e1 f1wR g1wK h1"});
  CHECK(chess_changes(kFewPieces, {"a7a8n"}) == std::vector<std::string>{"a7 a8wN"});
  CHECK(chess_changes(kFewPieces, {"d2d4", "e4d3"}) ==
        std::vector<std::string>{"d2 d4wP", "d3bP d4 e4"});
}

TEST_CASE("a view of chess names moves in SAN") {
  const chess::Position start = chess::start_position();
  const Result<chess::Move> move = chess::parse_uci_move(start, "g1f3");
  REQUIRE(move);
  const BoardView view = board_view(start, std::vector{*move});
  CHECK(view.moves[0].text == "Nf3");
}

TEST_CASE("a view of Connect-6 has one stone for each move, in record form") {
  std::vector<connect6::Cell> stones;
  for (const char* const name : {"j10", "i9", "a19"}) {
    const Result<connect6::Cell> cell = connect6::parse_record_vertex(name, 19);
    REQUIRE(cell);
    stones.push_back(*cell);
  }
  const BoardView view = board_view(19, stones);
  CHECK(view.start.empty());
  CHECK(view.columns == 19);
  REQUIRE(view.moves.size() == 3);
  CHECK(view.moves[0].changes == "j10b");
  CHECK(view.moves[1].changes == "i9w");
  CHECK(view.moves[2].text == "a19");
}

TEST_CASE("a view of Reversi flips discs and has row 1 on top") {
  const Result<reversi::GameRecord> record = reversi::parse_transcript("f5d6");
  REQUIRE(record);
  const Result<reversi::Game> game = reversi::replay(*record);
  REQUIRE(game);
  const BoardView view = board_view(*game);
  CHECK(view.row_one_on_top);
  CHECK(view.start == "d4w e4b d5b e5w");
  REQUIRE(view.moves.size() == 2);
  CHECK(view.moves[0].changes == "e5b f5b");
  CHECK(view.moves[1].changes == "d5w d6w");
}

TEST_CASE("data of a page cannot end their element") {
  const std::string evil = "</script><script>alert(1)</script><!-- & \xff";
  const std::string element = data_element({{"name", evil}});
  CHECK(element.find("alert") != std::string::npos);
  CHECK(element.rfind('<') == element.find("</script>"));
  const std::size_t begin = element.find('>') + 1;
  const std::string json = element.substr(begin, element.rfind('<') - begin);
  CHECK(json.find_first_of("<>&") == std::string::npos);
  CHECK(nlohmann::json::parse(json)["name"] ==
        "</script><script>alert(1)</script><!-- & \xEF\xBF\xBD");
}

TEST_CASE("the script of a page can stand in a document of HTML and of XML") {
  CHECK(kReplayScript.find("</script") == std::string_view::npos);
  CHECK(kReplayScript.find("]]>") == std::string_view::npos);
  CHECK(kReplayScript.find("<!--") == std::string_view::npos);
  CHECK(kReplayScript.find("JSON.parse") != std::string_view::npos);
  CHECK(kSingleStyle.find_first_of("<&") == std::string_view::npos);
}

TEST_CASE("a page forbids every request and has one script besides its data") {
  const std::string page = single_page("<A>", "<p>text</p>", {{"games", nlohmann::json::array()}});
  CHECK(page.find("default-src 'none'") != std::string::npos);
  CHECK(page.find("<title>&lt;A&gt;</title>") != std::string::npos);
  CHECK(page.find("<p>text</p>") != std::string::npos);
  std::size_t scripts = 0;
  for (std::size_t at = page.find("<script"); at != std::string::npos;
       at = page.find("<script", at + 1))
    ++scripts;
  CHECK(scripts == 2);
  for (const char* const word : {"src=", "@import", "fetch(", "XMLHttpRequest", "url("})
    CHECK(page.find(word) == std::string::npos);
}

}  // namespace
}  // namespace trivium::tools
