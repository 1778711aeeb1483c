// How walks read and change a strategy table: on the spot, shared by threads, or by a log that is applied later.
//
// Deterministic learning freezes the table for a batch: each shard's walks read it and write their changes into the shard's ChangeLog, and
// the logs are applied in the order of the shards. So that several threads can apply them, a log is cut by place in the table; a row's
// changes are always in the same part. Asynchronous learning changes the table at once with relaxed atomic loads and stores: two
// threads that change a row in the same moment lose one of the changes, which is why it cannot be repeated exactly.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

template <class Number>
class PlainRow {
 public:
  explicit PlainRow(Number* row) noexcept : row_(row) {}
  Number load(std::size_t i) const noexcept { return row_[i]; }
  void store(std::size_t i, Number value) noexcept { row_[i] = value; }

 private:
  Number* row_;
};

/// A row that other threads read and write too.
template <class Number>
class SharedRow {
 public:
  explicit SharedRow(Number* row) noexcept : row_(row) {}
  Number load(std::size_t i) const noexcept { return std::atomic_ref(row_[i]).load(std::memory_order_relaxed); }
  void store(std::size_t i, Number value) noexcept { std::atomic_ref(row_[i]).store(value, std::memory_order_relaxed); }

 private:
  Number* row_;
};

/// Changes of rows in the order they were made.
class ChangeLog {
 public:
  static constexpr std::size_t kParts = 16;

  void add_regrets(std::uint32_t offset, const float* more, std::size_t actions) {
    std::uint32_t* words = room(offset, actions, 0);
    for (std::size_t i = 0; i < actions; ++i) words[i] = std::bit_cast<std::uint32_t>(more[i]);
  }
  void add_average(std::uint32_t offset, const std::uint32_t* more, std::size_t actions) {
    std::uint32_t* words = room(offset, actions, kAverageFlag);
    for (std::size_t i = 0; i < actions; ++i) words[i] = more[i];
  }

  /// Makes the changes of one part, in order, and forgets them.
  void apply(std::size_t part, StrategyTable& table) noexcept;
  /// Memory that is held for changes.
  std::size_t bytes() const noexcept;

 private:
  static_assert(TableLayout::kMostEntries <= std::size_t{1} << 27 && poker::BettingTree::kMostActions <= 15);
  static constexpr std::uint32_t kAverageFlag = std::uint32_t{1} << 31;
  static constexpr std::size_t kFirstWords = 1024;

  struct Part {
    std::vector<std::uint32_t> words;
    std::size_t used = 0;
  };

  /// Places of the words of a change; its head is the offset (27 bits), the number of actions (4) and the table (1).
  std::uint32_t* room(std::uint32_t offset, std::size_t actions, std::uint32_t flag) {
    Part& part = parts_[offset >> 8 & (kParts - 1)];
    if (part.words.size() < part.used + actions + 1) part.words.resize(part.words.size() * 2 + kFirstWords);
    std::uint32_t* head = part.words.data() + part.used;
    *head = offset | static_cast<std::uint32_t>(actions) << 27 | flag;
    part.used += actions + 1;
    return head + 1;
  }

  std::array<Part, kParts> parts_;
};

/// Reads a table that nobody changes, writes into a log.
class LoggedAccess {
 public:
  LoggedAccess(const StrategyTable& table, ChangeLog& log) noexcept : regrets_(table.regrets().data()), log_(log) {}

  void load_regrets(std::uint32_t offset, float* regrets, std::size_t actions) const noexcept {
    for (std::size_t i = 0; i < actions; ++i) regrets[i] = regrets_[offset + i];
  }
  void add_regrets(std::uint32_t offset, const float* more, std::size_t actions) { log_.add_regrets(offset, more, actions); }
  void add_average(std::uint32_t offset, const std::uint32_t* more, std::size_t actions) { log_.add_average(offset, more, actions); }

 private:
  const float* regrets_;
  ChangeLog& log_;
};

/// Reads and changes a table on the spot, as other threads do.
class SharedAccess {
 public:
  explicit SharedAccess(StrategyTable& table) noexcept : regrets_(table.regrets().data()), average_(table.average().data()) {}

  void load_regrets(std::uint32_t offset, float* regrets, std::size_t actions) const noexcept {
    const SharedRow row(regrets_ + offset);
    for (std::size_t i = 0; i < actions; ++i) regrets[i] = row.load(i);
  }
  void add_regrets(std::uint32_t offset, const float* more, std::size_t actions) noexcept {
    add_to_regrets(SharedRow(regrets_ + offset), more, actions);
  }
  void add_average(std::uint32_t offset, const std::uint32_t* more, std::size_t actions) noexcept {
    add_to_average(SharedRow(average_ + offset), more, actions);
  }

 private:
  float* regrets_;
  std::uint32_t* average_;
};

}  // namespace trivium::learning::cfr
