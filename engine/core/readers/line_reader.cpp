#include "engine/core/readers/line_reader.h"

#include <limits>

#include "engine/core/readers/input_file.h"

namespace trivium {

// The buffer also has room for the carriage return and for the 0 that getline() appends.
LineReader::LineReader(std::istream& in, std::size_t max_length)
    : in_(&in), buffer_(max_length + 2) {}

bool LineReader::next() {
  in_->getline(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  const auto taken = static_cast<std::size_t>(in_->gcount());
  if (taken == 0) return false;
  ++number_;
  const bool was_cut = in_->fail();
  const bool ended_by_newline = !was_cut && !in_->eof();
  text_ = {buffer_.data(), taken - (ended_by_newline ? 1 : 0)};
  if (was_cut) {
    in_->clear();
    in_->ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  } else if (text_.ends_with('\r')) {
    text_.remove_suffix(1);
  }
  const std::size_t max_length = buffer_.size() - 2;
  too_long_ = text_.size() > max_length;
  text_ = text_.substr(0, max_length);
  if (number_ == 1) text_ = input::without_byte_order_mark(text_);
  return true;
}

}  // namespace trivium
