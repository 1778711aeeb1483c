// Encodes values as bytes, to pass them between the processes of a run.
//
// All processes run the same program on machines of one kind (ProcessGroup::require_equal), so
// numbers are copied as they are in memory. A class with other members than numbers can be passed
// if it has a function fields() that returns std::tie() of its members. Shards::sum() adds these
// members too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "learning/harness/block_file.h"

namespace trivium::learning {

/// Has write(value, out), which appends a value, and read(value, in), which replaces it. Both take
/// references to values that are not constant, because fields() does. Specializations exist for
/// types that can be passed.
template <class T>
struct Transfer;

template <class T>
concept Transferable = requires {
  sizeof(Transfer<T>);
};

template <class T>
concept HasFields = requires(T& value) {
  value.fields();
};

/// Calls `visit` with each member in fields().
template <HasFields T, class Visit>
void for_each_field(T& value, const Visit& visit) {
  std::apply([&visit](auto&... fields) { (visit(fields), ...); }, value.fields());
}

template <class T>
concept PlainBytes = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T> && !HasFields<T>;

template <PlainBytes T>
struct Transfer<T> {
  static void write(const T& value, ByteWriter& out) {
    out.put(std::as_bytes(std::span(&value, 1)));
  }
  static void read(T& value, ByteReader& in) {
    std::memcpy(&value, in.take(sizeof value).data(), sizeof value);
  }
};

template <HasFields T>
struct Transfer<T> {
  static void write(T& value, ByteWriter& out) {
    for_each_field(value,
                   [&out]<class Field>(Field& field) { Transfer<Field>::write(field, out); });
  }
  static void read(T& value, ByteReader& in) {
    for_each_field(value, [&in]<class Field>(Field& field) { Transfer<Field>::read(field, in); });
  }
};

template <Transferable T>
requires std::default_initializable<T>
struct Transfer<std::vector<T>> {
  static void write(std::vector<T>& values, ByteWriter& out) {
    out.put(std::uint64_t{values.size()});
    if constexpr (PlainBytes<T>) {
      out.put(std::as_bytes(std::span(values)));
    } else {
      for (T& value : values) Transfer<T>::write(value, out);
    }
  }
  static void read(std::vector<T>& values, ByteReader& in) {
    const auto count = in.take<std::uint64_t>();
    if constexpr (PlainBytes<T>) {
      const std::span<const std::byte> bytes = in.take(count * sizeof(T));
      values.resize(count);
      if (count > 0) std::memcpy(values.data(), bytes.data(), bytes.size());
    } else {
      values.clear();
      for (std::uint64_t i = 0; i < count; ++i) Transfer<T>::read(values.emplace_back(), in);
    }
  }
};

template <>
struct Transfer<std::string> {
  static void write(const std::string& text, ByteWriter& out) {
    out.put(std::uint64_t{text.size()});
    out.put(std::as_bytes(std::span(text)));
  }
  static void read(std::string& text, ByteReader& in) {
    const std::span<const std::byte> bytes = in.take(in.take<std::uint64_t>());
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
};

template <Transferable Key, Transferable T>
struct Transfer<std::map<Key, T>> {
  static void write(std::map<Key, T>& entries, ByteWriter& out) {
    out.put(std::uint64_t{entries.size()});
    for (auto& [name, value] : entries) {
      Key key = name;
      Transfer<Key>::write(key, out);
      Transfer<T>::write(value, out);
    }
  }
  static void read(std::map<Key, T>& entries, ByteReader& in) {
    entries.clear();
    for (auto left = in.take<std::uint64_t>(); left > 0; --left) {
      Key key{};
      Transfer<Key>::read(key, in);
      Transfer<T>::read(entries[key], in);
    }
  }
};

template <Transferable T>
struct Transfer<std::optional<T>> {
  static void write(std::optional<T>& value, ByteWriter& out) {
    out.put(std::uint8_t{value.has_value()});
    if (value) Transfer<T>::write(*value, out);
  }
  static void read(std::optional<T>& value, ByteReader& in) {
    value.reset();
    if (in.take<std::uint8_t>() != 0) Transfer<T>::read(value.emplace(), in);
  }
};

}  // namespace trivium::learning
