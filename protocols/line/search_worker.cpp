#include "protocols/line/search_worker.h"

#include <utility>

namespace trivium::line {

SearchWorker::SearchWorker(std::shared_ptr<Channel> channel) : channel_(std::move(channel)) {}

SearchWorker::~SearchWorker() = default;

void SearchWorker::start(std::function<void()> job, std::function<void()> done) {
  struct Task {
    std::function<void()> job;
    std::function<void()> done;
  };
  thread_ = std::jthread([this, task = std::make_shared<Task>(Task{std::move(job), std::move(done)})]() mutable {
    task->job();
    // From here on this thread holds no reference to the session: `task` moves into the posted work.
    channel_->post([this, task = std::move(task)] {
      thread_.join();
      busy_ = false;
      task->done();
    });
  });
  busy_ = true;
}

}  // namespace trivium::line
