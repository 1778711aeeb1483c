// Exclusive lock on a folder, because two runs with the same checkpoint folder would overwrite each
// other's snapshots.
#pragma once

#include <filesystem>

namespace trivium::learning {

/// Holds the lock for its lifetime; the system releases it when the process ends. Writes nothing:
/// the lock is flock(2) on the folder, which other computers on a shared file system may not see.
class FolderLock {
 public:
  /// Creates the folder if necessary. Throws format::LoadError if it cannot be created or written
  /// to, or if another FolderLock in any process holds it. On a file system without locks it has no
  /// effect.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_ = -1;  // file descriptor
};

}  // namespace trivium::learning
