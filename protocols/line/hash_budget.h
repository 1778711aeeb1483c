// The memory that the hash tables of all sessions of a process may take together, without what threads take (chess: some 3 MB each).
//
// One rule for all sizes, at the start (--hash) and later (option Hash, trivium-hash): a table that cannot be had leaves the one that was
// there, which at the start is the usual one, and the client is told the size that counts.
//
// Each session that can be open at once has its first table set aside, so none is ever turned away for what another took; the rest is
// shared by those that ask for more. All functions run on the one I/O thread that the sessions share.
#pragma once

#include <memory>

#include "engine/core/result.h"

namespace trivium::line {

/// What a session starts with where nothing else is asked for, or what was asked for cannot be had.
inline constexpr int kUsualHashMegabytes = 16;

/// Whether this machine has the memory for a table of so many megabytes; the error says what it has.
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
