// Reads whole files, with a limit that is checked before memory is allocated, and writes them
// atomically.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace trivium::format {

/// Returns the bytes of a regular file of at most `limit` bytes. Throws LoadError with the error
/// codes of engine/core/readers/input_file.h.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::uint64_t limit);

/// Describes a file of another type by its first bytes, for messages: "a tar archive", "a GGUF
/// file". Returns an empty string if the type is not recognized.
std::string known_kind(std::span<const std::byte> bytes);

/// A file and its new content.
struct NewFile {
  std::filesystem::path path;
  std::span<const std::byte> bytes;
};

/// Replaces the content of `files`. A reader finds the old or the new content of each file, never a
/// part, even after a crash. All content is on the disk before the first file is renamed to its
/// name, so a full disk changes no file. If a rename fails, new files are removed again, but
/// files that were already replaced keep the new content; after a crash between two renames only
/// the first files are replaced. Throws LoadError with the cause if a file cannot be written.
void write_files_atomically(std::span<const NewFile> files);

/// Replaces a single file or leaves it unchanged, as write_files_atomically() does.
void write_file_atomically(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

}  // namespace trivium::format
