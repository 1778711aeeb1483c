#include "protocols/acpc/dealer_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace trivium::acpc {

Error MatchFile::failure() const {
  return Error{"file.write", path_.string() + ": " + std::generic_category().message(errno)};
}

Result<MatchFile> MatchFile::open(const std::filesystem::path& path, Mode mode) {
  constexpr mode_t kReadableByAll = 0666;  // less the umask
  MatchFile file(
      path, Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK,
                              kReadableByAll)));
  const int descriptor = file.file_.get();
  const Error failed = file.failure();
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
    const bool folder = std::filesystem::is_directory(path, ignored);
    return Error{folder ? "file.folder" : "file.kind",
                 path.string() + (folder ? ": is a folder" : ": is not a regular file") +
                     "; a file is needed"};
  }
  if (descriptor < 0) return failed;
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return Error{"acpc.dealer.locked", path.string() + ": another dealer is writing it"};
  if (mode == Mode::kOverwrite && ftruncate(descriptor, 0) != 0) return file.failure();
  if (mode == Mode::kResume) {
    struct stat status {};
    if (fstat(descriptor, &status) != 0) return file.failure();
    file.size_ = static_cast<std::uint64_t>(status.st_size);
    Result<std::unique_ptr<input::Stream>> old = input::Stream::open_seekable(path);
    if (!old) return old.error();
    file.read_ = (*old)->mark();
    file.old_ = *std::move(old);
  }
  return file;
}

std::optional<std::string> MatchFile::next() {
  std::string line;
  if (!rest() || !std::getline(*old_, line) || old_->eof()) return std::nullopt;
  read_ += line.size() + 1;
  ++line_number_;
  return line;
}

Status MatchFile::cut() {
  if (old_ && !old_->status()) return old_->status();
  old_.reset();
  if (!rest()) return {};
  if (ftruncate(file_.get(), static_cast<off_t>(read_)) != 0) return failure();
  size_ = read_;
  return {};
}

Status MatchFile::append(std::string_view line) {
  std::string text(line);
  text += '\n';
  if (write_all(file_.get(), text) < text.size()) return failure();
  return {};
}

}  // namespace trivium::acpc
