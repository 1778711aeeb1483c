#include "models/format/part_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <system_error>
#include <utility>

#include "models/format/load_error.h"

namespace trivium::format {

std::filesystem::path PartFile::part_of(const std::filesystem::path& path) { return path.string() + ".part"; }

PartFile::PartFile(std::filesystem::path path)
    : path_(std::move(path)), part_(part_of(path_)), out_(part_, std::ios::binary | std::ios::trunc) {
  require(out_.good());
}

PartFile::~PartFile() {
  if (finished_) return;
  out_.close();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void PartFile::require(bool done) const {
  if (!done) throw LoadError(fmt::format("{}: cannot be written: {}", path_.string(), std::strerror(errno)));
}

void PartFile::write(std::span<const std::byte> bytes) {
  out_.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  require(out_.good());
}

void PartFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void PartFile::write_line(std::string_view line) {
  write(line);
  write(std::string_view("\n"));
}

void PartFile::finish() {
  out_.close();
  require(out_.good());
  require(::rename(part_.c_str(), path_.c_str()) == 0);
  finished_ = true;
}

}  // namespace trivium::format
