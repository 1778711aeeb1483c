#include "protocols/line/channels/line_splitter.h"

namespace trivium::line {

void LineSplitter::append(std::string_view bytes) {
  drop_consumed();
  buffer_.append(bytes);
}

void LineSplitter::drop_consumed() {
  buffer_.erase(0, start_);
  scanned_ -= start_;
  start_ = 0;
}

LineSplitter::Event LineSplitter::next(std::string_view& line) {
  while (true) {
    const std::size_t end = buffer_.find('\n', scanned_);
    const bool complete = end != std::string::npos;
    const std::size_t first = start_;
    std::size_t length = (complete ? end : buffer_.size()) - first;
    if (complete) {
      start_ = scanned_ = end + 1;
      if (dropping_) {
        dropping_ = false;
        continue;
      }
    } else {
      scanned_ = buffer_.size();
      if (dropping_) {
        start_ = scanned_;
        return Event::kNone;
      }
    }
    // A trailing "\r" may belong to the line end, so it does not count yet.
    if (length > 0 && buffer_[first + length - 1] == '\r') --length;
    if (length > limit_) {
      if (!complete) {
        dropping_ = true;
        start_ = scanned_;
      }
      return Event::kTooLong;
    }
    if (!complete) return Event::kNone;
    line = std::string_view(buffer_).substr(first, length);
    return Event::kLine;
  }
}

LineSplitter::Event LineSplitter::finish(std::string_view& line) {
  if (dropping_ || start_ == buffer_.size()) return Event::kNone;
  line = std::string_view(buffer_).substr(start_);
  if (line.back() == '\r') line.remove_suffix(1);
  start_ = scanned_ = buffer_.size();
  return Event::kLine;
}

}  // namespace trivium::line
