// A session that plays like somebody.
#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

#include "engine/chess/choice/model.h"
#include "tests/protocols/uci/support.h"
#include "tests/temporary_folder.h"

namespace trivium::uci {
namespace {

constexpr const char* kCapture = "position fen 4k3/8/8/3q4/8/1P3N2/8/4K3 b - - 0 1\n";

std::string style_in(const TemporaryFolder& folder, double material) {
  Result<chess::Attributes> attributes = chess::Attributes::named(std::vector<std::string>{"material"});
  REQUIRE(attributes);
  const chess::ChoiceModel model{*attributes, chess::Lookahead::kOnePly, {material}, {0}, {}};
  const std::string file = folder.file("style" + std::to_string(material) + ".safetensors").string();
  format::write_weight_file(file, model.to_file());
  return "setoption name Style value " + file + "\n";
}

struct Answered {
  std::string best;
  bool in_style = false;
};

Answered answer(line::Client& client, const std::string& go) {
  client.write(go + "\n");
  Answered answered;
  while (const auto line = client.read_line()) {
    answered.in_style = answered.in_style || line->starts_with("info string style: ");
    if (!line->starts_with("bestmove ")) continue;
    answered.best = line->substr(9, 4);
    return answered;
  }
  FAIL("no bestmove");
  return answered;
}

}  // namespace

TEST_CASE("a session plays as its style says, and analyses as it always does") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(style_in(folder, 50) + kCapture);
  for (const char* go : {"go depth 1", "go wtime 1000 btime 1000", "go movetime 5", "go nodes 10"}) {
    const Answered answered = answer(client, go);
    CHECK(answered.in_style);
    CHECK(answered.best == "d5f3");
  }
  client.write(style_in(folder, -50) + kCapture + "setoption name MultiPV value 3\n");
  const Answered generous = answer(client, "go depth 1");
  CHECK(generous.in_style);
  CHECK(generous.best != "d5f3");
  for (const char* go : {"go depth 1 searchmoves e8e7", "go mate 1", "go infinite\nstop", "go ponder depth 1\nponderhit"}) {
    CHECK_FALSE(answer(client, go).in_style);
  }
  client.write("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n");
  CHECK_FALSE(answer(client, "go depth 1").in_style);
  client.write(std::string(kCapture) + "setoption name Style value <empty>\n");
  CHECK_FALSE(answer(client, "go depth 1").in_style);
}

TEST_CASE("moves of a style come at random, the same for a seed") {
  const TemporaryFolder folder;
  const std::string option = style_in(folder, 0.1);
  const auto moves = [&](std::uint64_t seed) {
    SessionConfig config = test_config();
    config.book_seed = seed;
    line::Conversation talk(session_factory(config));
    talk.client().write(option + "position startpos\n");
    std::string all;
    for (int i = 0; i < 20; ++i) all += answer(talk.client(), "go depth 1").best + " ";
    return all;
  };
  const std::string first = moves(1);
  CHECK(first == moves(1));
  CHECK(first != moves(2));
}

TEST_CASE("a style that cannot be had is told, and the one before stays") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(style_in(folder, 50) + kCapture + "setoption name Style value /no/such.file\n");
  CHECK(client.read_line() == "info string error: Style: /no/such.file: cannot be opened: No such file or directory");
  CHECK(answer(client, "go depth 1").in_style);
}

}  // namespace trivium::uci
