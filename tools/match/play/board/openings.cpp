#include "tools/match/play/board/openings.h"

#include <algorithm>
#include <string_view>
#include <system_error>

#include "fmt/format.h"

#include "engine/connect6/rules/records.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/rng.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "tools/match/play/board/opening_reader.h"
#include "tools/match/play/board/permutation.h"
#include "tools/match/play/board/referee.h"

namespace trivium::match {
namespace {

namespace fs = std::filesystem;

using format::LoadError;
using format::or_throw;

/// Identifies the version of a file, to detect changes.
struct FileState {
  std::uintmax_t size = 0;
  fs::file_time_type written;

  friend bool operator==(const FileState&, const FileState&) = default;
};

std::optional<FileState> state_of(const fs::path& file) {
  std::error_code failure;
  FileState state{fs::file_size(file, failure), {}};
  if (!failure) state.written = fs::last_write_time(file, failure);
  return failure ? std::nullopt : std::optional(state);
}

/// Line of `file` on which the opening after `offset` begins.
std::size_t line_at(const fs::path& file, std::uint64_t offset) {
  const Result<std::unique_ptr<input::Stream>> opened = input::Stream::open_seekable(file);
  if (!opened) return 1;
  input::Stream& in = **opened;
  std::size_t line = 1;
  for (; offset > 0 && in; --offset) line += in.get() == '\n' ? 1 : 0;
  for (std::string text; std::getline(in, text); ++line) {
    const std::string_view content = text::trimmed(text);
    if (!content.empty() && content.front() != '#' && content != connect6::kCsvHeader) break;
  }
  return line;
}

/// Returns why no game can start from `opening`; empty if one can.
std::optional<Error> flaw_in(Game game, const Opening& opening) {
  const Result<std::unique_ptr<Referee>> made = make_referee(game, opening.setup);
  if (!made) return made.error();
  Referee& referee = **made;
  int last_mover = -1;
  for (const std::string& move : opening.moves) {
    last_mover = referee.to_move();
    if (const Result<std::string> played = referee.play(move); !played) return played.error();
  }
  if (const auto end = referee.end())
    return Error{"match.opening.over",
                 "the opening ends the game ({}); shorten it with plies=", end->reason};
  if (last_mover == referee.to_move())
    return Error{"match.opening.half_turn",
                 "the opening stops in the middle of a turn; shorten it with plies="};
  return std::nullopt;
}

}  // namespace

struct OpeningBook::Impl {
  Game game = Game::kChess;
  OpeningOptions options;
  std::uint64_t seed = 0;
  FileState state;
  std::vector<std::uint64_t> places;  ///< offsets of the openings in the file; empty: no file

  /// Start position of games without a book.
  Opening start() const {
    Opening opening;
    opening.setup.chess960 = options.chess960;
    opening.setup.board_size = options.board_size;
    return opening;
  }

  /// Index (from 0) in the file of the opening for index `index` of the match.
  std::uint64_t number(std::uint64_t index) const noexcept {
    const std::uint64_t place = options.start - 1 + index;
    if (options.order == OpeningOrder::kSequential) return place % places.size();
    std::uint64_t key = seed;
    return Permutation(places.size(),
                       splitmix64(key) + place / places.size())(place % places.size());
  }

  // These functions throw format::LoadError.

  /// Checks every opening of the file and stores its offset.
  void read() {
    const std::string file = options.file.string();
    const auto in = or_throw(input::Stream::open_seekable(options.file));
    const auto reader = or_throw(make_opening_reader(game, options, *in), file);
    for (;;) {
      const std::uint64_t place = reader.offset();
      std::optional<Result<Opening>> opening = reader.next();
      or_throw(in->status());
      if (!opening) break;
      if (const auto flaw = flaw_in(game, or_throw(*std::move(opening), file))) {
        throw LoadError(flaw->code, "{}: line {}: {}", file, line_at(options.file, place),
                        flaw->message);
      }
      places.push_back(place);
    }
    if (places.empty()) throw LoadError("match.openings.empty", "{}: contains no opening", file);
    if (options.start > places.size()) {
      throw LoadError("match.openings.start",
                      "{}: start={} is past the end: the book has {} openings", file, options.start,
                      places.size());
    }
    places.shrink_to_fit();
  }

  Opening opening(std::uint64_t number) const {
    const std::string file = options.file.string();
    if (state_of(options.file) != state)
      throw LoadError("match.openings.changed", "{}: the book has changed since it was opened",
                      file);
    const auto in = or_throw(input::Stream::open_seekable(options.file));
    in->seekg(static_cast<std::streamoff>(places[number]));
    const auto reader = or_throw(make_opening_reader(game, options, *in), file);
    std::optional<Result<Opening>> next = reader.next();
    or_throw(in->status());
    if (!next) throw LoadError("match.openings.changed", "{}: the book has become shorter", file);
    Opening opening = or_throw(*std::move(next), file);
    if (opening.name.empty()) opening.name = std::to_string(number + 1);
    return opening;
  }
};

Result<OpeningBook> OpeningBook::open(Game game, const OpeningOptions& options,
                                      std::uint64_t seed) {
  if (options.start == 0) return Error{"match.openings.start", "openings: start= counts from 1"};
  auto impl = std::make_shared<Impl>();
  impl->game = game;
  impl->options = options;
  impl->seed = seed;
  if (const auto flaw = flaw_in(game, impl->start()))
    return Error{flaw->code, "openings: " + flaw->message};
  if (!options.file.empty()) {
    impl->state = state_of(options.file).value_or(FileState());
    const Status read = format::or_error([&] { impl->read(); });
    if (!read) return read.error();
  }
  return OpeningBook(std::move(impl));
}

std::size_t OpeningBook::size() const noexcept {
  return std::max<std::size_t>(impl_->places.size(), 1);
}

Result<Opening> OpeningBook::at(std::uint64_t index) const {
  if (impl_->places.empty()) return impl_->start();
  return format::or_error([&] { return impl_->opening(impl_->number(index)); });
}

std::optional<std::string> repetition_warning(std::uint64_t rounds, std::size_t openings,
                                              bool timed) {
  if (timed || rounds <= openings) return std::nullopt;
  return fmt::format(
      "{} rounds begin from {} {}, and no engine has a time limit: deterministic engines repeat "
      "their games, which count as if they were new; use at least as many openings as rounds",
      rounds, openings, openings == 1 ? "opening" : "openings");
}

}  // namespace trivium::match
