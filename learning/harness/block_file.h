// A file of records that is written and read from front to back in constant memory, and knows when
// it is damaged.
//
//   offset  size  what (numbers little-endian and without a sign)
//   0       8     the kind of file, ASCII
//   8       4     version of the records
//   12      4     0
//   then blocks, one after the other to the end of the file:
//   0       4     n, the bytes of the block's records, 1 to 2^26
//   4       4     how many records these are, 0 in the last block only
//   8       8     FNV-1a (64 bits) over the eight bytes before and the n bytes behind
//   16      n     the records: for each one its length (4 bytes) and its bytes
//
// The last block has no records; its n = 8 bytes are the number of records in the file. So a file
// that was cut anywhere is known as such.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/input_file.h"
#include "learning/harness/bytes.h"
#include "models/format/part_file.h"

namespace trivium::learning {

inline constexpr std::size_t kMaxRecordBytes = std::size_t{1} << 25;

/// Where a block begins, for a reader that is to begin there.
struct BlockPlace {
  std::uint64_t offset = 0;   ///< in the file
  std::uint64_t block = 0;    ///< its number, from 1
  std::uint64_t records = 0;  ///< in the blocks before it
};

struct BlockFileKind {
  std::string_view name;  ///< eight characters
  std::uint32_t version = 1;
  std::string_view origin;  ///< program that writes such files, for messages about other files
};

/// The file has its name only after finish(), and errors are those of format::PartFile.
class BlockWriter {
 public:
  BlockWriter(std::filesystem::path path, BlockFileKind kind);

  /// A record has at most kMaxRecordBytes, else std::length_error.
  void add(std::span<const std::byte> record);
  /// Nothing may be added afterwards.
  void finish();

 private:
  void write_block(std::uint32_t records, std::span<const std::byte> payload);
  void flush();

  format::PartFile out_;
  ByteWriter block_;
  std::uint32_t in_block_ = 0;
  std::uint64_t records_ = 0;
};

/// Reads such a file. Throws format::LoadError, naming the file and the place, for everything that
/// is not as it was written.
class BlockReader {
 public:
  BlockReader(const std::filesystem::path& path, BlockFileKind kind);
  /// Begins with the block at `place`, which place() of a reader of this file gave.
  BlockReader(const std::filesystem::path& path, BlockFileKind kind, const BlockPlace& place);

  /// Where the block of the record begins that next() gave last.
  const BlockPlace& place() const noexcept { return place_; }

  /// The next record, valid until the next call; nothing at the end of a whole file.
  std::optional<std::span<const std::byte>> next();

  struct RecordPlace {
    std::uint64_t block = 0, record = 0;  ///< both from 1, the record in its block
  };
  /// Of the record that next() gave last.
  RecordPlace record_place() const noexcept { return {place_.block, record_}; }

  /// "games.tdleaf: block 3, record 17: <fault>". May be called by several threads at once.
  [[noreturn]] void fail(RecordPlace place, std::string code, std::string_view fault) const;
  /// Of the record that next() gave last.
  [[noreturn]] void fail(std::string code, std::string_view fault) const {
    fail(record_place(), std::move(code), fault);
  }

 private:
  void read_header(BlockFileKind kind);
  void read_block();
  void read_end();
  void read_bytes(std::span<std::byte> bytes, std::string_view what);
  [[noreturn]] void fail_block(std::string_view fault) const;

  std::string name_;
  std::unique_ptr<input::Stream> in_;
  std::vector<std::byte> payload_;
  ByteReader rest_{std::span<const std::byte>()};
  std::uint32_t left_ = 0;     // records of this block that are still to come
  BlockPlace place_;           // of this block
  std::uint64_t record_ = 0;   // number of the last record in its block, from 1
  std::uint64_t records_ = 0;  // so far in the file
  bool ended_ = false;
};

}  // namespace trivium::learning
