#include "protocols/line/search_worker.h"

#include <cstddef>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "protocols/line/memory_patience.h"

namespace trivium::line {

struct SearchWorker::Task {
  Task(std::function<void()> to_do, std::function<void()> afterwards)
      : job(std::move(to_do)), done(std::move(afterwards)) {
    constexpr std::size_t kFaultBytes = 500;
    fault.reserve(kFaultBytes);
  }

  /// Allocates nothing, since a lack of memory must be reported too.
  void fail(std::string_view why) noexcept {
    failed = true;
    fault.assign(why, 0, fault.capacity());
  }

  /// Runs the job. An exception becomes the fault.
  void run() noexcept {
    try {
      job();
    } catch (const std::bad_alloc&) {
      fail("not enough memory");
    } catch (const std::exception& error) {
      fail(error.what());
    } catch (...) {
      fail("an unknown fault");
    }
  }

  std::function<void()> job;
  std::function<void()> done;
  bool skipped = false;
  bool failed = false;
  std::string fault;
};

SearchWorker::SearchWorker(std::shared_ptr<Channel> channel, std::shared_ptr<SearchSlots> slots,
                           Launcher launcher)
    : channel_(std::move(channel)), slots_(std::move(slots)), launcher_(std::move(launcher)) {}

SearchWorker::~SearchWorker() {
  const std::lock_guard lock(mutex_);
  stop_requested_ = true;
  changed_.notify_all();
}

std::jthread SearchWorker::start_thread(std::function<void()> work) {
  return std::jthread(std::move(work));
}

std::optional<Activity> SearchWorker::activity(const std::string& command) const {
  if (!busy_) return std::nullopt;
  return Activity{command, since_, waiting()};
}

void SearchWorker::start(std::function<void()> job, std::function<void()> done) {
  const auto task = std::make_shared<Task>(std::move(job), std::move(done));
  since_ = std::chrono::steady_clock::now();
  if (slots_ == nullptr) return launch(task);
  waiting_ = task;
  try {
    claim_ = std::make_unique<SearchSlots::Claim>(
        slots_, [this] { launch(std::exchange(waiting_, nullptr)); });
  } catch (...) {
    waiting_.reset();
    throw;
  }
  busy_ = true;
}

std::shared_ptr<SearchWorker::Task> SearchWorker::leave_queue() {
  claim_.reset();
  return std::exchange(waiting_, nullptr);
}

void SearchWorker::skip_waiting() {
  if (!waiting()) return;
  const std::shared_ptr<Task> task = leave_queue();
  task->skipped = true;
  task->fail("stopped before it began");
  conclude(task);
}

void SearchWorker::run_waiting() {
  if (waiting()) launch(leave_queue());
}

void SearchWorker::launch(const std::shared_ptr<Task>& task) noexcept {
  busy_ = true;
  since_ = std::chrono::steady_clock::now();
  try {
    hand_over(task);
  } catch (const std::exception& error) {
    task->fail("no thread");
    conclude(task);
  }
}

void SearchWorker::hand_over(const std::shared_ptr<Task>& task) {
  if (!thread_.joinable()) thread_ = launcher_([this] { serve(); });
  const std::lock_guard lock(mutex_);
  next_ = task;
  resting_ = false;
  changed_.notify_all();
}

void SearchWorker::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stop_requested_ || next_ != nullptr; });
    if (next_ == nullptr) return;
    std::shared_ptr<Task> task = std::exchange(next_, nullptr);
    lock.unlock();
    task->run();
    conclude(task);
    task.reset();
    lock.lock();
    resting_ = true;
    changed_.notify_all();
  }
}

void SearchWorker::await_rest() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return resting_; });
}

void SearchWorker::conclude(const std::shared_ptr<Task>& task) noexcept {
  // Otherwise the client would get no answer.
  until_memory_suffices([&] {
    channel_->post([this, task] {
      await_rest();
      claim_.reset();
      busy_ = false;
      skipped_ = task->skipped;
      fault_.reset();
      if (task->failed) fault_ = std::move(task->fault);
      task->done();
    });
  });
}

}  // namespace trivium::line
