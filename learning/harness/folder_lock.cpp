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
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);
  if (!fault && ::access(folder.c_str(), W_OK | X_OK) != 0)
    fault.assign(errno, std::generic_category());
  if (!fault) folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (!fault && folder_ < 0) fault.assign(errno, std::generic_category());
  if (fault)
    throw format::LoadError("file.write", fmt::format("{}: cannot be written to: {}",
                                                      folder.string(), fault.message()));
  if (::flock(folder_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
    return;  // locked, or the file system has no locks
  ::close(folder_);
  throw format::LoadError(
      "file.busy", fmt::format("{}: another run is at work in this folder", folder.string()));
}

FolderLock::~FolderLock() { ::close(folder_); }

}  // namespace trivium::learning
