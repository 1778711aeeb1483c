// From tokens to games. What PGN files in the wild do beyond the standard is named where it is allowed for.
#include <algorithm>
#include <array>
#include <istream>
#include <utility>

#include "engine/chess/rules/movegen.h"
#include "engine/chess/rules/notation_text.h"
#include "engine/chess/rules/pgn.h"
#include "engine/chess/rules/pgn_scanner.h"

namespace trivium::chess {
namespace {

using Token = PgnScanner::Token;

// Far above any real game; they bound the memory that a hostile file can ask for.
constexpr std::size_t kMostMoves = 20000;
constexpr std::size_t kMostTags = 1000;
constexpr std::size_t kMostCommentBytes = std::size_t{1} << 24;

enum class Variant : std::uint8_t { kStandard, kChess960, kUnknown };

/// What the Variant tag says, in the spellings of the programs that write it.
Variant variant_named(std::string_view value) {
  std::string plain;
  for (const char c : value) {
    if (text::is_letter(c) || text::is_digit(c)) plain += text::to_upper(c);
  }
  for (const std::string_view name : {"", "CHESS", "STANDARD", "NORMAL", "ORTHODOX", "FROMPOSITION"}) {
    if (plain == name) return Variant::kStandard;
  }
  for (const std::string_view name :
       {"CHESS960", "960", "FRC", "FISCHERANDOM", "FISCHERRANDOM", "FISCHERANDOMCHESS", "FISCHERRANDOMCHESS"}) {
    if (plain == name) return Variant::kChess960;
  }
  return Variant::kUnknown;
}

struct EndMark {
  std::string_view text;
  std::optional<Outcome> result;
};

const EndMark* end_mark(std::string_view text) noexcept {
  static constexpr std::array kMarks = std::to_array<EndMark>(
      {{"1-0", Outcome::kWin}, {"0-1", Outcome::kLoss}, {"1/2-1/2", Outcome::kDraw}, {"1/2", Outcome::kDraw}, {"*", std::nullopt}});
  const auto found = std::find_if(kMarks.begin(), kMarks.end(), [&](const EndMark& mark) { return mark.text == text; });
  return found == kMarks.end() ? nullptr : found;
}

bool is_null_move(std::string_view text) noexcept { return text == "--" || text == "Z0" || text == "null" || text == "@@@@"; }

/// "!?", "+-", "=", "-/+": an opinion on the last move or the position.
bool is_mark(std::string_view text) noexcept { return text.find_first_not_of("+-=/!?#~_:") == std::string_view::npos; }

/// The symbol without a move number in front of it ("12", "12e4"); the scanner has split "12.e4" and "12...e4" already.
std::string_view without_number(std::string_view symbol) noexcept {
  std::size_t digits = 0;
  while (digits < symbol.size() && text::is_digit(symbol[digits])) ++digits;
  if (digits == symbol.size() || text::is_letter(symbol[digits])) symbol.remove_prefix(digits);
  return symbol;
}

}  // namespace

class PgnReader::Parser {
 public:
  Parser(Source source, PgnOptions options) : scanner_(std::move(source), options.keep_comments), options_(options) {}

  std::optional<Result<PgnGame>> next();
  std::size_t games() const noexcept { return games_; }
  std::uint64_t offset() const noexcept { return scanner_.offset(); }

 private:
  enum class Step : std::uint8_t { kGoOn, kGameOver };

  Status read_tags(Token& token);
  Status read_tag();
  Status check_start();
  Status read_movetext(Token token);
  Result<Step> read_token(Token token);
  Result<Step> read_symbol();
  Status play(std::string_view san);
  Status keep_comment();
  void recover(Token token, bool in_tags);
  Error error(std::size_t line, const std::string& cause) const;

  PgnScanner scanner_;
  PgnOptions options_;
  std::size_t games_ = 0;

  PgnGame game_;
  Position position_;
  Variant variant_ = Variant::kStandard;
  bool has_fen_ = false;
  int depth_ = 0;  ///< of variations
  std::size_t variation_line_ = 0;
  std::size_t comment_bytes_ = 0;
};

Error PgnReader::Parser::error(std::size_t line, const std::string& cause) const {
  return Error{"PGN: game " + std::to_string(games_) + ", line " + std::to_string(line) + cause};
}

std::optional<Result<PgnGame>> PgnReader::Parser::next() {
  game_ = PgnGame();
  variant_ = Variant::kStandard;
  has_fen_ = false;
  depth_ = 0;
  comment_bytes_ = 0;
  if (games_ == 0 && scanner_.is_compressed()) {
    scanner_.skip_rest();
    ++games_;
    return error(1, ": " + std::string(text::kIsCompressed));
  }
  Token token = scanner_.next();
  while (token == Token::kComment) {
    // Text between games is nobody's, unless a game without tags follows.
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
  if (Status status = read_movetext(token); !status) {
    recover(scanner_.next(), false);
    return status.error();
  }
  if (!game_.comments.empty()) game_.comments.resize(game_.moves.size() + 1);
  return std::move(game_);
}

/// Reads tag pairs; `token` is the first one that does not belong to them afterwards.
Status PgnReader::Parser::read_tags(Token& token) {
  for (; token == Token::kTagStart || token == Token::kComment; token = scanner_.next()) {
    if (token == Token::kComment) {
      if (Status status = keep_comment(); !status) return status;
      continue;
    }
    // A second Event tag begins the next game: this one has no movetext.
    if (scanner_.at_event_tag() && game_.tag("Event")) break;
    if (Status status = read_tag(); !status) {
      scanner_.skip_line();
      token = scanner_.next();
      return status;
    }
  }
  return check_start();
}

Status PgnReader::Parser::read_tag() {
  Result<PgnTag> tag = scanner_.read_tag();
  if (!tag) return error(scanner_.line(), ": " + tag.error().message);
  if (game_.tags.size() == kMostTags) return error(scanner_.line(), ": more than " + std::to_string(kMostTags) + " tags");
  if (tag->name == "FEN") {
    Result<Position> position = parse_fen(tag->value);
    if (!position) return error(scanner_.line(), ": tag 'FEN': " + position.error().message);
    game_.start = *position;
    has_fen_ = true;
  } else if (tag->name == "Variant") {
    variant_ = variant_named(tag->value);
    if (variant_ == Variant::kUnknown)
      return error(scanner_.line(), ": tag 'Variant': " + text::quoted(tag->value) + " is not played here");
  }
  game_.tags.push_back(*std::move(tag));
  return {};
}

Status PgnReader::Parser::check_start() {
  if (!has_fen_ && game_.tag("SetUp") == "1") return error(scanner_.line(), ": tag 'SetUp' is \"1\", but there is no tag 'FEN'");
  if (variant_ == Variant::kChess960) game_.start.set_chess960(true);
  position_ = game_.start;
  return {};
}

Status PgnReader::Parser::read_movetext(Token token) {
  for (;; token = scanner_.next()) {
    const Result<Step> step = read_token(token);
    if (!step) return step.error();
    if (*step == Step::kGameOver) return {};
  }
}

Result<PgnReader::Parser::Step> PgnReader::Parser::read_token(Token token) {
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
      if (depth_ == 0) return error(scanner_.line(), ": ')' without '('");
      --depth_;
      return Step::kGoOn;
    case Token::kError:
      return error(scanner_.line(), ": " + scanner_.text());
    case Token::kTagStart:
    case Token::kEnd:
      break;
  }
  // A game may just stop before the next one or at the end of the text: it has no result then.
  if (depth_ > 0) return error(variation_line_, ": the variation that begins here is not closed");
  if (token == Token::kTagStart && !scanner_.at_first_word()) return error(scanner_.line(), ": unexpected '['");
  return Step::kGameOver;
}

Result<PgnReader::Parser::Step> PgnReader::Parser::read_symbol() {
  const std::string_view symbol = scanner_.text();
  if (const EndMark* mark = end_mark(symbol)) {
    game_.result = mark->result;
    return Step::kGameOver;
  }
  const std::string_view san = without_number(symbol);
  if (san.empty()) return Step::kGoOn;
  if (is_mark(san) && !is_null_move(san)) return Step::kGoOn;
  // "e.p." arrives in two pieces.
  const bool after_en_passant = !game_.moves.empty() && game_.moves.back().kind() == Move::Kind::kEnPassant;
  if (after_en_passant && (san == "e" || san == "p" || san == "ep")) return Step::kGoOn;
  if (Status status = play(san); !status) return status.error();
  return Step::kGoOn;
}

Status PgnReader::Parser::play(std::string_view san) {
  const auto refuse = [&](const std::string& cause) {
    const std::string dots = position_.side_to_move() == Color::kWhite ? "." : "...";
    return error(scanner_.line(), ", move " + std::to_string(position_.fullmove_number()) + dots + ": " + cause);
  };
  if (is_null_move(san)) return refuse("a null move outside a variation");
  if (game_.moves.size() == kMostMoves) return refuse("more than " + std::to_string(kMostMoves) + " moves");
  const Result<Move> move = parse_san(position_, san);
  if (!move) return refuse(move.error().message);
  Undo undo;
  position_.do_move(*move, undo);
  game_.moves.push_back(*move);
  return {};
}

Status PgnReader::Parser::keep_comment() {
  if (!options_.keep_comments || scanner_.text().empty()) return {};
  comment_bytes_ += scanner_.text().size();
  if (comment_bytes_ > kMostCommentBytes)
    return error(scanner_.line(), ": more than " + std::to_string(kMostCommentBytes) + " bytes of comments");
  game_.comments.resize(game_.moves.size() + 1);
  std::string& comment = game_.comments.back();
  if (!comment.empty()) comment += ' ';
  comment += scanner_.text();
  return {};
}

/// Skips the rest of a game with an error: up to its end mark, or to the tag that begins the next game.
void PgnReader::Parser::recover(Token token, bool in_tags) {
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
        if (scanner_.at_first_word() && (!in_tags || scanner_.at_event_tag())) return;
        scanner_.skip_line();
        break;
      case Token::kComment:
      case Token::kError:
        break;
    }
  }
}

std::optional<std::string_view> PgnGame::tag(std::string_view name) const {
  const auto found = std::find_if(tags.begin(), tags.end(), [&](const PgnTag& tag) { return tag.name == name; });
  if (found == tags.end()) return std::nullopt;
  return found->value;
}

bool PgnGame::ended_by_fault() const {
  constexpr std::array<std::string_view, 8> kFaults = {"abandoned",        "death",        "emergency",          "illegal move",
                                                       "rules infraction", "time forfeit", "stalled connection", "unterminated"};
  const std::optional<std::string_view> termination = tag("Termination");
  return termination && std::any_of(kFaults.begin(), kFaults.end(),
                                    [&](std::string_view fault) { return trivium::text::same_ignoring_case(fault, *termination); });
}

PgnReader::PgnReader(Source source, PgnOptions options) : parser_(std::make_unique<Parser>(std::move(source), options)) {}

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
