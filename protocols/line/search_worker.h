// Runs one search at a time on a thread of its own, so that a session can receive commands
// meanwhile.
//
// The first job starts the thread; it then waits for the next job until the worker is destroyed.
//
// Lifetime. A session owns a SearchWorker as a member. `done` holds the session's
// shared_from_this(), so the session outlives its search. When the job has returned, `job` and
// `done` are passed to the I/O thread and released there, so the session is never destroyed on its
// own search thread. To end a search early, the session uses SearchControl::stop() and
// skip_waiting(), in Session::end() at the latest. Then the job returns within milliseconds, `done`
// runs (if its session has ended, it only releases it), and the last reference is released. Before
// `done` the I/O thread waits until the search thread has released the job, which has returned by
// then.
//
// Slots. If the sessions of a process share SearchSlots, a job waits for one before it runs. The
// owner may end the wait: skip_waiting() skips the job, run_waiting() runs it without a slot. Use
// the latter only for short jobs that must not be lost.
//
// Faults. If a job throws, or the system has no thread for it, `done` still runs and finds the
// reason in fault(), so that the client always gets an answer. If start() itself throws, nothing
// has changed.
//
// The Channel must keep the executor of post() alive as long as itself (StreamChannel does).
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "protocols/line/channels/channel.h"
#include "protocols/line/search_slots.h"

namespace trivium::line {

class SearchWorker {
 public:
  /// Starts a thread that runs `work`. Throws std::system_error if the system has none.
  using Launcher = std::function<std::jthread(std::function<void()> work)>;
  static std::jthread start_thread(std::function<void()> work);

  /// A null `slots` means no limit. Tests replace `launcher`.
  explicit SearchWorker(std::shared_ptr<Channel> channel,
                        std::shared_ptr<SearchSlots> slots = nullptr,
                        Launcher launcher = start_thread);
  SearchWorker(const SearchWorker&) = delete;
  SearchWorker& operator=(const SearchWorker&) = delete;
  /// Never runs on the search thread (see Lifetime).
  ~SearchWorker();

  /// True from start() until `done` begins. I/O thread.
  bool busy() const noexcept { return busy_; }
  /// True if the job has no slot yet. I/O thread.
  bool waiting() const noexcept { return waiting_ != nullptr; }
  /// Returns the job in progress under the name `command`, or nothing unless busy(). I/O thread
  /// only.
  std::optional<Activity> activity(const std::string& command) const;

  /// Runs `job` on the worker's thread as soon as there is a slot, then `done` on the I/O thread,
  /// which may start the next job. If no thread is available, `done` runs with that fault(). I/O
  /// thread. Requires: !busy().
  void start(std::function<void()> job, std::function<void()> done);
  /// Skips the job if it waits for a slot; `done` runs soon. I/O thread.
  void skip_waiting();
  /// Runs the job at once, without a slot, if it waits for one. I/O thread.
  void run_waiting();

  /// In `done`: the text of the exception of the job, or why it did not run; nothing if it
  /// returned. I/O thread.
  const std::optional<std::string>& fault() const noexcept { return fault_; }
  /// In `done`: true if skip_waiting() skipped the job; fault() then reports it, too. I/O thread.
  bool skipped() const noexcept { return skipped_; }

 private:
  struct Task;

  /// Ends the wait of a job for a slot, and returns the job.
  std::shared_ptr<Task> leave_queue();
  void launch(const std::shared_ptr<Task>& task) noexcept;
  /// Passes the next task to the thread. Throws std::system_error if there is no thread.
  void hand_over(const std::shared_ptr<Task>& task);
  /// Main function of the thread.
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
  std::shared_ptr<Task> next_;   ///< the next task of the thread; under mutex_
  bool resting_ = true;          ///< the thread holds no task; under mutex_
  bool stop_requested_ = false;  ///< the thread must end; under mutex_
  std::jthread thread_;
};

}  // namespace trivium::line
