// The memory that the hash tables of all sessions of a process may take together, without what threads take (chess: some 3 MB each).
//
// The rule for all sizes, both at the start (--hash) and later (option Hash, trivium-hash): if a
// table cannot be allocated, the previous one stays. At the start that is the default one. The
// client is notified of the size in effect.
//
// Each session that can be open at once has its first table set aside, so none is ever turned away for what another took; the rest is
// shared by those that ask for more. All functions run on the one I/O thread that the sessions share.
#pragma once

#include <memory>

#include "engine/core/result.h"

namespace trivium::line {

/// Initial size of a session's table if no size is requested or the requested size cannot be
/// allocated.
inline constexpr int kUsualHashMegabytes = 16;

/// Success if a table of that size fits into this machine's memory. The error states the memory
/// size.
Status fits_machine(int megabytes);

class HashBudget {
 public:
  /// `total` megabytes for at most `sessions` sessions that start with `first` megabytes each, which must fit in.
  HashBudget(int total, int sessions, int first) noexcept : total_(total), first_(first), spare_(total - sessions * first) {}

  int total() const noexcept { return total_; }
  /// What the tables of all open sessions take.
  int in_use() const noexcept { return in_use_; }

 private:
  friend class HashShare;

  const int total_;
  const int first_;
  int spare_;  ///< not set aside and not taken
  int in_use_ = 0;
};

/// What one session takes of it; given back when this is destroyed.
class HashShare {
 public:
  /// A null `budget` has no limit.
  explicit HashShare(std::shared_ptr<HashBudget> budget);
  HashShare(const HashShare&) = delete;
  HashShare& operator=(const HashShare&) = delete;
  ~HashShare();

  /// Makes the share `megabytes`, or says how much could be had and changes nothing.
  Status resize(int megabytes);

 private:
  /// What a table of `megabytes` takes of the part that is not set aside.
  int from_spare(int megabytes) const noexcept;

  std::shared_ptr<HashBudget> budget_;
  int megabytes_ = 0;
};

}  // namespace trivium::line
