// The methods that the page calls, without a server.
#include <cmath>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "engine/chess/choice/model.h"
#include "models/format/weight_file.h"
#include "tests/temporary_folder.h"
#include "tools/trivium/page/page_methods.h"

namespace trivium::tools::page {
namespace {

using nlohmann::json;
using web::Answer;

/// The methods of one session, with the default models.
class Page {
 public:
  explicit Page(const server::WebConfig& web = {}) {
    server::ServerConfig config;
    config.web = web;
    const auto models = [] {
      return PageModels{chess::Weights::load_default(), connect6::load_knowledge(),
                        reversi::load_knowledge()};
    };
    methods_ = page_methods(models, config, "0.0.0-test")();
  }

  Answer call(const std::string& method, const json& params = json::object()) const {
    return methods_.methods.at(method).run({params, {}, [](const json&) {}});
  }
  /// Returns the result of a call that must succeed.
  json result(const std::string& method, const json& params = json::object()) const {
    const Answer answer = call(method, params);
    INFO(method, " ", params.dump());
    REQUIRE_MESSAGE(answer.has_value(), answer.error().message);
    return *answer;
  }
  std::string error(const std::string& method, const json& params) const {
    const Answer answer = call(method, params);
    return answer ? "none" : answer.error().code;
  }
  json poll(const std::string& topic, const json& params, json& seen) const {
    const Answer news = methods_.topics.at(topic).poll(params, seen);
    REQUIRE(news.has_value());
    return *news;
  }
  std::string poll_error(const std::string& topic, const json& params) const {
    json seen;
    const Answer news = methods_.topics.at(topic).poll(params, seen);
    return news ? "none" : news.error().code;
  }

 private:
  web::Methods methods_;
};

json line_of(const std::string& game, const std::vector<std::string>& moves,
             const std::string& start = "") {
  return {{"game", game}, {"start", start}, {"moves", moves}};
}

TEST_CASE("hello lists the games, the strategies and the limits") {
  const json hello = Page().result("hello");
  CHECK(hello["version"] == "0.0.0-test");
  REQUIRE(hello["games"].size() == 3);
  CHECK(hello["games"][0]["game"] == "chess");
  CHECK(hello["games"][0]["protocol"] == "uci");
  CHECK(hello["poker"]["policies"]["nolimit"][0] == "cfr");
  CHECK(hello["poker"]["ranges"]["nolimit"] == json{"cfr", "rule"});
}

TEST_CASE("a chess position has its legal moves, notation and record") {
  const Page page;
  const json start = page.result("position", line_of("chess", {}));
  CHECK(start["legal"].size() == 20);
  CHECK(start["squares"].size() == 32);
  CHECK(start["turn"] == "white");
  const json later = page.result("position", line_of("chess", {"e2e4", "e7e5", "g1f3"}));
  CHECK(later["notation"] == json{"e4", "e5", "Nf3"});
  CHECK(later["last"] == json{"g1", "f3"});
  CHECK(later["record"].get<std::string>().find("1. e4 e5 2. Nf3") != std::string::npos);
  const json mate = page.result("position", line_of("chess", {"f2f3", "e7e5", "g2g4", "d8h4"}));
  CHECK(mate["over"] == true);
  CHECK(mate["result"] == "0-1");
  CHECK(mate["legal"].empty());
}

TEST_CASE("a Connect-6 position has turns of two stones") {
  const Page page;
  const json position = page.result("position", line_of("connect6", {"j10", "k10 k11", "j9"}));
  CHECK(position["columns"] == 19);
  CHECK(position["squares"].size() == 4);
  CHECK(position["turn"] == "black");
  CHECK(position["stones_left"] == 1);
  CHECK(position["last"] == json{"j9"});
}

TEST_CASE("a Reversi position has its legal moves and the pass") {
  const Page page;
  const json position = page.result("position", line_of("reversi", {"f5"}));
  CHECK(position["legal"].size() == 3);
  CHECK(position["score"] == json{{"black", 4}, {"white", 1}});
  const std::string only_white_moves = "OXOX" + std::string(60, '-') + " X";
  const json blocked = page.result("position", line_of("reversi", {}, only_white_moves));
  CHECK(blocked["legal"] == json{"pass"});
}

TEST_CASE("bad positions, moves and parameters have their codes") {
  const Page page;
  CHECK(page.error("position", line_of("go", {})) == "bad_request");
  CHECK(page.error("position", {{"game", "chess"}, {"moves", "e2e4"}}) == "bad_request");
  CHECK(page.error("position", line_of("chess", {}, "8/8")) == "bad_position");
  CHECK(page.error("position", line_of("chess", {"e2e5"})) == "bad_move");
  CHECK(page.error("position", line_of("connect6", {"j10", "j10"})) == "bad_move");
  CHECK(page.error("position", line_of("connect6", {}, "40")) == "bad_position");
  CHECK(page.error("position", line_of("reversi", {"a1"})) == "bad_move");
  CHECK(page.error("solve", line_of("chess", {})) == "unavailable");
  CHECK(page.error("explain", {{"game", "chess"}, {"style", "../../etc/passwd"}}) == "not_found");
  CHECK(page.error("parse", {{"game", "chess"}, {"text", "no game"}}) == "bad_position");
}

TEST_CASE("records in any format of a game are parsed to a start and moves") {
  const Page page;
  CHECK(page.result("parse", {{"game", "chess"}, {"text", "1. e4 c5 2. Nf3 *"}})["moves"] ==
        json{"e2e4", "c7c5", "g1f3"});
  CHECK(page.result("parse",
                    {{"game", "chess"}, {"text", "8/8/8/8/8/5k2/8/5K1R w - - 0 1"}})["start"] ==
        "8/8/8/8/8/5k2/8/5K1R w - - 0 1");
  CHECK(page.result("parse", {{"game", "connect6"}, {"text", "1. B[j10] 2. W[i9k9]"}})["moves"] ==
        json{"j10", "i9 k9"});
  CHECK(page.result("parse", {{"game", "reversi"}, {"text", "f5d6c3"}})["moves"] ==
        json{"f5", "d6", "c3"});
  const json parsed = page.result(
      "parse", {{"game", "reversi"},
                {"text", page.result("position", line_of("reversi", {"f5", "d6"}))["record"]}});
  CHECK(parsed["moves"] == json{"f5", "d6"});
}

TEST_CASE("the terms of an explanation add up to its score") {
  const Page page;
  const json chess = page.result("explain", line_of("chess", {"e2e4"}));
  CHECK_FALSE(chess.contains("terms"));
  std::int64_t sum =
      chess["scale_parts"].get<std::int64_t>() + chess["rounding_parts"].get<std::int64_t>() +
      chess["limit_parts"].get<std::int64_t>() + chess["known_parts"].get<std::int64_t>();
  for (const json& group : chess["groups"])
    sum += group["white_parts"].get<std::int64_t>() - group["black_parts"].get<std::int64_t>();
  CHECK(sum == chess["white_centipawns"].get<std::int64_t>() *
                   chess["parts_per_centipawn"].get<std::int64_t>());
  CHECK(page.result("explain", {{"game", "chess"}, {"detail", "all"}}).contains("terms"));
  CHECK(page.result("explain", line_of("reversi", {"f5"}))["planned"]["move"].is_string());
}

TEST_CASE("a review names the move that lost the game, and the better one") {
  const Page page;
  const json review =
      page.result("review", {{"game", "chess"},
                             {"text", "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0"},
                             {"nodes", 2000}});
  REQUIRE(review["moves"].size() == 7);
  const json& losing = review["moves"][5];
  CHECK(losing["played"] == "Nf6");
  CHECK(losing["mark"] == "blunder");
  CHECK(losing["side"] == "second");
  CHECK(losing["changes"].size() <= 3);
  CHECK(review["moves"][6]["chance"] == 1.0);
  CHECK(review["moves"][6]["loss"] == 0.0);
  for (const json& move : review["moves"]) {
    CHECK(move["chance"].get<double>() >= 0);
    CHECK(move["chance"].get<double>() <= 1);
  }
  const json reversi =
      page.result("review", {{"game", "reversi"}, {"text", "f5d6c3"}, {"nodes", 200}});
  CHECK(reversi["moves"].size() == 3);
  const json connect6 = page.result(
      "review", {{"game", "connect6"}, {"text", "1. B[j10] 2. W[i9k9]"}, {"nodes", 100}});
  CHECK(connect6["moves"][1]["played"] == "i9 k9");
  CHECK(page.error("review", {{"game", "chess"}, {"text", "1. e5"}}) == "bad_position");
  CHECK(page.error("review", {{"game", "chess"}, {"text", "1. e4"}, {"nodes", 0}}) ==
        "bad_request");
  CHECK(
      page.error("review", {{"game", "chess"}, {"text", "1. e4"}, {"nodes", 10}, {"style", "x"}}) ==
      "not_found");
}

TEST_CASE("a review of poker finds that a royal flush must not be folded") {
  const Page page;
  const std::string log =
      "# a comment\nSTATE:15:cc/cc/cc/rf:2c7d|AsKs/QsJsTs/3h/4d:10|-10:Villain|Hero\n";
  json params{
      {"game", "limit"}, {"policy", "rule"}, {"text", log}, {"player", "Hero"}, {"nodes", 40}};
  const json review = page.result("poker_review", params);
  CHECK(review["hands"] == 1);
  REQUIRE(review["decisions"].size() == 4);
  const json& fold = review["decisions"][3];
  CHECK(fold["street"] == "on the river");
  CHECK(fold["played"] == "fold");
  CHECK(fold["best"] != "fold");
  CHECK(fold["loss"].get<double>() > fold["half_width"].get<double>());
  CHECK(page.result("poker_review", params) == review);
  params["player"] = "Nobody";
  CHECK(page.error("poker_review", params) == "bad_position");
  params["text"] = "nothing";
  CHECK(page.error("poker_review", params) == "bad_position");
}

TEST_CASE("a heat map has the probability of every cell, which sum to 1") {
  const Page page;
  for (const auto& [game, moves, cells] :
       {std::tuple("connect6", std::vector<std::string>{"j10"}, 361u),
        std::tuple("reversi", std::vector<std::string>{"f5"}, 64u)}) {
    const json heat = page.result("heat", line_of(game, moves));
    const std::vector<double> probability = heat["probability"];
    CHECK(probability.size() == cells);
    CHECK(std::accumulate(probability.begin(), probability.end(), 0.0) == doctest::Approx(1));
  }
}

TEST_CASE("the solver proves a win and an exact score") {
  const Page page;
  const json win = page.result(
      "solve", line_of("connect6", {"j10", "a1 a2", "k10 l10", "s1 s2", "i10 m10", "a4 s5"}));
  CHECK(win["outcome"] == "win");
  const json full = page.result(
      "solve",
      line_of("reversi", {}, "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- O"));
  CHECK(full["exact"] == true);
  CHECK(full["score"] == 64);
}

TEST_CASE("a range has 169 hands whose mixes sum to 1") {
  const Page page;
  const json range = page.result("range", {{"game", "nolimit"}, {"policy", "rule"}});
  REQUIRE(range["cells"].size() == 169);
  CHECK(range["cells"][0]["name"] == "AA");
  CHECK(range["cells"][1]["name"] == "AKs");
  for (const json& cell : range["cells"]) {
    const std::vector<double> mix = cell["mix"];
    CHECK(std::accumulate(mix.begin(), mix.end(), 0.0) == doctest::Approx(1));
    CHECK(cell["probability"] == 1.0);
  }
  const json flop = page.result(
      "range", {{"game", "limit"}, {"policy", "rule"}, {"history", "cc/"}, {"board", "KhTd2c"}});
  CHECK(flop["pot"] == 20);
  CHECK(flop["cells"][0]["probability"].get<double>() <= 1.0);
  CHECK(page.error("range", {{"game", "limit"}, {"board", "KhKh"}}) == "bad_position");
  CHECK(page.error("range", {{"game", "limit"}, {"history", "x"}}) == "bad_move");
  CHECK(page.error("range", {{"game", "limit"}, {"policy", "cfr:/etc/passwd"}}) == "not_found");
}

TEST_CASE("a person plays hands against a policy and sees only its own cards") {
  const Page page;
  json table = page.result("poker_new", {{"game", "limit"}, {"policy", "rule"}, {"seed", 1}});
  double chips = 0;
  for (int hand = 1; hand <= 4; ++hand) {
    CHECK(table["hand"] == hand);
    while (table["over"] == false) {
      REQUIRE(table["turn"] == table["person"]);
      const int person = table["person"];
      CHECK(table["seats"][person]["cards"].size() == 2);
      CHECK(table["seats"][1 - person]["cards"].is_null());
      const json why = page.result("poker_why", {{"table", table["table"]}});
      CHECK(why["equity"].get<double>() >= 0);
      CHECK(why["equity"].get<double>() <= 1);
      table = page.result("poker_act", {{"table", table["table"]}, {"action", "c"}});
    }
    chips += table["winnings"].get<double>();
    CHECK(table["session"]["chips"] == chips);
    CHECK(table["session"]["aivat_big_blinds_per_hand"].is_number());
    CHECK(page.error("poker_act", {{"table", table["table"]}, {"action", "c"}}) == "bad_move");
    table = page.result("poker_next", {{"table", table["table"]}});
  }
  CHECK(page.error("poker_act", {{"table", table["table"]}, {"action", "zz"}}) == "bad_move");
  CHECK(page.error("poker_next", {{"table", table["table"]}}) == "bad_move");
  page.result("poker_close", {{"table", table["table"]}});
  CHECK(page.error("poker_act", {{"table", table["table"]}, {"action", "c"}}) == "not_found");
}

/// Writes a style that values material alone.
void write_style(const std::filesystem::path& file) {
  chess::ChoiceModel model;
  model.attributes = *chess::Attributes::named(std::vector<std::string>{"material"});
  model.weights = {1};
  model.standard_errors = {0.1};
  format::write_weight_file(file, model.to_file());
}

TEST_CASE("a style that is written later is listed, explains moves and judges a game") {
  const TemporaryFolder folder;
  const Page page({.styles = {folder.path()}});
  CHECK(page.result("hello")["styles"].empty());
  write_style(folder.file("greedy.safetensors"));
  CHECK(page.result("hello")["styles"] == json{{{"name", "greedy"}}});
  json params = line_of("chess", {"e2e4", "d7d5"});
  params["style"] = "greedy";
  const json explanation = page.result("explain", params);
  REQUIRE(explanation["moves"].size() == 31);
  CHECK(explanation["moves"][0]["san"] == "exd5");
  const json review = page.result(
      "review", {{"game", "chess"}, {"text", "1. e4 d5 *"}, {"nodes", 100}, {"style", "greedy"}});
  CHECK(review["moves"][0]["style_probability"].get<double>() == doctest::Approx(1.0 / 20));
  params["style"] = "../" + folder.path().filename().string() + "/greedy";
  CHECK(page.error("explain", params) == "not_found");
}

TEST_CASE("tournaments are selected by listed names only") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "notes.txt") << "not a journal";
  const Page page({.journals = {folder.path()}});
  CHECK(page.result("journals")["journals"].empty());
  CHECK(page.error("journal", {{"name", "notes.txt"}}) == "not_found");
  CHECK(page.error("journal", {{"name", "../notes.txt"}}) == "not_found");
  CHECK(page.error("game", {{"name", "/etc/passwd"}, {"number", 1}}) == "not_found");
}

TEST_CASE("a run of a learner is followed row by row") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "first");
  std::ofstream curve(folder.path() / "first" / "curve.jsonl");
  curve << "{\"step\":1,\"loss\":0.5}\n{\"step\":2" << std::flush;
  const Page page({.runs = {folder.path()}});
  CHECK(page.result("runs")["runs"][0]["name"] == "first");
  CHECK(page.result("run", {{"name", "first"}})["rows"] == json{{{"step", 1}, {"loss", 0.5}}});
  json seen;
  CHECK(page.poll("run", {{"name", "first"}}, seen)["rows"].size() == 1);
  CHECK(page.poll("run", {{"name", "first"}}, seen).is_null());
  curve << ",\"loss\":0.25}\n" << std::flush;
  CHECK(page.poll("run", {{"name", "first"}}, seen)["rows"] == json{{{"step", 2}, {"loss", 0.25}}});
  CHECK(page.error("run", {{"name", "second"}}) == "not_found");
  CHECK(page.poll_error("run", {{"name", "second"}}) == "not_found");
  CHECK(page.poll_error("run", json::object()) == "bad_request");
}

}  // namespace
}  // namespace trivium::tools::page
