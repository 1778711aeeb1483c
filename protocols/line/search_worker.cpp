#include "protocols/line/search_worker.h"

#include <exception>
#include <utility>

namespace trivium::line {

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

SearchWorker::SearchWorker(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

SearchWorker::~SearchWorker() = default;

void SearchWorker::start(std::function<void()> job, std::function<void()> done) {
  struct Task {
    std::function<void()> job;
    std::function<void()> done;
    std::optional<std::string> fault;
  };
  auto task = std::make_shared<Task>(Task{std::move(job), std::move(done), std::nullopt});
  const auto conclude = [this](std::shared_ptr<Task> finished) {
    channel_->post([this, finished = std::move(finished)] {
      if (thread_.joinable()) thread_.join();
      busy_ = false;
      fault_ = finished->fault;
      finished->done();
    });
  };
  busy_ = true;
  try {
    thread_ = std::jthread([task, conclude]() mutable {
      task->fault = fault_of(task->job);
      // From here on this thread holds no reference to the session: `task` moves into the posted work.
      conclude(std::move(task));
    });
  } catch (const std::exception& error) {
    task->fault = std::string("no thread: ") + error.what();
    conclude(std::move(task));
  }
}

}  // namespace trivium::line
