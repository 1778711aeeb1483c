// Lock for one writer of a journal: a locked file FILE.lock beside it, which names its holder.
//
// SQLite alone would prevent damage by two writers, but not that both play the same games. The lock
// ends with the process that holds it, so a file that a killed process left does not block.
#pragma once

#include <filesystem>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"

namespace trivium::match {

class JournalLock {
 public:
  /// Takes the lock without waiting. The error names the holder: "a.db: process 4711 is writing
  /// it".
  static Result<JournalLock> take(const std::filesystem::path& journal);
  JournalLock(JournalLock&&) noexcept = default;
  JournalLock& operator=(JournalLock&&) = delete;
  ~JournalLock();

 private:
  JournalLock(std::filesystem::path path, Descriptor file) noexcept
      : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  Descriptor file_;  ///< empty when moved from
};

}  // namespace trivium::match
