#include "tools/match/record/played_game.h"

#include <doctest/doctest.h>
#include <limits>
#include <string>

#include "engine/core/rng.h"

namespace trivium::match {
namespace {

using std::chrono::microseconds;

std::string random_text(Rng& rng) {
  static const std::vector<std::string> kParts = {
      "e2e4", " ", "\"", "\\", "\n", std::string(1, '\0'), "\u00e9", "]", "\t", "info"};
  std::string text;
  for (auto parts = rng.below(6); parts > 0; --parts)
    text += kParts[rng.below(static_cast<std::uint32_t>(kParts.size()))];
  return text;
}

/// Random value, sometimes an extreme one.
template <class Number>
Number random_number(Rng& rng) {
  switch (rng.below(6)) {
    case 0:
      return std::numeric_limits<Number>::max();
    case 1:
      return std::numeric_limits<Number>::min();
    case 2:
      return 0;
    default:
      return static_cast<Number>(rng());
  }
}

PlayedMove random_move(Rng& rng) {
  PlayedMove move;
  move.text = random_text(rng);
  move.book = rng.below(3) == 0;
  if (move.book) return move;
  if (rng.below(2) == 0) {
    move.search.score = Score{static_cast<Score::Kind>(rng.below(2)),
                              static_cast<Score::Bound>(rng.below(3)), random_number<int>(rng)};
  }
  move.search.depth = random_number<int>(rng);
  move.search.selective_depth = random_number<int>(rng);
  move.search.nodes = random_number<std::uint64_t>(rng);
  move.search.principal_variation = random_text(rng);
  move.time = microseconds(random_number<microseconds::rep>(rng));
  return move;
}

PlayedGame random_game(Rng& rng) {
  PlayedGame game;
  game.engines = {random_text(rng), random_text(rng)};
  game.setup = {random_text(rng), rng.below(2) == 0, random_number<int>(rng)};
  game.opening = random_text(rng);
  for (auto moves = rng.below(5); moves > 0; --moves) game.moves.push_back(random_move(rng));
  game.for_first = static_cast<Outcome>(static_cast<int>(rng.below(3)) - 1);
  game.ending = static_cast<Ending>(rng.below(9));
  game.reason = random_text(rng);
  if (rng.below(2) == 0) game.culprit = static_cast<int>(rng.below(2));
  for (auto lines = rng.below(3); lines > 0; --lines) game.evidence.push_back(random_text(rng));
  game.closest_call = {microseconds(random_number<microseconds::rep>(rng)), microseconds::max()};
  if (rng.below(2) == 0)
    game.thinking[rng.below(2)] = {rng(), microseconds(random_number<microseconds::rep>(rng))};
  game.started = static_cast<std::int64_t>(rng() % 253'402'300'800);
  game.duration = microseconds(random_number<microseconds::rep>(rng));
  return game;
}

std::string complaint(const std::string& json) {
  const Result<PlayedGame> game = parse_played_game(json);
  REQUIRE_FALSE(game);
  return game.error().message;
}

TEST_CASE("any game is restored from its text, and equal games have equal texts") {
  Rng rng(7);
  for (int i = 0; i < 3000; ++i) {
    const PlayedGame game = random_game(rng);
    const std::string text = to_json(game);
    REQUIRE(text.find('\n') == std::string::npos);
    const Result<PlayedGame> again = parse_played_game(text);
    if (!again) FAIL(again.error().message);
    REQUIRE(*again == game);
    REQUIRE(to_json(*again) == text);
  }
}

TEST_CASE("the text of a game has a readable list of moves") {
  PlayedGame game;
  game.engines = {"A", "B"};
  game.opening = "1";
  game.moves.resize(4);
  game.moves[0] = {"e2e4", true, {}, {}};
  game.moves[1] = {
      "e7e5", false, {Score{.value = -34}, 12, 18, 4711, "e7e5 g1f3"}, microseconds(523'000)};
  game.moves[2] = {"d1h5",
                   false,
                   {Score{Score::Kind::kMate, Score::Bound::kLower, 3}, 7, 0, 0, ""},
                   microseconds(9)};
  game.moves[3] = {"b8c6", false, {}, {}};
  game.for_first = Outcome::kWin;
  game.ending = Ending::kStall;
  game.reason = "Black does not answer";
  game.culprit = 1;
  game.evidence = {"sent: go"};
  game.closest_call = {microseconds(-5), microseconds::max()};
  game.started = 1'700'000'000;
  game.duration = microseconds(1'000'000);
  CHECK(
      to_json(game) ==
      R"({"engines":["A","B"],"for_first":1,"ending":"stall","reason":"Black does not answer","culprit":1,"evidence":["sent: go"],)"
      R"("started":1700000000,"duration":1000000,"closest_call":[-5,null],"opening":"1","setup":{"board_size":19},)"
      R"("moves":["e2e4",["e7e5",523000,-34,12,18,4711,"e7e5 g1f3"],["d1h5",9,">#3",7],["b8c6"]]})");
}

TEST_CASE("invalid UTF-8 from an engine is replaced in the text") {
  PlayedGame game;
  game.evidence = {"\xFF\xFE ready"};
  const Result<PlayedGame> again = parse_played_game(to_json(game));
  REQUIRE(again);
  CHECK(again->evidence == std::vector<std::string>{"\uFFFD\uFFFD ready"});
}

TEST_CASE("a damaged text gives an error that names the place") {
  PlayedGame game;
  game.moves.push_back({"e2e4", false, {Score{.value = 5}, 1, 1, 1, "e2e4"}, microseconds(1)});
  const std::string good = to_json(game);
  const auto with = [&good](const std::string& part, const std::string& replacement) {
    std::string text = good;
    REQUIRE(text.find(part) != std::string::npos);
    return text.replace(text.find(part), part.size(), replacement);
  };
  CHECK(complaint("") == "played game: this is no JSON: ''");
  CHECK(complaint("[]") == "played game: the whole: an object expected, not []");
  CHECK(complaint(with("[\"e2e4\",1", "[\"e2e4\",\"x\""))
            .starts_with("played game: moves[0][1]: a number from"));
  CHECK(complaint(with("[\"e2e4\"", "[4")) == "played game: moves[0][0]: a text expected, not 4");
  CHECK(complaint(with("1,5,1", "1,\"#x\",1")) ==
        "played game: moves[0][2]: a score expected, not \"#x\"");
  CHECK(complaint(with("\"for_first\":0", "\"for_first\":2")) ==
        "played game: for_first: a number from -1 to 1 expected, not 2");
  CHECK(complaint(with("\"for_first\":0", "\"for_first\":1.5"))
            .starts_with("played game: for_first: a number"));
  CHECK(complaint(with("\"rules\"", "\"rulez\"")) ==
        "played game: ending: an ending expected, not \"rulez\"");
  CHECK(complaint(with("\"culprit\":null", "\"culprit\":2"))
            .starts_with("played game: culprit: a number from 0 to 1"));
  CHECK(complaint(with("\"board_size\":19", "\"board_size\":99999999999"))
            .starts_with("played game: setup.board_size: a number"));
  CHECK(
      complaint(with("\"started\"", "\"startled\"")).starts_with("played game: started: a number"));
}

TEST_CASE("a text with any changed byte or truncation is a game or an error") {
  Rng rng(3);
  const std::string good = to_json(random_game(rng));
  for (std::size_t length = 0; length < good.size(); ++length)
    REQUIRE_FALSE(parse_played_game(good.substr(0, length)));
  for (int i = 0; i < 3000; ++i) {
    std::string text = good;
    text[rng.below(static_cast<std::uint32_t>(text.size()))] = static_cast<char>(rng.below(256));
    const Result<PlayedGame> game = parse_played_game(text);
    if (game) REQUIRE(parse_played_game(to_json(*game)));
  }
}

TEST_CASE("endings have one text each, and distinguish faults") {
  int faults = 0;
  for (int i = 0; i < 9; ++i) {
    const auto ending = static_cast<Ending>(i);
    CHECK(parse_ending(to_string(ending)) == ending);
    faults += is_fault(ending) ? 1 : 0;
  }
  CHECK(faults == 6);
  CHECK_FALSE(is_fault(Ending::kAdjudicated));
  CHECK(is_fault(Ending::kTimeLoss));
  CHECK_FALSE(parse_ending("nothing of the kind"));
}

}  // namespace
}  // namespace trivium::match
