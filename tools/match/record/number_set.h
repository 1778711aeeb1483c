// A set of numbers, stored as ranges. Numbers of finished games are added nearly in ascending
// order, so that a million of them need little memory.
#pragma once

#include <cstdint>
#include <iterator>
#include <map>

namespace trivium::match {

class NumberSet {
 public:
  /// Adds a number; no effect if the set has it. Requires: `number` is below the maximum of its
  /// type.
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

  /// True if the set has the number.
  bool contains(std::uint64_t number) const { return first_missing(number) != number; }
  /// Returns the lowest number at or above `from` that is not in the set.
  std::uint64_t first_missing(std::uint64_t from) const {
    const auto after = ranges_.upper_bound(from);
    if (after == ranges_.begin()) return from;
    const std::uint64_t end = std::prev(after)->second;
    return from < end ? end : from;
  }
  /// Returns how many numbers the set has.
  std::uint64_t size() const noexcept { return size_; }

 private:
  /// First number of a range -> one past its last. Between two ranges at least one number is
  /// missing.
  std::map<std::uint64_t, std::uint64_t> ranges_;
  std::uint64_t size_ = 0;
};

}  // namespace trivium::match
