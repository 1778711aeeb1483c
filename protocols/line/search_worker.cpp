#include "protocols/line/search_worker.h"

#include <exception>
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
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an unknown fault";
  }
  return std::nullopt;
}

}  // namespace

SearchWorker::SearchWorker(std::shared_ptr<Channel> channel, std::shared_ptr<SearchSlots> slots)
    : channel_(std::move(channel)), slots_(std::move(slots)) {}

SearchWorker::~SearchWorker() = default;

std::optional<Activity> SearchWorker::activity(const std::string& command) const {
  if (!busy_) return std::nullopt;
  return Activity{command, since_, waiting()};
}

void SearchWorker::start(std::function<void()> job, std::function<void()> done) {
  if (slots_ == nullptr) return start_without_slot(std::move(job), std::move(done));
  busy_ = true;
  since_ = std::chrono::steady_clock::now();
  waiting_ = std::make_shared<Task>(Task{std::move(job), std::move(done), std::nullopt});
  claim_ = std::make_unique<SearchSlots::Claim>(slots_, [this] { launch(std::exchange(waiting_, nullptr)); });
}

void SearchWorker::start_without_slot(std::function<void()> job, std::function<void()> done) {
  busy_ = true;
  launch(std::make_shared<Task>(Task{std::move(job), std::move(done), std::nullopt}));
}

void SearchWorker::hurry() {
  if (!waiting()) return;
  claim_.reset();
  launch(std::exchange(waiting_, nullptr));
}

void SearchWorker::launch(const std::shared_ptr<Task>& task) {
  since_ = std::chrono::steady_clock::now();
  try {
    thread_ = std::jthread([this, task = task]() mutable {
      task->fault = fault_of(task->job);
      // From here on this thread holds no reference to the session: `task` moves into the posted work.
      conclude(std::move(task));
    });
  } catch (const std::exception& error) {
    task->fault = std::string("no thread: ") + error.what();
    conclude(task);
  }
}

void SearchWorker::conclude(std::shared_ptr<Task> task) {
  channel_->post([this, task = std::move(task)] {
    if (thread_.joinable()) thread_.join();
    claim_.reset();
    busy_ = false;
    fault_ = task->fault;
    task->done();
  });
}

}  // namespace trivium::line
