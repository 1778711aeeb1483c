// Builds games from tokens. Deviations of real PGN files from the standard are named where they are
// handled.
#include <algorithm>
#include <array>
#include <istream>
#include <utility>

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation_text.h"
#include "engine/chess/rules/pgn.h"
#include "engine/chess/rules/pgn_scanner.h"

namespace trivium::chess {
namespace {

using Token = PgnScanner::Token;

// Far above any real game; limits the memory that a malicious file can use.
constexpr std::size_t kMaxMoves = 20000;
constexpr std::size_t kMaxTags = 1000;
constexpr std::size_t kMaxCommentBytes = std::size_t{1} << 24;

/// Maximum number of unknown words after a move that count as annotations ("White resigns").
constexpr int kMaxRemarks = 2;

enum class Variant : std::uint8_t { kStandard, kChess960, kUnknown };

/// Returns the variant of a Variant tag, in the spellings of common programs.
Variant variant_named(std::string_view value) {
  std::string plain;
  for (const char c : value) {
    if (text::is_letter(c) || text::is_digit(c)) plain += text::to_upper(c);
  }
  for (const std::string_view name :
       {"", "CHESS", "STANDARD", "NORMAL", "ORTHODOX", "FROMPOSITION"}) {
    if (plain == name) return Variant::kStandard;
  }
  for (const std::string_view name : {"CHESS960", "960", "FRC", "FISCHERANDOM", "FISCHERRANDOM",
                                      "FISCHERANDOMCHESS", "FISCHERRANDOMCHESS"}) {
    if (plain == name) return Variant::kChess960;
  }
  return Variant::kUnknown;
}

struct EndMark {
  std::string_view text;
  std::optional<Outcome> result;
};

constexpr std::array kEndMarks = std::to_array<EndMark>({{"1-0", Outcome::kWin},
                                                         {"0-1", Outcome::kLoss},
                                                         {"1/2-1/2", Outcome::kDraw},
                                                         {"1/2", Outcome::kDraw},
                                                         {"*", std::nullopt}});

const EndMark* end_mark(std::string_view text) noexcept {
  if (text.empty() || text::is_letter(text.front())) return nullptr;
  const auto found = std::ranges::find(kEndMarks, text, &EndMark::text);
  return found == kEndMarks.end() ? nullptr : found;
}

/// Returns the result at the end of a move without a space ("Qh4#0-1"), or nullptr.
const EndMark* glued_end_mark(std::string_view text) noexcept {
  const auto found = std::ranges::find_if(
      kEndMarks, [&](const EndMark& mark) { return text.ends_with(mark.text); });
  return found == kEndMarks.end() ? nullptr : found;
}

/// Returns the standard spelling of a tag name that this reader interprets, else an empty view.
/// Some programs write "Fen" and "Setup".
std::string_view standard_name(std::string_view name) noexcept {
  static constexpr std::array kNames = std::to_array<std::string_view>(
      {"Event", "White", "Black", "Result", "FEN", "SetUp", "Variant"});
  for (const std::string_view standard : kNames) {
    const bool may_be =
        name.size() == standard.size() &&
        trivium::text::lower(name.front()) == trivium::text::lower(standard.front());
    if (may_be && trivium::text::same_ignoring_case(standard, name)) return standard;
  }
  return {};
}

bool is_null_move(std::string_view text) noexcept {
  return text == "--" || text == "Z0" || text == "null" || text == "pass" || text == "@@@@";
}

/// True for an evaluation of a move or position: "!?", "+-", "=", "-/+", also with non-ASCII signs.
bool is_mark(std::string_view text) noexcept {
  return std::ranges::none_of(text, [](char c) {
    return text::is_letter(c) || (static_cast<unsigned char>(c) < 128 &&
                                  std::string_view("+-=/!?#~_:").find(c) == std::string_view::npos);
  });
}

/// True for a word of letters with at least one that no move contains: "resigns", "unclear".
bool is_remark(std::string_view text) noexcept {
  return std::ranges::all_of(text, text::is_letter) &&
         text.find_first_not_of("KQRBNPOabcdefghox") != std::string_view::npos;
}

/// Returns the symbol without a move number in front ("12", "12e4"). The scanner has already split
/// "12.e4" and "12...e4".
std::string_view without_number(std::string_view symbol) noexcept {
  std::size_t digits = 0;
  while (digits < symbol.size() && text::is_digit(symbol[digits])) ++digits;
  if (digits == symbol.size() || text::is_letter(symbol[digits])) symbol.remove_prefix(digits);
  return symbol;
}

}  // namespace

class PgnReader::Parser {
 public:
  Parser(Source source, PgnOptions options)
      : scanner_(std::move(source), options.keep_comments), options_(options) {}

  std::optional<Result<PgnGame>> next() {
    game_ = PgnGame();
    variant_ = Variant::kStandard;
    depth_ = 0;
    comment_bytes_ = 0;
    remarks_ = 0;
    Token token = scanner_.next();
    while (token == Token::kComment) {
      // Text between games is dropped, unless a game without tags follows.
      if (!keep_comment()) game_.comments.clear();
      token = scanner_.next();
    }
    if (token == Token::kEnd) return std::nullopt;
    ++games_;
    if (token == Token::kTagStart) game_.comments.clear();
    if (Status status = read_tags(token); !status) {
      recover(token, true);
      return status.error();
    }
    if (Status status = set_start(); !status) {
      recover(token, false);
      return status.error();
    }
    if (Status status = read_movetext(token); !status) {
      recover(scanner_.next(), false);
      return status.error();
    }
    if (!game_.comments.empty()) game_.comments.resize(game_.moves.size() + 1);
    judge_result();
    return std::move(game_);
  }

  std::size_t games() const noexcept { return games_; }
  std::uint64_t offset() const noexcept { return scanner_.offset(); }

 private:
  enum class Step : std::uint8_t { kGoOn, kGameOver };

  /// Reads tag pairs. On return, `token` is the first token after them.
  Status read_tags(Token& token) {
    for (; token == Token::kTagStart || token == Token::kComment; token = scanner_.next()) {
      if (token == Token::kComment) {
        if (Status status = keep_comment(); !status) return status;
        continue;
      }
      if (next_game_begins()) break;
      Status status = read_tag();
      empty_lines_ = scanner_.empty_lines();
      if (!status) {
        scanner_.skip_line();
        token = scanner_.next();
        return status;
      }
    }
    return {};
  }

  Status read_tag() {
    Result<PgnTag> tag = scanner_.read_tag();
    if (!tag) return error("tag.syntax", scanner_.line(), ": " + tag.error().message);
    if (game_.tags.size() == kMaxTags)
      return error("tag.many", scanner_.line(),
                   ": more than " + std::to_string(kMaxTags) + " tags");
    if (!standard_.empty()) tag->name = standard_;
    if (repeated_) return repeat_tag(*tag);
    if (tag->name == "FEN") {
      fen_line_ = scanner_.line();
    } else if (tag->name == "Variant") {
      variant_ = variant_named(tag->value);
      if (variant_ == Variant::kUnknown)
        return error("tag.variant", scanner_.line(),
                     ": tag 'Variant': " + text::quoted(tag->value) + " is not played here");
    }
    game_.tags.push_back(*std::move(tag));
    return {};
  }

  /// True if the next tag belongs to another game, so this game has no movetext. Opening books are
  /// often written this way.
  bool next_game_begins() {
    std::string_view name = scanner_.name_of_tag();
    standard_ = standard_name(name);
    if (!standard_.empty()) name = standard_;
    repeated_ = game_.tag(name).has_value();
    if (!repeated_) return false;
    if (name == "Event" || scanner_.empty_lines() > empty_lines_) return true;
    return name == game_.tags.front().name && (name == "FEN" || game_.tags.size() > 1);
  }

  /// Handles a repeated tag: the first one counts. It is an error if the start position would be
  /// ambiguous.
  Status repeat_tag(const PgnTag& tag) {
    Error fault = error("tag.repeated", scanner_.line(),
                        ": tag " + text::quoted(tag.name) + " is repeated here");
    const bool decides_start = tag.name == "FEN" || tag.name == "SetUp" || tag.name == "Variant";
    if (decides_start && game_.tag(tag.name) != tag.value) return fault;
    if (game_.faults.size() < kMaxTags) game_.faults.push_back(std::move(fault));
    return {};
  }

  /// Sets the start position from the tags FEN, SetUp and Variant. SetUp "0" means the standard
  /// position even if there is a FEN (PGN standard, section 9.7.1). An empty or unknown ("?") FEN
  /// also means the standard position.
  Status set_start() {
    const auto tag = game_.tag("FEN");
    const std::string_view fen = text::trimmed(tag.value_or(""));
    const bool has_fen = fen.find_first_not_of('?') != std::string_view::npos;
    const auto set_up = game_.tag("SetUp");
    if (!tag && set_up == "1")
      return error("tag.setup", scanner_.line(),
                   ": tag 'SetUp' is \"1\", but there is no tag 'FEN'");
    if (has_fen && set_up != "0") {
      if (Status status = read_fen(fen); !status) return status;
    }
    if (variant_ == Variant::kChess960) game_.start.set_chess960(true);
    position_ = game_.start;
    return {};
  }

  /// Reads the value of the tag FEN. Older books write it as an EPD line with a semicolon.
  Status read_fen(std::string_view fen) {
    std::string note;
    Result<Position> position = Error{};
    if (fen.find(';') == std::string_view::npos) {
      position = parse_fen(fen, &note);
    } else if (Result<EpdRecord> record = parse_epd(fen); record) {
      position = record->position;
      note = std::move(record->note);
    } else {
      position = record.error();
    }
    const std::string place = ": tag 'FEN': ";
    if (!position) return error("tag.fen", fen_line_, place + position.error().message);
    if (!note.empty()) game_.notes.push_back(at(fen_line_, place + note));
    game_.start = *position;
    return {};
  }

  /// Compares the results given by the tag, the end of the movetext and the board.
  void judge_result() {
    const std::optional<std::string_view> tag = game_.tag("Result");
    const EndMark* mark = tag ? end_mark(text::in_ascii(text::trimmed(*tag))) : nullptr;
    const std::optional<Outcome> stated = mark != nullptr ? mark->result : std::nullopt;
    const auto add = [&](std::string_view code, const std::string& cause) {
      game_.faults.push_back(error(code, scanner_.line(), ": " + cause));
    };
    if (stated && game_.result && stated != game_.result) {
      add("result.tag", "tag 'Result' is " + std::string(to_pgn_result(stated)) +
                            ", but the moves end with " + std::string(to_pgn_result(game_.result)));
    }
    if (!legal_moves(position_).empty()) return;
    std::optional<Outcome> on_board = Outcome::kDraw;
    if (position_.in_check())
      on_board = position_.side_to_move() == Color::kWhite ? Outcome::kLoss : Outcome::kWin;
    for (const std::optional<Outcome> result : {game_.result, stated}) {
      if (!result || result == on_board) continue;
      const std::string ended = on_board == Outcome::kDraw  ? "stalemate"
                                : on_board == Outcome::kWin ? "Black is mated"
                                                            : "White is mated";
      return add("result.board", "the result is " + std::string(to_pgn_result(result)) +
                                     ", but on the board it is " +
                                     std::string(to_pgn_result(on_board)) + ": " + ended);
    }
  }

  Status read_movetext(Token token) {
    for (;; token = scanner_.next()) {
      const Result<Step> step = read_token(token);
      if (!step) return step.error();
      if (*step == Step::kGameOver) return {};
    }
  }

  Result<PgnReader::Parser::Step> read_token(Token token) {
    switch (token) {
      case Token::kSymbol:
        return depth_ == 0 ? read_symbol() : Step::kGoOn;
      case Token::kComment:
        if (depth_ == 0) {
          if (Status status = keep_comment(); !status) return status.error();
        }
        return Step::kGoOn;
      case Token::kOpenVariation:
        if (depth_++ == 0) variation_line_ = scanner_.line();
        return Step::kGoOn;
      case Token::kCloseVariation:
        if (depth_ == 0) return error("variation", scanner_.line(), ": ')' without '('");
        --depth_;
        return Step::kGoOn;
      case Token::kError:
        return error("syntax", scanner_.line(), ": " + scanner_.text());
      case Token::kTagStart:
      case Token::kEnd:
        break;
    }
    // A game may end without a result before the next one or at the end of the text.
    if (depth_ > 0)
      return error("variation", variation_line_, ": the variation that begins here is not closed");
    if (token == Token::kTagStart && !scanner_.at_first_word())
      return error("syntax", scanner_.line(), ": unexpected '['");
    return Step::kGameOver;
  }

  Result<PgnReader::Parser::Step> read_symbol() {
    const std::string_view symbol = scanner_.text();
    if (const EndMark* mark = end_mark(symbol)) {
      game_.result = mark->result;
      return Step::kGameOver;
    }
    const std::string_view san = without_number(symbol);
    if (san.empty()) return Step::kGoOn;
    if (is_mark(san) && !is_null_move(san)) return Step::kGoOn;
    const Status played = play(san);
    if (played || is_said_of_move(san)) return Step::kGoOn;
    const EndMark* mark = glued_end_mark(san);
    if (mark == nullptr || !play(san.substr(0, san.size() - mark->text.size())))
      return played.error();
    game_.result = mark->result;
    return Step::kGameOver;
  }

  /// True if a word after a move only annotates it. More than a few unknown words are an error,
  /// since such text does not belong to a game.
  bool is_said_of_move(std::string_view word) {
    if (game_.moves.empty()) return false;
    if (text::is_glyph(word)) return true;
    // "e. p." arrives as two symbols.
    if (game_.moves.back().kind() == Move::Kind::kEnPassant && (word == "e" || word == "p"))
      return true;
    return is_remark(word) && !is_null_move(word) && ++remarks_ <= kMaxRemarks;
  }

  Status play(std::string_view san) {
    const auto reject = [&](std::string_view code, const std::string& cause) {
      const std::string dots = position_.side_to_move() == Color::kWhite ? "." : "...";
      return error(code, scanner_.line(),
                   ", move " + std::to_string(position_.fullmove_number()) + dots + ": " + cause);
    };
    if (game_.moves.size() == kMaxMoves)
      return reject("move.many", "more than " + std::to_string(kMaxMoves) + " moves");
    const Result<Move> move = parse_san(position_, san);
    if (!move)
      return is_null_move(san) ? reject("move.null", "a null move outside a variation")
                               : reject("move.illegal", move.error().message);
    position_.do_move(*move);
    game_.moves.push_back(*move);
    remarks_ = 0;
    return {};
  }

  Status keep_comment() {
    if (!options_.keep_comments || scanner_.text().empty()) return {};
    comment_bytes_ += scanner_.text().size();
    if (comment_bytes_ > kMaxCommentBytes)
      return error("comment.long", scanner_.line(),
                   ": more than " + std::to_string(kMaxCommentBytes) + " bytes of comments");
    game_.comments.resize(game_.moves.size() + 1);
    std::string& comment = game_.comments.back();
    if (!comment.empty()) comment += ' ';
    comment += scanner_.text();
    return {};
  }

  /// Skips the rest of a game with an error, up to its end mark or the tag that begins the next
  /// game.
  void recover(Token token, bool in_tags) {
    for (;; token = scanner_.next()) {
      switch (token) {
        case Token::kEnd:
          return;
        case Token::kOpenVariation:
          ++depth_;
          break;
        case Token::kCloseVariation:
          depth_ = std::max(0, depth_ - 1);
          break;
        case Token::kSymbol:
          in_tags = false;
          if (depth_ == 0 && end_mark(scanner_.text()) != nullptr) return;
          break;
        case Token::kTagStart:
          if (scanner_.at_first_word() &&
              (!in_tags || scanner_.at_event_tag() || scanner_.empty_lines() > empty_lines_))
            return;
          scanner_.skip_line();
          break;
        case Token::kComment:
        case Token::kError:
          break;
      }
    }
  }

  std::string at(std::size_t line, const std::string& what) const {
    return "PGN: game " + std::to_string(games_) + ", line " + std::to_string(line) + what;
  }

  /// Returns an error with the code "pgn." + `code`.
  Error error(std::string_view code, std::size_t line, const std::string& cause) const {
    return Error{"pgn." + std::string(code), at(line, cause)};
  }

  PgnScanner scanner_;
  PgnOptions options_;
  std::size_t games_ = 0;

  PgnGame game_;
  Position position_;
  Variant variant_ = Variant::kStandard;
  std::size_t fen_line_ = 0;
  std::string_view standard_;    ///< standard_name() of the next tag
  bool repeated_ = false;        ///< the game already has the next tag
  std::size_t empty_lines_ = 0;  ///< before the last tag
  int depth_ = 0;                ///< nesting of variations
  std::size_t variation_line_ = 0;
  std::size_t comment_bytes_ = 0;
  int remarks_ = 0;  ///< unknown words since the last move
};

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
  const auto found = std::ranges::find(tags, name, &PgnTag::name);
  if (found == tags.end()) return std::nullopt;
  return found->value;
}

bool PgnGame::ended_by_fault() const {
  constexpr std::array<std::string_view, 8> kFaults = {
      "abandoned",        "death",        "emergency",          "illegal move",
      "rules infraction", "time forfeit", "stalled connection", "unterminated"};
  const std::optional<std::string_view> termination = tag("Termination");
  return termination && std::ranges::any_of(kFaults, [&](std::string_view fault) {
           return trivium::text::same_ignoring_case(fault, *termination);
         });
}

bool PgnGame::contradicts_itself() const {
  return std::ranges::any_of(
      faults, [](const Error& fault) { return fault.code.starts_with("pgn.result."); });
}

PgnReader::PgnReader(Source source, PgnOptions options)
    : parser_(std::make_unique<Parser>(std::move(source), options)) {}

PgnReader::PgnReader(std::istream& in, PgnOptions options)
    : PgnReader(
          [&in](std::span<char> buffer) {
            in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
            return static_cast<std::size_t>(in.gcount());
          },
          options) {}

PgnReader::PgnReader(PgnReader&&) noexcept = default;
PgnReader& PgnReader::operator=(PgnReader&&) noexcept = default;
PgnReader::~PgnReader() = default;

std::optional<Result<PgnGame>> PgnReader::next() { return parser_->next(); }
std::size_t PgnReader::games() const noexcept { return parser_->games(); }
std::uint64_t PgnReader::offset() const noexcept { return parser_->offset(); }

}  // namespace trivium::chess
