// Access of a traversal to a strategy table: exclusive, or shared between threads.
//
// Exclusive updates do not check the bounds of strategy_table.h; the learner does so between
// batches. Shared updates use relaxed atomic loads and stores. If two threads change an entry at
// the same time, one change may be lost, so asynchronous runs are not reproducible.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

/// Access to a table that no other thread uses. Rows are given by offset and number of actions.
class OwnAccess {
 public:
  explicit OwnAccess(StrategyTable& table) noexcept
      : regrets_(table.regrets.data()), average_(table.average.data()) {}

  void load_regrets(std::uint32_t offset, float* regrets, std::size_t actions) const noexcept {
    for (std::size_t i = 0; i < actions; ++i) regrets[i] = regrets_[offset + i];
  }
  void add_regrets(std::uint32_t offset, const float* more, std::size_t actions) noexcept {
    for (std::size_t i = 0; i < actions; ++i) regrets_[offset + i] += more[i];
  }
  void add_average(std::uint32_t offset, const std::uint32_t* more, std::size_t actions) noexcept {
    for (std::size_t i = 0; i < actions; ++i) average_[offset + i] += more[i];
  }
  /// Adds `more` to one action only.
  void add_average(std::uint32_t offset, std::size_t action, std::uint32_t more,
                   std::size_t) noexcept {
    average_[offset + action] += more;
  }

 private:
  float* regrets_;
  std::uint32_t* average_;
};

/// A row of regrets or of averages in a table that several threads may use.
template <class Number>
class SharedRow {
 public:
  explicit SharedRow(Number* row) noexcept : row_(row) {}
  Number load(std::size_t i) const noexcept {
    return std::atomic_ref(row_[i]).load(std::memory_order_relaxed);
  }
  void store(std::size_t i, Number value) noexcept {
    std::atomic_ref(row_[i]).store(value, std::memory_order_relaxed);
  }

 private:
  Number* row_;
};

/// Access to a table that several threads use. Rows are given by offset and number of actions.
class SharedAccess {
 public:
  explicit SharedAccess(StrategyTable& table) noexcept
      : regrets_(table.regrets.data()), average_(table.average.data()) {}

  void load_regrets(std::uint32_t offset, float* regrets, std::size_t actions) const noexcept {
    const SharedRow row(regrets_ + offset);
    for (std::size_t i = 0; i < actions; ++i) regrets[i] = row.load(i);
  }
  void add_regrets(std::uint32_t offset, const float* more, std::size_t actions) noexcept {
    add(SharedRow(regrets_ + offset), more, actions, kMaxRegret);
  }
  void add_average(std::uint32_t offset, const std::uint32_t* more, std::size_t actions) noexcept {
    add(SharedRow(average_ + offset), more, actions, kMaxAverage);
  }
  void add_average(std::uint32_t offset, std::size_t action, std::uint32_t more,
                   std::size_t actions) noexcept {
    SharedRow row(average_ + offset);
    const std::uint32_t sum = row.load(action) + more;
    row.store(action, sum);
    if (sum > kMaxAverage) keep_in_bounds(row, actions, kMaxAverage);
  }

 private:
  template <class Number>
  static void add(SharedRow<Number> row, const Number* more, std::size_t actions,
                  Number bound) noexcept {
    bool out_of_bounds = false;
    for (std::size_t i = 0; i < actions; ++i) {
      const Number sum = row.load(i) + more[i];
      out_of_bounds |= sum > bound;
      if constexpr (std::is_signed_v<Number>) out_of_bounds |= sum < -bound;
      row.store(i, sum);
    }
    if (out_of_bounds) keep_in_bounds(row, actions, bound);
  }

  float* regrets_;
  std::uint32_t* average_;
};

}  // namespace trivium::learning::cfr
