#include "engine/reversi/rules/sgf.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/core/text.h"
#include "engine/reversi/rules/diagram.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::reversi {

namespace {

using TextProperty = std::pair<std::string_view, std::string GameRecord::*>;

/// Text properties that are kept, in SGF and in GGF.
constexpr std::array kSgfTexts = std::to_array<TextProperty>({{"CA", &GameRecord::charset},
                                                              {"GN", &GameRecord::id},
                                                              {"EV", &GameRecord::event},
                                                              {"DT", &GameRecord::date},
                                                              {"PB", &GameRecord::black},
                                                              {"PW", &GameRecord::white}});
constexpr std::array kGgfTexts = std::to_array<TextProperty>({{"PC", &GameRecord::event},
                                                              {"DT", &GameRecord::date},
                                                              {"PB", &GameRecord::black},
                                                              {"PW", &GameRecord::white}});

std::span<const TextProperty> kept_texts(bool ggf) noexcept {
  return ggf ? std::span<const TextProperty>(kGgfTexts) : std::span<const TextProperty>(kSgfTexts);
}

/// Returns the score in discs that `number` is, or nothing.
std::optional<int> score_of(double number) {
  const bool is_score = std::abs(number) <= kMaxScore && number == std::floor(number);
  return is_score ? std::optional(static_cast<int>(number)) : std::nullopt;
}

/// Returns nothing for a number that is no score.
std::optional<StatedResult> parse_sgf_result(std::string_view text) {
  if (text == "0" || text == "Draw" || text == "draw") return StatedResult::of_score(0);
  const bool black = text.starts_with("B+");
  const bool is_won = black || text.starts_with("W+");
  const std::string_view rest = text.substr(is_won ? 2 : 0);
  if (const auto number = text::parse_number<double>(rest.substr(rest.starts_with('+') ? 1 : 0))) {
    const std::optional<int> margin = score_of(*number);
    if (!is_won || rest.starts_with('+') || !margin || *margin <= 0) return std::nullopt;
    return StatedResult::of_score(black ? *margin : -*margin);
  }
  if (!is_won) return StatedResult{{}, {}, text == "?" ? "" : std::string(text)};
  return StatedResult{black ? Outcome::kWin : Outcome::kLoss, {}, std::string(rest)};
}

std::string write_sgf_result(const StatedResult& result) {
  if (!result.for_black) return parse_sgf_result(result.reason) ? result.reason : "?";
  if (*result.for_black == Outcome::kDraw) return "0";
  const std::string winner = *result.for_black == Outcome::kWin ? "B+" : "W+";
  if (result.score) return winner + std::to_string(std::abs(*result.score));
  return winner + (parse_sgf_result(winner + result.reason) == result ? result.reason : "");
}

/// Parses "+12.000", "-2" or "+12.000:t", whose letter is a reason. Returns nothing for a number
/// that is no score.
std::optional<StatedResult> parse_ggf_result(std::string_view text) {
  const std::size_t colon = std::min(text.find(':'), text.size());
  std::string_view number = text.substr(0, colon);
  if (number.starts_with('+')) number.remove_prefix(1);
  const std::optional<double> stated = text::parse_number<double>(number);
  if (!stated) return StatedResult{{}, {}, text == "?" ? "" : std::string(text)};
  const std::optional<int> score = score_of(*stated);
  if (!score) return std::nullopt;
  StatedResult result = StatedResult::of_score(*score);
  result.reason = text.substr(std::min(colon + 1, text.size()));
  return result;
}

std::string write_ggf_result(const StatedResult& result) {
  if (!result.score) {
    const bool is_read =
        !result.for_black && !result.reason.empty() && parse_ggf_result(result.reason);
    return is_read ? result.reason : "?";
  }
  const std::string number = (*result.score < 0 ? "" : "+") + std::to_string(*result.score);
  return number + ".000" + (result.reason.empty() ? "" : ":" + result.reason);
}

bool is_othello(std::string_view game) { return text::same_ignoring_case(game, "Othello"); }

/// True if GM marks the game as GGF.
bool is_ggf(const sgf::GameText& text) {
  sgf::MainLine line(text);
  sgf::Property property;
  for (Result<bool> more = line.next(property); more && *more; more = line.next(property)) {
    if (property.name == "GM") return is_othello(property.value);
  }
  return false;
}

/// Builds a game from the properties of its main line; use one object for each text.
class TreeReader {
 public:
  /// Requires: `text` outlives the reader.
  explicit TreeReader(const sgf::GameText& text)
      : ggf_(is_ggf(text)), line_(text, ggf_ ? "GGF" : "SGF") {}

  Result<GameRecord> read() {
    sgf::Property property;
    Result<bool> more = line_.next(property);
    for (; more && *more; more = line_.next(property)) {
      if (Status status = apply(property); !status) return status.error();
    }
    if (!more) return more.error();
    if (Status status = begin(property); !status) return status.error();
    GameRecord record = std::move(*builder_).finish();
    convert_texts(record);
    return record;
  }

 private:
  Status apply(const sgf::Property& property) {
    const std::string& name = property.name;
    if (name == "B") return apply_move(Color::kBlack, property);
    if (name == "W") return apply_move(Color::kWhite, property);
    if (name == "GM") return apply_game(property);
    if (name == "RE") {
      if (Status status = apply_result(property); !status) return status;
    }
    for (const auto& [key, member] : kept_texts(ggf_)) {
      if (name == key) texts_.*member = sgf::simple_text(property.value);
    }
    return is_setup(name) ? apply_setup(property) : Status();
  }

  Status apply_game(const sgf::Property& property) const {
    if (property.value == "2" || is_othello(property.value)) return {};
    return line_.error(property.value_begin, "game",
                       "game " + text::quoted(property.value, 16) +
                           " found; Othello expected: GM[2] in SGF, GM[Othello] in GGF");
  }

  Status apply_result(const sgf::Property& property) {
    const std::string text = sgf::simple_text(property.value);
    std::optional<StatedResult> result = ggf_ ? parse_ggf_result(text) : parse_sgf_result(text);
    if (!result)
      return line_.error(
          property.value_begin, "result",
          "result " + text::quoted(text, 16) +
              (ggf_ ? " found; a whole number from -64 to +64 expected"
                    : " found; 0, ?, B+ or W+ with a number from 1 to 64 or a reason expected"));
    texts_.result = *std::move(result);
    return {};
  }

  bool is_setup(std::string_view name) const {
    if (ggf_) return name == "BO";
    return name == "SZ" || name == "PL" || name == "AB" || name == "AW" || name == "AE";
  }

  Status apply_setup(const sgf::Property& property) {
    if (builder_)
      return line_.error(property.begin, "setup", property.name + " must come before the moves");
    if (property.name == "BO") return apply_board(property);
    if (property.name == "SZ") return apply_size(property);
    if (property.name == "PL") return apply_side(property, property.value);
    const Result<Square> square = parse_point(property.value);
    if (!square) return line_.error(property.value_begin, "square", square.error().message);
    if (*square == kPass)
      return line_.error(property.value_begin, "square", "a pass found; a square expected");
    if (!std::exchange(is_set_up_, true)) diagram_ = {.size = diagram_.size};
    diagram_.black &= ~bit(*square);
    diagram_.white &= ~bit(*square);
    if (property.name == "AB") diagram_.black |= bit(*square);
    if (property.name == "AW") diagram_.white |= bit(*square);
    return {};
  }

  Status apply_size(const sgf::Property& property) {
    const std::string_view value = property.value;
    const std::string_view columns = value.substr(0, value.find(':'));
    const std::optional<int> size = text::parse_number<int>(columns);
    const bool square = value == columns || value.substr(columns.size() + 1) == columns;
    if (!size || !square || !is_size(*size))
      return line_.error(property.value_begin, "size",
                         "size " + text::quoted(value, 16) + " found; 4, 6 or 8 expected");
    if (is_set_up_)
      return line_.error(property.begin, "setup", "the size must come before the discs");
    diagram_ = Diagram::start(*size);
    return {};
  }

  Status apply_side(const sgf::Property& property, std::string_view side) {
    const bool black = text::same_ignoring_case(side, "B") || side == "*";
    if (!black && !text::same_ignoring_case(side, "W") && !text::same_ignoring_case(side, "O"))
      return line_.error(property.value_begin, "side",
                         "side to move " + text::quoted(side, 16) +
                             (ggf_ ? " found; * or O expected" : " found; B or W expected"));
    first_ = black ? Color::kBlack : Color::kWhite;
    return {};
  }

  /// BO[8 squares side].
  Status apply_board(const sgf::Property& property) {
    std::string_view value = text::trimmed(property.value);
    const std::string_view size = text::take_word(value);
    const std::size_t side = value.empty() ? 0 : value.size() - 1;
    const Result<Diagram> diagram = parse_diagram(value.substr(0, side));
    if (!diagram) return line_.error(property.value_begin, "board", diagram.error().message);
    if (size != std::to_string(diagram->size))
      return line_.error(property.value_begin, "size",
                         "size " + text::quoted(size, 16) + " found; the board has " +
                             std::to_string(diagram->size) + " rows");
    diagram_ = *diagram;
    is_set_up_ = true;
    return apply_side(property, value.substr(side));
  }

  /// Starts the game, once the setup is complete.
  Status begin(const sgf::Property& property) {
    if (builder_) return {};
    if (Status status = diagram_.check(); !status)
      return line_.error(property.begin, "setup", status.error().message);
    builder_.emplace(diagram_.position(first_), first_);
    return {};
  }

  Status apply_move(Color color, const sgf::Property& property) {
    if (Status status = begin(property); !status) return status;
    std::string_view value = property.value;
    if (ggf_) value = value.substr(0, value.find('/'));
    value = text::trimmed(value);
    const bool is_pass = !ggf_ && (value.empty() || value == "tt");
    const Result<Move> move = is_pass ? kPass : parse_point(value);
    if (!move) return line_.error(property.value_begin, "square", move.error().message);
    if (const auto cause = builder_->play(color, *move))
      return line_.error(property.value_begin, "illegal", *cause);
    return {};
  }

  /// The name of a square, a pass, or two letters: the column from the left, the row from the top.
  Result<Move> parse_point(std::string_view text) const {
    const Result<Move> named = parse_move(text, diagram_.size);
    if (named || ggf_ || text.size() != 2) return named;
    const int row = text::lower(text[1]) - 'a';
    if (row < 0 || row >= diagram_.size) return named;
    return parse_move(std::string{text[0], static_cast<char>('1' + row)}, diagram_.size);
  }

  void convert_texts(GameRecord& record) {
    for (const auto& [key, member] : kept_texts(ggf_)) record.*member = std::move(texts_.*member);
    record.result = std::move(texts_.result);
    std::vector<std::string*> texts{&record.result.reason};
    for (const auto& [key, member] : kept_texts(ggf_)) texts.push_back(&(record.*member));
    sgf::convert_to_utf8(record.charset, texts);
  }

  bool ggf_;
  sgf::MainLine line_;
  GameRecord texts_;  // all but the moves
  Diagram diagram_ = Diagram::start(kDefaultSize);
  bool is_set_up_ = false;  // discs were set up
  Color first_ = Color::kBlack;
  std::optional<RecordBuilder> builder_;  // once there is a move
};

/// Appends AB, AW or AE with one value for each square of `discs`.
void append_squares(std::string& text, std::string_view name, Bitboard discs) {
  if (discs != 0) text += name;
  while (discs != 0) text += '[' + move_name(take_square(discs)) + ']';
}

}  // namespace

Result<bool> SgfReader::next(GameRecord& record) {
  sgf::GameText text;
  const Result<bool> found = finder_.next(text);
  if (!found || !*found) return found;
  Result<GameRecord> read = TreeReader(text).read();
  if (!read) return read.error();
  record = *std::move(read);
  return true;
}

std::string write_sgf(const GameRecord& record, std::span<const std::string> comments) {
  std::string text = "(;FF[4]GM[2]";
  sgf::append_property(text, "SZ", std::to_string(record.start.size()));
  const bool plain = text::is_ascii(record.result.reason) &&
                     std::ranges::all_of(kSgfTexts, [&record](const TextProperty& property) {
                       return text::is_ascii(record.*property.second);
                     });
  for (const auto& [key, member] : kSgfTexts) {
    const bool utf8 = member == &GameRecord::charset && record.charset.empty() && !plain;
    sgf::append_property(text, key, utf8 ? "UTF-8" : record.*member);
  }
  sgf::append_property(text, "RE", write_sgf_result(record.result));
  const Diagram start = Diagram::of(record.start, record.first);
  if (start != Diagram::start(start.size)) {
    append_squares(text, "AB", start.black);
    append_squares(text, "AW", start.white);
  }
  if (record.first == Color::kWhite) text += "PL[W]";
  Color color = record.first;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const Move move = record.moves[i];
    text += color == Color::kBlack ? ";B[" : ";W[";
    text += (move == kPass ? "" : move_name(move)) + ']';
    if (i < comments.size()) sgf::append_property(text, "C", comments[i]);
    color = opponent(color);
  }
  return text + ")\n";
}

std::string write_ggf(const GameRecord& record, std::span<const std::string> notes) {
  std::string text = "(;GM[Othello]";
  for (const auto& [key, member] : kGgfTexts) sgf::append_property(text, key, record.*member);
  sgf::append_property(text, "RE", write_ggf_result(record.result));
  const Diagram start = Diagram::of(record.start, record.first);
  const std::string size = std::to_string(start.size);
  const std::string squares = write_diagram(start, "*O-");
  std::string board = size;
  for (std::size_t at = 0; at < squares.size(); at += static_cast<std::size_t>(start.size))
    board += ' ' + squares.substr(at, static_cast<std::size_t>(start.size));
  sgf::append_property(text, "TY", size);
  sgf::append_property(text, "BO", board + (record.first == Color::kBlack ? " *" : " O"));
  Color color = record.first;
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    const Move move = record.moves[i];
    text += color == Color::kBlack ? "B[" : "W[";
    text += move == kPass ? "PA" : gtp_vertex(move);
    if (i < notes.size()) text += notes[i];
    text += ']';
    color = opponent(color);
  }
  return text + ";)\n";
}

}  // namespace trivium::reversi
