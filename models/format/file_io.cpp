#include "models/format/file_io.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/core/descriptor.h"
#include "engine/core/readers/input_file.h"
#include "engine/core/text.h"
#include "models/format/load_error.h"
#include "models/format/part_file.h"

namespace trivium::format {

namespace {

/// Makes the new directory entry durable, too. File systems that cannot are tolerated.
void sync_directory_of(const std::filesystem::path& path) {
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  const Descriptor directory(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.get() >= 0) ::fsync(directory.get());
}

}  // namespace

std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t limit) {
  return or_throw(input::read_bytes(path, limit));
}

std::string known_kind(std::span<const std::byte> bytes) {
  using std::string_view_literals::operator""sv;
  if (bytes.empty()) return "an empty file";
  constexpr std::size_t kLooked = 1024;
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()),
                             std::min(bytes.size(), kLooked));
  constexpr std::array kKinds = std::to_array<std::pair<std::string_view, std::string_view>>({
      {"version https://git-lfs.github.com/"sv,
       "a Git LFS pointer and not the file itself, which `git lfs pull` fetches"sv},
      {"version https://hawser.github.com/"sv,
       "a Git LFS pointer and not the file itself, which `git lfs pull` fetches"sv},
      {"PK\x03\x04"sv, "a zip archive, as used by PyTorch (.pt) and NumPy (.npz)"sv},
      {"PK\x05\x06"sv, "an empty zip archive"sv},
      {"7z\xBC\xAF\x27\x1C"sv, "a 7z archive"sv},
      {"\x93NUMPY"sv, "a NumPy array"sv},
      {"\x89HDF\r\n"sv, "an HDF5 file"sv},
      {"GGUF"sv, "a GGUF file"sv},
      {"\x7F"
       "ELF"sv,
       "a program"sv},
      {"%PDF"sv, "a PDF document"sv},
      {"SQLite format 3"sv, "an SQLite database"sv},
      {"TRVGAMES"sv, "a file of searched chess games"sv},
      {"TRVCONN6"sv, "a file of Connect-6 games"sv},
      {"\xFF\xFE"sv, "a text in UTF-16"sv},
      {"\xFE\xFF"sv, "a text in UTF-16"sv},
  });
  for (const auto& [beginning, kind] : kKinds) {
    if (all.starts_with(beginning)) return std::string(kind);
  }
  if (std::string packed = input::packed_words(all); !packed.empty()) return packed;
  if (all.size() > 1 && all[0] == '\x80' && all[1] >= 2 && all[1] <= 5)
    return "a Python pickle, as used by old PyTorch files";
  constexpr std::size_t kTarMark = 257;
  if (all.size() > kTarMark && all.substr(kTarMark).starts_with("ustar")) return "a tar archive";
  const std::string_view text = text::trimmed(input::without_byte_order_mark(all));
  const auto begins = [text](std::string_view with) {
    return text::same_ignoring_case(text.substr(0, with.size()), with);
  };
  if (begins("<!doctype html") || begins("<html"))
    return "an HTML page, perhaps an error or log-in page instead of the download";
  if (begins("<?xml") || begins("<!doctype")) return "an XML document";
  const bool is_text = std::ranges::none_of(
      text, [](char c) { return static_cast<unsigned char>(c) < ' ' && !text::is_blank(c); });
  if (!is_text) return {};
  if (text.empty()) return "blank";
  if (begins("[Event ")) return "a record of chess games (PGN)";
  return begins("{") || begins("[") ? "JSON" : "a text";
}

void write_files_atomically(std::span<const NewFile> files) {
  std::deque<PartFile> parts;
  for (const NewFile& file : files) {
    PartFile& part = parts.emplace_back(file.path);
    part.write(file.bytes);
    part.sync();
  }
  for (PartFile& part : parts) part.complete();
  std::vector<std::filesystem::path> added;  // files that did not exist before
  try {
    for (std::size_t i = 0; i < files.size(); ++i) {
      const bool is_new = !std::filesystem::exists(std::filesystem::symlink_status(files[i].path));
      parts[i].finish();
      if (is_new) added.push_back(files[i].path);
    }
  } catch (const LoadError&) {
    for (const std::filesystem::path& path : added) ::unlink(path.c_str());
    throw;
  }
  for (const NewFile& file : files) sync_directory_of(file.path);
}

void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  write_files_atomically(std::array{NewFile{path, bytes}});
}

void write_file_atomically(const std::filesystem::path& path, std::string_view text) {
  write_file_atomically(path, std::as_bytes(std::span(text)));
}

}  // namespace trivium::format
