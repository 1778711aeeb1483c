// One search at a time beside the I/O thread: how a session thinks without going deaf.
//
// The first job starts the thread; it then waits for the next job until the worker is destroyed.
//
// Lifetime. A session owns a SearchWorker as a member. `done` holds the session's shared_from_this(), so the session outlives
// its search; `job` and `done` are handed to the I/O thread when the job has returned and are released there, so the session never dies on
// its own search thread. A search that must end early is stopped by its own means (SearchControl::stop()) and by skip_waiting(), from
// Session::end() at the latest; after that the job returns within milliseconds, `done` runs (it may find its session ended, and then only
// lets go), and the last reference goes. Before `done` the I/O thread waits until the search thread has let go of the job, which has
// returned by then.
//
// Slots. If the sessions of a process share SearchSlots, a job waits for one before it
// runs. The owner may end the wait: skip_waiting() skips the job, run_waiting() runs it without a
// slot. The latter is for short jobs only that must not be lost.
//
// Faults. What a job throws does not leave its thread: `done` runs all the same and finds in fault() what it was; the client is owed an
// answer in any case. The same holds where the system has no thread for the job. If start() itself throws, nothing has changed.
//
// The Channel must keep the executor behind post() alive as long as it lives itself (StreamChannel does).
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "protocols/line/channel.h"
#include "protocols/line/search_slots.h"

namespace trivium::line {

class SearchWorker {
 public:
  /// Starts a thread that runs `work`. Throws std::system_error if the system has none.
  using Launcher = std::function<std::jthread(std::function<void()> work)>;
  static std::jthread start_thread(std::function<void()> work);

  /// A null `slots` is no limit. Tests replace `launcher`.
  explicit SearchWorker(std::shared_ptr<Channel> channel, std::shared_ptr<SearchSlots> slots = nullptr, Launcher launcher = start_thread);
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;
  /// Not on the search thread; see above why that cannot happen.
  ~SearchWorker();

  /// A job was started and its `done` has not begun. I/O thread.
  bool busy() const noexcept { return busy_; }
  /// Its job has no slot yet. I/O thread.
  bool waiting() const noexcept { return waiting_ != nullptr; }
  /// Returns the job in progress under the name `command`, or nothing unless busy(). I/O thread
  /// only.
  std::optional<Activity> activity(const std::string& command) const;

  /// Runs `job` on the worker's thread as soon as there is a slot, then `done` on the I/O thread, where it may start the next one. Not
  /// while busy(); I/O thread. Where no thread can be had, `done` runs with that as its fault().
  void start(std::function<void()> job, std::function<void()> done);
  /// Skips the job if it waits for a slot; `done` runs soon. I/O thread.
  void skip_waiting();
  /// Runs the job at once, without a slot, if it waits for one. I/O thread.
  void run_waiting();

  /// In `done`: the text of what the job threw, or why it did not run; nothing if it returned. I/O thread.
  const std::optional<std::string>& fault() const noexcept { return fault_; }
  /// In `done`: true if skip_waiting() came before the job had a slot; then fault() says so too. I/O thread.
  bool skipped() const noexcept { return skipped_; }

 private:
  struct Task;

  /// Ends the wait of a job for a slot, and returns the job.
  std::shared_ptr<Task> leave_queue();
  void launch(const std::shared_ptr<Task>& task) noexcept;
  /// Gives the thread its next task. Throws std::system_error if there is no thread.
  void hand_over(const std::shared_ptr<Task>& task);
  /// What the thread does.
  void serve();
  /// Blocks until the thread holds no task.
  void await_rest();
  void conclude(const std::shared_ptr<Task>& task) noexcept;

  std::shared_ptr<Channel> channel_;
  std::shared_ptr<SearchSlots> slots_;
  Launcher launcher_;
  bool busy_ = false;
  std::chrono::steady_clock::time_point since_;  ///< when the job started, or began to wait
  std::optional<std::string> fault_;
  bool skipped_ = false;
  std::shared_ptr<Task> waiting_;
  std::unique_ptr<SearchSlots::Claim> claim_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::shared_ptr<Task> next_;  ///< of the thread; under mutex_
  bool resting_ = true;         ///< the thread holds no task; under mutex_
  bool leaving_ = false;        ///< the thread shall end; under mutex_
  std::jthread thread_;
};

}  // namespace trivium::line
