#include "protocols/line/channels/stream_channel.h"

#include "boost/asio/post.hpp"

#include "protocols/line/memory_patience.h"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

SessionEnd session_end(StreamEnd end) noexcept {
  if (end == StreamEnd::kBroken || end == StreamEnd::kUnread || end == StreamEnd::kFailed)
    return SessionEnd::kBroken;
  return end == StreamEnd::kStopped || end == StreamEnd::kIdle ? SessionEnd::kStopped
                                                               : SessionEnd::kInput;
}

}  // namespace

StreamChannel::StreamChannel(asio::any_io_executor executor, StreamLimits limits)
    : limits_(std::move(limits)),
      executor_(std::move(executor)),
      work_(executor_),
      splitter_(limits_.line_bytes),
      share_(limits_.queues),
      timer_(executor_),
      later_(executor_) {}

StreamChannel::~StreamChannel() {
  if (on_end_) on_end_(end_, written_);
}

void StreamChannel::start(std::shared_ptr<Session> session, EndHandler on_end) {
  asio::post(executor_, [self = shared_from_this(), session = std::move(session),
                         on_end = std::move(on_end)]() mutable {
    self->session_ = std::move(session);
    self->on_end_ = std::move(on_end);
    self->guarded([&] {
      self->limit_idle(self->limits_.idle);
      self->start_reading();
    });
  });
}

void StreamChannel::send(std::string text) {
  std::unique_lock lock(mutex_);
  if (output_ != Output::kOpen) return;
  const bool fits = unwritten_ + text.size() <= limits_.output_bytes;
  // Grows by an eighth, not by the usual factor of two: the limits count bytes, not capacity.
  // First, since it can throw.
  const std::size_t needed = queue_.size() + text.size();
  if (fits && needed > queue_.capacity()) queue_.reserve(needed + needed / 8);
  if (!fits || !share_.take(text.size())) {
    output_ = Output::kBroken;  // break_off() frees the queue
    lock.unlock();              // the next call waits if memory is short
    return break_off_later(StreamEnd::kUnread);
  }
  queue_ += text;
  unwritten_ += text.size();
  lock.unlock();
  output_queued();
}

void StreamChannel::post(std::function<void()> work) {
  asio::post(executor_,
             [self = shared_from_this(), work = std::move(work)] { self->guarded(work); });
}

template <class Work>
void StreamChannel::guarded(const Work& work) {
  try {
    work();
  } catch (...) {
    break_off(StreamEnd::kFailed);
    throw;
  }
}

void StreamChannel::post_later(std::chrono::milliseconds delay, std::function<void()> work) {
  later_.expires_after(delay);
  later_.async_wait([weak = weak_from_this(), work = std::move(work)](error_code cancelled) {
    const std::shared_ptr<StreamChannel> self = weak.lock();
    if (!cancelled && self != nullptr) self->guarded(work);
  });
}

void StreamChannel::close() {
  {
    const std::lock_guard lock(mutex_);
    if (output_ != Output::kOpen) return;
    output_ = Output::kClosing;
  }
  asio::post(executor_, [self = shared_from_this()] {
    self->end_session(StreamEnd::kClosed);
    self->output_queued();
  });
}

void StreamChannel::limit_idle(std::chrono::milliseconds idle) {
  limits_.idle = idle;
  quiet_since_ = Clock::now();
  watch();
}

void StreamChannel::received(std::string_view bytes) {
  guarded([&] { take(bytes); });
  deliver();
}

void StreamChannel::end_of_input(bool failed) {
  input_ended_ = true;
  input_failed_ = failed;
  deliver();
}

void StreamChannel::take(std::string_view bytes) {
  if (session_ != nullptr && std::exchange(nothing_received_, false) &&
      !session_->accepts_start(bytes)) {
    return break_off(StreamEnd::kClosed);
  }
  splitter_.append(bytes);
}

void StreamChannel::deliver() {
  guarded([this] { handle_next_line(); });
}

void StreamChannel::handle_next_line() {
  if (session_ == nullptr || !wants_input()) return;
  if (clogged()) {
    paused_ = true;
    return;
  }
  std::string_view line;
  LineSplitter::Event event = splitter_.next(line);
  if (event == LineSplitter::Event::kNone) {
    if (!input_ended_) return start_reading();
    event = splitter_.finish(line);
  }
  quiet_since_ = Clock::now();
  if (event == LineSplitter::Event::kNone) return input_ended();
  receive(event, line);
  asio::post(executor_, [self = shared_from_this()] { self->deliver(); });
}

void StreamChannel::receive(LineSplitter::Event event, std::string_view line) {
  // Some editors and shells send a byte order mark first.
  if (std::exchange(at_start_, false) && line.starts_with(kByteOrderMark))
    line.remove_prefix(kByteOrderMark.size());
  if (event == LineSplitter::Event::kLine) {
    session_->receive(line);
  } else {
    session_->line_too_long();
  }
}

void StreamChannel::input_ended() {
  if (input_failed_) return break_off(StreamEnd::kBroken);
  watch_for_break();
  if (!session_->finishes_at_end_of_input()) end_session(StreamEnd::kInputEnded);
}

StreamChannel::Output StreamChannel::take_output(std::string& text) {
  const std::lock_guard lock(mutex_);
  if (output_ != Output::kBroken) text.swap(queue_);
  return output_;
}

bool StreamChannel::wrote(std::size_t size) {
  share_.give_back(size);
  const std::lock_guard lock(mutex_);
  const bool was_clogged = is_clogged();
  unwritten_ -= size;
  written_ += size;
  return was_clogged && !is_clogged();
}

void StreamChannel::read_on() {
  guarded([this] { start_reading(); });
}

void StreamChannel::resume() {
  if (paused_ && !clogged()) {
    paused_ = false;
    deliver();
  }
}

void StreamChannel::finish(StreamEnd end) {
  end_session(end);
  stop_reading();
}

void StreamChannel::break_off(StreamEnd end) {
  {
    const std::lock_guard lock(mutex_);
    output_ = Output::kBroken;
    share_.give_back(queue_.size());
    queue_ = std::string();
  }
  close_stream();
  end_session(end);
}

void StreamChannel::break_off_later(StreamEnd end) {
  until_memory_suffices([&] {
    asio::post(executor_, [weak = weak_from_this(), end] {
      if (const std::shared_ptr<StreamChannel> self = weak.lock()) self->break_off(end);
    });
  });
}

void StreamChannel::end_session(StreamEnd end) {
  if (end_ == StreamEnd::kNone) end_ = end;
  const std::shared_ptr<Session> session = std::move(session_);
  const SessionEnd how = session_end(end);
  if (session == nullptr) {
    if (how == SessionEnd::kInput) return;
    const std::shared_ptr<Session> ended = std::exchange(ended_session_, {}).lock();
    if (ended != nullptr) ended->end(how);
    return;
  }
  if (how == SessionEnd::kInput) ended_session_ = session->speaker();
  later_.cancel();
  quiet_since_ = Clock::now();
  session->end(how);  // first, since watch() can throw
  watch();
}

void StreamChannel::watch() {
  const auto patience = session_ != nullptr ? limits_.idle : limits_.drain;
  if (patience == patience.zero()) {
    timer_.cancel();
    return;
  }
  timer_.expires_at(quiet_since_ + patience);
  // Weak, so that the channel does not live until the timer expires.
  timer_.async_wait([weak = weak_from_this()](error_code failure) {
    const std::shared_ptr<StreamChannel> self = weak.lock();
    if (!failure && self != nullptr) self->check_patience();
  });
}

void StreamChannel::check_patience() {
  if (is_at_work()) quiet_since_ = Clock::now();
  const auto patience = session_ != nullptr ? limits_.idle : limits_.drain;
  if (Clock::now() < quiet_since_ + patience) return watch();
  if (session_ != nullptr) return finish(StreamEnd::kIdle);
  break_off(StreamEnd::kUnread);
}

bool StreamChannel::is_at_work() {
  if (session_ != nullptr) return session_->busy();
  const std::shared_ptr<Session> ended = ended_session_.lock();
  return ended != nullptr && !has_output() && ended->busy();
}

bool StreamChannel::has_output() {
  const std::lock_guard lock(mutex_);
  return unwritten_ > 0;
}

bool StreamChannel::wants_input() {
  const std::lock_guard lock(mutex_);
  return output_ == Output::kOpen;
}

bool StreamChannel::clogged() {
  const std::lock_guard lock(mutex_);
  return is_clogged();
}

}  // namespace trivium::line
