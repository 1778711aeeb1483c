#include "protocols/line/stream_channel.h"

#include "boost/asio/buffer.hpp"
#include "boost/asio/dispatch.hpp"
#include "boost/asio/post.hpp"
#include "boost/asio/write.hpp"

namespace trivium::line {

namespace asio = boost::asio;
using boost::system::error_code;

StreamChannel::StreamChannel(Socket socket, StreamLimits limits)
    : limits_(limits), socket_(std::move(socket)), work_(socket_.get_executor()), splitter_(limits.line_bytes) {}

void StreamChannel::start(std::shared_ptr<Session> session) {
  asio::post(socket_.get_executor(), [self = shared_from_this(), session = std::move(session)]() mutable {
    self->session_ = std::move(session);
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
      asio::post(socket_.get_executor(), [self = shared_from_this()] { self->break_off(); });
      return;
    }
    unwritten_ += text.size();
    queue_ += text;
  }
  asio::dispatch(socket_.get_executor(), [self = shared_from_this()] { self->flush(); });
}

void StreamChannel::post(std::function<void()> work) { asio::post(socket_.get_executor(), std::move(work)); }

void StreamChannel::close() {
  {
    const std::lock_guard lock(mutex_);
    if (output_ != Output::kOpen) return;
    output_ = Output::kClosing;
  }
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    self->end_session();
    self->flush();
  });
}

void StreamChannel::read() {
  socket_.async_read_some(asio::buffer(chunk_), [self = shared_from_this()](error_code failure, std::size_t size) {
    if (failure) {
      self->input_ended_ = true;
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
    switch (event) {
      case LineSplitter::Event::kLine:
        session_->receive(line);
        break;
      case LineSplitter::Event::kTooLong:
        session_->line_too_long();
        break;
      case LineSplitter::Event::kNone:
        end_session();
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
    if (closing) break_off();
    return;
  }
  asio::async_write(socket_, asio::buffer(in_flight_),
                    [self = shared_from_this()](error_code failure, std::size_t) { self->written(failure.failed()); });
}

void StreamChannel::written(bool failed) {
  if (failed) return break_off();
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

void StreamChannel::break_off() {
  {
    const std::lock_guard lock(mutex_);
    output_ = Output::kBroken;
    queue_.clear();
  }
  error_code ignored;
  socket_.close(ignored);
  end_session();
}

void StreamChannel::end_session() {
  if (const std::shared_ptr<Session> session = std::move(session_)) session->end();
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
