#include "engine/core/readers/input_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace trivium::input {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr int kPipeTimeoutMs = 2000;  // timeout for the first data of a pipe

struct Packer {
  std::string_view mark, name, unpack;
};
constexpr std::string_view kZstd = "zstd";
constexpr std::array kPackers =
    std::to_array<Packer>({{"PK\x03\x04"sv, "zip", "unzip -p"},
                           {"\x1F\x8B"sv, "gzip", "zcat"},
                           {"\x28\xB5\x2F\xFD"sv, kZstd, "zstdcat"},
                           {"\x50\x2A\x4D\x18"sv, kZstd, "zstdcat"},  // of pzstd
                           {"\xFD\x37zXZ"sv, "xz", "xzcat"},
                           {"BZh91AY&SY"sv, "bzip2", "bzcat"}});

/// Returns the packer of a file that begins with `beginning`, or nullptr.
const Packer* packer_of(std::string_view beginning) {
  const auto* const packer = std::ranges::find_if(
      kPackers, [&](const Packer& one) { return beginning.starts_with(one.mark); });
  return packer == kPackers.end() ? nullptr : packer;
}

std::string accepted_kinds(Pipes pipes) {
  return pipes == Pipes::kNone ? "a regular file is needed"
                               : "a file, a pipe or - (standard input) is needed";
}

/// Rejects text in UTF-16 and compressed text.
Status check_beginning(std::string_view beginning, const std::string& name) {
  if (beginning.starts_with("\xFF\xFE"sv) || beginning.starts_with("\xFE\xFF"sv))
    return Error{"file.utf16", name +
                                   ": the text is in UTF-16; UTF-8 is needed (convert it with "
                                   "iconv -f UTF-16 -t UTF-8)"};
  if (const std::string packed = packed_words(beginning); !packed.empty())
    return Error{"file.packed", name + ": " + packed};
  return {};
}

Error too_large(const std::string& name, const std::string& size, std::uint64_t limit) {
  return {"file.size", name + ": has " + size + " than the limit of " + std::to_string(limit)};
}

/// Returns an error if fewer bytes than `size` have been read to the end; a size of 0 is unknown.
Status check_size(const std::string& name, std::uint64_t read, std::uint64_t size) {
  if (read >= size) return {};
  return Error{"file.read", name + ": became shorter while it was read: " + std::to_string(read) +
                                " of " + std::to_string(size) + " bytes"};
}

/// Waits for data or the end of the input, at most `milliseconds` (-1: no limit). Returns false on
/// timeout.
bool wait_for(int descriptor, int milliseconds) {
  pollfd waiting{descriptor, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, milliseconds);
  } while (ready < 0 && errno == EINTR);
  return ready != 0;
}

}  // namespace

std::string shown_name(const std::filesystem::path& path) {
  return path == "-" ? "standard input" : path.string();
}

std::string packed_words(std::string_view beginning) {
  const Packer* const packer = packer_of(beginning);
  if (packer == nullptr) return {};
  return "packed with " + std::string(packer->name) + ": it must be unpacked first (" +
         std::string(packer->unpack) + ")";
}

Error File::error(const char* code, const std::string& what) const {
  return {code, name_ + ": " + what};
}

Error File::failure(const char* code, const char* what) const {
  const int cause = errno;
  return error(code, what + std::string(": ") + std::generic_category().message(cause));
}

Result<File> File::open(const std::filesystem::path& path, Pipes pipes) {
  const bool standard = pipes == Pipes::kAll && path == "-";
  // O_NONBLOCK: opening a named pipe must not wait for a writer.
  Descriptor descriptor(standard
                            ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                            : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  File file(standard ? shown_name(path) : path.string(), std::move(descriptor));
  if (file.descriptor_.get() < 0) {
    const Error failed = file.failure("file.open", "cannot be opened");
    std::error_code ignored;
    return !standard && std::filesystem::is_socket(path, ignored)
               ? file.error("file.kind", "is a socket; " + accepted_kinds(pipes))
               : failed;
  }
  if (Status examined = file.examine(pipes);
      !examined && (!standard || examined.error().code == "file.folder"))
    return examined.error();
  return file;
}

Status File::examine(Pipes pipes) {
  struct stat status {};
  if (fstat(descriptor_.get(), &status) != 0) return failure("file.open", "cannot be examined");
  if (S_ISDIR(status.st_mode)) return error("file.folder", "is a folder; " + accepted_kinds(pipes));
  if (S_ISREG(status.st_mode)) {
    size_ = static_cast<std::uint64_t>(status.st_size);
    return {};
  }
  if (!S_ISFIFO(status.st_mode))
    return error("file.kind", (S_ISSOCK(status.st_mode) ? "is a socket; " : "is a device; ") +
                                  accepted_kinds(pipes));
  if (pipes == Pipes::kNone) return error("file.kind", "is a pipe; " + accepted_kinds(pipes));
  awaits_writer_ = true;
  return {};
}

Result<std::size_t> File::read(std::span<char> bytes) {
  // Only a wait can distinguish a pipe without a writer from a slow writer.
  const bool has_data =
      !std::exchange(awaits_writer_, false) || wait_for(descriptor_.get(), kPipeTimeoutMs);
  for (;;) {
    const ssize_t count = ::read(descriptor_.get(), bytes.data(), bytes.size());
    if (count == 0 && !has_data) return error("file.pipe", "is a pipe without a writer");
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno == EAGAIN) {
      wait_for(descriptor_.get(), -1);
    } else if (errno != EINTR) {
      return failure("file.read", "cannot be read");
    }
  }
}

Status File::seek(std::uint64_t place) {
  if (::lseek(descriptor_.get(), static_cast<off_t>(place), SEEK_SET) < 0)
    return failure("file.read", "cannot be read from another place");
  return {};
}

Result<std::vector<std::byte>> read_bytes(const std::filesystem::path& path, std::uint64_t limit,
                                          Pipes pipes) {
  Result<File> file = File::open(path, pipes);
  if (!file) return file.error();
  if (file->size() > limit)
    return too_large(file->name(), std::to_string(file->size()) + " bytes, more", limit);
  std::vector<std::byte> bytes(static_cast<std::size_t>(file->size()) + 1);  // to detect the end
  std::size_t filled = 0;
  for (;;) {
    // The size of a pipe is known only after it has been read.
    if (filled == bytes.size()) bytes.resize(filled + std::max(filled, kChunk));
    const Result<std::size_t> count =
        file->read({reinterpret_cast<char*>(bytes.data()) + filled, bytes.size() - filled});
    if (!count) return count.error();
    if (*count == 0) break;
    filled += *count;
    if (filled > limit) return too_large(file->name(), "more bytes", limit);
  }
  if (Status whole = check_size(file->name(), filled, file->size()); !whole) return whole.error();
  bytes.resize(filled);
  return bytes;
}

Result<std::string> read_text(const std::filesystem::path& path, std::uint64_t limit, Pipes pipes) {
  const Result<std::unique_ptr<Stream>> in = Stream::open(path, pipes);
  if (!in) return in.error();
  return (*in)->read_all(limit);
}

Result<std::unique_ptr<Stream>> Stream::open(const std::filesystem::path& path, Pipes pipes) {
  return opened(path, pipes, false);
}

Result<std::unique_ptr<Stream>> Stream::open_seekable(const std::filesystem::path& path) {
  return opened(path, Pipes::kNone, true);
}

Result<std::unique_ptr<Stream>> Stream::opened(const std::filesystem::path& path, Pipes pipes,
                                               bool seekable) {
  Result<File> file = File::open(path, pipes);
  if (!file) return file.error();
  std::unique_ptr<Stream> stream(new Stream(*std::move(file)));
  if (Status begun = stream->buffer_.begin(seekable); !begun) return begun.error();
  return stream;
}

Status Stream::Buffer::begin(bool seekable) {
  bytes.resize(kChunk);
  Result<std::size_t> filled = read_beginning();
  if (!filled) return filled.error();
  const std::string_view stored(bytes.data(), *filled);
  const Packer* const packer = packer_of(stored);
  if (packer != nullptr && packer->name == kZstd && !seekable) {
    unpacker.emplace(file, stored);
    filled = read_beginning();
    if (!filled) return filled.error();
  }
  const std::string_view beginning(bytes.data(), *filled);
  if (Status checked = check_beginning(beginning, file.name()); !checked) return checked;
  mark = beginning.size() - without_byte_order_mark(beginning).size();
  end_place = *filled - mark;
  setg(bytes.data() + mark, bytes.data() + mark, bytes.data() + *filled);
  return {};
}

Result<std::size_t> Stream::Buffer::read(std::span<char> into) {
  return unpacker ? unpacker->read(into) : file.read(into);
}

Result<std::size_t> Stream::Buffer::read_beginning() {
  constexpr std::size_t kBeginning = 64;  // enough for a mark and to detect the file type
  std::size_t filled = 0;
  while (filled < kBeginning) {  // a pipe may deliver its first bytes one at a time
    const Result<std::size_t> count = read(std::span(bytes).subspan(filled));
    if (!count) return count.error();
    if (*count == 0) break;
    filled += *count;
  }
  return filled;
}

std::size_t Stream::Buffer::fill() {
  if (!status) return 0;
  const Result<std::size_t> count = read(bytes);
  if (!count) status = count.error();
  const std::size_t filled = count ? *count : 0;
  end_place += filled;
  setg(bytes.data(), bytes.data(), bytes.data() + filled);
  return filled;
}

void Stream::Buffer::fill_up() {
  while (status && egptr() < bytes.data() + bytes.size()) {
    const auto filled = static_cast<std::size_t>(egptr() - bytes.data());
    const Result<std::size_t> count = read(std::span(bytes).subspan(filled));
    if (!count) status = count.error();
    if (!count || *count == 0) return;
    end_place += *count;
    setg(eback(), gptr(), egptr() + *count);
  }
}

bool Stream::Buffer::take_line(std::string& line) {
  const auto* const end = static_cast<const char*>(
      std::memchr(gptr(), '\n', static_cast<std::size_t>(egptr() - gptr())));
  const std::size_t length = static_cast<std::size_t>((end == nullptr ? egptr() : end) - gptr());
  line.append(gptr(), length);
  setg(eback(), gptr() + length + (end == nullptr ? 0 : 1), egptr());
  return end != nullptr;
}

Result<bool> Stream::next_line(std::string& line, std::size_t max_length) {
  line.clear();
  bool ended = false;
  bool any = false;
  while (!ended && buffer_.sgetc() != traits_type::eof()) {
    any = true;
    ended = buffer_.take_line(line);
    if (line.size() > max_length + 1) break;
  }
  if (!status()) return status().error();
  if (line.ends_with('\r')) line.pop_back();
  if (line.size() > max_length)
    return Error{"file.line", "the line is longer than " + std::to_string(max_length) + " bytes"};
  return any;
}

Result<std::string> Stream::read_all(std::uint64_t limit) {
  if (size() > limit + mark())
    return too_large(name(), std::to_string(size()) + " bytes, more", limit);
  std::string text;
  text.reserve(size());
  while (buffer_.sgetc() != traits_type::eof()) {
    const std::size_t before = text.size();
    text.resize(before + static_cast<std::size_t>(buffer_.in_avail()));
    buffer_.sgetn(text.data() + before, static_cast<std::streamsize>(text.size() - before));
    if (text.size() > limit) return too_large(name(), "more bytes", limit);
  }
  if (!status()) return status().error();
  if (Status whole = check_size(name(), text.size() + mark(), size()); !whole) return whole.error();
  return text;
}

Stream::Buffer::int_type Stream::Buffer::underflow() {
  return gptr() < egptr() || fill() > 0 ? traits_type::to_int_type(*gptr()) : traits_type::eof();
}

Stream::Buffer::pos_type Stream::Buffer::seekoff(off_type offset, std::ios_base::seekdir from,
                                                 std::ios_base::openmode mode) {
  if (from == std::ios_base::cur && offset == 0) return here();
  if (from == std::ios_base::end) return off_type(-1);
  return seekpos(from == std::ios_base::cur ? here() + offset : pos_type(offset), mode);
}

Stream::Buffer::pos_type Stream::Buffer::seekpos(pos_type place, std::ios_base::openmode) {
  if (off_type(place) < 0) return off_type(-1);
  const auto wanted = static_cast<std::uint64_t>(off_type(place));
  const auto buffered = static_cast<std::uint64_t>(egptr() - eback());
  if (wanted <= end_place && end_place - wanted <= buffered) {
    setg(eback(), egptr() - (end_place - wanted), egptr());
    return place;
  }
  if (unpacker) return off_type(-1);  // it cannot go back
  if (Status moved = file.seek(mark + wanted); !moved) {
    status = moved;
    return off_type(-1);
  }
  end_place = wanted;
  setg(bytes.data(), bytes.data(), bytes.data());
  return place;
}

}  // namespace trivium::input
