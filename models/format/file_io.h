// Whole files in and out: reading with a limit that is checked before memory is taken, writing that is all or nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace trivium::format {

/// The bytes of a regular file of at most `limit` bytes. Throws LoadError when it is missing, not a file, too large or unreadable.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t limit);

/// A file and what is to stand in it.
struct NewFile {
  std::filesystem::path path;
  std::span<const std::byte> bytes;
};

/// Replaces all of `files` or none: who reads one of them, also after a crash, finds the old content or the new, never a part, and a new
/// file that is the only one cannot be but for a crash between two renames. Throws LoadError with the cause when one cannot be written.
void write_files_atomically(std::span<const NewFile> files);

/// The same of one file.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace trivium::format
