#include "learning/harness/folder_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

#include "models/format/load_error.h"

namespace trivium::learning {

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0) throw std::filesystem::filesystem_error("cannot be opened", folder, std::error_code(errno, std::generic_category()));
  if (::flock(folder_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;  // where there are no locks, a run works without
  ::close(folder_);
  throw format::LoadError(fmt::format("{}: another run is at work in this folder", folder.string()));
}

FolderLock::~FolderLock() { ::close(folder_); }

}  // namespace trivium::learning
