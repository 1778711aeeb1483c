// A session that plays in a style or with limited strength.
#include <chrono>
#include <doctest/doctest.h>
#include <fmt/format.h>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/chess/choice/explain.h"
#include "engine/chess/choice/model.h"
#include "engine/chess/rules/game.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation.h"
#include "engine/core/rng.h"
#include "tests/protocols/uci/support.h"
#include "tests/temporary_folder.h"

namespace trivium::uci {
namespace {

constexpr const char* kCapture = "position fen 4k3/8/8/3q4/8/1P3N2/8/4K3 b - - 0 1\n";

std::string style_file(const TemporaryFolder& folder, double material) {
  return folder.file("style" + std::to_string(material) + ".safetensors").string();
}

std::string style_in(const TemporaryFolder& folder, double material,
                     const chess::SearchPart& search = {}) {
  Result<chess::Attributes> attributes =
      chess::Attributes::named(std::vector<std::string>{"material"});
  REQUIRE(attributes);
  const chess::ChoiceModel model{*attributes, chess::Lookahead::kOnePly, {material}, {0}, {},
                                 search};
  const std::string file = style_file(folder, material);
  format::write_weight_file(file, model.to_file());
  return "setoption name Style value " + file + "\n";
}

struct Answered {
  std::string best;
  bool in_style = false;
  bool by_strength = false;
  std::string chance;           ///< "e2e4 has probability 9.81 %"
  std::set<std::string> lines;  ///< "multipv 1 score cp 590"
};

Answered answer(line::Client& client, const std::string& go) {
  client.write(go + "\n");
  Answered answered;
  while (const auto line = client.read_line()) {
    constexpr std::string_view kStyle = "info string style: ";
    if (line->starts_with(kStyle)) answered.chance = line->substr(kStyle.size());
    answered.in_style = answered.in_style || line->starts_with(kStyle);
    answered.by_strength = answered.by_strength || line->starts_with("info string strength ");
    if (const auto place = line->find("multipv"); place != std::string::npos)
      answered.lines.insert(line->substr(place, 9));
    if (!line->starts_with("bestmove ")) continue;
    answered.best = line->substr(9, 4);
    return answered;
  }
  FAIL("no bestmove");
  return answered;
}

}  // namespace

TEST_CASE("a session plays in its style, and analysis is unchanged") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(style_in(folder, 50) + kCapture);
  for (const char* go :
       {"go depth 1", "go wtime 1000 btime 1000", "go movetime 5", "go nodes 10"}) {
    const Answered answered = answer(client, go);
    CHECK(answered.in_style);
    CHECK(answered.best == "d5f3");
  }
  client.write(style_in(folder, -50) + kCapture + "setoption name MultiPV value 3\n");
  const Answered generous = answer(client, "go depth 1");
  CHECK(generous.in_style);
  CHECK(generous.best != "d5f3");
  for (const char* go : {"go depth 1 searchmoves e8e7", "go mate 1", "go infinite\nstop"}) {
    CHECK_FALSE(answer(client, go).in_style);
  }
  CHECK(answer(client, "go ponder\nponderhit").in_style);
  client.write("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n");
  CHECK_FALSE(answer(client, "go depth 1").in_style);
  client.write(std::string(kCapture) + "setoption name Style value <empty>\n");
  CHECK_FALSE(answer(client, "go depth 1").in_style);
}

TEST_CASE("moves of a style are sampled, equally for equal seeds") {
  const TemporaryFolder folder;
  const std::string option = style_in(folder, 0.1);
  const auto moves = [&](std::uint64_t seed) {
    ChessConfig chess = test_chess();
    chess.seed = seed;
    line::Conversation talk(session_factory(test_config(chess)));
    talk.client().write(option + "position startpos\n");
    std::string all;
    for (int i = 0; i < 20; ++i) all += answer(talk.client(), "go depth 1").best + " ";
    return all;
  };
  const std::string first = moves(1);
  CHECK(first == moves(1));
  CHECK(first != moves(2));
}

TEST_CASE("a style with a search captures a queen that it would leave without one") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  // Without its search this player avoids captures; with its search it captures.
  client.write(style_in(folder, -1, {200, 50, 0}) + kCapture + "setoption name MultiPV value 2\n");
  const Answered answered = answer(client, "go wtime 1000 btime 1000");
  CHECK(answered.in_style);
  CHECK(answered.best == "d5f3");
  CHECK(answered.lines == std::set<std::string>{"multipv 1", "multipv 2"});
}

TEST_CASE("a style plays with the probabilities that explain prints") {
  const TemporaryFolder folder;
  // Most moves are hopeless, and few nodes are enough to see it.
  const std::string option = style_in(folder, 0.1, {2000, 2, 0});
  const chess::ChoiceModel model = chess::ChoiceModel::load(style_file(folder, 0.1));
  constexpr std::string_view kFen =
      "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1";
  const chess::Position position = *chess::parse_fen(kFen);
  const chess::ChoiceExplanation explained =
      chess::explain_choice(position, model, test_chess().weights);
  std::set<std::string> expected;
  for (const chess::ExpectedMove& move : explained.moves) {
    expected.insert(fmt::format("{} has probability {:.2f} %", chess::to_uci(position, move.move),
                                100 * move.chance));
  }
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(option);
  for (int i = 0; i < 5; ++i) {
    client.write(fmt::format("ucinewgame\nposition fen {}\n", kFen));
    const Answered answered = answer(client, "go wtime 600000 btime 600000");
    CAPTURE(answered.chance);
    CHECK(expected.contains(answered.chance));
  }
}

TEST_CASE("while a style ponders, time and speed are reported correctly") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(style_in(folder, 1, {20'000, 1, 0}) + "position startpos\ngo ponder\n");
  while (const auto line = client.read_line()) {
    if (line->find(" nodes ") == std::string::npos) continue;
    CHECK(line->find(" time 0 ") == std::string::npos);
    break;
  }
  CHECK(answer(client, "stop").in_style);
}

TEST_CASE("a session plays with the requested strength, and analysis is unchanged") {
  line::Conversation talk(session_factory(with_strength()));
  line::Client& client = talk.client();
  client.write("uci\n");
  std::string options;
  while (const auto line = client.read_line()) {
    if (*line == "uciok") break;
    options += *line + "\n";
  }
  CHECK(options.find("option name UCI_LimitStrength type check default false\n") !=
        std::string::npos);
  CHECK(options.find("option name UCI_Elo type spin default 2000 min 601 max 2000\n") !=
        std::string::npos);
  client.write(std::string(kCapture) + "setoption name UCI_Elo value 2000\n");
  CHECK_FALSE(answer(client, "go depth 1").by_strength);
  client.write("setoption name UCI_LimitStrength value true\nsetoption name MultiPV value 3\n");
  for (const char* go : {"go depth 3", "go wtime 1000 btime 1000", "go movetime 50",
                         "go nodes 1000", "go ponder wtime 1000\nponderhit"}) {
    const Answered strong = answer(client, go);
    CHECK(strong.by_strength);
    CHECK(strong.best == "d5f3");
    CHECK(strong.lines.size() == 3);
  }
  for (const char* go : {"go infinite\nstop", "go mate 1", "go depth 1 searchmoves e8e7"})
    CHECK_FALSE(answer(client, go).by_strength);
  client.write("setoption name UCI_Elo value 601\n");
  std::set<std::string> weak;
  for (int i = 0; i < 20; ++i) weak.insert(answer(client, "go depth 3").best);
  CHECK(weak.size() > 5);
}

/// Output of the engine before one bestmove.
struct Shown {
  std::string best;
  std::string first;         ///< first move of the last variation of rank 1
  bool chosen = false;       ///< by a style or a strength
  bool same_depth = true;    ///< all lines of each report have the same depth
  bool same_filling = true;  ///< the same for the hash table's filling
};

std::string word_after(const std::string& line, std::string_view name) {
  const std::size_t at = line.find(fmt::format(" {} ", name));
  if (at == std::string::npos) return "";
  std::string_view rest = std::string_view(line).substr(at + name.size() + 2);
  return std::string(take_word(rest));
}

Shown watch(line::Client& client, const std::string& commands) {
  client.write(commands);
  Shown shown;
  std::string depth, filling;
  while (const auto line = client.read_line()) {
    if (line->starts_with("bestmove ")) {
      std::string_view rest = std::string_view(*line).substr(9);
      shown.best = take_word(rest);
      return shown;
    }
    shown.chosen = shown.chosen || line->starts_with("info string style: ") ||
                   line->starts_with("info string strength ");
    if (!line->starts_with("info depth ") || line->find(" pv ") == std::string::npos) continue;
    if (const std::string rank = word_after(*line, "multipv"); rank.empty() || rank == "1") {
      shown.first = word_after(*line, "pv");
    } else {
      shown.same_depth = shown.same_depth && depth == word_after(*line, "depth");
      shown.same_filling = shown.same_filling && filling == word_after(*line, "hashfull");
    }
    depth = word_after(*line, "depth");
    filling = word_after(*line, "hashfull");
  }
  FAIL("no bestmove");
  return shown;
}

/// Returns a `position` command with a position after some random moves. It has a legal move.
std::string random_position(Rng& rng) {
  chess::Game game;
  std::string command = "position startpos moves";
  for (std::uint32_t plies = rng.below(60); plies > 0; --plies) {
    const chess::MoveList legal = chess::legal_moves(game.position());
    const chess::Move move = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
    const std::string text = chess::to_uci(game.position(), move);
    game.do_move(move);
    if (game.end()) break;
    command += ' ' + text;
  }
  return command + "\n";
}

void check_last_variations(int positions) {
  const TemporaryFolder folder;
  ChessConfig chess = chess_with_strength();
  chess.seed = 5;
  line::Conversation talk(session_factory(test_config(chess)));
  const std::string plain_style = style_in(folder, 0.1),
                    searching_style = style_in(folder, 0.2, {50, 1, 0});
  const std::string strength =
      "setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value ";
  const std::string none =
      "setoption name UCI_LimitStrength value false\nsetoption name Style value\n";
  const std::vector<std::string> choosers{"",
                                          plain_style,
                                          searching_style,
                                          strength + "601\n",
                                          strength + "1300\n",
                                          strength + "2000\n"};
  const std::vector<std::string> searches{"go depth 3\n",
                                          "go nodes 1\n",
                                          "go nodes 700\n",
                                          "go movetime 3\n",
                                          "go wtime 100 btime 100\n",
                                          "go wtime 100000000 btime 100000000\nstop\n",
                                          "go infinite\nstop\n",
                                          "go ponder nodes 300\nponderhit\n",
                                          "go ponder wtime 50 btime 50\nstop\n",
                                          "go mate 1\n",
                                          "go infinite searchmoves a2a3 h7h6\nstop\n"};
  Rng rng(3);
  for (const std::string& chooser : choosers) {
    for (const char* settings :
         {"setoption name MultiPV value 1\nsetoption name Threads value 1\n",
          "setoption name MultiPV value 3\n",
          "setoption name MultiPV value 1\nsetoption name Threads value 2\n"}) {
      for (const std::string& search : searches) {
        for (int i = 0; i < positions; ++i) {
          const std::string commands = none + chooser + settings + random_position(rng) + search;
          CAPTURE(commands);
          const Shown shown = watch(talk.client(), commands);
          CHECK(shown.first == shown.best);
          CHECK(shown.same_filling);
          if (shown.chosen) CHECK(shown.same_depth);
        }
      }
    }
  }
}

TEST_CASE(
    "the last variation before a bestmove begins with it, for every chooser and every end of the "
    "search") {
  check_last_variations(1);
}

TEST_CASE("the last variation before a bestmove begins with it, in many positions" *
          doctest::test_suite("long")) {
  check_last_variations(20);
}

TEST_CASE("a style that does not search shows its move once, at depth 0 and without a score") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(style_in(folder, 50) + kCapture + "go depth 5\n");
  CHECK(client.read_until("info depth ") == "info depth 0 pv d5f3");
  CHECK(client.read_line() == "bestmove d5f3");
}

TEST_CASE("while pondering the move is held back, and a stop or the end of input acts at once") {
  ChessConfig chess = test_chess();
  chess.strength = std::make_shared<const chess::StrengthScale>(chess::StrengthScale{
      {{600, 10, {8, 0.001, 0}, false}, {2000, 10, {100'000'000, 0.001, 0}, true}}, {}});
  line::Conversation talk(session_factory(test_config(chess)));
  line::Client& client = talk.client();
  client.write("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600\n");
  client.write(std::string(kCapture) + "go ponder\nisready\n");
  bool held = true, ready = false;
  while (const auto line = client.read_line()) {
    held = held && (ready || !line->starts_with("bestmove"));
    if (*line == "readyok") {
      ready = true;
      client.write("isready\nponderhit\n");
    }
    if (line->starts_with("bestmove")) break;
  }
  CHECK(held);
  CHECK(ready);
  client.write("setoption name UCI_Elo value 2000\n");
  const auto begun = std::chrono::steady_clock::now();
  CHECK(answer(client, "go wtime 10000000 btime 10000000\nstop").by_strength);
  CHECK(std::chrono::steady_clock::now() - begun < std::chrono::seconds(5));
}

TEST_CASE("without a strength scale there are no strength options") {
  line::Conversation talk(session_factory());
  talk.client().write("setoption name UCI_LimitStrength value true\n");
  const auto line = talk.client().read_line();
  REQUIRE(line);
  CHECK(line->find("UCI_LimitStrength") != std::string::npos);
}

TEST_CASE("a style that cannot be loaded is reported, and the previous one stays") {
  const TemporaryFolder folder;
  line::Conversation talk(session_factory());
  line::Client& client = talk.client();
  client.write(style_in(folder, 50) + kCapture + "setoption name Style value /no/such.file\n");
  CHECK(client.read_line() ==
        "info string error: Style: /no/such.file: cannot be opened: No such file or directory");
  CHECK(answer(client, "go depth 1").in_style);
}

}  // namespace trivium::uci
