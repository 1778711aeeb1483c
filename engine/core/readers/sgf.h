// The grammar of SGF (FF[4]): finds the games of a text and reads the properties of their main
// lines.
//
// The readers of each game interpret the properties. GGF, a format of Reversi, has the same
// grammar. Text before the "(;" of a game is ignored, as in e-mails. Of several branches only the
// first is read.
#pragma once

#include <cstddef>
#include <istream>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/readers/text_origin.h"
#include "engine/core/result.h"

namespace trivium::sgf {

/// Maximum length of a game's text in bytes; longer games are errors.
inline constexpr std::size_t kMaxGameText = 1U << 20;

/// Text of one game, from its "(;" to the ")" that closes it, and its place in the stream.
struct GameText {
  std::string text;
  TextOrigin origin;
};

/// True if a game begins in `text`: "(;", with or without spaces between.
bool has_game(std::string_view text) noexcept;

/// Finds the games of a stream one at a time.
class GameFinder {
 public:
  /// Requires: `in` outlives the finder.
  explicit GameFinder(std::istream& in) : in_(in) {}

  /// Returns true with `game` filled, false at the end. After an error ("SGF: line 3, column 1:
  /// ...") the next call continues with the following game. A text without any game is one error.
  Result<bool> next(GameText& game);

 private:
  /// Skips the text before the next "(;". Returns "(;" with its spaces, or an empty string at the
  /// end of the text; `origin` is set to its position.
  std::string take_beginning(TextOrigin& origin);

  std::istream& in_;
  TextOrigin position_;
  bool answered_ = false;  // a game or an error was returned
};

/// One value of a property. A property with several values is read as several of these.
struct Property {
  std::string name;             ///< upper-case letters only, as in old SGF (`SiZe` is SZ)
  std::string_view value;       ///< with its escapes; see simple_text()
  std::size_t begin = 0;        ///< offset of the name in the text
  std::size_t value_begin = 0;  ///< offset of the value
};

/// Reads the properties on the main line of a game.
class MainLine {
 public:
  /// Errors begin with `form`. Requires: `game` outlives the reader and the properties.
  explicit MainLine(const GameText& game, std::string_view form = "SGF")
      : text_(game.text), origin_(game.origin), form_(form) {}

  /// Returns true with `property` filled, false after the last one.
  Result<bool> next(Property& property);
  /// Returns the error "FORM: line L, column C: CAUSE" for the character at `offset` of the game.
  Error error(std::size_t offset, std::string_view code, const std::string& cause) const {
    return error_at(form_, code, text_, offset, cause, origin_);
  }

 private:
  Status read_name();
  Result<bool> read_value(Property& property);
  void skip_spaces();

  std::string_view text_;
  TextOrigin origin_;
  std::string_view form_;
  std::size_t at_ = 0;
  std::string name_;  // of the property being read
  std::size_t name_begin_ = 0;
};

/// Converts a value of SGF's type SimpleText: resolves escapes, removes escaped line ends, replaces
/// other line ends and tabs by spaces.
std::string simple_text(std::string_view raw);
/// Appends `NAME[value]` with escapes and with spaces for line ends and tabs. Appends nothing if
/// `value` is empty.
void append_property(std::string& text, std::string_view name, std::string_view value);

/// Converts `texts` to UTF-8 if `charset` names UTF-8, ASCII or Latin-1, or is empty (SGF's default
/// is Latin-1). In all these cases valid UTF-8 is kept and other bytes are read as Latin-1.
/// `charset` becomes "UTF-8"; an empty one stays empty if the texts are ASCII. Texts in other
/// encodings are not changed.
void convert_to_utf8(std::string& charset, std::span<std::string* const> texts);

}  // namespace trivium::sgf
