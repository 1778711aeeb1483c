#include "tools/match/record/export.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::match {
namespace {

Error file_failure(const std::filesystem::path& path) {
  return Error{"file.write", path.string() + ": " + std::generic_category().message(errno)};
}

/// Appends `text` to `file`. Returns the number of bytes written; less than all, with errno, on
/// error.
std::size_t added(int file, std::string_view text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

/// Size of the file; empty, with errno, on error.
std::optional<std::uint64_t> size_of(int file) {
  struct stat status {};
  if (fstat(file, &status) != 0) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size);
}

/// Bytes of the file from `begin` to `end`; shorter at the end of the file or on a read error.
std::string part_of_file(int file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t count =
        pread(file, text.data() + got, text.size() - got, static_cast<off_t>(begin + got));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    got += static_cast<std::size_t>(count);
  }
  text.resize(got);
  return text;
}

}  // namespace

Status export_games(const Journal& journal, const RecordOptions& options,
                    const std::function<Status(std::string_view)>& put) {
  const Result<RecordWriter> writer = RecordWriter::make(journal.tournament(), options);
  if (!writer) return writer.error();
  Status status;
  const auto put_game = [&](const JournalEntry& entry) {
    const Result<std::string> text = writer->text(entry);
    status = text ? put(*text) : Status(text.error());
    return status.has_value();
  };
  const Status read = journal.for_each(put_game);
  return read ? status : read;
}

Status export_games(const Journal& journal, const RecordOptions& options,
                    const std::filesystem::path& file) {
  try {
    format::PartFile out(file);
    const auto put = [&out](std::string_view text) {
      out.write(text);
      return Status();
    };
    if (Status status = export_games(journal, options, put); !status) return status;
    out.sync();
    out.finish();
    return {};
  } catch (const format::LoadError& failure) {
    return Error{failure.code(), failure.what()};
  }
}

Result<RecordFile> RecordFile::open(const std::filesystem::path& file, Journal& journal,
                                    const RecordOptions& options) {
  Result<RecordWriter> writer = RecordWriter::make(journal.tournament(), options);
  if (!writer) return writer.error();
  struct stat there {};
  const bool regular = stat(file.c_str(), &there) != 0 || S_ISREG(there.st_mode);
  constexpr mode_t kReadableByAll = 0666;  // less the umask
  // Appending: even if another program writes without the lock, none of its data is overwritten.
  const int mode = regular ? O_RDWR | O_CREAT | O_APPEND : O_WRONLY;
  Descriptor descriptor(::open(file.c_str(), mode | O_CLOEXEC, kReadableByAll));
  if (descriptor.get() < 0) return file_failure(file);
  RecordFile record(file, std::move(descriptor), journal, *std::move(writer));
  record.regular_ = regular;
  if (regular) {
    if (Status status = record.find_own_part(); !status) return status.error();
  }
  if (Status status = record.update(); !status) return status.error();
  if (Status status = record.remember(); !status) return status.error();
  return record;
}

Error RecordFile::failure() const { return file_failure(path_); }

Error RecordFile::not_ours() const {
  return Error{
      "match.record.foreign",
      fmt::format("{}: its data from byte {} on are not games of this tournament; use another file",
                  path_.string(), place_.position)};
}

/// Stays the same if journal and record are moved together.
std::string RecordFile::fact_name() const {
  std::error_code ignored;
  return "record " + std::filesystem::proximate(
                         path_, std::filesystem::absolute(journal_->file()).parent_path(), ignored)
                         .string();
}

/// Reads "POSITION NEXT BEGIN"; empty if the journal has no place for this file.
Result<std::optional<RecordFile::OwnPart>> RecordFile::known_part() const {
  const Result<std::optional<std::string>> fact = journal_->fact(fact_name());
  if (!fact) return fact.error();
  if (!*fact) return std::optional<OwnPart>();
  OwnPart part;
  std::string_view rest = **fact;
  for (std::uint64_t* const number : {&part.end.position, &part.end.next, &part.begin}) {
    const auto value = text::parse_number<std::uint64_t>(text::take_word(rest));
    if (!value) {
      return Error{"match.journal.damaged",
                   fmt::format("{}: '{}' is not a valid place in the record {}",
                               journal_->file().string(), **fact, path_.string())};
    }
    *number = *value;
  }
  return std::optional(part);
}

/// Locks the file and moves place_ behind the games that are in order, or behind data of others.
Status RecordFile::find_own_part() {
  while (flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return Error{"match.record.locked", path_.string() + ": another run is writing it"};
    if (errno != EINTR) return failure();
  }
  const std::optional<std::uint64_t> size = size_of(file_.get());
  if (!size) return failure();
  size_ = *size;
  const Result<std::optional<OwnPart>> known = known_part();
  if (!known) return known.error();
  if (!*known) return begin_behind_all();
  begin_ = (*known)->begin;
  const Result<bool> ours = begins_with_a_game();
  if (!ours) return ours.error();
  if (!*ours) return begin_behind_others();
  place_ = (*known)->end;
  if (size_ < place_.position) place_ = {begin_, 0};  // truncated, maybe within a game
  return pass_own_games();
}

/// Returns true if the first game of the tournament in the file is where it should be, complete or
/// truncated by the end of the file. Any game can be the first, depending on gaps at that time.
Result<bool> RecordFile::begins_with_a_game() {
  if (size_ <= begin_) return size_ == begin_;
  bool ours = false;
  Status status;
  const auto look_for = [&](const JournalEntry& entry) {
    const Result<std::string> text = writer_.text(entry);
    if (!text) {
      status = text.error();
      return false;
    }
    ours = is_next(*text, begin_);
    return !ours;
  };
  if (const Status read = journal_->for_each(look_for); !read) return read.error();
  if (!status) return status.error();
  return ours;
}

/// True if the file holds `text` at `begin`, or its part up to the end of the file.
bool RecordFile::is_next(std::string_view text, std::uint64_t begin) const {
  const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), size_ - begin));
  return part_of_file(file_.get(), begin, begin + there) == text.substr(0, there);
}

/// Handles a file that is not the one to which the games were written.
Status RecordFile::begin_behind_others() {
  if (size_ > 0)
    note_ =
        fmt::format("{} holds no games of this tournament: all games are appended", path_.string());
  return begin_behind_all();
}

/// Appends all games to the existing data, which may end with an incomplete line.
Status RecordFile::begin_behind_all() {
  if (size_ > 0 && part_of_file(file_.get(), size_ - 1, size_) != "\n") {
    if (const Status ended = put("\n\n"); !ended) return ended;
  }
  begin_ = size_;
  place_ = {size_, 0};
  return remember();
}

/// Compares the data after place_ with the games that could be there: the next ones, then games
/// after a gap, which finish() wrote; the last one may be truncated. Games after a gap are cut off
/// and written again in order. Data of others are never cut off.
Status RecordFile::pass_own_games() {
  std::uint64_t end = place_.position;
  Status status;
  bool same = true;
  const auto pass = [&](const JournalEntry& entry) {
    if (end == size_) return false;
    const Result<std::string> text = writer_.text(entry);
    if (!text) {
      status = text.error();
      return false;
    }
    same = is_next(*text, end);
    if (!same) return false;
    const bool whole = size_ - end >= text->size();
    end = whole ? end + text->size() : size_;
    if (entry.number == place_.next && whole) place_ = {end, entry.number + 1};
    return true;
  };
  if (const Status read = journal_->for_each(pass, place_.next); !read) return read;
  if (!status) return status;
  if (!same) return not_ours();
  if (end == size_) return cut();
  closed_ = journal_->games();
  return {};
}

/// Cuts off the data after place_. Requires: they belong to this tournament.
Status RecordFile::cut() {
  if (size_ == place_.position) return {};
  if (ftruncate(file_.get(), static_cast<off_t>(place_.position)) != 0) return failure();
  size_ = place_.position;
  return {};
}

Status RecordFile::remember() {
  if (!regular_) return {};
  if (fsync(file_.get()) != 0) return failure();
  return journal_->set_fact(fact_name(),
                            fmt::format("{} {} {}", place_.position, place_.next, begin_));
}

Status RecordFile::takes_games() const { return closed_ ? not_ours() : Status(); }

Status RecordFile::update() { return put_games(false); }

Status RecordFile::finish() {
  if (Status status = put_games(false); !status) return status;
  if (Status status = remember(); !status) return status;
  if (Status status = put_games(true); !status) return status;
  if (regular_ && fsync(file_.get()) != 0) return failure();
  file_ = Descriptor();
  return {};
}

Status RecordFile::put_games(bool past_gaps) {
  if (closed_) return journal_->games() > *closed_ ? not_ours() : Status();
  if (!past_gaps && !journal_->has(place_.next)) return {};
  Status status;
  const auto put_game = [&](const JournalEntry& entry) {
    if (entry.number != place_.next && !past_gaps) return false;
    const Result<std::string> text = writer_.text(entry);
    status = text ? put(*text) : Status(text.error());
    if (status) place_.next = entry.number + 1;
    return status.has_value();
  };
  const Status read = journal_->for_each(put_game, place_.next);
  return read ? status : read;
}

/// Writes a whole game or nothing.
Status RecordFile::put(std::string_view text) {
  if (!regular_) return added(file_.get(), text) == text.size() ? Status() : Status(failure());
  const std::optional<std::uint64_t> size = size_of(file_.get());
  if (!size) return failure();
  if (*size != size_) return not_ours();
  const std::size_t done = added(file_.get(), text);
  if (done < text.size()) {
    const Error error = failure();
    if (size_of(file_.get()) == size_ + done)
      static_cast<void>(!ftruncate(file_.get(), static_cast<off_t>(size_)));
    return error;
  }
  size_ += text.size();
  place_.position = size_;
  return {};
}

}  // namespace trivium::match
