#include "learning/harness/block_file.h"

#include <array>
#include <fmt/format.h>
#include <stdexcept>

#include "engine/core/signature.h"
#include "models/format/file_io.h"

namespace trivium::learning {

namespace {

constexpr std::size_t kBlockHeadBytes = 16;
constexpr std::size_t kCheckedHeadBytes = 8;  // bytes of a block's head before the checksum
constexpr std::size_t kFullBlock = std::size_t{1} << 16;  // a block of this size is written
constexpr std::size_t kMaxBlockBytes = std::size_t{1} << 26;

std::uint64_t checksum(std::span<const std::byte> head,
                       std::span<const std::byte> payload) noexcept {
  Signature sum;
  for (const std::byte byte : head) sum.add(std::to_integer<std::uint64_t>(byte));
  for (const std::byte byte : payload) sum.add(std::to_integer<std::uint64_t>(byte));
  return sum.value();
}

}  // namespace

BlockWriter::BlockWriter(std::filesystem::path path, BlockFileKind kind) : out_(std::move(path)) {
  ByteWriter header;
  header.put(std::as_bytes(std::span(kind.name)));
  header.put(kind.version);
  header.put(std::uint32_t{0});
  out_.write(header.bytes());
}

void BlockWriter::write_block(std::uint32_t records, std::span<const std::byte> payload) {
  ByteWriter head;
  head.put(static_cast<std::uint32_t>(payload.size()));
  head.put(records);
  head.put(checksum(head.bytes(), payload));
  out_.write(head.bytes());
  out_.write(payload);
}

void BlockWriter::flush() {
  if (in_block_ > 0) write_block(in_block_, block_.bytes());
  block_.clear();
  in_block_ = 0;
}

void BlockWriter::add(std::span<const std::byte> record) {
  if (record.size() > kMaxRecordBytes)
    throw std::length_error(fmt::format("a record of {} bytes is too long", record.size()));
  block_.put(static_cast<std::uint32_t>(record.size()));
  block_.put(record);
  ++in_block_;
  ++records_;
  if (block_.bytes().size() >= kFullBlock) flush();
}

void BlockWriter::finish() {
  flush();
  ByteWriter total;
  total.put(records_);
  write_block(0, total.bytes());
  out_.finish();
}

BlockReader::BlockReader(std::string name, std::unique_ptr<input::Stream> in, BlockFileKind kind)
    : name_(std::move(name)), in_(std::move(in)) {
  std::array<std::byte, kBlockFileHeaderBytes> bytes{};
  in_->read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  const std::string_view name_there(reinterpret_cast<const char*>(bytes.data()), kind.name.size());
  if (static_cast<std::size_t>(in_->gcount()) != bytes.size() || name_there != kind.name) {
    format::or_throw(in_->status());
    const std::string found = format::known_kind(
        std::span<const std::byte>(bytes).first(static_cast<std::size_t>(in_->gcount())));
    throw format::LoadError("games.kind", "{}: no file of kind {}{}{}{}{}", name_, kind.name,
                            found.empty() ? "" : ": it is ", found, kind.origin.empty() ? "" : "; ",
                            kind.origin);
  }
  ByteReader rest(std::span<const std::byte>(bytes).subspan(kind.name.size()));
  const auto version = rest.take<std::uint32_t>();
  if (version != kind.version) {
    throw format::LoadError("games.version", "{}: {} of version {}, this program reads version {}",
                            name_, kind.name, version, kind.version);
  }
  if (rest.take<std::uint32_t>() != 0)
    throw format::LoadError("games.header", "{}: a header that is damaged", name_);
}

BlockReader::BlockReader(const std::filesystem::path& path, BlockFileKind kind)
    : BlockReader(path.string(), format::or_throw(input::Stream::open(path)), kind) {}

BlockReader::BlockReader(const std::filesystem::path& path, BlockFileKind kind,
                         const BlockPlace& place)
    : BlockReader(path.string(), format::or_throw(input::Stream::open_seekable(path)), kind) {
  in_->seekg(static_cast<std::streamoff>(place.offset));
  place_.block = place.block - 1;
  records_ = place.records;
}

void BlockReader::fail(RecordPlace place, std::string code, std::string_view fault) const {
  throw format::LoadError(std::move(code), "{}: block {}, record {}: {}", name_, place.block,
                          place.record, fault);
}

void BlockReader::fail_block(std::string_view fault) const {
  throw format::LoadError("games.block", "{}: block {}: {}", name_, place_.block, fault);
}

void BlockReader::read_bytes(std::span<std::byte> bytes, std::string_view what) {
  in_->read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (static_cast<std::size_t>(in_->gcount()) != bytes.size()) {
    format::or_throw(in_->status());
    fail_block(fmt::format("the file ends in {}: it is not whole", what));
  }
}

void BlockReader::read_block() {
  place_ = {static_cast<std::uint64_t>(in_->tellg()), place_.block + 1, records_};
  record_ = 0;
  std::array<std::byte, kBlockHeadBytes> bytes{};
  read_bytes(bytes, "a block's head");
  ByteReader head(bytes);
  const auto size = head.take<std::uint32_t>();
  left_ = head.take<std::uint32_t>();
  if (size == 0 || size > kMaxBlockBytes)
    fail_block(fmt::format("{} bytes is not a valid block size", size));
  payload_.resize(size);
  read_bytes(payload_, "a block");
  if (head.take<std::uint64_t>() !=
      checksum(std::span<const std::byte>(bytes).first(kCheckedHeadBytes), payload_)) {
    fail_block("wrong checksum: the file is damaged");
  }
  rest_ = ByteReader(payload_);
  if (left_ == 0) read_end();
}

void BlockReader::read_end() {
  const auto stated =
      payload_.size() == sizeof(std::uint64_t) ? rest_.take<std::uint64_t>() : ~std::uint64_t{0};
  if (stated != records_)
    fail_block(fmt::format("the file should hold {} records, not {}", stated, records_));
  if (in_->peek() != std::istream::traits_type::eof())
    fail_block("something follows the last block");
  ended_ = true;
}

std::optional<std::span<const std::byte>> BlockReader::next() {
  if (left_ == 0 && !ended_) {
    if (!rest_.empty()) fail_block("something follows the last record");
    read_block();
  }
  if (ended_) return std::nullopt;
  --left_;
  ++record_;
  ++records_;
  try {
    return rest_.take(rest_.take<std::uint32_t>());
  } catch (const format::LoadError& error) {
    fail("games.record.short", error.what());
  }
}

}  // namespace trivium::learning
