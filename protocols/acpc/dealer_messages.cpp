#include "protocols/acpc/dealer_messages.h"

#include <fmt/format.h>
#include <iterator>

#include "engine/core/text.h"

namespace trivium::acpc {

namespace {
constexpr std::size_t kMax = 4096;
}  // namespace

void Messages::say(std::string_view line) {
  if (stream_ == nullptr) return;
  text_ += line;
  text_ += '\n';
}

void Messages::note(std::string_view line) {
  if (!quiet_) say(line);
}

void Messages::sent(int seat, Timestamp time, std::string_view line) {
  if (quiet_) return;
  fmt::format_to(std::back_inserter(text_), "TO {} at {} {}\r\n", seat + 1, timestamp_text(time),
                 line);
}

void Messages::received(int seat, Timestamp time, std::string_view line) {
  if (quiet_ || warnings_[static_cast<std::size_t>(seat)] > kWarningsInHand) return;
  fmt::format_to(std::back_inserter(text_), "FROM {} at {} {}\r\n", seat + 1, timestamp_text(time),
                 text::printable(line, kMax));
}

void Messages::warn(int seat, std::string_view text) {
  int& warnings = warnings_[static_cast<std::size_t>(seat)];
  if (warnings > kWarningsInHand) return;
  ++warnings;
  const std::string_view shown =
      warnings > kWarningsInHand ? "further warnings about this hand are left out" : text;
  say(fmt::format("WARNING: seat {}: {}", seat + 1, shown));
}

void Messages::flush() noexcept {
  if (text_.empty()) return;
  std::fwrite(text_.data(), 1, text_.size(), stream_);
  std::fflush(stream_);
  text_.clear();
}

}  // namespace trivium::acpc
