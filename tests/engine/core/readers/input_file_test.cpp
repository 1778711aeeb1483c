// Tests of reading whole files and streams: no fault may look like an empty file.
#include "engine/core/readers/input_file.h"

#include <algorithm>
#include <cerrno>
#include <doctest/doctest.h>
#include <fcntl.h>
#include <iterator>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "tests/temporary_folder.h"
#include "tests/zstd_frame.h"

namespace trivium::input {
namespace {

constexpr std::uint64_t kLimit = 1000;

template <class T>
std::string code_of(const Result<T>& result) {
  return result ? "" : result.error().code;
}

std::string streamed(Stream& in) { return {std::istreambuf_iterator<char>(in), {}}; }

/// A named socket, like those that servers listen on.
class NamedSocket {
 public:
  explicit NamedSocket(const std::filesystem::path& path)
      : number_(::socket(AF_UNIX, SOCK_STREAM, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.string().copy(address.sun_path, sizeof address.sun_path - 1);
    REQUIRE(::bind(number_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  }
  ~NamedSocket() { ::close(number_); }

 private:
  int number_;
};

/// A pipe with `text` in it, as a shell passes it to a program.
class ShellPipe {
 public:
  explicit ShellPipe(const std::string& text) {
    REQUIRE(::pipe2(ends_, O_CLOEXEC) == 0);
    writer_ = std::thread([this, text] {
      for (std::size_t done = 0; done < text.size();) {
        const ssize_t count = ::write(ends_[1], text.data() + done, 1 + (text.size() - done) / 2);
        if (count <= 0) break;
        done += static_cast<std::size_t>(count);
      }
      ::close(ends_[1]);
    });
  }
  ~ShellPipe() {
    writer_.join();
    ::close(ends_[0]);
  }
  std::string name() const { return "/dev/fd/" + std::to_string(ends_[0]); }

 private:
  int ends_[2] = {-1, -1};
  std::thread writer_;
};

}  // namespace

TEST_CASE("every way of reading names the kind of a file that is not regular") {
  const TemporaryFolder folder;
  const auto codes = [](const std::filesystem::path& path) {
    return code_of(read_bytes(path, kLimit)) + ' ' + code_of(read_text(path, kLimit)) + ' ' +
           code_of(Stream::open(path)) + ' ' + code_of(Stream::open(path, Pipes::kNone));
  };
  const NamedSocket socket(folder.file("socket"));
  CHECK(codes(folder.path()) == "file.folder file.folder file.folder file.folder");
  CHECK(codes("/dev/zero") == "file.kind file.kind file.kind file.kind");
  CHECK(codes("/dev/null") == "file.kind file.kind file.kind file.kind");
  CHECK(codes(folder.file("socket")) == "file.kind file.kind file.kind file.kind");
  CHECK(codes(folder.file("none")) == "file.open file.open file.open file.open");
  CHECK(codes("") == "file.open file.open file.open file.open");
  REQUIRE(::mkfifo(folder.file("pipe").c_str(), 0600) == 0);
  CHECK(codes(folder.file("pipe")) == "file.kind file.pipe file.pipe file.kind");
}

TEST_CASE("a read error is reported at the beginning and in the middle of a file") {
  CHECK(code_of(read_bytes("/proc/self/mem", kLimit)) == "file.read");
  CHECK(code_of(read_text("/proc/self/mem", kLimit)) == "file.read");
  CHECK(code_of(Stream::open("/proc/self/mem")) == "file.read");

  // The memory of this process. The range begins in a mapped page and ends in an unmapped one.
  const auto in = Stream::open("/proc/self/exe", Pipes::kNone);
  REQUIRE(in);
  CHECK((*in)->status());
  Result<File> memory = File::open("/proc/self/mem", Pipes::kNone);
  REQUIRE(memory);
  static const std::string kSomewhere(16, 'x');
  REQUIRE(memory->seek(reinterpret_cast<std::uintptr_t>(kSomewhere.data())));
  std::string bytes(16, '\0');
  CHECK(memory->read(bytes).has_value());
  CHECK(bytes == kSomewhere);
  REQUIRE(memory->seek(0));
  CHECK(code_of(memory->read(bytes)) == "file.read");
}

TEST_CASE("a file is read to its end whatever its size states, and never beyond the limit") {
  const TemporaryFolder folder;
  const std::string text(kLimit, 'x');
  const auto file = folder.write("file", text);
  CHECK(*read_text(file, kLimit) == text);
  CHECK(code_of(read_text(file, kLimit - 1)) == "file.size");
  CHECK(read_bytes(folder.write("empty", ""), kLimit)->empty());
  CHECK(read_text("/proc/self/status", 100000)->starts_with("Name:"));
  CHECK(code_of(read_text("/proc/self/status", 10)) == "file.size");
}

TEST_CASE("a pipe is read like a file, with the same limit") {
  const std::string long_text(200000, 'x');
  CHECK(*read_text(ShellPipe("text").name(), kLimit) == "text");
  CHECK(*read_text(ShellPipe(long_text).name(), long_text.size()) == long_text);
  CHECK(code_of(read_bytes(ShellPipe("text").name(), kLimit)) == "file.kind");
  const ShellPipe pipe(long_text);
  const auto in = Stream::open(pipe.name());
  REQUIRE(in);
  CHECK(streamed(**in) == long_text);
  CHECK((*in)->status());
}

TEST_CASE("a named pipe is read if it has a writer") {
  const TemporaryFolder folder;
  const auto path = folder.file("pipe");
  REQUIRE(::mkfifo(path.c_str(), 0600) == 0);
  std::thread writer([&] { std::ofstream(path) << "from the other side"; });
  const auto in = Stream::open(path);
  REQUIRE(in);
  CHECK(streamed(**in) == "from the other side");
  writer.join();
}

TEST_CASE("a packed file is not a text, and the message names the command that unpacks it") {
  const TemporaryFolder folder;
  for (const auto& [beginning, unpack] :
       std::vector<std::pair<std::string, std::string>>{{"PK\x03\x04", "unzip -p"},
                                                        {"\x1F\x8B", "zcat"},
                                                        {"\xFD\x37zXZ", "xzcat"},
                                                        {"BZh91AY&SY", "bzcat"}}) {
    for (const std::size_t length : {0U, 9U, 900U}) {
      const auto packed = folder.write("packed", beginning + std::string(length, '('));
      const auto in = Stream::open(packed);
      CHECK(code_of(in) == "file.packed");
      CHECK(in.error().message.ends_with("it must be unpacked first (" + unpack + ")"));
      CHECK(code_of(Stream::open(packed, Pipes::kNone)) == "file.packed");
      CHECK(code_of(read_text(packed, kLimit)) == "file.packed");
      CHECK(read_bytes(packed, kLimit));
    }
  }
  CHECK(*read_text(folder.write("text", "BZh, PK and (/ are words"), kLimit) ==
        "BZh, PK and (/ are words");
}

TEST_CASE("a text packed with zstd is read as the text, from a file and from a pipe") {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 50000; ++i) text += std::to_string(i) + '\n';
  const std::size_t half = text.size() / 2;
  const std::string skipped("\x50\x2A\x4D\x18\4\0\0\0size", 12);  // pzstd writes such frames
  const std::string parts = zstd_frame(text.substr(0, half)) + zstd_frame(text.substr(half));
  for (const std::string& packed :
       {zstd_frame(text), parts, skipped + parts, parts + skipped, zstd_frame("") + parts}) {
    const auto path = folder.write("packed", packed);
    CHECK(*read_text(path, text.size()) == text);
    CHECK(*read_text(ShellPipe(packed).name(), text.size()) == text);
    CHECK(read_bytes(path, packed.size())->size() == packed.size());
    const auto in = Stream::open(path);
    REQUIRE(in);
    CHECK((*in)->size() == 0);
    std::string line;
    for (int i = 0; i < 3; ++i) CHECK(*(*in)->next_line(line, 10));
    CHECK(line == "2");
    CHECK((*in)->tellg() == 6);
    CHECK(streamed(**in) == text.substr(6));
    CHECK((*in)->rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in) ==
          std::streamoff(text.size()));
    CHECK((*in)->status());
  }
  CHECK(*read_text(folder.write("empty", zstd_frame("")), kLimit) == "");
}

TEST_CASE("a packed file that is damaged or cut short is an error at every place") {
  const TemporaryFolder folder;
  const std::string text =
      "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6";
  const std::string whole = zstd_frame(text);
  constexpr std::size_t kMark = 4;
  for (const std::string& before : {std::string(), whole}) {
    for (std::size_t i = kMark; i < whole.size(); ++i) {
      CAPTURE(i);
      CHECK(code_of(read_text(folder.write("short", before + whole.substr(0, i)), kLimit)) ==
            "file.damaged");
      std::string damaged = whole;
      damaged[i] = static_cast<char>(~damaged[i]);
      CHECK_FALSE(read_text(folder.write("damaged", before + damaged), kLimit));
    }
  }
  CHECK(code_of(read_text(folder.write("more", whole + "no frame"), kLimit)) == "file.damaged");
  const auto in = Stream::open(folder.write("late", zstd_frame(std::string(100000, 'x')) + "x"));
  REQUIRE(in);
  CHECK(streamed(**in).size() <= 100000);
  CHECK((*in)->status().error().code == "file.damaged");
}

TEST_CASE("a packed text has the limits of a text, and its window has a limit too") {
  const TemporaryFolder folder;
  const auto bomb = folder.write("bomb", zstd_frame(std::string(std::size_t{1} << 24, ' ')));
  CHECK(std::filesystem::file_size(bomb) < 10000);
  CHECK(code_of(read_text(bomb, 1'000'000)) == "file.size");
  const auto framed = [](char window) {
    return std::string("\x28\xB5\x2F\xFD\0", 5) + window + std::string("\x21\0\0text", 7);
  };
  CHECK(*read_text(folder.write("128", framed('\x88')), kLimit) == "text");
  const auto wide = read_text(folder.write("256", framed('\x90')), kLimit);
  CHECK(code_of(wide) == "file.packed");
  CHECK(wide.error().message.find("more than 128 MiB") != std::string::npos);
  for (const std::string beginning : {"\xFF\xFEt", "\x1F\x8B", "\x28\xB5\x2F\xFD"}) {
    const auto in = Stream::open(folder.write("inside", zstd_frame(beginning)));
    CHECK(code_of(in) == (beginning.size() == 3 ? "file.utf16" : "file.packed"));
  }
  const auto marked = folder.write("marked", zstd_frame("\xEF\xBB\xBFtext"));
  CHECK(*read_text(marked, 4) == "text");
  CHECK((*Stream::open(marked))->tellg() == 0);
}

TEST_CASE("a stream that seeks is that of a regular file that is not packed") {
  const TemporaryFolder folder;
  for (const char* mark : {"\x28\xB5\x2F\xFD", "\x50\x2A\x4D\x18"}) {
    const auto in = Stream::open_seekable(folder.write("packed", mark));
    CHECK(code_of(in) == "file.packed");
    CHECK(in.error().message.ends_with("it must be unpacked first (zstdcat)"));
  }
  CHECK(code_of(Stream::open_seekable(ShellPipe("text").name())) == "file.kind");
}

TEST_CASE("a byte order mark is not part of a text, and UTF-16 is rejected") {
  const TemporaryFolder folder;
  const auto marked = folder.write("marked", "\xEF\xBB\xBFtext");
  CHECK(*read_text(marked, kLimit) == "text");
  CHECK(read_bytes(marked, kLimit)->size() == 7);
  const auto in = Stream::open_seekable(marked);
  REQUIRE(in);
  CHECK((*in)->tellg() == 0);
  CHECK(streamed(**in) == "text");
  (*in)->seekg(2);
  CHECK(streamed(**in) == "xt");
  CHECK(streamed(**Stream::open(ShellPipe("\xEF\xBB\xBFtext").name())) == "text");
  for (const std::string beginning : {"\xFF\xFEt", "\xFE\xFF"}) {
    const auto other = folder.write("utf16", beginning + std::string("\0x", 2));
    CHECK(code_of(read_text(other, kLimit)) == "file.utf16");
    CHECK(code_of(Stream::open(other)) == "file.utf16");
  }
  CHECK(*read_text(folder.write("part", "\xEF\xBB"), kLimit) == "\xEF\xBB");
}

TEST_CASE("a stream seeks to any position and reports its position") {
  const TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 50000; ++i) text += std::to_string(i) + '\n';
  const auto in = Stream::open_seekable(folder.write("numbers", "\xEF\xBB\xBF" + text));
  REQUIRE(in);
  for (const std::size_t place : {std::size_t{0}, text.size() - 3, std::size_t{70000},
                                  std::size_t{69990}, std::size_t{5}, text.size()}) {
    CAPTURE(place);
    (*in)->clear();
    (*in)->seekg(static_cast<std::streamoff>(place));
    CHECK((*in)->rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in) == std::streamoff(place));
    CHECK(streamed(**in) == text.substr(place));
    CHECK((*in)->rdbuf()->pubseekoff(0, std::ios::cur, std::ios::in) ==
          std::streamoff(text.size()));
  }
}

TEST_CASE("the beginning of a text can be looked at before the text is read") {
  const TemporaryFolder folder;
  const std::string long_text = std::string(300000, 'x') + "end";
  for (const std::string& text : {std::string(), std::string("short"), long_text}) {
    for (const std::string& stored : {text, "\xEF\xBB\xBF" + text, zstd_frame(text)}) {
      const ShellPipe pipe(stored);
      for (const auto& path : {folder.write("text", stored), std::filesystem::path(pipe.name())}) {
        const auto in = Stream::open(path);
        REQUIRE(in);
        const std::string_view beginning = (*in)->beginning();
        CHECK(beginning.size() >= std::min<std::size_t>(text.size(), 65000));
        CHECK(text.starts_with(beginning));
        CHECK((*in)->tellg() == 0);
        CHECK(*(*in)->read_all(text.size()) == text);
      }
    }
  }
}

TEST_CASE("lines come without their ends of any kind, and overlong lines are rejected") {
  const TemporaryFolder folder;
  const std::string long_line(100000, 'x');
  const auto in = Stream::open(folder.write("lines", "a\r\n\nb\n" + long_line + "\nlast"));
  REQUIRE(in);
  std::string line;
  for (const std::string& expected :
       {std::string("a"), std::string(), std::string("b"), long_line, std::string("last")}) {
    const Result<bool> more = (*in)->next_line(line, long_line.size());
    REQUIRE(more);
    CHECK(*more);
    CHECK(line == expected);
  }
  CHECK_FALSE(*(*in)->next_line(line, 10));
  const auto shorter = Stream::open(folder.write("long", long_line));
  CHECK(code_of((*shorter)->next_line(line, long_line.size() - 1)) == "file.line");
}

}  // namespace trivium::input
