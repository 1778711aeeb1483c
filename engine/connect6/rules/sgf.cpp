#include "engine/connect6/rules/sgf.h"

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <utility>

#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"

namespace trivium::connect6 {

namespace {

bool is_upper(char c) noexcept { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) noexcept { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) noexcept { return is_upper(c) || is_lower(c); }

/// Converts SGF's SimpleText: resolves escapes; line ends and tabs become spaces.
std::string simple_text(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '\\' && i + 1 < raw.size()) {
      ++i;
      if (raw[i] == '\n') continue;
      if (raw[i] == '\r') {
        if (i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
        continue;
      }
    }
    text += text::is_blank(raw[i]) ? ' ' : raw[i];
  }
  return text;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == ']' || c == '\\') out += '\\';
    out += text::is_blank(c) ? ' ' : c;
  }
  return out;
}

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

/// Converts the texts to UTF-8 if they are UTF-8 or Latin-1 (the default of SGF). Other encodings
/// stay as they are, and so does their name.
void take_to_utf8(GameRecord& game) {
  const auto is = [&game](std::string_view name) {
    return text::same_ignoring_case(game.charset, name);
  };
  const bool known = game.charset.empty() || is("UTF-8") || is("UTF8") || is("ISO-8859-1") ||
                     is("ISO8859-1") || is("ISO_8859-1") || is("Latin-1") || is("Latin1") ||
                     is("US-ASCII") || is("ASCII");
  if (!known) return;
  bool plain = true;
  for (const auto& [key, member] : kTexts) {
    game.*member = text::to_utf8(game.*member);
    plain = plain && text::is_ascii(game.*member);
  }
  if (!plain || !game.charset.empty()) game.charset = "UTF-8";
}

/// Parses the main line of one game tree; use one object for each text.
class TreeReader {
 public:
  TreeReader(std::string_view text, TextOrigin origin)
      : text_(text), origin_(origin), builder_(kDefaultSize) {}

  /// Requires: `text` begins with the "(" of the tree. Ignores branches after the main line.
  Result<GameRecord> read() {
    while (at_ < text_.size() && text_[at_] != ')') {
      const char c = text_[at_];
      if (text::is_blank(c) || c == '(' || c == ';') {
        ++at_;
      } else if (is_letter(c)) {
        if (Status status = read_property(); !status) return status.error();
      } else {
        return error(at_, "syntax", "a node ';', a branch '(' or a property expected");
      }
    }
    if (at_ >= text_.size()) return error(at_, "open", "the game is not closed with ')'");
    GameRecord game = std::move(builder_).finish();
    take_to_utf8(game);
    // A resignation among the moves overrides RE.
    const bool agrees = parse_result(game.result_text) == game.result;
    if (!agrees || game.result_text == plain_text(game.result)) game.result_text.clear();
    return game;
  }

 private:
  struct Value {
    std::string_view raw;
    std::size_t begin;
  };

  Error error(std::size_t offset, std::string_view code, const std::string& cause) const {
    return error_at("SGF", code, text_, offset, cause, origin_);
  }
  void skip_spaces() {
    while (at_ < text_.size() && text::is_blank(text_[at_])) ++at_;
  }

  /// Reads `[...]`. Requires: at_ is on the bracket.
  Result<Value> read_value() {
    const std::size_t begin = ++at_;
    for (; at_ < text_.size() && text_[at_] != ']'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) return error(begin - 1, "open", "the value is not closed with ']'");
    return Value{text_.substr(begin, at_++ - begin), begin};
  }

  /// Reads an identifier and its values. Ignores lower-case letters, as in old SGF (`SiZe`).
  Status read_property() {
    const std::size_t begin = at_;
    std::string name;
    for (; at_ < text_.size() && is_letter(text_[at_]); ++at_) {
      if (is_upper(text_[at_])) name += text_[at_];
    }
    skip_spaces();
    if (at_ >= text_.size() || text_[at_] != '[')
      return error(at_, "syntax", "a value '[' must follow the property");
    for (; at_ < text_.size() && text_[at_] == '['; skip_spaces()) {
      Result<Value> value = read_value();
      if (!value) return value.error();
      if (Status status = apply(name, *value, begin); !status) return status;
    }
    return {};
  }

  Status apply(const std::string& name, const Value& value, std::size_t begin) {
    if (name == "B" || name == "W")
      return apply_move(name == "B" ? Stone::kBlack : Stone::kWhite, value, begin);
    if (name == "AB" || name == "AW" || name == "AE")
      return error(begin, "setup", "setup stones (" + name + ") are not Connect-6");
    if (name == "SZ") return apply_size(value);
    if (name == "GM" && value.raw != "511")
      return error(value.begin, "game", "the game is not Connect-6 (GM[511])");
    for (const auto& [key, member] : kTexts) {
      if (name == key) builder_.record.*member = simple_text(value.raw);
    }
    if (name == "RE") builder_.record.result = parse_result(builder_.record.result_text);
    return {};
  }

  Status apply_size(const Value& value) {
    const std::size_t colon = value.raw.find(':');
    const std::optional<int> size = text::parse_number<int>(value.raw.substr(0, colon));
    const bool square = colon == std::string_view::npos ||
                        text::parse_number<int>(value.raw.substr(colon + 1)) == size;
    if (!size || !square || *size < kMinSize || *size > kMaxSize)
      return error(value.begin, "size", "size 6 to 25 expected, square");
    if (builder_.board().stones() > 0)
      return error(value.begin, "size", "the size must come before the moves");
    GameRecord kept = std::move(builder_.record);
    kept.size = *size;
    builder_ = RecordBuilder(*size);
    builder_.record = std::move(kept);
    return {};
  }

  Status apply_move(Stone color, const Value& value, std::size_t begin) {
    if (resigned_) return error(begin, "over", "nothing may follow a resignation");
    if (value.raw == "resign") {
      resigned_ = true;
      builder_.record.result =
          color == Stone::kBlack ? GameResult::kWhiteWins : GameResult::kBlackWins;
      return {};
    }
    if (value.raw.empty()) return error(value.begin, "pass", "Connect-6 has no pass");
    const bool has_rows = std::ranges::any_of(value.raw, text::is_digit);
    int placed = 0;
    for (std::size_t at = 0; at < value.raw.size(); ++placed) {
      if (placed == 2) return error(value.begin + at, "turn", "a turn has at most two stones");
      std::size_t end = std::min(at + (has_rows ? 1 : 2), value.raw.size());
      while (has_rows && end < value.raw.size() && text::is_digit(value.raw[end])) ++end;
      const std::string_view name = value.raw.substr(at, end - at);
      const Result<Cell> cell =
          has_rows ? parse_record_vertex(name, builder_.board().size()) : parse_letters(name);
      if (!cell) return error(value.begin + at, "vertex", cell.error().message);
      if (!builder_.board().over() && builder_.board().to_move() != color)
        return error(value.begin + at, "turn",
                     "stone " + std::to_string(builder_.board().stones() + 1) + " is " +
                         std::string(color_name(opponent(color))) + "'s");
      if (const auto cause = builder_.place(*cell))
        return error(value.begin + at, "illegal", *cause);
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

  std::string_view text_;
  TextOrigin origin_;
  std::size_t at_ = 0;
  bool resigned_ = false;
  RecordBuilder builder_;
};

/// Tracks brackets and escapes through a tree, character by character.
struct TreeScanner {
  /// Returns true if `c` closes the tree.
  bool closes(char c) {
    if (escape) {
      escape = false;
    } else if (in_value) {
      escape = c == '\\';
      in_value = c != ']';
    } else if (c == '[') {
      in_value = true;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      return --depth == 0;
    }
    return false;
  }

  long depth = 0;
  bool in_value = false;
  bool escape = false;
};

}  // namespace

std::string SgfReader::take_beginning(TextOrigin& origin) {
  constexpr int kEnd = std::istream::traits_type::eof();
  constexpr std::size_t kMaxBlanks = 1000;  // between '(' and ';'
  std::string taken;                        // '(' and the spaces after it
  for (int c = in_.get(); c != kEnd; c = in_.get()) {
    if (c == '(') {
      taken = '(';
      origin = position_;
    } else if (!taken.empty() && c == ';') {
      position_.advance(';');
      return taken + ';';
    } else if (!taken.empty() && text::is_blank(static_cast<char>(c)) &&
               taken.size() < kMaxBlanks) {
      taken += static_cast<char>(c);
    } else {
      taken.clear();
    }
    position_.advance(static_cast<char>(c));
  }
  return {};
}

Result<bool> SgfReader::next(GameRecord& game) {
  constexpr int kEnd = std::istream::traits_type::eof();
  TextOrigin origin;
  std::string text = take_beginning(origin);
  if (text.empty()) {
    if (std::exchange(answered_, true)) return false;
    return error_at("SGF", "empty", "", 0, "no game found; it begins with '(;'", position_);
  }
  answered_ = true;
  TreeScanner scanner;
  for (const char c : text) scanner.closes(c);
  std::size_t length = text.size();
  bool closed = false;
  for (int c = in_.get(); c != kEnd; c = in_.get()) {
    position_.advance(static_cast<char>(c));
    if (++length <= kMaxGameText) text += static_cast<char>(c);
    closed = scanner.closes(static_cast<char>(c));
    if (closed) break;
  }
  if (length > kMaxGameText)
    return error_at("SGF", "long", "", 0, "the game is longer than 1 MiB", origin);
  if (!closed)
    return error_at("SGF", "open", text, text.size(), "the game is not closed with ')'", origin);
  Result<GameRecord> record = TreeReader(text, origin).read();
  if (!record) return record.error();
  game = *std::move(record);
  return true;
}

std::string write_sgf(const GameRecord& game, std::span<const std::string> comments) {
  std::string text = "(;FF[4]GM[511]";
  const auto property = [&text](std::string_view name, const std::string& value) {
    if (!value.empty()) text.append(name).append("[").append(escaped(value)).append("]");
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
