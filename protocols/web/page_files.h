// The files of the page, read into memory once. So a request never reads the disk, and its path can
// select nothing but one of these files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "engine/core/result.h"

namespace trivium::web {

struct PageFile {
  std::string bytes;
  std::string type;  ///< media type, with the character set of texts
  std::string tag;  ///< strong validator of HTTP (ETag), with its quotes; depends on the bytes only
};

class PageFiles {
 public:
  /// No files: the page was not built.
  PageFiles() = default;

  /// Reads all files of known types (HTML, JavaScript, CSS, SVG, PNG, JSON, text) below `folder`.
  /// The error names the file. A missing folder gives no files.
  static Result<PageFiles> read(const std::filesystem::path& folder);

  bool empty() const noexcept { return files_.empty(); }
  /// Returns the file at the path of a request ("/core/socket.js"; "/" is "/index.html"), or null.
  const PageFile* find(std::string_view path) const;

 private:
  std::map<std::string, PageFile, std::less<>> files_;  ///< by path, which begins with a slash
};

}  // namespace trivium::web
