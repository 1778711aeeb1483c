#include "learning/records/merge_games.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/chess/rules/pgn.h"
#include "engine/core/readers/input_file.h"
#include "engine/reversi/rules/record_reader.h"
#include "engine/reversi/rules/wthor.h"
#include "learning/harness/block_file.h"
#include "learning/records/connect6_games.h"
#include "learning/records/file_kind.h"
#include "learning/records/game_set.h"
#include "learning/records/packed_position.h"
#include "learning/records/reversi_games.h"
#include "learning/records/searched_games.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::learning::records {

namespace {

namespace fs = std::filesystem;

using format::LoadError;
using format::or_throw;

constexpr std::string_view kBlankLine = "\n\n";

/// Decides which games are written, and counts them.
class Selection {
 public:
  Selection(const std::vector<fs::path>& files, const MergeOptions& options)
      : files_(files), options_(options) {}

  /// True if the next game of file `file` is to be written. Throws if it is in an earlier file and
  /// common games are refused.
  bool takes(std::size_t file, std::uint64_t hash) {
    if (file != file_) begin(file);
    const GamePlace here{file, read_in_file_++};
    const std::optional<GamePlace> before = common_.find_or_add(hash, here);
    if (before && options_.common == CommonGames::kRefuse) refuse(here, *before);
    ++(before ? counts_.left_out : counts_.games);
    if (!before) ++new_in_file_;
    if (options_.progress) options_.progress(counts_.games + counts_.left_out);
    return !before;
  }

  /// Call it after the last game.
  MergeCounts finish() {
    require_new_games();
    if (counts_.games == 0) throw LoadError("merge.empty", "{}: no games", name(0));
    return counts_;
  }

 private:
  std::string name(std::size_t file) const { return input::shown_name(files_[file]); }

  void begin(std::size_t file) {
    require_new_games();
    file_ = file;
    read_in_file_ = new_in_file_ = 0;
  }

  void require_new_games() const {
    if (read_in_file_ == 0 || new_in_file_ > 0) return;
    throw LoadError("merge.duplicate",
                    "{}: all of its games are in earlier files; was it played with their seed?",
                    name(file_));
  }

  [[noreturn]] void refuse(GamePlace here, GamePlace before) const {
    throw LoadError("merge.duplicate",
                    "{}: game {} is game {} of {}; were both played with one seed?",
                    name(here.file), here.game + 1, before.game + 1, name(before.file));
  }

  const std::vector<fs::path>& files_;
  const MergeOptions& options_;
  CommonItems common_;
  MergeCounts counts_;
  std::size_t file_ = 0;            // file of the last game
  std::uint64_t read_in_file_ = 0;  // games read of this file
  std::uint64_t new_in_file_ = 0;   // games of this file that are written
};

/// Calls copy(number of a file, selection) for each file, then completes `writer`.
template <class Writer, class Copy>
MergeCounts merge(const std::vector<fs::path>& files, const MergeOptions& options, Writer& writer,
                  const Copy& copy) {
  Selection selection(files, options);
  for (std::size_t file = 0; file < files.size(); ++file) copy(file, selection);
  const MergeCounts counts = selection.finish();
  writer.finish();
  return counts;
}

std::uint64_t hash_of_bytes(std::span<const std::byte> bytes) noexcept {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return std::hash<std::string_view>{}(text);
}

std::uint64_t hash_of_pgn(const chess::PgnGame& game) {
  ByteWriter moves;
  moves.put(pack(game.start));
  for (const chess::Move move : game.moves) moves.put(move.bits());
  return hash_of_bytes(moves.bytes());
}

MergeCounts merge_searched(const std::vector<fs::path>& files, const fs::path& out,
                           const MergeOptions& options) {
  BlockWriter writer(out, kSearchedGames);
  return merge(files, options, writer, [&](std::size_t file, Selection& selection) {
    BlockReader in(files[file], kSearchedGames);
    while (const auto record = in.next()) {
      if (selection.takes(file, hash_of_bytes(*record))) writer.add(*record);
    }
  });
}

/// Games of a PGN file with their text.
class PgnTexts {
 public:
  explicit PgnTexts(const fs::path& path)
      : in_(or_throw(input::Stream::open(path))),
        reader_([this](std::span<char> bytes) { return fill(bytes); }) {}

  /// Returns the next game; nothing at the end. Throws if it cannot be read.
  std::optional<chess::PgnGame> next() {
    const auto game = reader_.next();
    or_throw(in_->status());
    if (!game) return std::nullopt;
    const auto length = static_cast<std::size_t>(reader_.offset() - begin_);
    text_ = unread_.substr(0, length);
    unread_.erase(0, length);
    begin_ = reader_.offset();
    return or_throw(*game, in_->name());
  }

  /// Text of the last game, without the line ends around it.
  std::string_view text() const noexcept {
    const std::string_view text = text_;
    const std::size_t first = text.find_first_not_of("\r\n");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of("\r\n") - first + 1);
  }

 private:
  std::size_t fill(std::span<char> bytes) {
    in_->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const auto count = static_cast<std::size_t>(in_->gcount());
    unread_.append(bytes.data(), count);
    return count;
  }

  std::unique_ptr<input::Stream> in_;
  std::uint64_t begin_ = 0;  // offset of `unread_` in the text
  std::string unread_;       // text from the end of the last game to where the reader has read
  std::string text_;
  chess::PgnReader reader_;  // last, since it reads into `unread_`
};

MergeCounts merge_pgn(const std::vector<fs::path>& files, const fs::path& out,
                      const MergeOptions& options) {
  format::PartFile writer(out);
  return merge(files, options, writer, [&](std::size_t file, Selection& selection) {
    PgnTexts games(files[file]);
    while (const auto game = games.next()) {
      if (!selection.takes(file, hash_of_pgn(*game))) continue;
      writer.write(games.text());
      writer.write(kBlankLine);
    }
  });
}

bool has_searched_games(const fs::path& path) {
  return kind_of(path) == ChessRecord::kSearchedGames;
}

bool is_sgf(const fs::path& path) {
  const auto in = or_throw(input::Stream::open(path, input::Pipes::kNone));
  if (reversi::is_wthor(*in))
    throw LoadError("merge.kind",
                    "{}: is no text, perhaps a WTHOR file; learners read several files (--data)",
                    path.string());
  return reversi::RecordReader(*in).is_sgf();
}

/// Returns `kind` of all files. Throws if they differ; `names` are those of the kinds.
template <class Kind>
bool common_kind(const std::vector<fs::path>& files, const Kind& kind,
                 std::array<std::string_view, 2> names) {
  const bool first = kind(files.front());
  for (const fs::path& file : files) {
    if (kind(file) == first) continue;
    throw LoadError("merge.kind", "{} has {}, {} has {}: one file cannot hold both",
                    files.front().string(), names[first ? 1 : 0], file.string(),
                    names[first ? 0 : 1]);
  }
  return first;
}

/// Checks the games of a text of Reversi games.
void select_reversi(const fs::path& path, std::size_t file, Selection& selection) {
  const auto in = or_throw(input::Stream::open(path, input::Pipes::kNone));
  reversi::RecordReader reader(*in);
  for (reversi::GameRecord record; or_throw(reader.next(record), path.string());)
    selection.takes(file, hash_of(ReversiGame{record.moves, 0, std::nullopt, 0}));
  or_throw(in->status());
}

/// Copies a text and ends it with a line end.
void copy_text(const fs::path& path, format::PartFile& out) {
  const auto in = or_throw(input::Stream::open(path, input::Pipes::kNone));
  std::string bytes(std::size_t{1} << 16, '\0');
  char last = '\n';
  while (*in) {
    in->read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    const std::string_view text(bytes.data(), static_cast<std::size_t>(in->gcount()));
    if (text.empty()) break;
    out.write(text);
    last = text.back();
  }
  or_throw(in->status());
  if (last != '\n') out.write(std::string_view("\n"));
}

}  // namespace

MergeCounts merge_connect6_games(const std::vector<fs::path>& files, const fs::path& out,
                                 const MergeOptions& options) {
  int size = 0;
  Connect6GameWriter writer(out);
  return merge(files, options, writer, [&](std::size_t file, Selection& selection) {
    BlockReader in(files[file], kConnect6Games);
    for (Connect6Game game; next_game(in, game, size);) {
      if (selection.takes(file, hash_of(game))) writer.add(game);
    }
  });
}

MergeCounts merge_chess_games(const std::vector<fs::path>& files, const fs::path& out,
                              const MergeOptions& options) {
  const bool searched = common_kind(files, has_searched_games, {"PGN", "searched games"});
  return searched ? merge_searched(files, out, options) : merge_pgn(files, out, options);
}

MergeCounts merge_reversi_games(const std::vector<fs::path>& files, const fs::path& out,
                                const MergeOptions& options) {
  common_kind(files, is_sgf, {"transcripts", "SGF or GGF"});
  format::PartFile writer(out);
  return merge(files, options, writer, [&](std::size_t file, Selection& selection) {
    select_reversi(files[file], file, selection);
    copy_text(files[file], writer);
  });
}

}  // namespace trivium::learning::records
