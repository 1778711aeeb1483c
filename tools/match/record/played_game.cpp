#include "tools/match/record/played_game.h"

#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/strict_json.h"
#include "tools/match/setup/engine_spec.h"

namespace trivium::match {
namespace {

using Json =
    nlohmann::ordered_json;  // keeps order: engines and result come first for human readers
using std::chrono::microseconds;

constexpr std::size_t kQuotedMember = 60;
constexpr std::int64_t kLastSecond = 253'402'300'799;  // end of the year 9999

constexpr std::array<std::string_view, 9> kEndingWords{
    "rules", "resignation", "adjudication", "time loss",   "stall",
    "crash", "disconnect",  "illegal move", "cannot start"};

// A move of the opening is its text. Any other move is [text, microseconds, score, depth, selective
// depth, nodes, variation], without unknown values at the end. A score is a number of hundredths,
// or text: "#5" is mate in five moves, ">34" a lower bound, "<#-3" an upper bound; null if unknown.

Json score_json(const std::optional<Score>& score) {
  if (!score) return nullptr;
  const bool mate = score->kind == Score::Kind::kMate;
  if (!mate && score->bound == Score::Bound::kExact) return score->value;
  const char* bound = score->bound == Score::Bound::kLower   ? ">"
                      : score->bound == Score::Bound::kUpper ? "<"
                                                             : "";
  return fmt::format("{}{}{}", bound, mate ? "#" : "", score->value);
}

Json move_json(const PlayedMove& move) {
  if (move.book) return move.text;
  const client::SearchSummary& search = move.search;
  Json json = Json::array({move.text, move.time.count(), score_json(search.score), search.depth,
                           search.selective_depth, search.nodes, search.principal_variation});
  const auto says_nothing = [](const Json& last) {
    return last == 0 || last == "" || last.is_null();
  };
  while (json.size() > 1 && says_nothing(json.back())) json.erase(json.size() - 1);
  return json;
}

Json setup_json(const client::GameSetup& setup) {
  Json json = Json::object();
  if (!setup.fen.empty()) json["fen"] = setup.fen;
  if (setup.chess960) json["chess960"] = true;
  json["board_size"] = setup.board_size;
  return json;
}

/// A JSON value and its place, for messages. Throws format::LoadError where the JSON is not as
/// written by to_json().
class Value {
 public:
  Value(const Json& json, std::string place) : json_(json), place_(std::move(place)) {}

  bool is_null() const { return json_.is_null(); }
  bool is_text() const { return json_.is_string(); }
  std::size_t size() const { return json_.size(); }

  Value member(const char* name) const {
    if (!json_.is_object()) damaged("an object");
    const auto found = json_.find(name);
    return Value(found == json_.end() ? null() : *found,
                 place_.empty() ? name : place_ + "." + name);
  }
  Value element(std::size_t index) const {
    if (!json_.is_array()) damaged("a list");
    return Value(index < json_.size() ? json_[index] : null(),
                 fmt::format("{}[{}]", place_, index));
  }
  const std::string& text() const {
    if (!json_.is_string()) damaged("a text");
    return json_.get_ref<const std::string&>();
  }
  template <class Number>
  Number number(Number minimum = std::numeric_limits<Number>::min(),
                Number maximum = std::numeric_limits<Number>::max()) const {
    const bool fits =
        json_.is_number_unsigned()
            ? std::in_range<Number>(json_.get<std::uint64_t>())
            : json_.is_number_integer() && std::in_range<Number>(json_.get<std::int64_t>());
    if (!fits || json_.get<Number>() < minimum || json_.get<Number>() > maximum)
      damaged(fmt::format("a number from {} to {}", minimum, maximum));
    return json_.get<Number>();
  }
  /// Returns the number, or the value that null stands for.
  template <class Number>
  Number number_or(Number otherwise) const {
    return is_null() ? otherwise : number<Number>();
  }
  bool flag() const {
    if (!is_null() && !json_.is_boolean()) damaged("true or false");
    return !is_null() && json_.get<bool>();
  }
  [[noreturn]] void damaged(const std::string& expected) const {
    const std::string there = json_.dump(-1, ' ', true, Json::error_handler_t::replace);
    throw format::LoadError("match.game.damaged", "played game: {}: {} expected, not {}",
                            place_.empty() ? "the whole" : place_, expected,
                            text::printable(there, kQuotedMember));
  }

 private:
  static const Json& null() {
    static const Json json;
    return json;
  }

  const Json& json_;
  std::string place_;
};

std::optional<Score> read_score(const Value& value) {
  if (value.is_null()) return std::nullopt;
  Score score;
  if (!value.is_text()) {
    score.value = value.number<int>();
    return score;
  }
  std::string_view text = value.text();
  const auto take = [&text](char mark) {
    const bool there = text.starts_with(mark);
    if (there) text.remove_prefix(1);
    return there;
  };
  if (take('>')) {
    score.bound = Score::Bound::kLower;
  } else if (take('<')) {
    score.bound = Score::Bound::kUpper;
  }
  if (take('#')) score.kind = Score::Kind::kMate;
  const auto number = text::parse_number<int>(text);
  if (!number) value.damaged("a score");
  score.value = *number;
  return score;
}

PlayedMove read_move(const Value& value) {
  PlayedMove move;
  move.book = value.is_text();
  if (move.book) {
    move.text = value.text();
    return move;
  }
  move.text = value.element(0).text();
  move.time = microseconds(value.element(1).number_or<microseconds::rep>(0));
  move.search.score = read_score(value.element(2));
  move.search.depth = value.element(3).number_or(0);
  move.search.selective_depth = value.element(4).number_or(0);
  move.search.nodes = value.element(5).number_or<std::uint64_t>(0);
  if (const Value variation = value.element(6); !variation.is_null())
    move.search.principal_variation = variation.text();
  return move;
}

client::GameSetup read_setup(const Value& value) {
  client::GameSetup setup;
  if (const Value fen = value.member("fen"); !fen.is_null()) setup.fen = fen.text();
  setup.chess960 = value.member("chess960").flag();
  setup.board_size = value.member("board_size").number<int>();
  return setup;
}

PlayedGame read_game(const Value& value) {
  PlayedGame game;
  const Value calls = value.member("closest_call");
  const Value excused = value.member("excused");
  const Value thinking = value.member("thinking");
  for (std::size_t side = 0; side < 2; ++side) {
    game.engines[side] = value.member("engines").element(side).text();
    game.closest_call[side] =
        microseconds(calls.element(side).number_or(microseconds::max().count()));
    if (!excused.is_null()) game.excused[side] = excused.element(side).number<int>();
    if (thinking.is_null()) continue;
    const Value own = thinking.element(side);
    game.thinking[side] = {own.element(0).number<std::uint64_t>(),
                           microseconds(own.element(1).number<microseconds::rep>())};
  }
  game.setup = read_setup(value.member("setup"));
  game.opening = value.member("opening").text();
  const Value moves = value.member("moves");
  for (std::size_t i = 0; i < moves.size(); ++i) game.moves.push_back(read_move(moves.element(i)));
  game.for_first = static_cast<Outcome>(value.member("for_first").number(-1, 1));
  const Value ending = value.member("ending");
  const std::optional<Ending> known = parse_ending(ending.text());
  if (!known) ending.damaged("an ending");
  game.ending = *known;
  game.reason = value.member("reason").text();
  if (const Value culprit = value.member("culprit"); !culprit.is_null())
    game.culprit = culprit.number(0, 1);
  const Value evidence = value.member("evidence");
  for (std::size_t i = 0; i < evidence.size(); ++i)
    game.evidence.push_back(evidence.element(i).text());
  game.started = value.member("started").number<std::int64_t>(0, kLastSecond);
  game.duration = microseconds(value.member("duration").number<microseconds::rep>());
  return game;
}

}  // namespace

std::string_view to_string(Ending ending) noexcept {
  return kEndingWords[static_cast<std::size_t>(ending)];
}

std::optional<Ending> parse_ending(std::string_view text) noexcept {
  return text::named<Ending>(kEndingWords, text);
}

bool is_fault(Ending ending) noexcept { return ending >= Ending::kTimeLoss; }

std::string to_json(const PlayedGame& game) {
  const auto call_json = [](microseconds call) {
    return call == microseconds::max() ? Json() : Json(call.count());
  };
  Json moves = Json::array();
  for (const PlayedMove& move : game.moves) moves.push_back(move_json(move));
  Json json;
  json["engines"] = game.engines;
  json["for_first"] = static_cast<int>(game.for_first);
  json["ending"] = to_string(game.ending);
  json["reason"] = game.reason;
  json["culprit"] = game.culprit ? Json(*game.culprit) : Json();
  json["evidence"] = game.evidence;
  json["started"] = game.started;
  json["duration"] = game.duration.count();
  json["closest_call"] = {call_json(game.closest_call[0]), call_json(game.closest_call[1])};
  if (game.excused != std::array{0, 0}) json["excused"] = game.excused;
  if (game.thinking != std::array<Thinking, 2>{}) {
    for (const Thinking& side : game.thinking)
      json["thinking"].push_back({side.moves, side.time.count()});
  }
  json["opening"] = game.opening;
  json["setup"] = setup_json(game.setup);
  json["moves"] = std::move(moves);
  return format::json_line(json);
}

Result<PlayedGame> parse_played_game(std::string_view json) {
  const Json whole = Json::parse(json, nullptr, false);
  if (whole.is_discarded())
    return Error{"match.game.json",
                 "played game: this is no JSON: " + text::quoted(json, kQuotedMember)};
  return format::or_error([&] { return read_game(Value(whole, "")); });
}

}  // namespace trivium::match
