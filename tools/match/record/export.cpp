#include "tools/match/record/export.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <span>
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

using format::LoadError;
using format::or_throw;
using format::write_failure;

/// Returns the size of an open file. Throws LoadError.
std::uint64_t size_of(int file, const std::filesystem::path& path) {
  struct stat status {};
  if (fstat(file, &status) != 0) throw write_failure(path);
  return static_cast<std::uint64_t>(status.st_size);
}

/// Bytes of the file from `begin` to `end`; shorter at the end of the file or on a read error.
std::string part_of_file(int file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  text.resize(read_at(file, std::as_writable_bytes(std::span(text)), begin));
  return text;
}

}  // namespace

Status export_games(const Ledger& journal, const RecordOptions& options,
                    const std::function<Status(std::string_view)>& put) {
  const Result<RecordWriter> writer = RecordWriter::make(journal.tournament(), options);
  if (!writer) return writer.error();
  return journal.for_each([&](const JournalEntry& entry) {
    or_throw(put(or_throw(writer->text(entry))));
    return true;
  });
}

Status export_games(const Ledger& journal, const RecordOptions& options,
                    const std::filesystem::path& file) {
  return format::or_error([&] {
    format::PartFile out(file);
    const auto put = [&out](std::string_view text) {
      out.write(text);
      return Status();
    };
    or_throw(export_games(journal, options, put));
    out.sync();
    out.finish();
  });
}

Result<RecordFile> RecordFile::open(const std::filesystem::path& file, Ledger& journal,
                                    const RecordOptions& options) {
  return format::or_error([&] {
    RecordWriter writer = or_throw(RecordWriter::make(journal.tournament(), options));
    struct stat there {};
    const bool regular = stat(file.c_str(), &there) != 0 || S_ISREG(there.st_mode);
    constexpr mode_t kReadableByAll = 0666;  // less the umask
    // Appending: even if another program writes without the lock, none of its data is overwritten.
    const int mode = regular ? O_RDWR | O_CREAT | O_APPEND : O_WRONLY;
    Descriptor descriptor(::open(file.c_str(), mode | O_CLOEXEC, kReadableByAll));
    if (descriptor.get() < 0) throw write_failure(file);
    RecordFile record(file, std::move(descriptor), journal, std::move(writer));
    record.regular_ = regular;
    if (regular) record.find_own_part();
    record.put_games(false);
    record.remember();
    return record;
  });
}

void RecordFile::fail_as_foreign() const {
  throw LoadError("match.record.foreign",
                  "{}: its data from byte {} on are not games of this tournament; use another file",
                  path_.string(), place_.position);
}

/// Stays the same if journal and record are moved together.
std::string RecordFile::fact_name() const {
  std::error_code ignored;
  // Every runner of a shared tournament has its own record.
  if (journal_->file().empty())
    return fmt::format("record {}:{}", host_name(),
                       std::filesystem::absolute(path_, ignored).string());
  return "record " + std::filesystem::proximate(
                         path_, std::filesystem::absolute(journal_->file()).parent_path(), ignored)
                         .string();
}

/// Reads "POSITION NEXT BEGIN"; empty if the journal has no place for this file.
std::optional<RecordFile::OwnPart> RecordFile::known_part() const {
  const std::optional<std::string> fact = or_throw(journal_->fact(fact_name()));
  if (!fact) return std::nullopt;
  OwnPart part;
  std::string_view rest = *fact;
  for (std::uint64_t* const number : {&part.end.position, &part.end.next, &part.begin}) {
    const auto value = text::parse_number<std::uint64_t>(text::take_word(rest));
    if (!value) {
      throw LoadError("match.journal.damaged", "{}: '{}' is not a valid place in the record {}",
                      journal_->place(), *fact, path_.string());
    }
    *number = *value;
  }
  return part;
}

/// Locks the file and moves place_ behind the games that are in order, or behind data of others.
void RecordFile::find_own_part() {
  while (flock(file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      throw LoadError("match.record.locked", path_.string() + ": another run is writing it");
    if (errno != EINTR) throw write_failure(path_);
  }
  size_ = size_of(file_.get(), path_);
  const std::optional<OwnPart> known = known_part();
  if (!known) return begin_behind_all();
  begin_ = known->begin;
  if (!begins_with_a_game()) {  // not the file to which the games were written
    if (size_ > 0)
      note_ = fmt::format("{} holds no games of this tournament: all games are appended",
                          path_.string());
    return begin_behind_all();
  }
  place_ = known->end;
  if (size_ < place_.position) place_ = {begin_, 0};  // truncated, maybe within a game
  pass_own_games();
}

/// Returns true if the first game of the tournament in the file is where it should be, complete or
/// truncated by the end of the file. Any game can be the first, depending on gaps at that time.
bool RecordFile::begins_with_a_game() {
  if (size_ <= begin_) return size_ == begin_;
  bool ours = false;
  or_throw(journal_->for_each([&](const JournalEntry& entry) {
    ours = is_next(or_throw(writer_.text(entry)), begin_);
    return !ours;
  }));
  return ours;
}

/// True if the file holds `text` at `begin`, or its part up to the end of the file.
bool RecordFile::is_next(std::string_view text, std::uint64_t begin) const {
  const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), size_ - begin));
  return part_of_file(file_.get(), begin, begin + there) == text.substr(0, there);
}

/// Appends all games to the existing data, which may end with an incomplete line.
void RecordFile::begin_behind_all() {
  if (size_ > 0 && part_of_file(file_.get(), size_ - 1, size_) != "\n") put("\n\n");
  begin_ = size_;
  place_ = {size_, 0};
  remember();
}

/// Compares the data after place_ with the games that could be there: the next ones, then games
/// after a gap, which finish() wrote; the last one may be truncated. Games after a gap are cut off
/// and written again in order. Data of others are never cut off.
void RecordFile::pass_own_games() {
  std::uint64_t end = place_.position;
  bool same = true;
  const auto pass = [&](const JournalEntry& entry) {
    if (end == size_) return false;
    const std::string text = or_throw(writer_.text(entry));
    same = is_next(text, end);
    if (!same) return false;
    const bool whole = size_ - end >= text.size();
    end = whole ? end + text.size() : size_;
    if (entry.number == place_.next && whole) place_ = {end, entry.number + 1};
    return true;
  };
  or_throw(journal_->for_each(pass, place_.next));
  if (!same) fail_as_foreign();
  if (end != size_) {
    closed_ = journal_->games();
  } else if (size_ != place_.position) {
    if (ftruncate(file_.get(), static_cast<off_t>(place_.position)) != 0)
      throw write_failure(path_);
    size_ = place_.position;
  }
}

void RecordFile::remember() {
  if (!regular_) return;
  if (fsync(file_.get()) != 0) throw write_failure(path_);
  or_throw(journal_->set_fact(fact_name(),
                              fmt::format("{} {} {}", place_.position, place_.next, begin_)));
}

Status RecordFile::takes_games() const {
  return format::or_error([this] {
    if (closed_) fail_as_foreign();
  });
}

Status RecordFile::update() {
  return format::or_error([this] { put_games(false); });
}

Status RecordFile::finish() {
  return format::or_error([this] {
    put_games(false);
    remember();
    put_games(true);
    if (regular_ && fsync(file_.get()) != 0) throw write_failure(path_);
    file_ = Descriptor();
  });
}

void RecordFile::put_games(bool past_gaps) {
  if (closed_ && journal_->games() > *closed_) fail_as_foreign();
  if (closed_ || (!past_gaps && !journal_->has(place_.next))) return;
  const auto put_game = [&](const JournalEntry& entry) {
    if (entry.number != place_.next && !past_gaps) return false;
    put(or_throw(writer_.text(entry)));
    place_.next = entry.number + 1;
    return true;
  };
  or_throw(journal_->for_each(put_game, place_.next));
}

/// Writes a whole game or nothing.
void RecordFile::put(std::string_view text) {
  if (!regular_) {
    if (write_all(file_.get(), text) != text.size()) throw write_failure(path_);
    return;
  }
  if (size_of(file_.get(), path_) != size_) fail_as_foreign();
  const std::size_t done = write_all(file_.get(), text);
  if (done < text.size()) {
    const LoadError error = write_failure(path_);
    if (size_of(file_.get(), path_) == size_ + done)
      static_cast<void>(!ftruncate(file_.get(), static_cast<off_t>(size_)));
    throw error;
  }
  size_ += text.size();
  place_.position = size_;
}

}  // namespace trivium::match
