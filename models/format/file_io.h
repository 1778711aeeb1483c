// Whole files in and out: reading with a limit that is checked before memory is taken, writing that is all or nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::format {

/// The bytes of a regular file of at most `limit` bytes. Throws LoadError with the codes of
/// engine/core/input_file.h, which reads it.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t limit);

/// What a file is that begins so and should be another, for a message: "a Git LFS pointer", "an HTML page", "a zip archive"; empty where
/// its beginning does not tell.
std::string known_kind(std::span<const std::byte> bytes);

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
