// Export format of the PGN standard (sections 8.1 and 8.2): equal games give equal texts.
#include <algorithm>
#include <array>

#include "engine/chess/rules/notation_text.h"
#include "engine/chess/rules/pgn.h"

namespace trivium::chess {
namespace {

constexpr std::size_t kLineWidth = 79;

struct RosterTag {
  std::string_view name;
  std::string_view unknown;
};
constexpr std::array kRoster = std::to_array<RosterTag>({{"Event", "?"},
                                                         {"Site", "?"},
                                                         {"Date", "????.??.??"},
                                                         {"Round", "?"},
                                                         {"White", "?"},
                                                         {"Black", "?"},
                                                         {"Result", "*"}});

/// True if the tag is not written from the list of other tags.
bool written_apart(std::string_view name) noexcept {
  return name == "SetUp" || name == "FEN" || name == "Variant" ||
         std::ranges::any_of(kRoster, [&](const RosterTag& tag) { return tag.name == name; });
}

void append_tag(std::string& out, std::string_view name, std::string_view value) {
  out += '[';
  out += name;
  out += " \"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' || c == '\r' ? ' ' : c;
  }
  out += "\"]\n";
}

/// Fills lines with words up to the maximum width.
class Movetext {
 public:
  explicit Movetext(std::string& out) : out_(out) {}

  void add(std::string_view word) {
    const bool fits = column_ + 1 + word.size() <= kLineWidth;
    if (column_ > 0) out_ += fits ? ' ' : '\n';
    column_ = column_ > 0 && fits ? column_ + 1 + word.size() : word.size();
    out_ += word;
  }

 private:
  std::string& out_;
  std::size_t column_ = 0;
};

/// Writes a comment in braces. A word with a special meaning at the start of a line ('%' escapes,
/// '[' begins a tag) is kept on the line of the previous word.
void add_comment(Movetext& movetext, std::string_view comment) {
  std::string unit = "{";
  bool first = true;
  for (std::string_view word = text::take_word(comment); !word.empty();
       word = text::take_word(comment)) {
    if (!first && word.front() != '%' && word.front() != '[') {
      movetext.add(unit);
      unit.clear();
    }
    if (!first && !unit.empty()) unit += ' ';
    unit += word;
    std::replace(unit.begin(), unit.end(), '}', ')');
    first = false;
  }
  movetext.add(unit + "}");
}

bool has_words(const std::string& comment) noexcept { return !text::trimmed(comment).empty(); }

std::string movetext_of(const PgnGame& game) {
  std::string out;
  Movetext movetext(out);
  Position position = game.start;
  const auto add_comment_at = [&](std::size_t place) {
    const bool there = place < game.comments.size() && has_words(game.comments[place]);
    if (there) add_comment(movetext, game.comments[place]);
    return there;
  };
  bool number_needed = true;
  add_comment_at(0);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const bool white = position.side_to_move() == Color::kWhite;
    if (white || number_needed)
      movetext.add(std::to_string(position.fullmove_number()) + (white ? "." : "..."));
    movetext.add(to_san(position, game.moves[i]));
    number_needed = add_comment_at(i + 1);
    position.do_move(game.moves[i]);
  }
  movetext.add(to_pgn_result(game.result));
  return out + '\n';
}

}  // namespace

std::string_view to_pgn_result(std::optional<Outcome> for_white) noexcept {
  if (!for_white) return "*";
  if (*for_white == Outcome::kDraw) return "1/2-1/2";
  return *for_white == Outcome::kWin ? "1-0" : "0-1";
}

std::string to_pgn(const PgnGame& game) {
  std::string out;
  for (const RosterTag& tag : kRoster) {
    append_tag(out, tag.name,
               tag.name == "Result" ? to_pgn_result(game.result)
                                    : game.tag(tag.name).value_or(tag.unknown));
  }
  std::vector<PgnTag> others;
  std::copy_if(game.tags.begin(), game.tags.end(), std::back_inserter(others),
               [](const PgnTag& tag) { return !written_apart(tag.name); });
  const std::string fen = to_fen(game.start);
  if (game.start.chess960()) others.push_back({"Variant", "Chess960"});
  if (game.start.chess960() || fen != kStartFen) {
    others.push_back({"FEN", fen});
    others.push_back({"SetUp", "1"});
  }
  std::ranges::stable_sort(others, {}, &PgnTag::name);
  for (const PgnTag& tag : others) append_tag(out, tag.name, tag.value);
  return out + '\n' + movetext_of(game) + '\n';
}

}  // namespace trivium::chess
