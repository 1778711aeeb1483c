// A folder that one run at a time works in: two that wrote to the same checkpoint would each undo what the other has done.
#pragma once

#include <filesystem>

namespace trivium::learning {

/// Holds the folder for its lifetime; the system lets go of it when the process ends, however it does. Nothing is written: the lock is
/// flock(2) on the folder itself, which other computers on a shared file system may not see.
class FolderLock {
 public:
  /// Creates the folder if necessary. Throws format::LoadError if it cannot be created or written
  /// to, or if another FolderLock in any process holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_ = -1;  // file descriptor
};

}  // namespace trivium::learning
