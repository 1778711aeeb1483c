// Reading what a user names: the one place where files are opened to be read.
//
// Only regular files, pipes and "-" (standard input) are read. A folder, a device, a socket and a read error are errors with a reason and
// never taken for an empty file, nor for the end of one. Sizes are bounded, and no pipe without a writer is waited for. Texts begin behind
// a byte order mark; UTF-16 is refused by its name.
//
// Codes: file.open, file.folder, file.kind (a device, a socket, a pipe where none will do), file.pipe (nobody writes into it), file.size,
// file.line (a line without end), file.read, file.utf16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <span>
#include <streambuf>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

namespace trivium::input {

/// Which pipes are read as well as regular files.
enum class Pipes : std::uint8_t {
  kNone,
  kAll,  ///< and "-" is standard input, whatever that is
};

/// The name of `path` in a message: "-" is "standard input".
std::string shown_name(const std::filesystem::path& path);

/// Whether `text` begins with the byte order mark of UTF-8.
constexpr bool has_byte_order_mark(std::string_view text) noexcept { return text.starts_with("\xEF\xBB\xBF"); }
/// `text` behind its byte order mark, if it has one.
constexpr std::string_view without_byte_order_mark(std::string_view text) noexcept {
  return has_byte_order_mark(text) ? text.substr(3) : text;
}

/// A file that is open for reading, byte by byte as it is stored.
class File {
 public:
  static Result<File> open(const std::filesystem::path& path, Pipes pipes);
  File(File&& other) noexcept;
  File& operator=(File&& other) noexcept;
  ~File();

  /// Fills `bytes` or a part of it, 0 only at the end. Blocks until a pipe has something.
  Result<std::size_t> read(std::span<char> bytes);
  /// What read() gives next begins at that byte. Only of a regular file.
  Status seek(std::uint64_t place);
  /// Bytes of a regular file when it was opened; 0 of a pipe.
  std::uint64_t size() const noexcept { return size_; }
  const std::string& name() const noexcept { return name_; }

 private:
  File(std::string name, int descriptor) noexcept : name_(std::move(name)), descriptor_(descriptor) {}
  Error error(const char* code, const std::string& what) const;
  Error failure(const char* code, const char* what) const;
  Status examine(Pipes pipes);
  Result<std::size_t> read_first(std::span<char> bytes);

  std::string name_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  bool awaits_writer_ = false;  // a pipe of which nothing has been read
};

/// All bytes of a file of at most `limit`.
Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path, std::uint64_t limit, Pipes pipes = Pipes::kNone);

/// The text of a file of at most `limit` bytes, without its byte order mark.
Result<std::string> read_text(const std::filesystem::path& path, std::uint64_t limit, Pipes pipes = Pipes::kAll);

/// A text that is read bit by bit, however long it is; "-" is standard input. Places (tellg, seekg) count from behind the byte order mark.
class Stream final : public std::istream {
 public:
  static Result<std::unique_ptr<Stream>> open(const std::filesystem::path& path);
  /// The same for a reader that goes back in the file, which a pipe cannot.
  static Result<std::unique_ptr<Stream>> open_seekable(const std::filesystem::path& path);
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Bytes of the byte order mark, before place 0.
  std::uint64_t mark() const noexcept { return buffer_.mark; }
  /// Reads the next line without its end (LF or CR LF); false at the end of the text. An error where it cannot be read on, or "file.line"
  /// where the line has more than `longest` bytes.
  Result<bool> next_line(std::string& line, std::size_t longest);

  /// Whether the text ended because it ended: else why it could not be read on. To be asked after the last record.
  const Status& status() const noexcept { return buffer_.status; }

 private:
  struct Buffer final : std::streambuf {
    explicit Buffer(File opened) : file(std::move(opened)) {}
    /// Reads the beginning and passes over a byte order mark.
    Status begin();
    std::size_t fill();
    /// Takes what is buffered of a line off; true when its end was there, which is taken too.
    bool take_line(std::string& line);
    int_type underflow() override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir from, std::ios_base::openmode mode) override;
    pos_type seekpos(pos_type place, std::ios_base::openmode mode) override;
    pos_type here() const { return static_cast<std::streamoff>(end_place) - (egptr() - gptr()); }

    File file;
    Status status;
    std::uint64_t mark = 0;       // bytes of the byte order mark
    std::uint64_t end_place = 0;  // of what is behind the buffer
    std::vector<char> bytes;
  };

  explicit Stream(File file) : std::istream(nullptr), buffer_(std::move(file)) { rdbuf(&buffer_); }
  static Result<std::unique_ptr<Stream>> open_as(const std::filesystem::path& path, Pipes pipes);

  Buffer buffer_;
};

}  // namespace trivium::input
