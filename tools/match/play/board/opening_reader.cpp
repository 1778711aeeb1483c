#include "tools/match/play/board/opening_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <istream>
#include <memory>
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

OpeningReader epd_openings(std::istream& in, const OpeningOptions& options) {
  const auto reader = std::make_shared<chess::EpdReader>(in);
  const auto next = [&options, reader]() -> std::optional<Result<Opening>> {
    const std::optional<Result<chess::EpdRecord>> record = reader->next();
    if (!record) return std::nullopt;
    if (!*record) return record->error();
    return Opening{std::string((*record)->text("id").value_or("")),
                   chess_setup((*record)->position, options),
                   {}};
  };
  return {next, [&in] { return place_in(in); }};
}

Opening opening_of(const chess::PgnGame& game, const OpeningOptions& options) {
  Opening opening;
  for (const std::string_view tag : {"Opening", "ECO"})
    if (opening.name.empty() && game.tag(tag) != "?") opening.name = game.tag(tag).value_or("");
  opening.setup = chess_setup(game.start, options);
  chess::Position position = game.start;
  position.set_chess960(opening.setup.chess960);
  for (std::size_t i = 0; i < cut(game.moves.size(), options.plies); ++i) {
    opening.moves.push_back(chess::to_uci(position, game.moves[i]));
    position.do_move(game.moves[i]);
  }
  return opening;
}

OpeningReader pgn_openings(std::istream& in, const OpeningOptions& options) {
  const auto reader = std::make_shared<chess::PgnReader>(in);
  const auto next = [&options, reader]() -> std::optional<Result<Opening>> {
    const std::optional<Result<chess::PgnGame>> game = reader->next();
    if (!game) return std::nullopt;
    if (!*game) return game->error();
    return opening_of(**game, options);
  };
  return {next, [reader] { return reader->offset(); }};
}

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

/// Reads openings from game records. `read_record` fills a record and returns true; false at the
/// end.
template <class Record, class ReadRecord>
OpeningReader game_openings(std::istream& in, const OpeningOptions& options,
                            ReadRecord read_record) {
  const auto next = [&options, read_record,
                     number = 0]() mutable -> std::optional<Result<Opening>> {
    Record record;
    const Result<bool> read = read_record(record);
    if (!read) return read.error();
    if (!*read) return std::nullopt;
    ++number;
    Result<Opening> opening = opening_of(record, options.plies);
    if (!opening) return at_place(fmt::format("opening {}", number), opening.error());
    return opening;
  };
  return {next, [&in] { return place_in(in); }};
}

OpeningReader csv_openings(std::istream& in, const OpeningOptions& options) {
  const auto reader = std::make_shared<connect6::CsvReader>(in, options.board_size);
  return game_openings<connect6::GameRecord>(
      in, options, [reader](connect6::GameRecord& record) { return reader->next(record); });
}

/// Reads collections of SGF, and in Reversi also of GGF.
template <class Record, class Reader>
OpeningReader sgf_openings(std::istream& in, const OpeningOptions& options) {
  const auto reader = std::make_shared<Reader>(in);
  return game_openings<Record>(in, options,
                               [reader](Record& record) { return reader->next(record); });
}

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
OpeningReader line_openings(std::istream& in, const OpeningOptions& options) {
  const auto read_record = [&in, &options, number = 0](Record& record) mutable -> Result<bool> {
    for (std::string line; std::getline(in, line);) {
      ++number;
      const std::string_view content = text::trimmed(line);
      if (content.empty() || content.front() == '#') continue;
      if (content.size() > kMaxRecord)
        return Error{"match.opening.long", "line {}: longer than any game", number};
      Result<Record> read = kParse(content, options.board_size, number);
      if (!read) return read.error();
      record = *std::move(read);
      return true;
    }
    return false;
  };
  return game_openings<Record>(in, options, read_record);
}

struct Form {
  Game game;
  std::string_view name;
  std::string_view suffix;  ///< file name suffix of this format
  OpeningReader (*make)(std::istream& in, const OpeningOptions& options);
};

constexpr std::array kForms = std::to_array<Form>({
    {Game::kChess, "epd", ".epd", epd_openings},
    {Game::kChess, "epd", ".fen", epd_openings},
    {Game::kChess, "pgn", ".pgn", pgn_openings},
    {Game::kConnect6, "csv", ".csv", csv_openings},
    {Game::kConnect6, "sgf", ".sgf", sgf_openings<connect6::GameRecord, connect6::SgfReader>},
    {Game::kConnect6, "record", ".txt", line_openings<connect6::GameRecord, parse_record>},
    {Game::kConnect6, "record", ".record", line_openings<connect6::GameRecord, parse_record>},
    {Game::kReversi, "transcript", ".txt", line_openings<reversi::GameRecord, parse_moves>},
    {Game::kReversi, "sgf", ".sgf", sgf_openings<reversi::GameRecord, reversi::SgfReader>},
    {Game::kReversi, "ggf", ".ggf", sgf_openings<reversi::GameRecord, reversi::SgfReader>},
});

}  // namespace

Result<OpeningReader> make_opening_reader(Game game, const OpeningOptions& options,
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
  if (options.format.empty())
    return Error{"match.opening.format",
                 "the file name does not show the format; format= can be {}", known};
  return Error{"match.opening.format", "unknown format {}; accepted: {}",
               text::quoted(options.format, 20), known};
}

}  // namespace trivium::match
