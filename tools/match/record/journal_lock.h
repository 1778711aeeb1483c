// One writer of a journal at a time: a locked file FILE.lock beside it, which tells who holds it and goes away with the lock.
//
// SQLite itself would keep two writers from damaging the file, but not from playing the same tournament twice over. The lock ends with
// the process that holds it, however that ends; a lock file left by a killed one is nobody's and is taken over.
#pragma once

#include <filesystem>

#include "engine/core/descriptor.h"
#include "engine/core/result.h"

namespace trivium::match {

class JournalLock {
 public:
  /// Takes the lock or says who has it: "a.db: process 4711 is writing it". Does not wait.
  static Result<JournalLock> take(const std::filesystem::path& journal);
  JournalLock(JournalLock&&) noexcept = default;
  JournalLock& operator=(JournalLock&&) = delete;
  ~JournalLock();

 private:
  JournalLock(std::filesystem::path path, Descriptor file) noexcept : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  Descriptor file_;  ///< empty when moved from
};

}  // namespace trivium::match
