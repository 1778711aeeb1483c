#include "tools/match/journal/export.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "engine/core/text.h"
#include "models/format/sha256.h"

namespace trivium::match {
namespace {

Error file_failure(const std::filesystem::path& path) { return Error{path.string() + ": " + std::generic_category().message(errno)}; }

/// How many bytes of `text` were written at `offset`; less than all, with errno, where the disk takes no more.
std::size_t written(int file, std::string_view text, std::uint64_t offset) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = pwrite(file, text.data() + done, text.size() - done, static_cast<off_t>(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

/// Text gathered into large pieces for a file.
class Sink {
 public:
  Sink(int file, std::filesystem::path path) : file_(file), path_(std::move(path)) {}

  Status put(std::string_view text) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    buffer_ += text;
    return buffer_.size() < kPiece ? Status() : flush();
  }
  Status flush() {
    if (written(file_, buffer_, offset_) < buffer_.size()) return file_failure(path_);
    offset_ += buffer_.size();
    buffer_.clear();
    return {};
  }

 private:
  int file_;
  std::filesystem::path path_;
  std::string buffer_;
  std::uint64_t offset_ = 0;
};

/// A file beside the one it is to replace; goes away unless it does.
class Replacement {
 public:
  explicit Replacement(const std::filesystem::path& target)
      : target_(target), name_(target.string() + ".XXXXXX"), file_(mkstemp(name_.data())) {}
  ~Replacement() {
    if (file_.get() >= 0 && !done_) unlink(name_.c_str());
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  int file() const noexcept { return file_.get(); }
  Status replace() {
    constexpr mode_t kReadableByAll = 0644;
    done_ = fchmod(file_.get(), kReadableByAll) == 0 && fsync(file_.get()) == 0 && rename(name_.c_str(), target_.c_str()) == 0;
    return done_ ? Status() : file_failure(target_);
  }

 private:
  std::filesystem::path target_;
  std::string name_;
  line::Descriptor file_;
  bool done_ = false;
};

/// What the journal remembers of a record between two runs: "POSITION NEXT TAIL".
struct OwnPart {
  std::uint64_t position = 0;  ///< of the end of the games below `next`
  std::uint64_t next = 0;
  std::string tail;  ///< SHA-256 of the games behind a gap that follow, or kBeingWritten
};

/// Games behind a gap are being written: all that follows is ours.
constexpr std::string_view kBeingWritten = "open";

std::optional<OwnPart> parse_own_part(std::string_view text) {
  OwnPart part;
  for (std::uint64_t* const number : {&part.position, &part.next}) {
    const std::string_view word = text::take_word(text);
    const auto [last, failure] = std::from_chars(word.data(), word.data() + word.size(), *number);
    if (failure != std::errc() || last != word.data() + word.size()) return std::nullopt;
  }
  part.tail = text::take_word(text);
  return part;
}

/// The bytes of the file from `begin` to `end`; shorter where it ends before, or cannot be read.
std::string part_of_file(int file, std::uint64_t begin, std::uint64_t end) {
  std::string text(static_cast<std::size_t>(end - begin), '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t count = pread(file, text.data() + got, text.size() - got, static_cast<off_t>(begin + got));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    got += static_cast<std::size_t>(count);
  }
  text.resize(got);
  return text;
}

}  // namespace

Status export_games(const Journal& journal, const RecordOptions& options, const std::function<Status(std::string_view)>& put) {
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

Status export_games(const Journal& journal, const RecordOptions& options, const std::filesystem::path& file) {
  Replacement replacement(file);
  if (replacement.file() < 0) return file_failure(file);
  Sink sink(replacement.file(), file);
  if (Status status = export_games(journal, options, [&sink](std::string_view text) { return sink.put(text); }); !status) return status;
  if (Status status = sink.flush(); !status) return status;
  return replacement.replace();
}

Result<RecordFile> RecordFile::open(const std::filesystem::path& file, Journal& journal, const RecordOptions& options) {
  Result<RecordWriter> writer = RecordWriter::make(journal.tournament(), options);
  if (!writer) return writer.error();
  constexpr mode_t kReadableByAll = 0666;  // less the umask
  line::Descriptor descriptor(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kReadableByAll));
  if (descriptor.get() < 0) return file_failure(file);
  RecordFile record(file, std::move(descriptor), journal, *std::move(writer));
  if (Status status = record.find_own_part(); !status) return status.error();
  if (Status status = record.put_games(false); !status) return status.error();
  if (record.position_ < record.size_) return record.not_ours();
  if (Status status = record.remember(""); !status) return status.error();
  return record;
}

Error RecordFile::failure() const { return file_failure(path_); }

Error RecordFile::not_ours() const {
  return Error{fmt::format("{}: from byte {} on it holds something else than the games of this tournament; name another file",
                           path_.string(), position_)};
}

/// The same when journal and record are moved together.
std::string RecordFile::fact_name() const {
  std::error_code ignored;
  return "record " + std::filesystem::proximate(path_, std::filesystem::absolute(journal_->file()).parent_path(), ignored).string();
}

/// Sets position_ and next_ to the last moment that the journal remembers, or behind what others have left in the file.
Status RecordFile::find_own_part() {
  struct stat status {};
  if (fstat(file_.get(), &status) != 0) return failure();
  if (!S_ISREG(status.st_mode)) return Error{path_.string() + ": is not a regular file"};
  size_ = static_cast<std::uint64_t>(status.st_size);
  const std::optional<OwnPart> known = parse_own_part(journal_->fact(fact_name()).value_or(""));
  if (!known || size_ < known->position) {
    // New, or somebody has taken the old one away: all games behind what is there.
    position_ = size_;
    return remember("");
  }
  position_ = known->position;
  next_ = known->next;
  if (known->tail != kBeingWritten && known->tail != format::sha256_hex(part_of_file(file_.get(), position_, size_))) return {};
  // What finish() wrote behind a gap finds its place now.
  if (ftruncate(file_.get(), static_cast<off_t>(position_)) != 0) return failure();
  size_ = position_;
  return remember("");
}

/// `tail` is the text behind position_.
Status RecordFile::remember(std::string_view tail) {
  return journal_->set_fact(fact_name(), fmt::format("{} {} {}", position_, next_, format::sha256_hex(tail)));
}

Status RecordFile::update() { return put_games(false); }

Status RecordFile::finish() {
  if (Status status = put_games(false); !status) return status;
  const std::uint64_t position = position_;
  const std::uint64_t next = next_;
  Status rest;
  if (journal_->games() > next_) {
    if (Status status = journal_->set_fact(fact_name(), fmt::format("{} {} {}", position_, next_, kBeingWritten)); !status) return status;
    rest = put_games(true);
  }
  if (fsync(file_.get()) != 0) return failure();
  position_ = position;
  next_ = next;
  const Status remembered = remember(part_of_file(file_.get(), position_, size_));
  return rest ? remembered : rest;
}

Status RecordFile::put_games(bool past_gaps) {
  if (!past_gaps && !journal_->has(next_)) return {};
  Status status;
  const auto put_game = [&](const JournalEntry& entry) {
    if (entry.number != next_ && !past_gaps) return false;
    const Result<std::string> text = writer_.text(entry);
    status = text ? put(*text) : Status(text.error());
    if (status) next_ = entry.number + 1;
    return status.has_value();
  };
  const Status read = journal_->for_each(put_game, next_);
  return read ? status : read;
}

/// Moves on over `text`: what of it is in the file already must be the same, the rest is written.
Status RecordFile::put(std::string_view text) {
  const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(text.size(), size_ - position_));
  const std::string found = part_of_file(file_.get(), position_, position_ + there);
  if (found.size() < there) return failure();
  if (found != text.substr(0, there)) return not_ours();
  const std::string_view rest = text.substr(there);
  if (written(file_.get(), rest, size_) < rest.size()) {
    const Error error = failure();
    static_cast<void>(!ftruncate(file_.get(), static_cast<off_t>(size_)));
    return error;
  }
  position_ += text.size();
  size_ = std::max(size_, position_);
  return {};
}

}  // namespace trivium::match
