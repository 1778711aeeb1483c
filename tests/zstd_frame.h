// Texts packed with zstd, for tests of readers.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <zstd.h>

namespace trivium {

/// Returns `text` as one frame with a checksum, as `zstd` writes files.
inline std::string zstd_frame(std::string_view text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context, frame.data(), frame.size(), text.data(), text.size());
  ZSTD_freeCCtx(context);
  if (ZSTD_isError(size) != 0) throw std::runtime_error(ZSTD_getErrorName(size));
  frame.resize(size);
  return frame;
}

}  // namespace trivium
