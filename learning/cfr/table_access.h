// Access of walks to a strategy table: exclusive, or shared between threads.
//
// An exclusive table is updated without bounds, which the learner restores between batches. A
// shared table uses relaxed atomic loads and stores: if two threads change a row at once, one
// change is lost, so such a run is not reproducible.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "learning/cfr/strategy_table.h"

namespace trivium::learning::cfr {

class OwnAccess {
 public:
  explicit OwnAccess(StrategyTable& table) noexcept
      : regrets_(table.regrets().data()), average_(table.average().data()) {}

  void load_regrets(std::uint32_t offset, float* regrets, std::size_t actions) const noexcept {
    for (std::size_t i = 0; i < actions; ++i) regrets[i] = regrets_[offset + i];
  }
  void add_regrets(std::uint32_t offset, const float* more, std::size_t actions) noexcept {
    for (std::size_t i = 0; i < actions; ++i) regrets_[offset + i] += more[i];
  }
  void add_average(std::uint32_t offset, const std::uint32_t* more, std::size_t actions) noexcept {
    for (std::size_t i = 0; i < actions; ++i) average_[offset + i] += more[i];
  }
  /// Adds to one action only.
  void add_average(std::uint32_t offset, std::size_t action, std::uint32_t more,
                   std::size_t) noexcept {
    average_[offset + action] += more;
  }

 private:
  float* regrets_;
  std::uint32_t* average_;
};

class SharedAccess {
 public:
  explicit SharedAccess(StrategyTable& table) noexcept
      : regrets_(table.regrets().data()), average_(table.average().data()) {}

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

  template <class Number>
  static void add(SharedRow<Number> row, const Number* more, std::size_t actions,
                  Number most) noexcept {
    bool out_of_bounds = false;
    for (std::size_t i = 0; i < actions; ++i) {
      const Number sum = row.load(i) + more[i];
      out_of_bounds |= sum > most;
      if constexpr (std::is_signed_v<Number>) out_of_bounds |= sum < -most;
      row.store(i, sum);
    }
    if (out_of_bounds) keep_in_bounds(row, actions, most);
  }

  float* regrets_;
  std::uint32_t* average_;
};

}  // namespace trivium::learning::cfr
