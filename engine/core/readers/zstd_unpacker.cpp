#include "engine/core/readers/zstd_unpacker.h"

#include <algorithm>
#include <new>
#include <string>
#include <zstd.h>
#include <zstd_errors.h>

#include "engine/core/readers/input_file.h"

namespace trivium::input {

namespace {

constexpr int kMaxWindowLog = 27;
static_assert(1 << kMaxWindowLog == ZstdUnpacker::kMaxWindowMegabytes << 20);

}  // namespace

void ZstdUnpacker::FreeContext::operator()(ZSTD_DCtx_s* context) const noexcept {
  ZSTD_freeDCtx(context);
}

ZstdUnpacker::ZstdUnpacker(File& file, std::string_view beginning)
    : file_(file),
      context_(ZSTD_createDCtx()),
      packed_(std::max(beginning.size(), ZSTD_DStreamInSize())),
      end_(beginning.size()) {
  if (context_ == nullptr) throw std::bad_alloc();
  ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMaxWindowLog);
  std::ranges::copy(beginning, packed_.begin());
}

Result<std::size_t> ZstdUnpacker::read(std::span<char> bytes) {
  ZSTD_outBuffer out{bytes.data(), bytes.size(), 0};
  while (out.pos == 0) {
    if (begin_ == end_ && !has_more_) {
      const Result<std::size_t> count = file_.read(packed_);
      if (!count) return count.error();
      if (*count == 0 && in_frame_) return damaged();
      if (*count == 0) break;
      begin_ = 0;
      end_ = *count;
    }
    ZSTD_inBuffer in{packed_.data(), end_, begin_};
    const std::size_t returned = ZSTD_decompressStream(context_.get(), &out, &in);
    if (ZSTD_isError(returned) != 0) return error_of(returned);
    begin_ = in.pos;
    in_frame_ = returned != 0;
    has_more_ = in_frame_ && out.pos == out.size;
  }
  return out.pos;
}

Error ZstdUnpacker::error_of(std::size_t returned) const {
  switch (ZSTD_getErrorCode(returned)) {
    case ZSTD_error_memory_allocation:
      throw std::bad_alloc();
    case ZSTD_error_frameParameter_windowTooLarge:
      return Error{"file.packed", file_.name() + ": packed with zstd and a window of more than " +
                                      std::to_string(kMaxWindowMegabytes) +
                                      " MiB: it must be unpacked first (zstdcat --long=31)"};
    default:
      return damaged();
  }
}

Error ZstdUnpacker::damaged() const {
  return Error{"file.damaged", file_.name() + ": the packed data are damaged or cut short"};
}

}  // namespace trivium::input
