// The client's end of a session without a connection, for fuzz targets of sessions.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <utility>

#include "protocols/line/channels/channel.h"

namespace trivium::fuzz {

/// Stores the output; runs posted work in run_until().
class Recorder final : public line::Channel {
 public:
  void send(std::string text) override {
    const std::lock_guard lock(mutex_);
    output_ += text;
  }
  void post(std::function<void()> work) override {
    const std::lock_guard lock(mutex_);
    work_.push_back(std::move(work));
    ready_.notify_one();
  }
  void post_later(std::chrono::milliseconds, std::function<void()> work) override {
    post(std::move(work));
  }
  void close() override { closed_ = true; }

  /// Runs posted work until none is left and `idle` holds.
  void run_until(const std::function<bool()>& idle) {
    std::unique_lock lock(mutex_);
    while (true) {
      while (!work_.empty()) {
        std::function<void()> work = std::move(work_.front());
        work_.pop_front();
        lock.unlock();
        work();
        work = nullptr;
        lock.lock();
      }
      lock.unlock();
      const bool done = idle();
      lock.lock();
      if (done && work_.empty()) return;
      ready_.wait(lock, [this] { return !work_.empty(); });
    }
  }

  /// Requires: run_until() has returned.
  const std::string& said() const { return output_; }
  bool closed() const { return closed_; }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<std::function<void()>> work_;
  std::string output_;
  bool closed_ = false;
};

}  // namespace trivium::fuzz
