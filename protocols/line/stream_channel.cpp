#include "protocols/line/stream_channel.h"

#include "boost/asio/buffer.hpp"
#include "boost/asio/dispatch.hpp"
#include "boost/asio/error.hpp"
#include "boost/asio/post.hpp"
#include "boost/asio/write.hpp"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

StreamChannel::StreamChannel(Socket socket, StreamLimits limits)
    : limits_(limits),
      socket_(std::move(socket)),
      work_(socket_.get_executor()),
      splitter_(limits.line_bytes),
      timer_(socket_.get_executor()),
      later_(socket_.get_executor()) {}

StreamChannel::~StreamChannel() {
  error_code ignored;
  socket_.close(ignored);
  if (gone_) gone_(end_, written_);
}

void StreamChannel::start(std::shared_ptr<Session> session, GoneHandler gone) {
  asio::post(socket_.get_executor(), [self = shared_from_this(), session = std::move(session), gone = std::move(gone)]() mutable {
    self->session_ = std::move(session);
    self->gone_ = std::move(gone);
    self->limit_idle(self->limits_.idle);
    self->read();
  });
}

void StreamChannel::send(std::string text) {
  {
    const std::lock_guard lock(mutex_);
    if (output_ != Output::kOpen) return;
    if (unwritten_ + text.size() > limits_.output_bytes) {
      output_ = Output::kBroken;
      queue_.clear();
      asio::post(socket_.get_executor(), [self = shared_from_this()] { self->break_off(StreamEnd::kUnread); });
      return;
    }
    unwritten_ += text.size();
    queue_ += text;
  }
  asio::dispatch(socket_.get_executor(), [self = shared_from_this()] { self->flush(); });
}

void StreamChannel::post(std::function<void()> work) { asio::post(socket_.get_executor(), std::move(work)); }

void StreamChannel::post_later(std::chrono::milliseconds delay, std::function<void()> work) {
  later_.expires_after(delay);
  later_.async_wait([work = std::move(work)](error_code cancelled) {
    if (!cancelled) work();
  });
}

void StreamChannel::close() {
  {
    const std::lock_guard lock(mutex_);
    if (output_ != Output::kOpen) return;
    output_ = Output::kClosing;
  }
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->end_session(StreamEnd::kClosed);
    self->flush();
  });
}

void StreamChannel::limit_idle(std::chrono::milliseconds idle) {
  limits_.idle = idle;
  quiet_since_ = Clock::now();
  watch();
}

void StreamChannel::read() {
  socket_.async_read_some(asio::buffer(chunk_), [self = shared_from_this()](error_code failure, std::size_t size) {
    if (failure) {
      self->input_ended_ = true;
      self->input_failed_ = failure != asio::error::eof;
    } else {
      self->splitter_.append({self->chunk_.data(), size});
    }
    self->deliver();
  });
}

void StreamChannel::deliver() {
  while (session_ != nullptr && wants_input()) {
    if (clogged()) {
      paused_ = true;
      return;
    }
    std::string_view line;
    LineSplitter::Event event = splitter_.next(line);
    if (event == LineSplitter::Event::kNone) {
      if (!input_ended_) return read();
      event = splitter_.finish(line);
    }
    quiet_since_ = Clock::now();
    // Some editors and shells send a byte order mark first.
    if (event != LineSplitter::Event::kNone && std::exchange(at_start_, false) && line.starts_with(kByteOrderMark)) {
      line.remove_prefix(kByteOrderMark.size());
    }
    switch (event) {
      case LineSplitter::Event::kLine:
        session_->receive(line);
        break;
      case LineSplitter::Event::kTooLong:
        session_->line_too_long();
        break;
      case LineSplitter::Event::kNone:
        if (!input_failed_ && session_->finishes_at_end_of_input()) return;
        end_session(input_failed_ ? StreamEnd::kBroken : StreamEnd::kInputEnded);
        break;
    }
  }
}

void StreamChannel::flush() {
  if (!in_flight_.empty()) return;
  bool closing = false;
  {
    const std::lock_guard lock(mutex_);
    if (output_ == Output::kBroken) return;
    closing = output_ == Output::kClosing;
    in_flight_.swap(queue_);
  }
  if (in_flight_.empty()) {
    if (closing) break_off(StreamEnd::kClosed);
    return;
  }
  const auto progress = [self = shared_from_this()](error_code failure, std::size_t size) {
    self->quiet_since_ = Clock::now();
    return asio::transfer_all()(failure, size);
  };
  asio::async_write(socket_, asio::buffer(in_flight_), progress, [self = shared_from_this()](error_code failure, std::size_t size) {
    self->written_ += size;
    self->written(failure.failed());
  });
}

void StreamChannel::written(bool failed) {
  if (failed) return break_off(StreamEnd::kBroken);
  {
    const std::lock_guard lock(mutex_);
    unwritten_ -= in_flight_.size();
  }
  in_flight_.clear();
  flush();
  if (paused_ && !clogged()) {
    paused_ = false;
    deliver();
  }
}

void StreamChannel::finish(StreamEnd end) {
  end_session(end);
  // The pending read comes home with an end of stream.
  error_code ignored;
  socket_.shutdown(Socket::shutdown_receive, ignored);
}

void StreamChannel::break_off(StreamEnd end) {
  {
    const std::lock_guard lock(mutex_);
    output_ = Output::kBroken;
    queue_.clear();
  }
  error_code ignored;
  socket_.close(ignored);
  end_session(end);
}

void StreamChannel::end_session(StreamEnd end) {
  if (end_ == StreamEnd::kNone) end_ = end;
  const std::shared_ptr<Session> session = std::move(session_);
  if (session == nullptr) return;
  later_.cancel();
  quiet_since_ = Clock::now();
  watch();
  session->end();
}

void StreamChannel::watch() {
  const auto patience = session_ != nullptr ? limits_.idle : limits_.drain;
  if (patience == patience.zero()) {
    timer_.cancel();
    return;
  }
  timer_.expires_at(quiet_since_ + patience);
  // Not a reference: the channel need not wait for its timer.
  timer_.async_wait([weak = weak_from_this()](error_code failure) {
    const std::shared_ptr<StreamChannel> self = weak.lock();
    if (!failure && self != nullptr) self->check_patience();
  });
}

void StreamChannel::check_patience() {
  if (session_ != nullptr && session_->busy()) quiet_since_ = Clock::now();
  const auto patience = session_ != nullptr ? limits_.idle : limits_.drain;
  if (Clock::now() < quiet_since_ + patience) return watch();
  if (session_ != nullptr) return finish(StreamEnd::kIdle);
  break_off(StreamEnd::kUnread);
}

bool StreamChannel::wants_input() {
  const std::lock_guard lock(mutex_);
  return output_ == Output::kOpen;
}

bool StreamChannel::clogged() {
  const std::lock_guard lock(mutex_);
  return unwritten_ > limits_.output_bytes / 2;
}

}  // namespace trivium::line
