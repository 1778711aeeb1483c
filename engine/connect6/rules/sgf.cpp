#include "engine/connect6/rules/sgf.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "engine/connect6/rules/record_builder.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }

GameResult parse_result(std::string_view text) {
  if (text.substr(0, 2) == "B+") return GameResult::kBlackWins;
  if (text.substr(0, 2) == "W+") return GameResult::kWhiteWins;
  return text == "0" || text == "Draw" || text == "draw" ? GameResult::kDraw : GameResult::kUnknown;
}

/// Returns a result in SGF, without a reason.
std::string_view plain_text(GameResult result) noexcept {
  constexpr std::array<std::string_view, 4> kTexts = {"", "B+", "W+", "0"};
  return kTexts[static_cast<std::size_t>(result)];
}

/// Text properties that are kept.
constexpr std::array kTexts = std::to_array<std::pair<std::string_view, std::string GameRecord::*>>(
    {{"CA", &GameRecord::charset},
     {"GN", &GameRecord::id},
     {"EV", &GameRecord::event},
     {"DT", &GameRecord::date},
     {"PB", &GameRecord::black},
     {"PW", &GameRecord::white},
     {"RE", &GameRecord::result_text}});

/// Builds a game from the properties of its main line; use one object for each text.
class TreeReader {
 public:
  /// Requires: `text` outlives the reader.
  explicit TreeReader(const sgf::GameText& text) : line_(text), builder_(kDefaultSize) {}

  Result<GameRecord> read() {
    sgf::Property property;
    Result<bool> more = line_.next(property);
    for (; more && *more; more = line_.next(property)) {
      if (Status status = apply(property); !status) return status.error();
    }
    if (!more) return more.error();
    GameRecord game = std::move(builder_).finish();
    std::array<std::string*, kTexts.size()> texts;
    std::ranges::transform(kTexts, texts.begin(),
                           [&game](const auto& kept) { return &(game.*kept.second); });
    sgf::convert_to_utf8(game.charset, texts);
    // A resignation among the moves overrides RE.
    const bool agrees = parse_result(game.result_text) == game.result;
    if (!agrees || game.result_text == plain_text(game.result)) game.result_text.clear();
    return game;
  }

 private:
  Status apply(const sgf::Property& property) {
    const std::string& name = property.name;
    if (name == "B" || name == "W")
      return apply_move(name == "B" ? Stone::kBlack : Stone::kWhite, property);
    if (name == "AB" || name == "AW" || name == "AE")
      return line_.error(property.begin, "setup", "setup stones (" + name + ") are not Connect-6");
    if (name == "SZ") return apply_size(property);
    if (name == "GM" && property.value != "511")
      return line_.error(property.value_begin, "game", "the game is not Connect-6 (GM[511])");
    for (const auto& [key, member] : kTexts) {
      if (name == key) builder_.record.*member = sgf::simple_text(property.value);
    }
    if (name == "RE") builder_.record.result = parse_result(builder_.record.result_text);
    return {};
  }

  Status apply_size(const sgf::Property& property) {
    const std::string_view value = property.value;
    const std::size_t colon = value.find(':');
    const std::optional<int> size = text::parse_number<int>(value.substr(0, colon));
    const bool square =
        colon == std::string_view::npos || text::parse_number<int>(value.substr(colon + 1)) == size;
    if (!size || !square || *size < kMinSize || *size > kMaxSize)
      return line_.error(property.value_begin, "size", "size 6 to 25 expected, square");
    if (builder_.board().stones() > 0)
      return line_.error(property.value_begin, "size", "the size must come before the moves");
    GameRecord kept = std::move(builder_.record);
    kept.size = *size;
    builder_ = RecordBuilder(*size);
    builder_.record = std::move(kept);
    return {};
  }

  Status apply_move(Stone color, const sgf::Property& property) {
    const std::string_view value = property.value;
    if (resigned_) return line_.error(property.begin, "over", "nothing may follow a resignation");
    if (value == "resign") {
      resigned_ = true;
      builder_.record.result =
          color == Stone::kBlack ? GameResult::kWhiteWins : GameResult::kBlackWins;
      return {};
    }
    if (value.empty()) return line_.error(property.value_begin, "pass", "Connect-6 has no pass");
    const bool has_rows = std::ranges::any_of(value, text::is_digit);
    int placed = 0;
    for (std::size_t at = 0; at < value.size(); ++placed) {
      if (placed == 2)
        return line_.error(property.value_begin + at, "turn", "a turn has at most two stones");
      std::size_t end = std::min(at + (has_rows ? 1 : 2), value.size());
      while (has_rows && end < value.size() && text::is_digit(value[end])) ++end;
      const std::string_view name = value.substr(at, end - at);
      const Result<Cell> cell =
          has_rows ? parse_record_vertex(name, builder_.board().size()) : parse_letters(name);
      if (!cell) return line_.error(property.value_begin + at, "vertex", cell.error().message);
      if (!builder_.board().over() && builder_.board().to_move() != color)
        return line_.error(property.value_begin + at, "turn",
                           "stone " + std::to_string(builder_.board().stones() + 1) + " is " +
                               std::string(color_name(opponent(color))) + "'s");
      if (const auto cause = builder_.place(*cell))
        return line_.error(property.value_begin + at, "illegal", *cause);
      at = end;
    }
    return {};
  }

  /// Two letters: the column from the left, the row from the top.
  Result<Cell> parse_letters(std::string_view name) const {
    const int size = builder_.board().size();
    const auto number = [](char c) {
      return is_upper(c) ? c - 'A' : is_lower(c) ? c - 'a' : kMaxSize;
    };
    if (name.size() != 2 || number(name[0]) >= size || number(name[1]) >= size) {
      const char last = static_cast<char>('A' + size - 1);
      return Error{"sgf.vertex",
                   std::string("a column and a row, each a letter A to ") + last + ", expected"};
    }
    return builder_.board().cell(number(name[0]), size - 1 - number(name[1]));
  }

  sgf::MainLine line_;
  bool resigned_ = false;
  RecordBuilder builder_;
};

}  // namespace

Result<bool> SgfReader::next(GameRecord& game) {
  sgf::GameText text;
  const Result<bool> found = finder_.next(text);
  if (!found || !*found) return found;
  Result<GameRecord> record = TreeReader(text).read();
  if (!record) return record.error();
  game = *std::move(record);
  return true;
}

std::string write_sgf(const GameRecord& game, std::span<const std::string> comments) {
  std::string text = "(;FF[4]GM[511]";
  const auto property = [&text](std::string_view name, const std::string& value) {
    sgf::append_property(text, name, value);
  };
  property("SZ", std::to_string(game.size));
  const bool plain = std::ranges::all_of(
      kTexts, [&game](const auto& kept) { return text::is_ascii(game.*kept.second); });
  property("CA", game.charset.empty() && !plain ? "UTF-8" : game.charset);
  property("GN", game.id);
  property("EV", game.event);
  property("DT", game.date);
  property("PB", game.black);
  property("PW", game.white);
  const bool stated = parse_result(game.result_text) == game.result;
  property("RE", stated ? game.result_text : std::string(plain_text(game.result)));

  std::string comment;  // comment of the node that is written next
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    property("C", std::exchange(comment, {}));
    const int column = game.moves[i] % game.size, row = game.size - 1 - game.moves[i] / game.size;
    text += Board::to_move(static_cast<int>(i)) == Stone::kBlack ? ";B[" : ";W[";
    text += {static_cast<char>('A' + column), static_cast<char>('A' + row), ']'};
    if (i < comments.size()) comment = comments[i];
  }
  property("C", comment);
  return text + ")\n";
}

}  // namespace trivium::connect6
