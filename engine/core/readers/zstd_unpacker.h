// Unpacks a file that zstd packed, as a stream in limited memory.
//
// Frames that follow each other are one text, as `zstdcat` reads them; pzstd writes such files. The
// memory is that of the frame's window, which the packer chooses. A window of more than
// kMaxWindowMegabytes, the limit of zstd itself without --long, is an error.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/core/result.h"

struct ZSTD_DCtx_s;

namespace trivium::input {

class File;

class ZstdUnpacker {
 public:
  static constexpr int kMaxWindowMegabytes = 128;

  /// Unpacks `file`, of which `beginning` has been read already. Throws std::bad_alloc. Requires:
  /// `file` outlives this object.
  ZstdUnpacker(File& file, std::string_view beginning);

  /// Unpacks at most `bytes.size()` bytes and returns their number; 0 only at the end of a whole
  /// file. Error codes: file.damaged (damaged or cut short), file.packed (too large a window), and
  /// those of File::read(). Throws std::bad_alloc. Requires: `bytes` is not empty, and no call
  /// before returned an error.
  Result<std::size_t> read(std::span<char> bytes);

 private:
  struct FreeContext {
    void operator()(ZSTD_DCtx_s* context) const noexcept;
  };

  Error error_of(std::size_t returned) const;
  Error damaged() const;

  File& file_;
  std::unique_ptr<ZSTD_DCtx_s, FreeContext> context_;
  std::vector<char> packed_;
  std::size_t begin_ = 0;  // packed bytes from here to end_ are not unpacked yet
  std::size_t end_ = 0;
  bool in_frame_ = true;   // the file must not end here
  bool has_more_ = false;  // unpacked bytes wait inside the context
};

}  // namespace trivium::input
