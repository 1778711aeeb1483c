// Block files: files of records that are written and read sequentially in constant memory, with
// checksums that detect damage and truncation.
//
//   offset  size  what (numbers are little-endian and unsigned)
//   0       8     kind of file, ASCII
//   8       4     version of the records
//   12      4     0
//   then blocks, one after the other to the end of the file:
//   0       4     n, number of bytes of the block's records, 1 to 2^26
//   4       4     number of records in the block, 0 only in the last block
//   8       8     FNV-1a (64 bits) over the eight bytes before and the n bytes after
//   16      n     records: for each its length (4 bytes) and its bytes
//
// The last block has no records; its n = 8 bytes are the number of records in the file. So
// truncation at any place is detected.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/core/readers/input_file.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::learning {

/// Encodes integers as little-endian bytes, for records in files.
class ByteWriter {
 public:
  template <std::integral Number>
  void put(Number number) {
    using Bits = std::make_unsigned_t<Number>;
    const auto bits = static_cast<Bits>(number);
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      bytes_.push_back(static_cast<std::byte>(bits >> (8 * i) & 0xFF));
  }
  void put(std::span<const std::byte> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }

  std::span<const std::byte> bytes() const noexcept { return bytes_; }
  void clear() noexcept { bytes_.clear(); }

 private:
  std::vector<std::byte> bytes_;
};

/// Reads bytes written by a ByteWriter. Throws format::LoadError if the bytes end too early.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) noexcept : rest_(bytes) {}

  template <std::integral Number>
  Number take() {
    using Bits = std::make_unsigned_t<Number>;
    const std::span<const std::byte> bytes = take(sizeof(Number));
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i)
      bits =
          static_cast<Bits>(bits | static_cast<Bits>(std::to_integer<Bits>(bytes[i]) << (8 * i)));
    return static_cast<Number>(bits);
  }
  std::span<const std::byte> take(std::size_t count) {
    if (count > rest_.size()) throw format::LoadError("blocks.short", "ends too early");
    const std::span<const std::byte> taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }

  bool empty() const noexcept { return rest_.empty(); }

 private:
  std::span<const std::byte> rest_;
};

inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 25;

/// Position of a block, from which a reader can begin.
struct BlockPlace {
  std::uint64_t offset = 0;   ///< byte offset in the file
  std::uint64_t block = 0;    ///< number of the block, from 1
  std::uint64_t records = 0;  ///< number of records in the blocks before it
};

struct BlockFileKind {
  std::string_view name;  ///< eight characters
  std::uint32_t version = 1;
  std::string_view origin{};  ///< program that writes such files, for messages about other files
};

/// Writes a block file. The file appears under its name only after finish(). Throws
/// format::LoadError as format::PartFile does.
class BlockWriter {
 public:
  BlockWriter(std::filesystem::path path, BlockFileKind kind);

  /// Appends a record. Throws std::length_error if it is longer than kMaxRecordBytes.
  void add(std::span<const std::byte> record);
  /// Completes the file. Requires: no add() follows.
  void finish();

 private:
  void write_block(std::uint32_t records, std::span<const std::byte> payload);
  void flush();

  format::PartFile out_;
  ByteWriter block_;
  std::uint32_t in_block_ = 0;
  std::uint64_t records_ = 0;
};

/// Writes a file of games; encode(game, record) makes their records. Throws as BlockWriter and
/// encode() do.
template <class Game, const BlockFileKind& kKind>
class GameWriter {
 public:
  explicit GameWriter(std::filesystem::path path) : out_(std::move(path), kKind) {}

  void add(const Game& game) {
    encode(game, record_);
    out_.add(record_.bytes());
  }
  /// Completes the file. It appears under its name only after this call.
  void finish() { out_.finish(); }

 private:
  BlockWriter out_;
  ByteWriter record_;
};

inline constexpr std::uint64_t kBlockFileHeaderBytes = 16;
inline constexpr BlockPlace kFirstBlock{kBlockFileHeaderBytes, 1, 0};

/// Reads a block file. Throws format::LoadError with file and place if the file is of another kind,
/// damaged or truncated.
class BlockReader {
 public:
  /// Opens a file of any kind that input::Stream reads.
  BlockReader(const std::filesystem::path& path, BlockFileKind kind);
  /// Opens a regular file that is not packed, and begins with the block at `place`. Requires:
  /// `place` is kFirstBlock, or place() of a reader of this file returned it.
  BlockReader(const std::filesystem::path& path, BlockFileKind kind, const BlockPlace& place);

  /// Returns the position of the block that contains the last record returned by next().
  const BlockPlace& place() const noexcept { return place_; }

  /// Returns the next record, or nothing at the end of a complete file. The span is valid until the
  /// next call.
  std::optional<std::span<const std::byte>> next();

  struct RecordPlace {
    std::uint64_t block = 0, record = 0;  ///< both from 1; `record` counts within the block
  };
  /// Returns the place of the last record returned by next().
  RecordPlace record_place() const noexcept { return {place_.block, record_}; }

  /// Throws format::LoadError "games.tdleaf: block 3, record 17: FAULT". Thread-safe.
  [[noreturn]] void fail(RecordPlace place, std::string code, std::string_view fault) const;
  /// Does the same for the last record returned by next().
  [[noreturn]] void fail(std::string code, std::string_view fault) const {
    fail(record_place(), std::move(code), fault);
  }

 private:
  BlockReader(std::string name, std::unique_ptr<input::Stream> in, BlockFileKind kind);
  void read_block();
  void read_end();
  void read_bytes(std::span<std::byte> bytes, std::string_view what);
  [[noreturn]] void fail_block(std::string_view fault) const;

  std::string name_;
  std::unique_ptr<input::Stream> in_;
  std::vector<std::byte> payload_;
  ByteReader rest_{std::span<const std::byte>()};
  std::uint32_t left_ = 0;     // number of records of this block not yet returned
  BlockPlace place_;           // position of this block
  std::uint64_t record_ = 0;   // number of the last record in its block, from 1
  std::uint64_t records_ = 0;  // number of records returned so far
  bool ended_ = false;
};

}  // namespace trivium::learning
