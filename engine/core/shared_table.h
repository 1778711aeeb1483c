// A hash table for positions that all threads of a search read and write without a lock.
//
// A bucket is a cache line of four slots. A slot holds two words, the first being key xor data, so
// that a torn write does not match its key and is not found (Hyatt and Mann 2002, "A lock-less
// transposition table implementation"). What the 64 bits of data mean is up to the codec of the
// game.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>

#include "engine/core/zeroed_array.h"

namespace trivium {

/// Packs entries of a game into 64 bits. Data is never 0, which means an empty slot. Five bits from
/// kAgeShift on are the table's.
template <class Codec>
concept TableCodec = requires(const typename Codec::Entry& entry, std::uint64_t data) {
  { Codec::kAgeShift } -> std::convertible_to<int>;
  /// Returns the entry with 0 in the bits of the age.
  { Codec::pack(entry) } -> std::same_as<std::uint64_t>;
  { Codec::unpack(data) } -> std::same_as<typename Codec::Entry>;
  /// What the data of this search is worth, and how much less one search later. The slot that is
  /// worth least is replaced.
  { Codec::worth(data) } -> std::same_as<int>;
  { Codec::kAgeCost } -> std::convertible_to<int>;
  /// Returns the data to store for a key for which `data` is known; 0 keeps what is known.
  { Codec::update(entry, data, bool()) } -> std::same_as<std::uint64_t>;
};

/// A word that threads share without order among them.
class SharedWord {
 public:
  std::uint64_t load() noexcept { return std::atomic_ref(bits_).load(std::memory_order_relaxed); }
  void store(std::uint64_t bits) noexcept { std::atomic_ref(bits_).store(bits, std::memory_order_relaxed); }

 private:
  std::uint64_t bits_;
};

template <TableCodec Codec>
class SharedTable {
 public:
  using Entry = typename Codec::Entry;

  /// Requires: `megabytes` >= 1. Throws std::bad_alloc.
  explicit SharedTable(int megabytes)
      : megabytes_(std::max(megabytes, 1)), buckets_((static_cast<std::size_t>(megabytes_) << 20) / sizeof(Bucket)) {}

  int megabytes() const noexcept { return megabytes_; }

  /// Forgets everything. Not while a search runs.
  void clear(int threads = 1) noexcept {
    buckets_.clear(threads);
    age_ = 0;
  }
  /// Takes the memory that no search has used yet, until done or until `stop` asks to end.
  void warm_up(const std::stop_token& stop, int threads = 1) noexcept { buckets_.populate(stop, threads); }
  /// Entries of earlier searches become the first to be replaced. Not while a search runs.
  void new_search() noexcept { age_ = (age_ + 1) & kAgeMask; }

  /// Thread-safe, as are the functions below.
  std::optional<Entry> probe(std::uint64_t key) const noexcept {
    for (Slot& slot : bucket(key).slots) {
      if (const std::uint64_t data = slot.data_of(key); data != 0) return Codec::unpack(data);
    }
    return std::nullopt;
  }

  void store(std::uint64_t key, const Entry& entry) noexcept {
    Slot& slot = slot_for(key);
    std::uint64_t data = 0;
    if (const std::uint64_t known = slot.data_of(key); known != 0) {
      data = Codec::update(entry, known, age_of(known) == age_);
      if (data == 0) return;
    } else {
      data = Codec::pack(entry);
    }
    slot.store(key, data | static_cast<std::uint64_t>(age_) << Codec::kAgeShift);
  }

  /// Starts to load what probe() will read. Always inline: GCC takes a function that does nothing
  /// but this for one without effect, and drops its calls.
  [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

  /// Returns the share of slots written by the present search, estimated from a sample.
  int used_per_mille() const noexcept {
    const std::size_t sample = std::min<std::size_t>(buckets_.size(), 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
      for (Slot& slot : buckets_[i].slots) {
        const std::uint64_t data = slot.data.load();
        used += data != 0 && age_of(data) == age_ ? 1U : 0U;
      }
    }
    return static_cast<int>(1000 * used / (sample * kSlots));
  }

 private:
  static constexpr unsigned kAgeMask = 31;
  static constexpr std::size_t kSlots = 4;

  struct Slot {
    SharedWord check;  ///< key xor data
    SharedWord data;   ///< whatever key it belongs to

    /// Returns what was stored for `key`, or 0.
    std::uint64_t data_of(std::uint64_t key) noexcept {
      const std::uint64_t found = data.load();
      return (check.load() ^ found) == key ? found : 0;
    }
    void store(std::uint64_t key, std::uint64_t stored) noexcept {
      check.store(key ^ stored);
      data.store(stored);
    }
  };
  struct alignas(64) Bucket {
    std::array<Slot, kSlots> slots;
  };

  static constexpr unsigned age_of(std::uint64_t data) noexcept { return static_cast<unsigned>(data >> Codec::kAgeShift) & kAgeMask; }

  /// Buckets are chosen by the high bits of a product, which suits any number of them.
  Bucket& bucket(std::uint64_t key) const noexcept {
    __extension__ using Wide = unsigned __int128;
    return buckets_[static_cast<std::size_t>((static_cast<Wide>(key) * buckets_.size()) >> 64)];
  }

  int worth(std::uint64_t data) const noexcept {
    constexpr int kEmpty = -1'000'000;
    if (data == 0) return kEmpty;
    return Codec::worth(data) - static_cast<int>((age_ - age_of(data)) & kAgeMask) * Codec::kAgeCost;
  }

  /// Returns the slot of `key`, else the first of those that are worth least.
  Slot& slot_for(std::uint64_t key) noexcept {
    Slot* chosen = nullptr;
    int least = 0;
    for (Slot& slot : bucket(key).slots) {
      if (slot.data_of(key) != 0) return slot;
      if (const int here = worth(slot.data.load()); chosen == nullptr || here < least) {
        chosen = &slot;
        least = here;
      }
    }
    return *chosen;
  }

  int megabytes_;
  mutable ZeroedArray<Bucket> buckets_;  ///< mutable: an atomic read of a word needs it writable
  unsigned age_ = 0;
};

}  // namespace trivium
