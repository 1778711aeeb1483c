// A set of numbers that come nearly in order: kept as ranges, so that a million finished games cost no more than a few.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>

namespace trivium::match {

class NumberSet {
 public:
  /// Adding a number again changes nothing. `number` is not the largest there is.
  void add(std::uint64_t number) {
    auto after = ranges_.upper_bound(number);
    const auto before = after == ranges_.begin() ? ranges_.end() : std::prev(after);
    if (before != ranges_.end() && number < before->second) return;
    ++size_;
    const bool joins_before = before != ranges_.end() && before->second == number;
    const bool joins_after = after != ranges_.end() && after->first == number + 1;
    const std::uint64_t end = joins_after ? after->second : number + 1;
    if (joins_after) ranges_.erase(after);
    if (joins_before) {
      before->second = end;
    } else {
      ranges_.emplace(number, end);
    }
  }

  bool contains(std::uint64_t number) const { return first_missing(number) != number; }
  /// The lowest number from `from` on that is not in the set.
  std::uint64_t first_missing(std::uint64_t from) const {
    const auto after = ranges_.upper_bound(from);
    if (after == ranges_.begin()) return from;
    const std::uint64_t end = std::prev(after)->second;
    return from < end ? end : from;
  }
  std::uint64_t size() const noexcept { return size_; }

 private:
  std::map<std::uint64_t, std::uint64_t> ranges_;  ///< first number of a range -> one past its last; no two touch
  std::uint64_t size_ = 0;
};

}  // namespace trivium::match
