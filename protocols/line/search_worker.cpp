#include "protocols/line/search_worker.h"

#include <exception>
#include <new>
#include <utility>

namespace trivium::line {

struct SearchWorker::Task {
  std::function<void()> job;
  std::function<void()> done;
  std::optional<std::string> fault;
};

namespace {

/// What `job` threw, in words.
std::optional<std::string> fault_of(const std::function<void()>& job) {
  try {
    job();
  } catch (const std::bad_alloc&) {
    return "not enough memory";
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an unknown fault";
  }
  return std::nullopt;
}

}  // namespace

SearchWorker::SearchWorker(std::shared_ptr<Channel> channel, std::shared_ptr<SearchSlots> slots, Launcher launcher)
    : channel_(std::move(channel)), slots_(std::move(slots)), launcher_(std::move(launcher)) {}

SearchWorker::~SearchWorker() = default;

std::jthread SearchWorker::start_thread(std::function<void()> work) { return std::jthread(std::move(work)); }

std::optional<Activity> SearchWorker::activity(const std::string& command) const {
  if (!busy_) return std::nullopt;
  return Activity{command, since_, waiting()};
}

void SearchWorker::start(std::function<void()> job, std::function<void()> done) {
  const auto task = std::make_shared<Task>(Task{std::move(job), std::move(done), std::nullopt});
  since_ = std::chrono::steady_clock::now();
  if (slots_ == nullptr) return launch(task);
  waiting_ = task;
  try {
    claim_ = std::make_unique<SearchSlots::Claim>(slots_, [this] { launch(std::exchange(waiting_, nullptr)); });
  } catch (...) {
    waiting_.reset();
    throw;
  }
  busy_ = true;
}

void SearchWorker::hurry() {
  if (!waiting()) return;
  claim_.reset();
  launch(std::exchange(waiting_, nullptr));
}

void SearchWorker::launch(const std::shared_ptr<Task>& task) noexcept {
  busy_ = true;
  since_ = std::chrono::steady_clock::now();
  try {
    thread_ = launcher_([this, task] {
      task->fault = fault_of(task->job);
      conclude(task);
    });
  } catch (const std::exception& error) {
    task->fault = "no thread";
    conclude(task);
  }
}

void SearchWorker::conclude(const std::shared_ptr<Task>& task) noexcept {
  // Without this call the client would never be answered, so a lack of memory is waited out.
  for (bool posted = false; !posted;) {
    try {
      channel_->post([this, task] {
        if (thread_.joinable()) thread_.join();
        claim_.reset();
        busy_ = false;
        fault_ = std::move(task->fault);
        task->done();
      });
      posted = true;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
}

}  // namespace trivium::line
