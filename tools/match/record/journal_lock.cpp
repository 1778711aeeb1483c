#include "tools/match/record/journal_lock.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/file.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "engine/core/text.h"

namespace trivium::match {
namespace {

Error failure(const std::filesystem::path& path) {
  return Error{"file.write", path.string() + ": " + std::generic_category().message(errno)};
}

/// Reads the process number that the holder wrote into the file.
std::string holder(int file) {
  std::array<char, 20> buffer{};
  const ssize_t count = pread(file, buffer.data(), buffer.size(), 0);
  const std::string_view text = text::trimmed(
      std::string_view(buffer.data(), static_cast<std::size_t>(count > 0 ? count : 0)));
  return text.empty() ? "another process" : "process " + text::printable(text, buffer.size());
}

/// True if `path` still names the open file; the previous holder may have removed it since.
bool still_named(const std::filesystem::path& path, int file) {
  struct stat opened {};
  struct stat named {};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

}  // namespace

Result<JournalLock> JournalLock::take(const std::filesystem::path& journal) {
  constexpr mode_t kReadableByAll = 0666;  // less the umask
  // A file has one lock, even if several links name it.
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::weakly_canonical(journal, ignored);
  const std::filesystem::path path = (real.empty() ? journal : real).string() + ".lock";
  for (;;) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kReadableByAll));
    if (file.get() < 0) return failure(path);
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) {
      if (errno == EINTR) continue;
      if (errno != EWOULDBLOCK) return failure(path);
      return Error{"match.journal.locked",
                   journal.string() + ": " + holder(file.get()) + " is writing it"};
    }
    if (!still_named(path, file.get())) continue;
    // The number only helps readers: if it cannot be written (a full disk), the lock is held
    // anyway.
    const std::string self = std::to_string(getpid()) + '\n';
    if (ftruncate(file.get(), 0) == 0)
      static_cast<void>(!pwrite(file.get(), self.data(), self.size(), 0));
    return JournalLock(path, std::move(file));
  }
}

JournalLock::~JournalLock() {
  if (file_.get() >= 0)
    unlink(path_.c_str());  // while locked, so it cannot be another process's file
}

}  // namespace trivium::match
