#include "tools/match/play/board/opening_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <istream>
#include <string>
#include <utility>

#include "fmt/format.h"

#include "engine/chess/rules/epd.h"
#include "engine/chess/rules/notation.h"
#include "engine/chess/rules/pgn.h"
#include "engine/connect6/rules/records.h"
#include "engine/connect6/rules/sgf.h"
#include "engine/connect6/rules/vertex.h"
#include "engine/core/text.h"
#include "engine/reversi/rules/records.h"
#include "engine/reversi/rules/sgf.h"
#include "engine/reversi/rules/vertex.h"

namespace trivium::match {
namespace {

constexpr std::size_t kMaxRecord = std::size_t{1} << 16;

/// Returns how many of `moves` are played for a limit of `plies`.
std::size_t cut(std::size_t moves, int plies) noexcept {
  return plies < 0 ? moves : std::min(moves, static_cast<std::size_t>(plies));
}

/// Position of the next read of `in`, from its buffer, which also knows it at the end of the text.
std::uint64_t place_in(std::istream& in) {
  return static_cast<std::uint64_t>(
      std::streamoff(in.rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in)));
}

client::GameSetup chess_setup(chess::Position position, const OpeningOptions& options) {
  client::GameSetup setup;
  setup.chess960 = options.chess960 || position.chess960();
  position.set_chess960(setup.chess960);
  setup.fen = chess::to_fen(position);
  if (setup.fen == chess::kStartFen) setup.fen.clear();
  return setup;
}

class EpdOpenings final : public OpeningReader {
 public:
  EpdOpenings(std::istream& in, const OpeningOptions& options)
      : in_(in), options_(options), reader_(in) {}

  std::optional<Result<Opening>> next() override {
    const std::optional<Result<chess::EpdRecord>> record = reader_.next();
    if (!record) return std::nullopt;
    if (!*record) return record->error();
    Opening opening;
    opening.name = (*record)->text("id").value_or("");
    opening.setup = chess_setup((*record)->position, options_);
    return opening;
  }
  std::uint64_t offset() override { return place_in(in_); }

 private:
  std::istream& in_;
  const OpeningOptions& options_;
  chess::EpdReader reader_;
};

class PgnOpenings final : public OpeningReader {
 public:
  PgnOpenings(std::istream& in, const OpeningOptions& options) : options_(options), reader_(in) {}

  std::optional<Result<Opening>> next() override {
    const std::optional<Result<chess::PgnGame>> game = reader_.next();
    if (!game) return std::nullopt;
    if (!*game) return game->error();
    return opening_of(**game);
  }
  std::uint64_t offset() override { return reader_.offset(); }

 private:
  Opening opening_of(const chess::PgnGame& game) const {
    Opening opening;
    for (const std::string_view tag : {"Opening", "ECO"})
      if (opening.name.empty() && game.tag(tag) != "?") opening.name = game.tag(tag).value_or("");
    opening.setup = chess_setup(game.start, options_);
    chess::Position position = game.start;
    position.set_chess960(opening.setup.chess960);
    for (std::size_t i = 0; i < cut(game.moves.size(), options_.plies); ++i) {
      opening.moves.push_back(chess::to_uci(position, game.moves[i]));
      position.do_move(game.moves[i]);
    }
    return opening;
  }

  const OpeningOptions& options_;
  chess::PgnReader reader_;
};

Result<Opening> opening_of(const connect6::GameRecord& record, int plies) {
  Opening opening;
  opening.name = record.id;
  opening.setup.board_size = record.size;
  // Black's first turn has one stone, every other turn two.
  const int stones = plies <= 0 ? plies : 2 * std::min(plies, record.size * record.size) - 1;
  for (std::size_t i = 0; i < cut(record.moves.size(), stones); ++i)
    opening.moves.push_back(connect6::gtp_vertex(record.moves[i], record.size));
  return opening;
}

Result<Opening> opening_of(const reversi::GameRecord& record, int plies) {
  Opening opening;
  opening.name = record.id;
  opening.setup.board_size = record.start.size();
  const bool usual_start = record.start == reversi::Position::start(record.start.size()) &&
                           record.first == reversi::Color::kBlack;
  if (!usual_start)
    return Error{"match.opening.start", "does not begin from the usual start, as GTP requires"};
  for (std::size_t i = 0; i < cut(record.moves.size(), plies); ++i)
    opening.moves.push_back(reversi::gtp_vertex(record.moves[i]));
  return opening;
}

/// Base of the readers of game records.
template <class Record>
class GameOpenings : public OpeningReader {
 public:
  GameOpenings(std::istream& in, const OpeningOptions& options) : in_(in), options_(options) {}

  std::optional<Result<Opening>> next() final {
    Record record;
    const Result<bool> read = read_record(record);
    if (!read) return read.error();
    if (!*read) return std::nullopt;
    ++number_;
    Result<Opening> opening = opening_of(record, options_.plies);
    if (!opening) return at_place(fmt::format("opening {}", number_), opening.error());
    return opening;
  }
  std::uint64_t offset() final { return place_in(in_); }

 protected:
  /// Fills `record` and returns true; false at the end.
  virtual Result<bool> read_record(Record& record) = 0;

  std::istream& in() noexcept { return in_; }
  int board_size() const noexcept { return options_.board_size; }

 private:
  std::istream& in_;
  const OpeningOptions& options_;
  int number_ = 0;
};

class CsvOpenings final : public GameOpenings<connect6::GameRecord> {
 public:
  CsvOpenings(std::istream& in, const OpeningOptions& options)
      : GameOpenings(in, options), reader_(in, options.board_size) {}

 private:
  Result<bool> read_record(connect6::GameRecord& record) override { return reader_.next(record); }

  connect6::CsvReader reader_;
};

/// Reads collections of SGF, and in Reversi also of GGF.
template <class Record, class Reader>
class SgfOpenings final : public GameOpenings<Record> {
 public:
  SgfOpenings(std::istream& in, const OpeningOptions& options)
      : GameOpenings<Record>(in, options), reader_(in) {}

 private:
  Result<bool> read_record(Record& record) override { return reader_.next(record); }

  Reader reader_;
};

/// Returns the record on line `line` of a book.
template <class Record>
using ParseLine = Result<Record> (*)(std::string_view text, int board_size, int line);

Result<connect6::GameRecord> parse_record(std::string_view text, int board_size, int line) {
  Result<connect6::GameRecord> record = connect6::parse_paper_record(text, board_size);
  if (!record) return at_place(fmt::format("line {}", line), record.error());
  return record;
}

Result<reversi::GameRecord> parse_moves(std::string_view text, int board_size, int line) {
  return reversi::parse_transcript(text, board_size, {line, 1});
}

/// Reads records one per line: the notation of paper 000, or transcripts of Reversi. Skips empty
/// lines and '#' comments.
template <class Record, ParseLine<Record> kParse>
class LineOpenings final : public GameOpenings<Record> {
 public:
  using GameOpenings<Record>::GameOpenings;

 private:
  Result<bool> read_record(Record& record) override {
    for (std::string line; std::getline(this->in(), line);) {
      ++line_;
      const std::string_view content = text::trimmed(line);
      if (content.empty() || content.front() == '#') continue;
      if (content.size() > kMaxRecord)
        return Error{"match.opening.long", "line {}: longer than any game", line_};
      Result<Record> read = kParse(content, this->board_size(), line_);
      if (!read) return read.error();
      record = *std::move(read);
      return true;
    }
    return false;
  }

  int line_ = 0;
};

using Connect6SgfOpenings = SgfOpenings<connect6::GameRecord, connect6::SgfReader>;
using ReversiSgfOpenings = SgfOpenings<reversi::GameRecord, reversi::SgfReader>;
using RecordOpenings = LineOpenings<connect6::GameRecord, parse_record>;
using TranscriptOpenings = LineOpenings<reversi::GameRecord, parse_moves>;

template <class Reader>
std::unique_ptr<OpeningReader> make(std::istream& in, const OpeningOptions& options) {
  return std::make_unique<Reader>(in, options);
}

struct Form {
  Game game;
  std::string_view name;
  std::string_view suffix;  ///< file name suffix of this format
  std::unique_ptr<OpeningReader> (*make)(std::istream& in, const OpeningOptions& options);
};

constexpr std::array kForms = std::to_array<Form>({
    {Game::kChess, "epd", ".epd", make<EpdOpenings>},
    {Game::kChess, "epd", ".fen", make<EpdOpenings>},
    {Game::kChess, "pgn", ".pgn", make<PgnOpenings>},
    {Game::kConnect6, "csv", ".csv", make<CsvOpenings>},
    {Game::kConnect6, "sgf", ".sgf", make<Connect6SgfOpenings>},
    {Game::kConnect6, "record", ".txt", make<RecordOpenings>},
    {Game::kConnect6, "record", ".record", make<RecordOpenings>},
    {Game::kReversi, "transcript", ".txt", make<TranscriptOpenings>},
    {Game::kReversi, "sgf", ".sgf", make<ReversiSgfOpenings>},
    {Game::kReversi, "ggf", ".ggf", make<ReversiSgfOpenings>},
});

}  // namespace

Result<std::unique_ptr<OpeningReader>> make_opening_reader(Game game, const OpeningOptions& options,
                                                           std::istream& in) {
  const std::string suffix = text::lower_case(options.file.extension().string());
  std::string known;
  for (const Form& form : kForms) {
    if (form.game != game) continue;
    if (options.format.empty() ? form.suffix == suffix : form.name == options.format)
      return form.make(in, options);
    if (known.find(form.name) == std::string::npos)
      known += fmt::format("{}{}", known.empty() ? "" : ", ", form.name);
  }
  if (known.empty()) return Error{"match.opening.game", "the game has no opening books"};
  if (options.format.empty())
    return Error{"match.opening.format",
                 "the file name does not show the format; format= can be {}", known};
  return Error{"match.opening.format", "unknown format {}; accepted: {}",
               text::quoted(options.format, 20), known};
}

}  // namespace trivium::match
