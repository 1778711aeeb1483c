// Input files. All files that a user names are opened for reading here.
//
// Accepts regular files, pipes and "-" (standard input). A folder, a device, a socket and a read
// error are errors with a reason. None of them is treated as an empty file or as the end of a file.
// A pipe that has no writer for two seconds is an error, not an endless wait. read_bytes() and
// read_text() limit the size. read_text() and Stream unpack files that zstd packed, skip a UTF-8
// byte order mark, and reject UTF-16 and other packed files (zip, gzip, xz, bzip2).
//
// Error codes: file.open, file.folder, file.kind (a device, a socket, or a pipe where only a
// regular file is accepted), file.pipe (no writer), file.size (too large), file.line (a line is too
// long), file.read, file.utf16, file.packed (must be unpacked first), file.damaged (packed data).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/descriptor.h"
#include "engine/core/readers/zstd_unpacker.h"
#include "engine/core/result.h"

namespace trivium::input {

/// Pipes that are accepted besides regular files.
enum class Pipes : std::uint8_t {
  kNone,
  kAll,  ///< also "-": standard input of any kind except a folder
};

/// Returns the name of `path` for messages: "standard input" for "-".
std::string shown_name(const std::filesystem::path& path);

/// True if `text` begins with the UTF-8 byte order mark.
constexpr bool has_byte_order_mark(std::string_view text) noexcept {
  return text.starts_with("\xEF\xBB\xBF");
}
/// Returns `text` without its byte order mark, if it has one.
constexpr std::string_view without_byte_order_mark(std::string_view text) noexcept {
  return has_byte_order_mark(text) ? text.substr(3) : text;
}

/// Returns the message for a packed file that begins with `beginning`: "packed with zstd: it must
/// be unpacked first (zstdcat)". Empty for other files.
std::string packed_words(std::string_view beginning);

/// A file that is open for reading. Returns the bytes exactly as they are stored.
class File {
 public:
  static Result<File> open(const std::filesystem::path& path, Pipes pipes);

  /// Reads at most `bytes.size()` bytes and returns their number; 0 only at the end of the file.
  /// Blocks until a pipe has data.
  Result<std::size_t> read(std::span<char> bytes);
  /// Sets the offset of the next read(). Requires: a regular file.
  Status seek(std::uint64_t place);
  /// Size in bytes of a regular file when it was opened; 0 for a pipe.
  std::uint64_t size() const noexcept { return size_; }
  const std::string& name() const noexcept { return name_; }

 private:
  File(std::string name, Descriptor descriptor) noexcept
      : name_(std::move(name)), descriptor_(std::move(descriptor)) {}
  Error error(const char* code, const std::string& what) const;
  Error failure(const char* code, const char* what) const;
  Status examine(Pipes pipes);

  std::string name_;
  Descriptor descriptor_;
  std::uint64_t size_ = 0;
  bool awaits_writer_ = false;  // a pipe that has not been read yet
};

/// Returns all bytes of a file. A file of more than `limit` bytes is an error.
Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path, std::uint64_t limit,
                                          Pipes pipes = Pipes::kNone);

/// Returns the text of a file, unpacked and without its byte order mark. A text of more than
/// `limit` bytes is an error.
Result<std::string> read_text(const std::filesystem::path& path, std::uint64_t limit,
                              Pipes pipes = Pipes::kAll);

/// An input stream over a text file of any size; "-" is standard input. Positions (tellg, seekg)
/// count unpacked bytes, from the end of the byte order mark.
class Stream final : public std::istream {
 public:
  /// Opens a file and checks its first bytes. Requires: seekg() is not called.
  static Result<std::unique_ptr<Stream>> open(const std::filesystem::path& path,
                                              Pipes pipes = Pipes::kAll);
  /// Opens a regular file that is not packed, so that seekg() can be called.
  static Result<std::unique_ptr<Stream>> open_seekable(const std::filesystem::path& path);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Name of the file for messages.
  const std::string& name() const noexcept { return buffer_.file.name(); }
  /// Size of the file in bytes, with its byte order mark; 0 for a pipe and a packed file.
  std::uint64_t size() const noexcept { return buffer_.unpacker ? 0 : buffer_.file.size(); }
  /// Size of the byte order mark in bytes. It lies before position 0.
  std::uint64_t mark() const noexcept { return buffer_.mark; }
  /// Returns the first 64 KiB of the text, or all of it if it is shorter, without taking it: they
  /// are read again. Blocks until a pipe has so much. Valid until the stream is read. Requires:
  /// nothing has been read yet.
  std::string_view beginning() {
    buffer_.fill_up();
    return buffer_.unread();
  }
  /// Reads the next line without its end (LF or CR LF). Returns false at the end of the text.
  /// Errors: the file cannot be read, or the line has more than `max_length` bytes ("file.line").
  Result<bool> next_line(std::string& line, std::size_t max_length);
  /// Reads the whole text. A text of more than `limit` bytes is an error. Requires: nothing has
  /// been read yet.
  Result<std::string> read_all(std::uint64_t limit);

  /// The first read or seek error, or success if there was none. Check it at the end of the stream:
  /// std::istream does not distinguish an error from the end of the text.
  const Status& status() const noexcept { return buffer_.status; }

 private:
  struct Buffer final : std::streambuf {
    explicit Buffer(File opened) : file(std::move(opened)) {}
    /// Reads the beginning of the file and skips a byte order mark. `seekable`: packed files are
    /// rejected, not unpacked.
    Status begin(bool seekable);
    /// Reads bytes, unpacked if the file is packed.
    Result<std::size_t> read(std::span<char> into);
    /// Reads the first bytes into the buffer and returns their number.
    Result<std::size_t> read_beginning();
    std::size_t fill();
    /// Reads more behind what the buffer has, until it is full or the text ends.
    void fill_up();
    std::string_view unread() const { return {gptr(), egptr()}; }
    /// Appends the buffered part of the line to `line`. Returns true if the line end was in the
    /// buffer, and consumes it.
    bool take_line(std::string& line);
    int_type underflow() override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir from,
                     std::ios_base::openmode mode) override;
    pos_type seekpos(pos_type place, std::ios_base::openmode mode) override;
    pos_type here() const { return static_cast<std::streamoff>(end_place) - (egptr() - gptr()); }

    File file;
    std::optional<ZstdUnpacker> unpacker;  // of a packed file
    Status status;
    std::uint64_t mark = 0;       // size of the byte order mark in bytes
    std::uint64_t end_place = 0;  // position of the buffer's end
    std::vector<char> bytes;
  };

  explicit Stream(File file) : std::istream(nullptr), buffer_(std::move(file)) { rdbuf(&buffer_); }
  static Result<std::unique_ptr<Stream>> opened(const std::filesystem::path& path, Pipes pipes,
                                                bool seekable);

  Buffer buffer_;
};

}  // namespace trivium::input
